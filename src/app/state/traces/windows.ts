/**
 * Requests windows of columns for one trace, again when the viewport leaves the old
 * one, when the resolution, the wanted series or parts or the model change, or when the trace has grown. One
 * request at a time while the file is being read, and its packets at most once a second. A range that moves inside the
 * window sends none: distributions over the visible part are requested when it stops moving.
 */
import { covers, type Viewport, windowFor } from '../../../drawing/surface/viewport';
import type { TimeRange } from '../../../drawing/view/view';
import type { ColumnWindow } from '../../../engine/base/columns/series';
import type { AnswerPart } from '../../../engine/reading/contract/answer-parts';
import type { ModelQuery } from '../../../engine/reading/contract/parts';
import type { Snapshot, WindowAnswer, WindowRequest } from '../../../engine/reading/contract/snapshot';
import { isAbort, type RequestOptions } from '../../backend/backend';

/** Series that the overview strip may draw: the first that there is. */
const OVERVIEW_SERIES = ['cwnd', 'bytes-in-flight', 'bytes-in-flight-rebuilt'];
/** That of a receiver, drawn by its rates. */
const ARRIVALS = 'received-total';

export interface PanelData {
  readonly series: readonly string[];
  readonly parts: readonly AnswerPart[];
}

/** Data that is requested for the panels. */
export interface Wanted extends PanelData {
  readonly model: ModelQuery | null;
}

interface Asked extends Wanted {
  /** All that were wanted, also those that the trace did not have; others that it does not have may be wanted since. */
  wanted: readonly string[];
  readonly window: ColumnWindow;
  readonly revision: number;
  readonly visible: TimeRange;
}

/** What takes most of a second of a trace of a gigabyte, once, where an answer takes hundredths otherwise. */
const COSTLY: readonly AnswerPart[] = ['streamLanes', 'http'];
/** Events from which on that is noticed. */
const MANY_EVENTS = 1 << 20;

/**
 * What is requested of all that panels draw: while the trace is read what those in sight draw; of a large one what is costly only
 * for those.
 */
export function requestedOf(snapshot: Snapshot, all: PanelData, inSight: PanelData): PanelData {
  if (isBeingRead(snapshot)) return inSight;
  if (!(snapshot.summary.events >= MANY_EVENTS)) return all;
  const parts = all.parts.filter((part) => !COSTLY.includes(part) || inSight.parts.includes(part));
  return { series: all.series, parts };
}

/** For the panels, or for the overview of the whole trace: a newer request of each supersedes the previous one. */
export type WindowUse = 'panels' | 'overview';

export interface WindowsHost {
  readonly request: (request: WindowRequest, options: RequestOptions<'window'>) => Promise<WindowAnswer>;
  readonly onAnswer: (use: WindowUse, answer: WindowAnswer) => void;
  /** What was put off is due: `ensure` is to be called. */
  readonly onDue: () => void;
}

/** Runs the callback after so many ms. @returns a function that cancels it. */
export type Timer = (callback: () => void, ms: number) => () => void;

