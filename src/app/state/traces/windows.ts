/**
 * Requests windows of columns for one trace, again when the viewport leaves the old
 * one, when the resolution or the model change, or when the trace has grown; where only more series or parts are wanted, those
 * alone. One request at a time while the file is being read, and its packets at most once a second. A range that moves inside the
 * window sends none: distributions over the visible part are requested when it stops moving.
 */
import { covers, type Viewport, windowFor } from '../../../drawing/surface/viewport';
import type { TimeRange } from '../../../drawing/view/view';
import { isRunningTotal } from '../../../engine/base/columns/running-total';
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
  /** Events that were read: as long as there are no more, the columns are the same. */
  readonly events: number;
  readonly isJudged: boolean;
  /** All of the trace was visible. */
  readonly isWhole: boolean;
  readonly visible: TimeRange;
}

/** What the strip says of the account; an older digest holds the holders alone. */
const ACCOUNT: readonly AnswerPart[] = ['account', 'limits'];
/** Rows, which have what held each once the trace is judged: until then they lack that. */
const HELD_ROWS: readonly AnswerPart[] = ['http', 'streamLanes'];
/** A part of the whole trace by which a panel is made to show one value throughout; `limits` is another. */
const WHOLE: AnswerPart = 'streamShares';

/** For the panels, or for the overview of the whole trace: a newer request of each supersedes the previous one. */
export type WindowUse = 'panels' | 'overview';

