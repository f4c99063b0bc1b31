/**
 * How long the sender's own pacer held packets after they were logged as sent: some stacks log a packet when it is built,
 * and its RTT contains the wait. Where a pacing rate is logged, packets that are logged faster wait for the rest; without
 * one nothing is known, and no wait is assumed.
 */
import { EventKind, PacketFlag } from '../../../qlog-schema';
import { upperBound } from '../../base/columns/growable';
import type { TransportState } from '../../sender/transport/transport';

export class PacerHold {
  /** Times of packets that count as in flight, µs, and for how long each was held. */
  readonly #timesUs: number[] = [];
  readonly #heldUs: number[] = [];

  constructor({ events, series: { pacingRate } }: TransportState) {
    if (pacingRate.length === 0) return;
    const times = events.timeUs.reader();
    const kinds = events.kind.reader();
    let freeUs = Number.NEGATIVE_INFINITY;
    for (let row = 0; row < kinds.length; row++) {
      if (kinds.at(row) !== EventKind.packetSent || (events.flags.at(row) & PacketFlag.inFlight) === 0)
        continue;
      const timeUs = times.at(row);
      const bytesPerSecond = pacingRate.valueAt(timeUs);
      if (!(bytesPerSecond > 0)) continue;
      const leavesUs = Math.max(timeUs, freeUs);
      this.#timesUs.push(timeUs);
      this.#heldUs.push(leavesUs - timeUs);
      freeUs = leavesUs + (events.sizeBytes.at(row) / bytesPerSecond) * 1e6;
    }
  }

  /** How long the last packet up to a time was held, µs; 0 before the first. */
  at(timeUs: number): number {
    return this.#heldUs[upperBound(this.#timesUs, timeUs) - 1] ?? 0;
  }
}
