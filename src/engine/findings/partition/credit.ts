/**
 * When flow control leaves nothing to send, docs/account.md: no credit of the connection, or none of every stream with data. And why
 * more did not come.
 */
import type { BlockReader } from '../../base/columns/block-reader';
import { upperBound } from '../../base/columns/growable';
import type { Series } from '../../base/columns/series';
import { type InitialLimits, initialLimits, kindOf } from '../../sender/streams/initial-limits';
import type { StreamTable } from '../../sender/streams/stream-table';
import type { StreamNote } from '../../sender/transport/stream-notes';
import type { TransportState } from '../../sender/transport/transport';
import { totalLength } from '../measures/intervals';
import { maxAckDelayUs } from '../measures/max-ack-delay';
import { rttAt } from '../measures/round-trips';
import { HELD, type Held, type HeldInterval } from './holders';
import type { Change, StreamCourse } from './stream-ends';

/** Of a datagram, what is not payload of STREAM frames (RFC 9000 §17.3, §19.8; 16 bytes of the AEAD). */
export const OVERHEAD_BYTES = 60;

/** Waits of streams that are shorter in all, as a share of the trace, are not looked into. */
const LEAST_SHARE = 0.01;

interface Times {
  readonly startUs: number;
  endUs: number;
}

/** In order of time, none overlaps another. @param input its rows of streams are made only where waits last. @param endUs end of the span. */
export function timesWithoutCredit(
  input: { readonly state: TransportState; readonly streams: StreamTable },
  course: StreamCourse,
  endUs: number,
): readonly HeldInterval[] {
  const { state } = input;
  const { connectionCredit, streamCredit } = state.series;
  const leastBytes = Math.max(1, state.datagramBytes - OVERHEAD_BYTES);
  const ofConnection = lowTimes(connectionCredit, leastBytes, endUs);
  // A stream that ends near its limit waits for nothing: rows of all streams are made only where it lasts.
  const lowUs = totalLength(lowTimes(streamCredit, leastBytes, endUs));
  const isLong = lowUs > LEAST_SHARE * (endUs - state.firstUs);
  const ofStreams = isLong || mayNotOpen(state) ? allBlocked(state, course, input.streams) : [];
  const spans = [...ofConnection, ...ofStreams].sort((a, b) => a.startUs - b.startUs);
  if (spans.length === 0) return [];
  const grants = new Grants(state);
  return merged(spans).map(({ startUs, endUs: untilUs }) => {
    const toUs = Math.min(untilUs, endUs);
    return { startUs, endUs: toUs, held: grants.heldBy(startUs, toUs, endUs) };
  });
}

function lowTimes(credit: Series, leastBytes: number, endUs: number): readonly Times[] {
  if (!(credit.min < leastBytes)) return [];
  const times = credit.timesUs.reader();
  const values = credit.values.reader();
  const spans: Times[] = [];
  let sinceUs = Number.NaN;
  for (let i = 0; i < values.length && times.at(i) < endUs; i++) {
    const isLow = values.at(i) < leastBytes;
    if (isLow && Number.isNaN(sinceUs)) sinceUs = times.at(i);
    if (isLow || Number.isNaN(sinceUs)) continue;
    spans.push({ startUs: sinceUs, endUs: times.at(i) });
    sinceUs = Number.NaN;
  }
  if (!Number.isNaN(sinceUs)) spans.push({ startUs: sinceUs, endUs });
  return spans;
}

/** This side says that it may open no more streams (RFC 9000 §4.6). */
function mayNotOpen({ streams: { notes } }: TransportState): boolean {
  for (const { kind, by } of notes)
    if (by === 'local' && (kind === 'streams-blocked' || kind === 'uni-streams-blocked')) return true;
  return false;
}