const NOWHERE: TimeRange = { fromUs: Number.NaN, toUs: Number.NaN };
/** A range has stopped moving when it has not changed for this long. */
const REST_MS = 80;
/** Of a trace that is read, the packets are requested so often at most. */
const PACKETS_MS = 1000;

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
  /** What the newest answer for the panels was about; it stays as that is. */
  #answered: Asked | null = null;
  /** The window in which the packets were requested last, while they were requested less than a second ago. */
  #packetsIn: ColumnWindow | null = null;
  #cancelPackets: () => void = () => undefined;
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

  /** True where the newest answer for the panels holds all of this that the trace has. */
  holds({ series, parts }: PanelData): boolean {
    const answered = this.#answered;
    return answered !== null && includesAll(answered.wanted, series) && includesAll(answered.parts, parts);
  }

  /** Drops all answers and pending requests. */
  forget(): void {
    this.#stopWaiting();
    this.#cancelPackets();
    this.#packetsIn = null;
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

  #ensurePanels(snapshot: Snapshot, viewport: Viewport, { model, ...wanted }: Wanted): void {
    const { extent, revision } = snapshot;
    const asked = this.#panels;
    const window = windowFor(viewport, extent);
    const parts = this.#isTooSoon(window, snapshot)
      ? wanted.parts.filter((part) => part !== 'sequence')
      : wanted.parts;
    const series = snapshot.catalogue.map((info) => info.id).filter((id) => wanted.series.includes(id));
    const visible = { fromUs: viewport.fromUs, toUs: viewport.toUs };
    const ask = (): void => {
      this.#stopWaiting();
      if (isBeingRead(snapshot) && parts.includes('sequence')) this.#putOffPackets(window);
      const about = { window, revision, visible, series, parts, model };
      this.#panels = { ...about, wanted: wanted.series };
      this.#ask('panels', snapshot, this.#panels);
    };
    if (asked === null || !covers(asked.window, viewport, extent) || !sameModel(asked.model, model)) {
      // A new viewport does not wait for the pending answer.
      ask();
      return;
    }
    const lacks = !includesAll(asked.series, series) || !includesAll(asked.parts, parts);
    if (!lacks) asked.wanted = wanted.series;
    if (asked.revision < revision || lacks) {
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

  /** True where the packets were requested less than a second ago, and the trace has grown at most. */
  #isTooSoon({ fromUs, columnUs }: ColumnWindow, snapshot: Snapshot): boolean {
    const last = this.#packetsIn;
    return isBeingRead(snapshot) && last !== null && last.fromUs === fromUs && last.columnUs <= columnUs;
  }

  #putOffPackets(window: ColumnWindow): void {
    this.#cancelPackets();
    this.#packetsIn = window;
    this.#cancelPackets = this.#timer(() => {
      this.#packetsIn = null;
      this.#host.onDue();
    }, PACKETS_MS);
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
    this.#overview = { window: windowFor(whole, extent), revision, visible: extent, ...overviewOf(snapshot) };
    this.#ask('overview', snapshot, this.#overview);
  }

  #ask(use: WindowUse, { connection }: Snapshot, about: Asked): void {
    const { signal } = this.#wanted;
    const { revision: _, wanted: __, ...asked } = about;
    this.#pending.add(use);
    this.#host.request({ connection, ...asked }, { signal, supersedes: use }).then(
      (answer) => {
        this.#pending.delete(use);
        if (use === 'panels') this.#answered = about;
        this.#host.onAnswer(use, answer);
      },
      (error: unknown) => {
        // Aborted: superseded by a pending newer request, or forgotten.
        if (!isAbort(error)) this.#pending.delete(use);
      },
    );
  }
}

/** Of a trace that is read, so that its answers cost little: only what the strip draws of it. */
function overviewOf(snapshot: Snapshot): Wanted & Pick<Asked, 'wanted'> {
  const isReceiver = snapshot.summary.side === 'receiver';
  const ids = new Set(snapshot.catalogue.map(({ id }) => id));
  const subject = isReceiver ? ARRIVALS : OVERVIEW_SERIES.find((id) => ids.has(id));
  const series = subject === undefined ? [] : [subject];
  const rates: readonly AnswerPart[] = isReceiver ? ['rates'] : [];
  // By these a panel is made to show one value throughout, once all is read.
  const whole: readonly AnswerPart[] = isBeingRead(snapshot) ? [] : ['limits', 'streamShares'];
  return { series, wanted: series, parts: [...rates, ...whole], model: null };
}

function isBeingRead({ phase }: Snapshot): boolean {
  return phase !== 'ready' && phase !== 'failed';
}

function includesAll<T>(all: readonly T[], some: readonly T[]): boolean {
  return some.every((one) => all.includes(one));
}

function sameRange(a: TimeRange, b: TimeRange): boolean {
  return a.fromUs === b.fromUs && a.toUs === b.toUs;
}

function sameModel(a: ModelQuery | null, b: ModelQuery | null): boolean {
  return a?.id === b?.id && a?.freeFromUs === b?.freeFromUs;
}
