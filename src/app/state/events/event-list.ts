/**
 * The model of the event list of one trace: filter, scope, the loaded rows, the current row and the
 * opened record. It requests the visible rows. While a request waits for its first rows, only the newest request is kept;
 * another filter does not wait. Rendering is left to the drawer.
 */
import type { TimeRange } from '../../../drawing/view/view';
import type { EventRow, EventsAnswer, EventsRequest } from '../../../engine/reading/contract/events';
import { RequestFailed } from '../../../engine/reading/contract/request-failed';
import type { RequestOptions } from '../../backend/backend';
import { createStore, type Store } from '../../state/store';
import { EventPages, type Part } from './event-pages';
import { type AskRecord, type RecordView, readRecord } from './record-view';

export type EventScope = 'all' | 'visible' | 'marked';

export interface EventListState {
  readonly open: boolean;
  readonly filter: string;
  readonly scope: EventScope;
  /** Matches so far, events searched, and events in scope. */
  readonly matches: number;
  readonly looked: number;
  readonly total: number;
  /** False while the search continues. */
  readonly done: boolean;
  readonly filterError: EventsAnswer['filterError'];
  readonly readError: string | null;
  /** Number of the current match, from 0. */
  readonly current: number | null;
  /** A match to scroll to; a new object for each request. */
  readonly reveal: { readonly index: number } | null;
  readonly record: RecordView | null;
  /** Changes whenever the loaded rows change. */
  readonly revision: number;
}

/** State of the panels that the list follows. */
export interface EventListSurroundings {
  /** Null shows the whole trace. */
  readonly visible: TimeRange | null;
  readonly marked: TimeRange | null;
  readonly pinnedUs: number | null;
}

/** Without the connection: the shown one. */
type EventsWanted = Omit<EventsRequest, 'connection'>;

export interface EventListHost {
  readonly events: (request: EventsWanted, options: RequestOptions<'events'>) => Promise<EventsAnswer>;
  readonly record: AskRecord;
  /** Pins the cursor at a time and moves the visible range to it. */
  readonly showTime: (timeUs: number) => void;
  /** Called whenever something may have become idle or busy. */
  readonly onActivity: () => void;
}

interface Sent {
  readonly request: EventsWanted;
  readonly generation: number;
  readonly grown: number;
  /** The first answer has come. */
  answered: boolean;
  /** The match at its time is found, or there is none. */
  placed: boolean;
}

const NOTHING_FOUND = {
  matches: 0,
  looked: 0,
  total: 0,
  done: false,
  filterError: null,
  readError: null,
} as const;

export class EventList {
  readonly state: Store<EventListState> = createStore<EventListState>({
    ...NOTHING_FOUND,
    open: false,
    filter: '',
    scope: 'all',
    current: null,
    reveal: null,
    record: null,
    revision: 0,
  });
  readonly #host: EventListHost;
  readonly #pages = new EventPages();
  #around: EventListSurroundings = { visible: null, marked: null, pinnedUs: null };
  #seen: Part = { first: 0, count: 1 };
  #sent: Sent | null = null;
  #reading = new AbortController();
  /** Incremented for each filter and scope: rows of one are never shown for another. */
  #generation = 0;
  /** Generation of the loaded rows. */
  #held = 0;
  /** Revision of the trace; negative before its first snapshot. */
  #grown = -1;
  #anchorUs: number | null = null;
  /** Time at which this list itself pinned the cursor: not searched for again. */
  #ownPinUs: number | null = null;
  #pinWaits = false;
  /** The event whose record is to be opened once its row is loaded. */
  #rowAsked: number | null = null;
  #ended = false;

  constructor(host: EventListHost) {
    this.#host = host;
  }

