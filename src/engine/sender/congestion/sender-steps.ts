/**
 * Input of a model: the sender's side of a trace as a list of steps in time order, in columns. A step is one of the few
 * inputs of a congestion controller; plain sends are left out, because they do not change a window.
 *
 * Not here: how a trace becomes steps (step-builder.ts), how they are applied to models (shadow-step.ts).
 */
import { float64Column, uint8Column, uint32Column } from '../../base/columns/growable';
import type { Side } from '../transport/transport';
import type { WindowSource } from './window-source';

export const StepKind = {
  /** A send with nothing in flight: a = last send, b = last ACK (NaN: none), both µs. */
  idleSend: 0,
  /** New data acknowledged: a = index of its first packet in `packetSentUs`, b = number of packets. */
  ack: 1,
  /** Losses without a reduction of the logged window: a = send time of the newest, µs. */
  loss: 2,
  /**
   * The logged window was reduced: a = before, b = after, c = logged ssthresh after it, d = send time of the newest
   * lost packet (now if no loss was seen), µs.
   */
  reduction: 3,
  /** The log undid its last reduction: a = the window. */
  undo: 4,
  /** The log left slow start without a reduction: a = the window. */
  slowStartExit: 5,
  /** The logged window changed otherwise: a = the window. */
  window: 6,
} as const;
export type StepKind = (typeof StepKind)[keyof typeof StepKind];

/** How much of the logged window the last send before a step used. */
export const Use = {
  room: 0,
  /** No space for another datagram. */
  nearlyFull: 1,
  full: 2,
} as const;
export type Use = (typeof Use)[keyof typeof Use];

type StepValues = readonly [number, number?, number?, number?];

/** Steps with a round-trip time: smoothed for idle sends, minimal for ACKs, µs; NaN if unknown. */
export class SenderSteps {
  readonly timeUs = float64Column();
  readonly kind = uint8Column();
  readonly a = float64Column();
  readonly b = float64Column();
  readonly c = float64Column();
  readonly d = float64Column();
  readonly rttUs = float64Column();
  /** `Use` at the step; only used for ACKs. */
  readonly use = uint8Column();
  /** The minimum use that counts as using the window (RFC 9002 §7.8), for this stack. */
  leastUse: Use = Use.nearlyFull;
  /** Packets acknowledged by ACKs, in parallel columns: send times and bytes. */
  readonly packetSentUs = float64Column();
  readonly packetBytes = uint32Column();

  get length(): number {
    return this.timeUs.length;
  }

  push(kind: StepKind, timeUs: number, [a, b, c, d]: StepValues, rttUs: number, use: Use): void {
    this.add(kind, timeUs, rttUs, use, a, b, c, d);
  }

  /** As `push`, without a list: most steps are ACKs and windows. */
  add(
    kind: StepKind,
    timeUs: number,
    rttUs: number,
    use: Use,
    a: number,
    b = Number.NaN,
    c = Number.NaN,
    d = Number.NaN,
  ): void {
    this.timeUs.push(timeUs);
    this.kind.push(kind);
    this.a.push(a);
    this.b.push(b);
    this.c.push(c);
    this.d.push(d);
    this.rttUs.push(rttUs);
    this.use.push(use);
  }

  /** Send time of the newest packet that the ACK at `index` acknowledges, µs; NaN where none is known. */
  newestSentUs(index: number): number {
    const packets = this.b.at(index);
    return packets > 0 ? this.packetSentUs.at(this.a.at(index) + packets - 1) : Number.NaN;
  }

  /** Removes all steps and packets; `leastUse` stays. */
  clear(): void {
    for (const column of [this.timeUs, this.kind, this.a, this.b, this.c, this.d, this.rttUs, this.use])
      column.clear();
    this.packetSentUs.clear();
    this.packetBytes.clear();
  }

  /** Turns the loss at `index` into the reduction by which the log answers it; see `StepKind.reduction`. */
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
  /** A receiver's window is not the one of the trace's transfer. */
  readonly side: Side;
  /** max_datagram_size in use, bytes. */
  readonly datagramBytes: number;
  /** The first logged window, bytes; NaN when the log holds none. */
  readonly initialCwndBytes: number;
  /** First and last time, µs. */
  readonly firstUs: number;
  readonly lastUs: number;
  readonly steps: SenderSteps;
  readonly source: WindowSource;
  /** An exported range that begins in the middle: what the models need of the time before is not known. */
  readonly isMidway?: boolean;
}
