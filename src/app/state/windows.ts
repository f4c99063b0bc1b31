/**
 * Which windows of columns one trace has asked for, and when it must ask again: when the viewport leaves the old
 * one, when the resolution, the wanted series or parts or the model change, or when the trace has grown. One
 * question at a time while the file is being read. A range that moves inside the window asks nothing: what is
 * distributed over the visible part alone follows when it rests.
 */
import { covers, type Viewport, windowFor } from '../../drawing/surface/viewport';
import type { TimeRange } from '../../drawing/view/view';
import type { ColumnWindow } from '../../engine/columns/series';
import type { AnswerPart, ModelQuery } from '../../engine/contract/parts';
import type { Snapshot, WindowAnswer, WindowRequest } from '../../engine/contract/snapshot';
import { isAbort, type RequestOptions } from '../backend/backend';

/** Series that the overview strip may draw. */
const OVERVIEW_SERIES = ['cwnd', 'bytes-in-flight', 'bytes-in-flight-rebuilt', 'received-total'];

/** What the panels need. */
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

/** For the panels, and for the overview of the whole trace: a newer question of each supersedes the one before. */
export type WindowUse = 'panels' | 'overview';

export interface WindowsHost {
  readonly request: (request: WindowRequest, options: RequestOptions<'window'>) => Promise<WindowAnswer>;
  readonly onAnswer: (use: WindowUse, answer: WindowAnswer) => void;
}

/** Runs the callback after so many ms. @returns the function that calls it off. */
export type Timer = (callback: () => void, ms: number) => () => void;

const NOWHERE: TimeRange = { fromUs: Number.NaN, toUs: Number.NaN };
/** A range rests when it has not moved for so long. */
const REST_MS = 80;

const pageTimer: Timer = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

export class Windows {
  readonly #host: WindowsHost;
  readonly #timer: Timer;
  /** Calls off the question that waits for the range to rest. */
  #callOff: (() => void) | null = null;
  /** The range that it waits for. */
  #movedTo: TimeRange = NOWHERE;
  #panels: Asked | null = null;
  #overview: Asked | null = null;
  /** Uses whose newest question waits for its answer. */
  readonly #pending = new Set<WindowUse>();
  #wanted = new AbortController();

  constructor(host: WindowsHost, timer: Timer = pageTimer) {
    this.#host = host;
    this.#timer = timer;
  }

  /** True while a question waits for the range to rest. */
  get waiting(): boolean {
    return this.#callOff !== null;
  }

  /** Nothing that was answered or is asked is of use any more. */
  forget(): void {
    this.#stopWaiting();
    this.#wanted.abort();
    this.#wanted = new AbortController();
    this.#pending.clear();
    this.#panels = null;
    this.#overview = null;
  }

  /** Asks for what is missing. */
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
      // A new viewport cannot wait for the answer under way.
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
      this.#callOff = this.#timer(ask, REST_MS);
    }
  }

  #stopWaiting(): void {
    this.#callOff?.();
    this.#callOff = null;
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
    this.#overview = { window, revision, series: OVERVIEW_SERIES, visible: extent, parts: [], model: null };
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
        // Of one that was superseded the newer one waits; what was forgotten is not pending.
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
