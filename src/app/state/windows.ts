/**
 * Requests windows of columns for one trace, again when the viewport leaves the old
 * one, when the resolution, the wanted series or parts or the model change, or when the trace has grown. One
 * request at a time while the file is being read. A range that moves inside the window sends none: distributions over
 * the visible part are requested when it stops moving.
 */
import { covers, type Viewport, windowFor } from '../../drawing/surface/viewport';
import type { TimeRange } from '../../drawing/view/view';
import type { ColumnWindow } from '../../engine/columns/series';
import type { AnswerPart, ModelQuery } from '../../engine/contract/parts';
import type { Snapshot, WindowAnswer, WindowRequest } from '../../engine/contract/snapshot';
import { isAbort, type RequestOptions } from '../backend/backend';

/** Series that the overview strip may draw. */
const OVERVIEW_SERIES = ['cwnd', 'bytes-in-flight', 'bytes-in-flight-rebuilt', 'received-total'];

/** Rates for the line of arrivals; limits, by which a panel is told to show one value throughout. */
const OVERVIEW_PARTS: readonly AnswerPart[] = ['rates', 'limits'];

/** Data that the panels need. */
export interface Wanted {
  readonly series: readonly string[];
  readonly parts: readonly AnswerPart[];
  readonly model: ModelQuery | null;
}

interface Asked extends Wanted {
  readonly window: ColumnWindow;
  readonly revision: number;
  readonly visible: TimeRange;
}

/** For the panels, or for the overview of the whole trace: a newer request of each supersedes the previous one. */
export type WindowUse = 'panels' | 'overview';

export interface WindowsHost {
  readonly request: (request: WindowRequest, options: RequestOptions<'window'>) => Promise<WindowAnswer>;
  readonly onAnswer: (use: WindowUse, answer: WindowAnswer) => void;
}

/** Runs the callback after so many ms. @returns a function that cancels it. */
export type Timer = (callback: () => void, ms: number) => () => void;

const NOWHERE: TimeRange = { fromUs: Number.NaN, toUs: Number.NaN };
/** A range has stopped moving when it has not changed for this long. */
const REST_MS = 80;

const pageTimer: Timer = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

export class Windows {
  readonly #host: WindowsHost;
  readonly #timer: Timer;
  /** Cancels the request that waits for the range to stop moving. */
  #cancelTimer: (() => void) | null = null;
  /** The range of that request. */
  #movedTo: TimeRange = NOWHERE;
  #panels: Asked | null = null;
  #overview: Asked | null = null;
  /** Uses whose newest request is pending. */
  readonly #pending = new Set<WindowUse>();
  #wanted = new AbortController();

  constructor(host: WindowsHost, timer: Timer = pageTimer) {
    this.#host = host;
    this.#timer = timer;
  }

  /** True while a request waits for the range to stop moving. */
  get waiting(): boolean {
    return this.#cancelTimer !== null;
  }

  /** Drops all answers and pending requests. */
  forget(): void {
    this.#stopWaiting();
    this.#wanted.abort();
    this.#wanted = new AbortController();
    this.#pending.clear();
    this.#panels = null;
    this.#overview = null;
  }

  /** Requests what is missing. */
  ensure(snapshot: Snapshot, viewport: Viewport, wanted: Wanted): void {
    this.#ensurePanels(snapshot, viewport, wanted);
    this.#ensureOverview(snapshot, viewport.width);
  }

  #ensurePanels(snapshot: Snapshot, viewport: Viewport, { parts, model, ...wanted }: Wanted): void {
    const { extent, revision } = snapshot;
    const asked = this.#panels;
    const series = snapshot.catalogue.map((info) => info.id).filter((id) => wanted.series.includes(id));
    const fits =
      asked !== null &&
      covers(asked.window, viewport, extent) &&
      series.every((id) => asked.series.includes(id)) &&
      parts.every((part) => asked.parts.includes(part)) &&
      sameModel(asked.model, model);
    const visible = { fromUs: viewport.fromUs, toUs: viewport.toUs };
    const ask = (): void => {
      this.#stopWaiting();
      this.#panels = { window: windowFor(viewport, extent), revision, series, visible, parts, model };
      this.#ask('panels', snapshot, this.#panels);
    };
    if (!fits) {
      // A new viewport does not wait for the pending answer.
      ask();
      return;
    }
    if (asked.revision < revision) {
      if (!this.#pending.has('panels')) ask();
      return;
    }
    if (sameRange(asked.visible, visible)) {
      this.#stopWaiting();
    } else if (!sameRange(this.#movedTo, visible)) {
      this.#stopWaiting();
      this.#movedTo = visible;
      this.#cancelTimer = this.#timer(ask, REST_MS);
    }
  }

  #stopWaiting(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#movedTo = NOWHERE;
  }

  #ensureOverview(snapshot: Snapshot, width: number): void {
    const { extent, revision } = snapshot;
    const asked = this.#overview;
    const whole: Viewport = { ...extent, width };
    const fits = asked !== null && covers(asked.window, whole, extent);
    const grown = asked === null || asked.revision < revision;
    if (fits && (!grown || this.#pending.has('overview'))) return;
    const window = windowFor(whole, extent);
    this.#overview = {
      ...{ window, revision, series: OVERVIEW_SERIES, visible: extent },
      ...{ parts: OVERVIEW_PARTS, model: null },
    };
    this.#ask('overview', snapshot, this.#overview);
  }

  #ask(use: WindowUse, { connection }: Snapshot, { revision: _, ...asked }: Asked): void {
    const { signal } = this.#wanted;
    this.#pending.add(use);
    this.#host.request({ connection, ...asked }, { signal, supersedes: use }).then(
      (answer) => {
        this.#pending.delete(use);
        this.#host.onAnswer(use, answer);
      },
      (error: unknown) => {
        // Aborted: superseded by a pending newer request, or forgotten.
        if (!isAbort(error)) this.#pending.delete(use);
      },
    );
  }
}

function sameRange(a: TimeRange, b: TimeRange): boolean {
  return a.fromUs === b.fromUs && a.toUs === b.toUs;
}

function sameModel(a: ModelQuery | null, b: ModelQuery | null): boolean {
  return a?.id === b?.id && a?.freeFromUs === b?.freeFromUs;
}
