/**
 * What held each stream and each request, docs/account.md, *Requests and streams*: the partition of the connection from the beginning
 * of a stream to its end, in which time that was spent on other streams while its data waited is apart. Made where it is asked for, each
 * once; a stream costs its turns and waits, and the columns of a window.
 */
import type { ColumnWindow } from '../../base/columns/series';
import type { StateSlice } from '../../base/columns/state-timeline';
import { HOLDER_NAMES, HOLDERS, type Holder } from '../../base/text/account-names';
import type { HttpRow } from '../../sender/http/http-row';
import { httpTable } from '../../sender/http/http-table';
import { streamRowsOf } from '../../sender/streams/rows-of-state';
import type { StreamHeld } from '../../sender/streams/stream-row';
import type { StreamTable } from '../../sender/streams/stream-table';
import type { TransportState } from '../../sender/transport/transport';
import type { HeldTime } from './partition';
import { SMALL_BYTES } from './stream-ends';
import { addTime, type Life, type Stretch, Stretches } from './stretches';

/** Streams that are named. */
const MOST_NAMED = 8;

type Span = StreamHeld['spans'][number];

const NO_SHARES = new Float64Array(0);

const sharesAt = ({ names: { length }, shares }: StateSlice, column: number): Float64Array =>
  shares.subarray(column * length, (column + 1) * length);

export class HeldStreams {
  readonly #table: StreamTable;
  /** Null where the log does not show what held its sender. */
  readonly #held: HeldTime | null;
  /** By the id of a state. */
  readonly #holders: readonly (Holder | null)[];
  #stretches: Stretches | null = null;
  #requests: ReadonlyMap<number, HttpRow> | null = null;
  readonly #made = new Map<number, StreamHeld | null>();

  constructor(state: TransportState, held: HeldTime | null) {
    this.#table = streamRowsOf(state).table;
    this.#held = state.side === 'receiver' ? null : held;
    const names = this.#held?.timeline.names ?? [];
    this.#holders = names.map((name) => HOLDERS.find((holder) => HOLDER_NAMES[holder] === name) ?? null);
  }

  /** Null where its beginning, or what held it, does not show. @param stream ordinal. */
  of(stream: number): StreamHeld | null {
    const made = this.#made.get(stream);
    if (made !== undefined) return made;
    const life = this.#lifeOf(stream);
    const held = life === null ? null : this.#heldOf(life);
    this.#made.set(stream, held);
    return held;
  }

  /** What held it longest in each column of a window. @param slice the holders of the connection in the window. */
  spansOf(stream: number, window: ColumnWindow, slice: StateSlice | null): readonly Span[] {
    const life = this.#lifeOf(stream);
    return life === null ? [] : this.#spans(this.#stretchesOf(life), window, slice);
  }

  /** The holders of the connection in a window; null where the log does not show them. */
  slice(window: ColumnWindow): StateSlice | null {
    return this.#held === null ? null : this.#held.timeline.query(window, this.#held.endUs);
  }