  /** True while the open list waits for an answer. */
  get pending(): boolean {
    const { open, done, record } = this.state.get();
    if (this.#ended || !open) return false;
    const reading = record !== null && record.answer === null && record.error === null;
    return reading || (this.#sent !== null && (!this.#sent.answered || !done));
  }

  /** The row of a match; undefined while it is loading. */
  row(index: number): EventRow | undefined {
    return this.#pages.row(index);
  }

  /** A closed list requests nothing. */
  setOpen(open: boolean): void {
    this.state.update((state) => ({ ...state, open }));
    this.#ask();
    this.#host.onActivity();
  }

  /** @param filter an expression of `src/engine/service/filter/index`; empty for all events. */
  setFilter(filter: string): void {
    if (filter.trim() === this.state.get().filter) return;
    this.state.update((state) => ({ ...state, filter: filter.trim() }));
    this.#startOver('at once');
  }

  setScope(scope: EventScope): void {
    if (scope === this.state.get().scope || (scope === 'marked' && this.#around.marked === null)) return;
    this.state.update((state) => ({ ...state, scope }));
    this.#startOver('at once');
  }

  /** Drops all rows: another connection was selected, or the file is read again. */
  startOver(): void {
    this.#ended = false;
    this.#rowAsked = null;
    this.#startOver('at once');
  }

  /** The trace has a new revision: the list may be longer. */
  grow(revision: number): void {
    if (revision === this.#grown) return;
    this.#grown = revision;
    this.#ask();
  }

  /** Follows the visible range, selection and pinned time of the panels: the first event from the pin, or the selection, on is the current one. */
  follow(around: EventListSurroundings): void {
    const before = this.#around;
    const scopeBefore = this.#scope();
    this.#around = around;
    // The selection was cleared, often by zooming into it: it is the visible range now.
    if (around.marked === null && this.state.get().scope === 'marked')
      this.state.update((state) => ({ ...state, scope: 'visible' }));
    if (!sameScope(scopeBefore, this.#scope())) this.#startOver('in turn');
    const { pinnedUs, marked } = around;
    if (pinnedUs !== before.pinnedUs) {
      this.#anchorUs = pinnedUs === this.#ownPinUs ? null : pinnedUs;
      this.#ownPinUs = null;
    } else if (marked !== null && marked.fromUs !== before.marked?.fromUs) this.#anchorUs = marked.fromUs;
    else return;
    this.#pinWaits = false;
    this.#ask();
  }

  /** Sets the visible matches. */
  see(part: Part): void {
    this.#seen = part;
    this.#ask();
  }

  /** Makes a match the current one, and pins the cursor at its time once that is known. */
  moveTo(index: number): void {
    const { matches } = this.state.get();
    if (matches === 0 || this.#held !== this.#generation) return;
    const current = Math.min(Math.max(0, index), matches - 1);
    this.#anchorUs = null;
    this.state.update((state) => ({ ...state, current, reveal: { index: current } }));
    this.#pinWaits = true;
    this.#pinCurrent();
  }

  /** Moves by rows from the current match; without one the first visible match becomes current. */
  moveBy(rows: number): void {
    const { current } = this.state.get();
    this.moveTo(current === null ? this.#seen.first : current + rows);
  }

  /** Opens the record of an event, in the list of all events. @param row number of the event in its connection. */
  showRow(row: number): void {
    this.setFilter('');
    this.setScope('all');
    this.#rowAsked = row;
    // Not the first event of its time.
    this.#anchorUs = null;
    this.#goToAsked();
  }

  /** Without a filter the events of the whole trace are the matches. */
  #goToAsked(): void {
    const row = this.#rowAsked;
    const { matches, current } = this.state.get();
    if (row === null || row >= matches || this.#held !== this.#generation) return;
    if (current !== row) this.moveTo(row);
    if (this.#pages.row(row) === undefined) return;
    this.#rowAsked = null;
    this.openRecord(row);
  }

  /** Requests the record of a match whose row is loaded. */
  openRecord(index: number): void {
    const event = this.#pages.row(index);
    if (event === undefined || this.#ended) return;
    this.#reading.abort();
    this.#reading = readRecord(event, this.#host.record, (record) => {
      this.state.update((state) => ({ ...state, record }));
      this.#host.onActivity();
    });
  }

  closeRecord(): void {
    this.#reading.abort();
    this.state.update((state) => ({ ...state, record: null }));
    this.#host.onActivity();
  }

  /** The worker ended: loaded rows stay, and nothing more is requested. */
  end(reason: string): void {
    this.#ended = true;
    this.state.update((state) => ({ ...state, done: true, readError: reason }));
  }

  /** @param when `in turn` for a dragged range: waits for the pending request, and shows the old rows until then. */
  #startOver(when: 'at once' | 'in turn'): void {
    this.#generation++;
    this.#anchorUs = this.#around.pinnedUs;
    this.#pinWaits = false;
    this.#seen = { ...this.#seen, first: 0 };
    const emptied = when === 'at once' ? NOTHING_FOUND : {};
    if (when === 'at once') this.#pages.clear();
    this.state.update((state) => ({
      ...state,
      ...emptied,
      current: null,
      reveal: { index: 0 },
      revision: state.revision + 1,
    }));
    this.#ask(when === 'at once');
  }

  /** Handles a partial or the final answer. */
  #takeAnswer(sent: Sent, answer: EventsAnswer): void {
    if (sent !== this.#sent) return;
    sent.answered = true;
    if (sent.generation === this.#generation) this.#take(sent, answer);
    this.#ask();
    this.#host.onActivity();
  }

  /** The request failed: the next one is sent again. */
  #takeFailure(sent: Sent, error: unknown): void {
    if (sent !== this.#sent) return;
    this.#sent = null;
    if (error instanceof RequestFailed)
      this.state.update((state) => ({ ...state, done: true, readError: error.message }));
    this.#host.onActivity();
  }

  #take(sent: Sent, answer: EventsAnswer): void {
    const { matches, looked, total, done, filterError, readError } = answer;
    if (this.#held !== sent.generation) this.#pages.clear();
    this.#held = sent.generation;
    this.#pages.store(sent.request, answer.first, answer.rows, matches);
    const { anchorUs } = sent.request;
    const isPlaced =
      anchorUs !== null && anchorUs === this.#anchorUs && (answer.anchor !== null || answer.done);
    if (isPlaced) {
      this.#anchorUs = null;
      sent.placed = true;
    }
    const place = isPlaced
      ? { current: answer.anchor, ...(answer.anchor === null ? {} : { reveal: { index: answer.anchor } }) }
      : {};
    this.state.update((state) => ({
      ...state,
      matches,
      looked,
      total,
      done,
      filterError,
      readError,
      ...place,
      revision: state.revision + 1,
    }));
    this.#pinCurrent();
    this.#goToAsked();
  }

  #pinCurrent(): void {
    const { current } = this.state.get();
    const row = current === null ? undefined : this.#pages.row(current);
    if (!this.#pinWaits || row === undefined) return;
    this.#pinWaits = false;
    if (row.timeUs !== this.#around.pinnedUs) this.#ownPinUs = row.timeUs;
    this.#host.showTime(row.timeUs);
  }

  /** Sends the next request, if one is needed and none waits for its first answer. */
  #ask(atOnce = false): void {
    const { open, filter } = this.state.get();
    if (this.#ended || !open || this.#grown < 0) return;
    if (this.#sent !== null && !this.#sent.answered && !atOnce) return;
    const part = this.#wanted();
    if (part === null) return;
    const { first, count } = part;
    const request = { filter, scope: this.#scope(), first, count, anchorUs: this.#anchorUs };
    const [generation, grown] = [this.#generation, this.#grown];
    const sent: Sent = { request, generation, grown, answered: false, placed: false };
    this.#sent = sent;
    const onProgress = (answer: EventsAnswer): void => this.#takeAnswer(sent, answer);
    this.#host
      .events(request, { supersedes: 'events', onProgress })
      .then(onProgress, (error: unknown) => this.#takeFailure(sent, error));
    this.#host.onActivity();
  }

  /** The part to request; null where nothing is missing. */
  #wanted(): Part | null {
    const sent = this.#sent;
    const fresh = sent !== null && sent.generation === this.#generation && sent.grown === this.#grown;
    const missing = this.#pages.missing(this.#seen, this.state.get().matches);
    const anchored = this.#anchorUs === null || (this.#anchorUs === sent?.request.anchorUs && !sent.placed);
    return fresh && anchored ? missing : (missing ?? this.#pages.around(this.#seen));
  }

  /** The range that is searched; null for the whole trace. */
  get scopeRange(): TimeRange | null {
    return this.#scope();
  }

  #scope(): TimeRange | null {
    const { scope } = this.state.get();
    const { visible, marked } = this.#around;
    if (scope === 'all') return null;
    return scope === 'marked' ? marked : visible;
  }
}

function sameScope(a: TimeRange | null, b: TimeRange | null): boolean {
  return a?.fromUs === b?.fromUs && a?.toUs === b?.toUs;
}
