/**
 * When no stream had unsent data, docs/account.md: every stream that this side has sent data of has its FIN or reset sent. On a
 * server the next request ends that; where no FIN is logged, a silence that a new request ends.
 */
import { isOfClient } from '../../sender/http/request-count';
import type { TransportState } from '../../sender/transport/transport';
import { HELD, type HeldInterval } from './holders';

/** Unidirectional streams that stay open send little (RFC 9114 §6.2): no data of theirs waits. */
export const SMALL_BYTES = 4096;
/** Silence before a new request, as a share of the smallest RTT. */
const SILENCE_SHARE = 0.8;

/** Change of the number of streams with unsent data, at a time; by none as the log begins. */
export interface Change {
  readonly timeUs: number;
  readonly by: 1 | 0 | -1;
}

/** A change by one stream, by its ordinal. */
export interface StreamChange extends Change {
  readonly by: 1 | -1;
  readonly stream: number;
}

/** Beginnings and ends of streams, each walked once. */
export class StreamCourse {
  /** Of a server: what it was asked for, see `newStreams`. */
  readonly asked: ReturnType<typeof newStreams>;
  /** When each stream was finished or reset by this side, µs, by ordinal. */
  readonly ends: ReadonlyMap<number, number>;
  readonly #state: TransportState;
  #changes: readonly StreamChange[] | null = null;

  constructor(state: TransportState) {
    this.#state = state;
    this.asked = state.role === 'server' ? newStreams(state) : [];
    this.ends = endsOf(state);
  }

  /** Changes of the number of streams with unsent data, in order of time. */
  get changes(): readonly StreamChange[] {
    this.#changes ??= changesOf(this.#state, this.ends);
    return this.#changes;
  }
}

/** In order of time; none for a log without STREAM frames. @param endUs end of the span. */
export function timesWithoutData(
  state: TransportState,
  course: StreamCourse,
  endUs: number,
): readonly HeldInterval[] {
  if (state.streams.sent.length === 0) return [];
  const requestsUs = course.asked.map(({ timeUs }) => timeUs);
  return course.ends.size === 0
    ? silences(state, requestsUs)
    : betweenData([{ timeUs: state.firstUs, by: 0 }, ...course.changes], requestsUs, endUs);
}

function endsOf({ streams: { notes } }: TransportState): Map<number, number> {
  const ends = new Map<number, number>();
  for (let i = 0; i < notes.length; i++) {
    const { kind, by, stream, timeUs } = notes.at(i);
    if (by === 'local' && (kind === 'fin' || kind === 'reset') && !ends.has(stream)) ends.set(stream, timeUs);
  }
  return ends;
}

/** What a server answered. */
export interface Responses {
  /** Streams that the client opened and this side ended. */
  readonly count: number;
  /** Of the slowest: from the first frame of its request to its FIN, µs; 0 for none. */
  readonly slowestUs: number;
}

/** None for a client. */
export function responsesOf({ asked, ends }: StreamCourse): Responses {
  const durations = asked.flatMap(({ ordinal, timeUs }) => {
    const endUs = ends.get(ordinal);
    return endUs === undefined ? [] : [endUs - timeUs];
  });
  return { count: durations.length, slowestUs: durations.reduce((a, b) => Math.max(a, b), 0) };
}

/** The first data of each stream, in order. */
function firstSends({ streams: { sent, ids }, ledger }: TransportState) {
  const bytes = new Float64Array(ids.length);
  const firstRow = new Float64Array(ids.length).fill(-1);
  for (const { stream, holder, bytes: lengths } of sent.inArrays())
    for (let i = 0; i < stream.length; i++) {
      if (firstRow[stream[i]] < 0) firstRow[stream[i]] = holder[i];
      bytes[stream[i]] += lengths[i];
    }
  const isSmall = (ordinal: number): boolean => ids[ordinal] % 4 >= 2 && bytes[ordinal] < SMALL_BYTES;
  return ids.flatMap((_, ordinal) =>
    firstRow[ordinal] < 0 || isSmall(ordinal)
      ? []
      : [{ ordinal, timeUs: ledger.application.sentUsAt(firstRow[ordinal]) }],
  );
}

