/**
 * What streams were, by other means than the engine's: waits behind gaps by sorting offsets, and what the programs that made
 * the traces of `wire` asked for and got.
 */
import type { StreamRow } from '../../src/engine/sender/streams/stream-row.ts';

/** A frame of one stream, and when its data arrived. */
export interface Arrival {
  readonly from: number;
  readonly to: number;
  readonly timeUs: number;
}

/** Offset up to which all is there from 0 on. */
export function wholeTo(pieces: readonly Pick<Arrival, 'from' | 'to'>[]): number {
  let to = 0;
  for (const piece of [...pieces].sort((a, b) => a.from - b.from))
    if (piece.from <= to) to = Math.max(to, piece.to);
  return to;
}

/** Bytes of offsets that arrived once or more. */
export function distinctBytes(arrivals: readonly Pick<Arrival, 'from' | 'to'>[]): number {
  let [sum, until] = [0, 0];
  for (const { from, to } of [...arrivals].sort((a, b) => a.from - b.from)) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum;
}

/**
 * Time in which data that had arrived waited for data before it, µs: each piece of the stream from its first arrival to the
 * latest first arrival of what is before it. Pieces after an offset that never arrives wait to the end.
 * @param endUs when the reader stops to wait; null where they wait for nothing.
 */
export function waitedUs(arrivals: readonly Arrival[], endUs: number | null): number {
  const cuts = [...new Set([0, ...arrivals.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
  const firstUs = new Float64Array(cuts.length - 1).fill(Number.POSITIVE_INFINITY);
  const at = new Map(cuts.map((offset, i) => [offset, i]));
  for (const { from, to, timeUs } of arrivals)
    for (let i = at.get(from) as number; i < (at.get(to) as number); i++)
      firstUs[i] = Math.min(firstUs[i] as number, timeUs);
  const waits: { fromUs: number; toUs: number }[] = [];
  let latestUs = Number.NEGATIVE_INFINITY;
  for (const arrivedUs of firstUs) {
    if (arrivedUs === Number.POSITIVE_INFINITY && endUs === null) break;
    if (arrivedUs === Number.POSITIVE_INFINITY) latestUs = Math.max(latestUs, endUs as number);
    else if (arrivedUs < latestUs) waits.push({ fromUs: arrivedUs, toUs: latestUs });
    if (arrivedUs < Number.POSITIVE_INFINITY) latestUs = Math.max(latestUs, arrivedUs);
  }
  let [sum, untilUs] = [0, Number.NEGATIVE_INFINITY];
  for (const { fromUs, toUs } of waits.sort((a, b) => a.fromUs - b.fromUs)) {
    sum += Math.max(0, toUs - Math.max(fromUs, untilUs));
    untilUs = Math.max(untilUs, toUs);
  }
  return sum;
}

/** A request as the client program noted it; bytes are those of the bodies. */
export interface AskedRequest {
  readonly stream_id: number;
  readonly received_bytes?: number;
  readonly posted_bytes?: number;
  readonly outcome: string;
}

export interface ProgramAction {
  readonly ms: number;
  readonly what: string;
  readonly stream_id?: number;
  readonly code?: number;
}

/** Head and frame headers of a message (RFC 9114 §7.1), at most: a chunk of a body has four bytes or fewer, in chunks of 1 kB or more. */
export function mostBytes(bodyBytes: number): number {
  return bodyBytes + 400 + bodyBytes / 100;
}

/** The side of a row that carried responses. */
export function responseOf(row: StreamRow, role: 'client' | 'server'): { endOffset: number; finUs: number } {
  const isClient = role === 'client';
  return {
    endOffset: (isClient ? row.received : row.sent).endOffset,
    finUs: isClient ? row.finReceivedUs : row.finSentUs,
  };
}
