/**
 * The packets that each probe timeout doubts, and what became of them. The timer runs from the last ack-eliciting packet
 * (RFC 9002 §6.2.1), so a PTO doubts what was sent since the PTO before: the first of a run the packets in flight, each
 * further one the probes of the one before it. Packets are visited once per method, at the end of the trace.
 */
import { upperBound } from '../../base/columns/growable';
import { PacketFate, PacketMark } from './packet-fate';
import type { PtoLog, PtoMethod } from './pto-log';
import { GRANULARITY_US } from './rtt-estimator';
import type { SpaceLedger } from './space-ledger';

/** Rows [from, to) of one packet number space. */
interface Doubt {
  readonly place: number;
  readonly timeUs: number;
  readonly space: SpaceLedger;
  readonly from: number;
  readonly to: number;
}

/** Of one method: all doubts, and the row after the last doubted one of each space. */
interface Doubts {
  readonly all: Doubt[];
  readonly ends: Map<SpaceLedger, number>;
}

export class PtoDoubts {
  readonly #log: PtoLog;
  readonly #doubts: { [method in PtoMethod]?: Doubts } = {};

  constructor(log: PtoLog) {
    this.#log = log;
  }

  /**
   * A PTO was found. Its own probe may be logged before it: packets sent within the timer's granularity belong to it.
   * @param place its index in the log of PTOs. @param space whose timer expired.
   */
  add(method: PtoMethod, place: number, timeUs: number, space: SpaceLedger): void {
    this.#doubts[method] ??= { all: [], ends: new Map<SpaceLedger, number>() };
    const doubts = this.#doubts[method];
    const from = doubts.ends.get(space) ?? 0;
    const to = upperBound(space.sentTimesUs, timeUs - GRANULARITY_US, from);
    doubts.ends.set(space, to);
    if (to > from) doubts.all.push({ place, timeUs, space, from, to });
  }

  /** The trace ends: every packet has its fate. */
  settle(): void {
    const { method } = this.#log;
    for (const doubt of this.#doubts[method]?.all ?? []) {
      const { doubted, arrived } = fatesOf(doubt);
      this.#log.settle(method, doubt.place, doubted, arrived);
    }
  }
}

/** Packets in flight at the time of the PTO, and those of them that are acknowledged later. Discarded ones tell nothing. */
function fatesOf({ timeUs, space, from, to }: Doubt): { readonly doubted: number; readonly arrived: number } {
  let doubted = 0;
  let arrived = 0;
  for (let row = from; row < to; row++) {
    const fate = space.fateAt(row);
    if (fate === PacketFate.discarded || fate === PacketFate.notInFlight) continue;
    if (!space.isMarked(row, PacketMark.ackEliciting) || space.settledUsAt(row) < timeUs) continue;
    doubted++;
    if (fate === PacketFate.acked || fate === PacketFate.spurious) arrived++;
  }
  return { doubted, arrived };
}
