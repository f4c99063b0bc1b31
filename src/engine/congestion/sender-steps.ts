/**
 * What drives a model: the sender's side of a trace as a list of steps in time order, in columns. A step is one of
 * the few things that a congestion controller hears of; plain sends are none, because a window does not change by
 * them.
 *
 * What this leaves to others: how a trace becomes steps (sender-trace.ts), how models answer them (shadow.ts).
 */

import { float64Column, uint8Column, uint32Column } from '../columns/growable';
import type { Side } from '../transport/transport';

export const StepKind = {
  /** A send with nothing in flight: a = last send, b = last ACK (NaN: none), both µs. */
  idleSend: 0,
  /** New data acknowledged: a = first of its packets in `packetSentUs`, b = how many. */
  ack: 1,
  /** Losses that the logged window does not answer: a = when the newest was sent, µs. */
  loss: 2,
  /**
   * The logged window fell: a = before, b = after, c = logged ssthresh after it, d = when the newest lost packet
   * was sent (now where no loss was seen), µs.
   */
  reduction: 3,
  /** The log took its last reduction back: a = the window. */
  undo: 4,
  /** The log left slow start without a reduction: a = the window. */
  slowStartExit: 5,
  /** The logged window changed otherwise: a = the window. */
  window: 6,
} as const;
export type StepKind = (typeof StepKind)[keyof typeof StepKind];

/** How far the last send before a step filled the logged window. */
export const Use = {
  room: 0,
  /** No room for another datagram. */
  nearlyFull: 1,
  full: 2,
} as const;
export type Use = (typeof Use)[keyof typeof Use];

type StepValues = readonly [number, number?, number?, number?];

/** Steps with a round-trip time: smoothed for idle sends, minimal for ACKs, µs; NaN where it is not known. */
export class SenderSteps {
  readonly timeUs = float64Column();
  readonly kind = uint8Column();
  readonly a = float64Column();
  readonly b = float64Column();
  readonly c = float64Column();
  readonly d = float64Column();
  readonly rttUs = float64Column();
  /** `Use` when the step happened; only ACKs ask. */
  readonly use = uint8Column();
  /** The least use that counts as using the window (RFC 9002 §7.8), for this stack. */
  leastUse: Use = Use.nearlyFull;
  /** Packets that ACKs acknowledge, beside each other: when they were sent and their bytes. */
  readonly packetSentUs = float64Column();
  readonly packetBytes = uint32Column();

  get length(): number {
    return this.timeUs.length;
  }

  push(kind: StepKind, timeUs: number, values: StepValues, rttUs: number, use: Use): void {
    this.timeUs.push(timeUs);
    this.kind.push(kind);
    this.a.push(values[0]);
    this.b.push(values[1] ?? Number.NaN);
    this.c.push(values[2] ?? Number.NaN);
    this.d.push(values[3] ?? Number.NaN);
    this.rttUs.push(rttUs);
    this.use.push(use);
  }

  /** Makes the loss at `index` the reduction that the log answers it by; see `StepKind.reduction`. */
  answer(index: number, before: number, after: number, ssthresh: number): void {
    this.kind.set(index, StepKind.reduction);
    this.d.set(index, this.a.at(index));
    this.a.set(index, before);
    this.b.set(index, after);
    this.c.set(index, ssthresh);
  }
}

/** The sender's side of one connection, ready for models. */
export interface SenderTrace {
  /** A receiver's window is not the one that the trace is about. */
  readonly side: Side;
  /** max_datagram_size in use, bytes. */
  readonly datagramBytes: number;
  /** The first logged window, bytes; NaN when the log holds none. */
  readonly initialCwndBytes: number;
  /** First and last instant, µs. */
  readonly firstUs: number;
  readonly lastUs: number;
  readonly steps: SenderSteps;
}