  /** From the beginning of a request, or the first frame of a stream, to its end, or that of the connection. */
  #lifeOf(stream: number): Life | null {
    const { state, endUs: connectionEndUs } = this.#table;
    if (stream < 0 || stream >= this.#table.length || state.role === 'unknown') return null;
    // A sender whose account is not there yet, or does not show.
    if (this.#held === null && state.side !== 'receiver') return null;
    if (this.#isOfControl(stream)) return null;
    const request = this.#requestOn(state.streams.ids[stream]);
    const startUs = request === undefined ? this.#table.firstUs(stream) : request.startUs;
    const endUs = (request === undefined ? this.#streamEndUs(stream) : request.endUs) || connectionEndUs;
    return endUs > startUs ? { stream, startUs, endUs } : null;
  }

  /** It stays open, and sends little: no data of it waits. */
  #isOfControl(stream: number): boolean {
    const { state, sent, received } = this.#table;
    return state.streams.ids[stream] % 4 >= 2 && sent.bytes[stream] + received.bytes[stream] < SMALL_BYTES;
  }

  #requestOn(id: number): HttpRow | undefined {
    this.#requests ??= new Map(httpTable(this.#table.state, 'start').rows.map((row) => [row.streamId, row]));
    return this.#requests.get(id);
  }

  /** When all of both directions had arrived, or one was given up, µs; NaN where that does not show. */
  #streamEndUs(stream: number): number {
    const { aborts, sent, received, finSentUs, finReceivedUs, arrived } = this.#table;
    const [abort] = aborts.get(stream) ?? [];
    if (abort !== undefined) return abort.timeUs;
    const sentUs = Number.isNaN(finSentUs[stream]) ? Number.NaN : this.#table.wholeAckedUs(stream);
    const receivedUs = Math.max(finReceivedUs[stream], arrived.newestUs[stream] || 0);
    if (sent.packets[stream] === 0) return receivedUs;
    return received.packets[stream] === 0 ? sentUs : Math.max(sentUs, receivedUs);
  }

  #stretchesOf(life: Life): readonly Stretch[] {
    this.#stretches ??= new Stretches(this.#table, this.#held !== null);
    return this.#stretches.of(life);
  }

  #heldOf(life: Life): StreamHeld {
    const stretches = this.#stretchesOf(life);
    const times = new Map<Holder, number>();
    const spent = new Spent(this.#held);
    /** Time behind other streams, µs, by the first frame of each wait for a turn. */
    const waits = new Map<number, { readonly frames: Stretch['frames']; us: number }>();
    for (const stretch of stretches) {
      const before = times.get('behindStreams') ?? 0;
      let leftUs = stretch.endUs - stretch.startUs;
      const us = spent.within(stretch);
      for (const [id, holder] of this.#holders.entries()) {
        if (!(us[id] > 0)) continue;
        addTime(stretch, holder, us[id], times);
        leftUs -= us[id];
      }
      addTime(stretch, null, leftUs, times);
      const behindUs = (times.get('behindStreams') ?? 0) - before;
      if (!(behindUs > 0)) continue;
      const wait = waits.get(stretch.frames[0]);
      if (wait === undefined) waits.set(stretch.frames[0], { frames: stretch.frames, us: behindUs });
      else wait.us += behindUs;
    }
    return {
      parts: wholeParts(times, life.endUs - life.startUs),
      others: this.#named(life.stream, [...waits.values()]),
      spans: [],
    };
  }

  #named(
    stream: number,
    waits: readonly { readonly frames: Stretch['frames']; readonly us: number }[],
  ): StreamHeld['others'] {
    if (waits.length === 0 || this.#stretches === null) return [];
    const { turns } = this.#stretches;
    const frames = waits.reduce((sum, { frames: [from, to] }) => sum + to - from, 0);
    if (!turns.areFew(frames)) return [];
    const times = new Map<number, number>();
    for (const wait of waits) turns.share(wait.us, wait.frames, stream, times);
    const { ids } = this.#table.state.streams;
    return [...times]
      .map(([other, us]) => ({ id: ids[other], us: Math.round(us) }))
      .filter(({ us }) => us > 0)
      .sort((a, b) => b.us - a.us || a.id - b.id)
      .slice(0, MOST_NAMED);
  }

  #spans(
    stretches: readonly Stretch[],
    { fromUs: windowUs, columnUs, columns }: ColumnWindow,
    slice: StateSlice | null,
  ): readonly Span[] {
    const spans: Span[] = [];
    const [startUs, endUs] = [stretches[0].startUs, stretches[stretches.length - 1].endUs];
    const columnAt = (timeUs: number): number => Math.floor((timeUs - windowUs) / columnUs);
    let at = 0;
    for (let column = Math.max(0, columnAt(startUs)); column < columns; column++) {
      const fromUs = Math.max(startUs, windowUs + column * columnUs);
      const toUs = Math.min(endUs, windowUs + (column + 1) * columnUs);
      if (!(toUs > fromUs)) break;
      while (at + 1 < stretches.length && stretches[at].endUs <= (fromUs + toUs) / 2) at++;
      const isWhole = toUs - fromUs >= columnUs;
      const shares = slice !== null && isWhole ? sharesAt(slice, column) : this.#sharesIn(fromUs, toUs);
      const holder = this.#longest(stretches[at], shares);
      const last = spans.at(-1);
      if (last?.holder === holder && last.toUs === fromUs) spans[spans.length - 1] = { ...last, toUs };
      else spans.push({ fromUs, toUs, holder });
    }
    return spans;
  }

  /** Of a part of a column: the connection has other holders before a stream begins. */
  #sharesIn(fromUs: number, toUs: number): Float64Array {
    if (this.#held === null) return NO_SHARES;
    const { timeline, endUs } = this.#held;
    const times = timeline.timesIn(Math.min(fromUs, endUs), Math.min(toUs, endUs));
    return Float64Array.from(times.values(), (us) => us / (toUs - fromUs));
  }

  /** What holds for longest in a column. @param shares of the holders of the connection, by their ids. */
  #longest(stretch: Stretch, shares: Float64Array): Holder {
    const times = new Map<Holder, number>();
    let left = 1;
    for (const [id, share] of shares.entries()) {
      if (!(share > 0)) continue;
      addTime(stretch, this.#holders[id], share, times);
      left -= share;
    }
    addTime(stretch, null, left, times);
    return [...times].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
  }
}

