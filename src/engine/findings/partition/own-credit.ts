/**
 * When what had arrived used up the credit that a receiver grants, docs/account.md, *Receivers*: nothing new could come before more
 * credit had gone to the sender, and what that lets it send had come back.
 *
 *   arrived   ▁▂▃▄▅▆▇█▔▔▔▔▔▔▔▔▔▁▂▃
 *   MAX_DATA           │            sent
 *                    ├────────┤     used up: from the last byte to a round trip after MAX_DATA
 */
import { type InitialLimits, initialLimits, kindOf } from '../../sender/streams/initial-limits';
import type { StreamTable } from '../../sender/streams/stream-table';
import { OVERHEAD_BYTES } from './credit';

/** A time in which the credit of a stream, by its ordinal, or of the connection (-1) was used up. */
export interface UsedUp {
  readonly stream: number;
  readonly fromUs: number;
  readonly toUs: number;
}

/** A limit, and the earliest time at which data beyond it may come, µs. */
interface Grant {
  readonly stream: number;
  readonly bytes: number;
  readonly atUs: number;
}

/** What came and what may come, of a stream or of the connection. */
class Limit {
  readonly #stream: number;
  readonly #leastBytes: number;
  readonly #spans: UsedUp[];
  /** NaN where it is not known. */
  #bytes: number;
  #end = 0;
  #sinceUs = Number.NaN;

  /** @param leastBytes less than that left is nothing. */
  constructor(stream: number, bytes: number, leastBytes: number, spans: UsedUp[]) {
    this.#stream = stream;
    this.#bytes = bytes;
    this.#leastBytes = leastBytes;
    this.#spans = spans;
  }

  get end(): number {
    return this.#end;
  }

  data(end: number, timeUs: number): void {
    this.#end = end;
    // Beyond it: what was granted is not in the log.
    if (end > this.#bytes) this.#bytes = Number.NaN;
    this.#see(timeUs);
  }

  granted(bytes: number, timeUs: number): void {
    if (bytes <= this.#bytes) return;
    this.#bytes = bytes;
    this.#see(timeUs);
  }

  ended(timeUs: number): void {
    this.#bytes = Number.NaN;
    this.#see(timeUs);
  }

  #see(timeUs: number): void {
    const isUsedUp = this.#bytes - this.#end < this.#leastBytes;
    if (isUsedUp === !Number.isNaN(this.#sinceUs)) return;
    if (!isUsedUp && timeUs > this.#sinceUs)
      this.#spans.push({ stream: this.#stream, fromUs: this.#sinceUs, toUs: timeUs });
    this.#sinceUs = isUsedUp ? timeUs : Number.NaN;
  }
}

/**
 * In no order; of one limit none overlaps another.
 * @param datagramBytes the largest that came. @param rttUs the smallest RTT; 0 where none is known. @param endUs end of the span.
 */
export function ownCreditTimes(
  { state, received }: StreamTable,
  datagramBytes: number,
  rttUs: number,
  endUs: number,
): readonly UsedUp[] {
  const { streams, events, parameters, role } = state;
  const limits = initialLimits(parameters, role, 'remote');
  const grants = grantsOf(state, rttUs);
  if (!isLimited(limits, grants)) return [];
  const spans: UsedUp[] = [];
  const leastBytes = Math.max(1, datagramBytes - OVERHEAD_BYTES);
  const whole = new Limit(-1, limits.connection, leastBytes, spans);
  const own = streams.ids.map(
    (id, stream) => new Limit(stream, limits.byKind[kindOf(id)], leastBytes, spans),
  );
  const times = events.timeUs.reader();
  let next = 0;
  const grantUntil = (timeUs: number): void => {
    for (; grants[next]?.atUs <= timeUs; next++) {
      const { stream, bytes, atUs } = grants[next];
      (stream < 0 ? whole : own[stream])?.granted(bytes, atUs);
    }
  };
  for (const { holder, stream, offset, bytes } of streams.received.inArrays())
    for (let i = 0; i < stream.length; i++) {
      const timeUs = times.at(holder[i]);
      grantUntil(timeUs);
      const limit = own[stream[i]];
      const end = offset[i] + bytes[i];
      if (!(end > limit.end)) continue;
      whole.data(whole.end + end - limit.end, timeUs);
      limit.data(end, timeUs);
    }
  grantUntil(endUs);
  for (const limit of [whole, ...own]) limit.ended(endUs);
  return spans.filter(({ stream }) => stream < 0 || received.bytes[stream] > 0);
}

const isLimited = ({ connection, byKind }: InitialLimits, grants: readonly Grant[]): boolean =>
  grants.length > 0 || [connection, ...Object.values(byKind)].some((bytes) => bytes >= 0);

/** MAX_DATA and MAX_STREAM_DATA of this end, in order of time. */
function grantsOf({ streams: { notes } }: StreamTable['state'], rttUs: number): readonly Grant[] {
  const grants: Grant[] = [];
  for (const { kind, by, stream, value, timeUs } of notes)
    if (by === 'local' && (kind === 'stream-credit' || kind === 'connection-credit'))
      grants.push({ stream: kind === 'stream-credit' ? stream : -1, bytes: value, atUs: timeUs + rttUs });
  return grants;
}