/** Times in which as many streams wait for credit as have data; each ends where one of them gets more. */
function allBlocked(state: TransportState, course: StreamCourse, table: StreamTable): readonly Times[] {
  const { fromUs, toUs } = table.sentCredit;
  // A stream that may not be opened has data that waits.
  const unopened = unopenedTimes(state, table).flatMap((span) => changesOver(span.fromUs, span.toUs));
  const waits = [...unopened];
  for (let i = 0; i < fromUs.length; i++) waits.push(...changesOver(fromUs.at(i), toUs.at(i)));
  waits.sort((a, b) => a.timeUs - b.timeUs || a.by - b.by);
  const open = [...course.changes, ...unopened].sort((a, b) => a.timeUs - b.timeUs || b.by - a.by);
  const spans: Times[] = [];
  let [waiting, withData, next] = [0, 0, 0];
  let sinceUs = Number.NaN;
  for (const [i, { timeUs, by }] of waits.entries()) {
    waiting += by;
    while (next < open.length && open[next].timeUs <= timeUs) withData += open[next++].by;
    // Of one time all changes count.
    const isLast = waits[i + 1]?.timeUs !== timeUs;
    if (by < 0 && timeUs > sinceUs) {
      spans.push({ startUs: sinceUs, endUs: timeUs });
      sinceUs = Number.NaN;
    }
    if (!isLast) continue;
    if (!(waiting > 0 && waiting >= withData)) sinceUs = Number.NaN;
    else if (Number.isNaN(sinceUs)) sinceUs = timeUs;
  }
  return spans;
}

const changesOver = (fromUs: number, toUs: number): readonly Change[] => [
  { timeUs: fromUs, by: 1 },
  { timeUs: toUs, by: -1 },
];

/** When streams of this side waited to be opened. */
function unopenedTimes({ role, streams: { ids } }: TransportState, { opening }: StreamTable) {
  const bit = role === 'server' ? 1 : 0;
  return [...opening].filter(([stream]) => (ids[stream] & 1) === bit).map(([, span]) => span);
}

function merged(spans: readonly Times[]): readonly Times[] {
  const all: Times[] = [];
  for (const { startUs, endUs } of spans) {
    const last = all.at(-1);
    if (last !== undefined && startUs < last.endUs) last.endUs = Math.max(last.endUs, endUs);
    else if (endUs > startUs) all.push({ startUs, endUs });
  }
  return all;
}

/** Why more credit did not come before the end of a wait. */
export class Grants {
  readonly #state: TransportState;
  readonly #limits: InitialLimits;
  readonly #sentUs: BlockReader;
  readonly #data: BlockReader;
  /** Each grant in order, and the limit before it; of the first of a stream or the connection the initial one. */
  readonly #timesUs: number[] = [];
  readonly #grants: { readonly note: StreamNote; readonly beforeBytes: number }[] = [];

  constructor(state: TransportState) {
    const { streams, parameters, role, ledger } = state;
    this.#state = state;
    this.#limits = initialLimits(parameters, role, 'local');
    this.#sentUs = ledger.application.sentTimesUs.reader();
    this.#data = ledger.application.dataSizesBytes.reader();
    const last = new Map<number, number>();
    for (const note of streams.notes) {
      if (note.by !== 'remote' || (note.kind !== 'stream-credit' && note.kind !== 'connection-credit'))
        continue;
      this.#timesUs.push(note.timeUs);
      this.#grants.push({ note, beforeBytes: last.get(note.stream) ?? this.#windowOf(note) });
      last.set(note.stream, note.value);
    }
  }

  heldBy(fromUs: number, toUs: number, endUs: number): Held {
    if (toUs >= endUs) return HELD.neverRenewed;
    const promptUs = (rttAt(this.#state, fromUs) || 0) + maxAckDelayUs(this.#state.parameters);
    return toUs - this.#earnedUs(fromUs, toUs) <= promptUs ? HELD.windowTooSmall : HELD.readerSlow;
  }

  /** Bytes that the receiver lets be sent beyond what it has read. */
  #windowOf({ kind, stream }: StreamNote): number {
    const { connection, byKind } = this.#limits;
    return kind === 'connection-credit' ? connection : byKind[kindOf(this.#state.streams.ids[stream])];
  }

  /**
   * When the data was sent that the receiver had read as it granted more, µs: a window before the limit that it grants then. The
   * beginning of the wait where the log does not show the grant.
   */
  #earnedUs(fromUs: number, toUs: number): number {
    const grant = this.#grants[upperBound(this.#timesUs, toUs) - 1];
    if (grant === undefined || grant.note.timeUs < fromUs) return fromUs;
    const usedBytes = grant.beforeBytes - (grant.note.value - this.#windowOf(grant.note));
    return Number.isNaN(usedBytes) ? fromUs : this.#sentBefore(fromUs, usedBytes);
  }

  /** When so many bytes of data before a time had been sent, µs. */
  #sentBefore(timeUs: number, bytes: number): number {
    let left = bytes;
    let row = this.#sentUs.upperBound(timeUs) - 1;
    while (row > 0 && left > this.#data.at(row)) left -= this.#data.at(row--);
    return Math.min(timeUs, this.#sentUs.at(row));
  }
}