/** How long the connection had each holder, by its id, µs: of stretches in order. */
class Spent {
  readonly #held: HeldTime | null;
  readonly #before: Float64Array;
  readonly #until: Float64Array;
  readonly #us: Float64Array;
  #atUs = Number.NaN;

  constructor(held: HeldTime | null) {
    const { length } = held?.timeline.names ?? [];
    this.#held = held;
    this.#before = new Float64Array(length);
    this.#until = new Float64Array(length);
    this.#us = new Float64Array(length);
  }

  /** Valid until the next call. */
  within({ startUs, endUs, isSending }: Stretch): Float64Array {
    const held = this.#held;
    this.#us.fill(0);
    if (held === null || !isSending) return this.#us;
    const { timeline, endUs: spanEndUs } = held;
    if (this.#atUs !== startUs) timeline.accumulate(Math.min(startUs, spanEndUs), this.#before);
    timeline.accumulate(Math.min(endUs, spanEndUs), this.#until);
    for (let id = 0; id < this.#us.length; id++) this.#us[id] = this.#until[id] - this.#before[id];
    this.#before.set(this.#until);
    this.#atUs = endUs;
    return this.#us;
  }
}

/** In whole µs, the largest first; the largest has what rounding leaves. */
function wholeParts(times: ReadonlyMap<Holder, number>, allUs: number): StreamHeld['parts'] {
  const parts = [...times]
    .map(([holder, us]) => ({ holder, us: Math.round(us) }))
    .filter(({ us }) => us > 0)
    .sort((a, b) => b.us - a.us);
  const leftUs = parts.reduce((left, { us }) => left - us, allUs);
  return parts.map((part, i) => (i === 0 ? { ...part, us: part.us + leftUs } : part));
}

const byState = new WeakMap<
  TransportState,
  { readonly held: HeldTime | null; readonly events: number; readonly streams: HeldStreams }
>();

/** Made again only where the trace has grown, or its account is there. @param held null where the log does not show what held its sender. */
export function heldStreams(state: TransportState, held: HeldTime | null): HeldStreams {
  const events = state.events.length;
  const memo = byState.get(state);
  if (memo?.events === events && memo.held === held) return memo.streams;
  const streams = new HeldStreams(state, held);
  byState.set(state, { held, events, streams });
  return streams;
}