export interface WindowsHost {
  readonly request: (request: WindowRequest, options: RequestOptions<'window'>) => Promise<WindowAnswer>;
  /** @param isFurther it is to be joined to the one before. */
  readonly onAnswer: (use: WindowUse, answer: WindowAnswer, isFurther: boolean) => void;
  /** The newest answer for the panels is the overview's, too. */
  readonly onWhole: () => void;
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
  /** What the newest answers were about; they stay as those are. */
  readonly #answered: { [use in WindowUse]: Asked | null } = { panels: null, overview: null };
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
    const answered = this.#answered.panels;
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
    this.#ensureOverview(snapshot, viewport.width, wanted.parts);
  }

  #ensurePanels(snapshot: Snapshot, viewport: Viewport, { model, ...wanted }: Wanted): void {
    const { extent } = snapshot;
    const asked = this.#panels;
    const window = windowFor(viewport, extent);
    const soon = this.#isTooSoon(window, snapshot)
      ? wanted.parts.filter((part) => part !== 'sequence')
      : wanted.parts;
    // One answer is for the panels and the overview then.
    const parts = isWhole(viewport, extent) ? union(soon, accountOf(snapshot)) : soon;
    const series = snapshot.catalogue.map((info) => info.id).filter((id) => wanted.series.includes(id));
    const visible = { fromUs: viewport.fromUs, toUs: viewport.toUs };
    const ask = (): void => {
      this.#stopWaiting();
      if (isBeingRead(snapshot) && parts.includes('sequence')) this.#putOffPackets(window);
      const about = {
        ...stateOf(snapshot),
        isWhole: isWhole(viewport, extent),
        window,
        visible,
        series,
        parts,
        model,
        wanted: wanted.series,
      };
      this.#panels = this.#ask('panels', snapshot, about, this.#panels);
    };
    if (asked === null || !covers(asked.window, viewport, extent) || !sameModel(asked.model, model)) {
      // A new viewport does not wait for the pending answer; more of a trace that is shown whole does: else none would come at first.
      const hasOnlyGrown = asked?.isWhole === true && isWhole(viewport, extent) && isBeingRead(snapshot);
      if (!(hasOnlyGrown && this.#pending.has('panels'))) ask();
      return;
    }
    const lacks =
      !includesAll(asked.series, series) || !includesAll(wholeParts(asked, stateOf(snapshot)), parts);
    if (!lacks) asked.wanted = wanted.series;
    if (isOutdated(asked, stateOf(snapshot)) || lacks) {
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

  /** @param parts that panels want. A panel that became one line by a part of the whole wants it no more: it is kept. */
  #ensureOverview(snapshot: Snapshot, width: number, parts: readonly AnswerPart[]): void {
    const { extent } = snapshot;
    const asked = this.#overview;
    const whole: Viewport = { ...extent, width };
    const wanted = overviewOf(snapshot, [...parts, ...(asked?.parts ?? [])]);
    const fits = asked !== null && covers(asked.window, whole, extent);
    const isAsked =
      asked !== null && !isOutdated(asked, stateOf(snapshot)) && includesAll(asked.parts, wanted.parts);
    if (fits && (isAsked || this.#pending.has('overview'))) return;
    const window = windowFor(whole, extent);
    const about = { ...stateOf(snapshot), isWhole: true, window, visible: extent, ...wanted };
    if (!this.#isOfPanels(about)) this.#overview = this.#ask('overview', snapshot, about, asked);
  }

  /** True where the panels show all of the trace, and what they are answered, or will be, holds what the overview wants. */
  #isOfPanels(about: Asked): boolean {
    const panels = this.#panels;
    if (panels === null || !panels.isWhole) return false;
    if (!includesAll(panels.series, about.series) || !includesAll(panels.parts, about.parts)) return false;
    // Of a trace that is read the panels wait for the answer under way; the overview follows them.
    if (about.isJudged && (isOutdated(panels, about) || !isSameWindow(panels.window, about.window)))
      return false;
    if (panels === this.#answered.panels && panels !== this.#overview) {
      this.#overview = panels;
      this.#answered.overview = panels;
      this.#host.onWhole();
    }
    return true;
  }

  /**
   * Requests it, or what of it the newest answer lacks.
   * @param before what was asked last. @returns what is asked now, with what is there.
   */
  #ask(use: WindowUse, { connection }: Snapshot, about: Asked, before: Asked | null): Asked {
    const { signal } = this.#wanted;
    const isFurther = before !== null && before === this.#answered[use] && isOfSame(before, about);
    const { window, visible, model, series, parts } = isFurther ? lackingOf(before, about) : about;
    const asked = isFurther ? withFurther(before, about) : about;
    this.#pending.add(use);
    this.#host
      .request({ connection, window, visible, series, parts, model }, { signal, supersedes: use })
      .then(
        (answer) => {
          this.#pending.delete(use);
          // An answer of the panels has taken its place.
          if (use === 'overview' && this.#overview !== asked) return;
          this.#answered[use] = asked;
          this.#host.onAnswer(use, answer, isFurther);
        },
        (error: unknown) => {
          // Aborted: superseded by a pending newer request, or forgotten.
          if (!isAbort(error)) this.#pending.delete(use);
        },
      );
    return asked;
  }
}

/** How far the trace was read when something was asked. */
function stateOf(snapshot: Snapshot): Pick<Asked, 'revision' | 'events' | 'isJudged'> {
  const { revision, progress } = snapshot;
  return { revision, events: progress.events, isJudged: !isBeingRead(snapshot) };
}

/** More was read since, or it is judged now, and what was asked for depends on that. */
function isOutdated(asked: Asked, now: Pick<Asked, 'revision' | 'events' | 'isJudged'>): boolean {
  if (asked.revision === now.revision) return false;
  if (asked.events !== now.events) return true;
  return (
    now.isJudged &&
    !asked.isJudged &&
    (asked.model !== null || ACCOUNT.some((part) => asked.parts.includes(part)))
  );
}

function isSameWindow(a: ColumnWindow, b: ColumnWindow): boolean {
  return a.fromUs === b.fromUs && a.columnUs === b.columnUs && a.columns === b.columns;
}

/** True where both are about the same columns of the same window. */
function isOfSame(before: Asked, now: Asked): boolean {
  return (
    isSameWindow(before.window, now.window) &&
    !isOutdated(before, now) &&
    sameRange(before.visible, now.visible) &&
    sameModel(before.model, now.model)
  );
}

/** Parts of an answer that lack nothing now. */
function wholeParts({ parts, isJudged }: Asked, now: Pick<Asked, 'isJudged'>): readonly AnswerPart[] {
  return isJudged || !now.isJudged ? parts : parts.filter((part) => !HELD_ROWS.includes(part));
}

/** What the answer to the first lacks of the second. Rates are of the totals that they are asked for with. */
function lackingOf(before: Asked, now: Asked): Asked {
  const series = now.series.filter((id) => !before.series.includes(id));
  const hasTotals = series.some(isRunningTotal);
  const whole = wholeParts(before, now);
  const parts = now.parts.filter((part) => !whole.includes(part) || (part === 'rates' && hasTotals));
  return { ...now, series, parts, model: null };
}

function withFurther(before: Asked, now: Asked): Asked {
  return { ...now, series: union(before.series, now.series), parts: union(before.parts, now.parts) };
}

/** What the strip draws; of a trace that was read also what panels among those that want these parts may say in one line. */
function overviewOf(snapshot: Snapshot, parts: readonly AnswerPart[]): Wanted & Pick<Asked, 'wanted'> {
  const isReceiver = snapshot.summary.side === 'receiver';
  const ids = new Set(snapshot.catalogue.map(({ id }) => id));
  const subject = isReceiver ? ARRIVALS : OVERVIEW_SERIES.find((id) => ids.has(id));
  const series = subject === undefined ? [] : [subject];
  const rates: readonly AnswerPart[] = isReceiver ? ['rates'] : [];
  const whole = isBeingRead(snapshot) || !parts.includes(WHOLE) ? [] : [WHOLE];
  return { series, wanted: series, parts: [...rates, ...accountOf(snapshot), ...whole], model: null };
}

/** Parts that say what held the sender; none while the trace is read, and where nothing does. */
function accountOf(snapshot: Snapshot): readonly AnswerPart[] {
  return isBeingRead(snapshot) ? [] : ACCOUNT;
}

const union = <T>(a: readonly T[], b: readonly T[]): readonly T[] => [...new Set([...a, ...b])];

function isWhole(viewport: Viewport, extent: TimeRange): boolean {
  return viewport.fromUs <= extent.fromUs && viewport.toUs >= extent.toUs;
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