function changesOf(state: TransportState, ends: ReadonlyMap<number, number>): readonly StreamChange[] {
  const changes: StreamChange[] = [];
  for (const { ordinal, timeUs } of firstSends(state)) {
    changes.push({ timeUs, by: 1, stream: ordinal });
    const endUs = ends.get(ordinal);
    if (endUs !== undefined) changes.push({ timeUs: Math.max(timeUs, endUs), by: -1, stream: ordinal });
  }
  // Of one time the beginnings stand before the ends.
  return changes.sort((a, b) => a.timeUs - b.timeUs || b.by - a.by);
}

/** When a server is asked for something for the first time, or sends data of its own before that, µs; NaN for never. */
export function firstAskedUs(state: TransportState, { asked }: StreamCourse): number {
  const { sent } = state.streams;
  const earliest = (streams: readonly { readonly timeUs: number }[]): number =>
    streams.reduce((leastUs, { timeUs }) => Math.min(leastUs, timeUs), Number.POSITIVE_INFINITY);
  const askedUs = earliest(asked);
  // Asked before anything is sent, as most are: then nothing that was sent is looked through.
  const isAsked = sent.length === 0 || askedUs <= state.ledger.application.sentUsAt(sent.holder.at(0));
  const us = isAsked ? askedUs : Math.min(askedUs, earliest(firstSends(state)));
  return us < Number.POSITIVE_INFINITY ? us : Number.NaN;
}

/**
 * The streams that the client opened for requests, each as its first data arrives, in order of time: the bidirectional ones, as
 * others control (RFC 9114 §6.2), but where there are no others.
 */
function newStreams({ streams: { received, ids }, events }: TransportState) {
  const isSeen = new Uint8Array(ids.length);
  const streams: { readonly ordinal: number; readonly timeUs: number }[] = [];
  for (const { stream, holder } of received.inArrays())
    for (let i = 0; i < stream.length; i++) {
      if (isSeen[stream[i]] === 1 || !isOfClient(ids[stream[i]])) continue;
      isSeen[stream[i]] = 1;
      streams.push({ ordinal: stream[i], timeUs: events.timeUs.at(holder[i]) });
    }
  const bidirectional = streams.filter(({ ordinal }) => ids[ordinal] % 4 < 2);
  return bidirectional.length > 0 ? bidirectional : streams;
}

function betweenData(
  changes: readonly Change[],
  requestsUs: readonly number[],
  endUs: number,
): readonly HeldInterval[] {
  const intervals: HeldInterval[] = [];
  let [open, next] = [0, 0];
  for (const [i, { timeUs, by }] of changes.entries()) {
    open += by;
    if (open > 0 || by > 0) continue;
    const untilUs = changes[i + 1]?.timeUs ?? Number.POSITIVE_INFINITY;
    while (next < requestsUs.length && requestsUs[next] < timeUs) next++;
    const requestUs = Math.min(requestsUs[next] ?? Number.POSITIVE_INFINITY, untilUs);
    const isLast = untilUs === Number.POSITIVE_INFINITY;
    const held = isLast ? HELD.inTransit : requestUs < untilUs ? HELD.nextRequest : HELD.certain;
    const ofRequestUs = Math.min(requestUs, endUs);
    if (ofRequestUs > timeUs) intervals.push({ startUs: timeUs, endUs: ofRequestUs, held });
    // From the request to the first data of its response.
    if (!isLast && untilUs > ofRequestUs)
      intervals.push({ startUs: ofRequestUs, endUs: Math.min(untilUs, endUs), held: HELD.certain });
  }
  return intervals;
}

/** Silences that a new request's first frame ends. */
function silences(state: TransportState, requestsUs: readonly number[]): readonly HeldInterval[] {
  const { sentTimesUs, dataSizesBytes } = state.ledger.application;
  const leastUs = SILENCE_SHARE * state.rebuilt.smallestRttUs;
  const intervals: HeldInterval[] = [];
  for (const endUs of requestsUs) {
    let row = sentTimesUs.lowerBound(endUs) - 1;
    while (row >= 0 && !(dataSizesBytes.at(row) > 0)) row--;
    const startUs = Math.max(sentTimesUs.at(row), intervals.at(-1)?.endUs ?? Number.NEGATIVE_INFINITY);
    if (endUs - startUs > leastUs) intervals.push({ startUs, endUs, held: HELD.nextRequest });
  }
  return intervals;
}
