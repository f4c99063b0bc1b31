/**
 * What a batch of events adds to the sender's side of a trace, as plain arrays: the input of the steps (step-builder.ts), which
 * may be built in another thread while the trace is read. Nothing in it refers to the transport state.
 *
 * A feed stands on a basis: facts that the whole trace decides, and that are assumed to be those known so far. Where one
 * proves wrong, another run begins with the first row (feed-collector.ts).
 */
import type { Side } from '../transport/transport';
import type { WindowSource } from './window-source';

/** Events in file order, parallel columns; their meaning is that of `EventColumns`. */
export interface FedRows {
  /** µs; never descends, also from feed to feed. */
  readonly timeUs: Float64Array<ArrayBuffer>;
  readonly kind: Uint8Array<ArrayBuffer>;
  readonly space: Uint8Array<ArrayBuffer>;
  readonly flags: Uint16Array<ArrayBuffer>;
  readonly sizeBytes: Uint32Array<ArrayBuffer>;
  readonly ackedBytes: Uint32Array<ArrayBuffer>;
  readonly inFlightBytes: Uint32Array<ArrayBuffer>;
}

/** Points of a series, or other values with their times; ascending, µs. */
export interface FedPoints {
  readonly timesUs: Float64Array<ArrayBuffer>;
  readonly values: Float64Array<ArrayBuffer>;
}

/** Facts that later events may change, as they are known when a run begins. */
export interface FeedBasis {
  /** max_datagram_size in use, bytes. */
  readonly datagramBytes: number;
  /** The first logged window, bytes; NaN while none is. */
  readonly initialCwndBytes: number;
  readonly firstUs: number;
  /** Bytes in flight that count as nothing: a rebuilt flight may include packets lost without an event. */
  readonly emptyFlightBytes: number;
}

/** The lists of points that steps are built from. */
export const FED_POINTS = [
  'congestionWindow',
  'ssthresh',
  'minRtt',
  'smoothedRtt',
  'losses',
  'states',
] as const;
export type FedList = (typeof FED_POINTS)[number];

/** `losses`: packets; `states`: 1 for a state of recovery, else 0; the others as the series of the same name. */
export interface SenderFeed extends Readonly<Record<FedList, FedPoints>> {
  /** Counts from 1. A feed of another run than the last one begins with the first row. */
  readonly run: number;
  readonly basis: FeedBasis;
  readonly rows: FedRows;
  /** The round-trip time of an ACK is the minimum; else, where the log has none, the smoothed one. */
  readonly acksByMinRtt: boolean;
}

/** The trace has ended: facts that only the whole tells. */
export interface SenderEnd {
  readonly run: number;
  readonly basis: FeedBasis;
  readonly side: Side;
  readonly source: WindowSource;
  readonly isMidway: boolean;
  readonly lastUs: number;
}

/** The buffers of a feed, each once: they can be transferred with it. */
export function buffersOf(feed: SenderFeed): ArrayBuffer[] {
  const points = FED_POINTS.flatMap((list) => [feed[list].timesUs.buffer, feed[list].values.buffer]);
  return [
    ...Object.values(feed.rows as object).map(({ buffer }: Float64Array<ArrayBuffer>) => buffer),
    ...points,
  ];
}
