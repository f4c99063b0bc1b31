/**
 * Fate of each packet that the log declares lost: really lost, acknowledged later (a spurious loss), or acknowledged
 * already by an earlier ACK of the log. The last is impossible for a sender, so a log with many of them has wrong ACK
 * ranges (noq 1.4 writes range ends one too high).
 *
 * A loss that is only counted, or logged as a number of packets, is not included.
 */
import { EventKind, PacketFlag } from '../../../qlog-schema';
import { PacketFate } from '../../sender/transport/packet-fate';
import type { TransportState } from '../../sender/transport/transport';

/** If the log's ACKs cover more than this share of its losses before they are declared, its ACK ranges are wrong. */
export const CONTRADICTED_SHARE = 0.05;

export interface DeclaredLosses {
  /** One row per loss of a packet of known number, in order of time, without MTU probes. Times are µs. */
  readonly timesUs: readonly number[];
  /** From the loss to the ACK, µs, parallel to `timesUs`; NaN for a packet not acknowledged later. */
  readonly lateUs: readonly number[];
  /** Losses of packets that were acknowledged before, or at the same time. */
  readonly contradicted: number;
}

/**
 * One pass over the events.
 * @returns the losses, by `sameInstant`: false if the clock is too coarse to separate times.
 */
export function declaredLosses({ events, ledger }: TransportState): (sameInstant: boolean) => DeclaredLosses {
  const losses = events.classes((kind, _, flags) =>
    kind === EventKind.packetLost && (flags & PacketFlag.mtuProbe) === 0 ? 1 : 0,
  );
  const timesUs: number[] = [];
  const untilAckUs: number[] = [];
  for (let row = 0; row < losses.length; row++) {
    if (losses.at(row) === 0) continue;
    const space = ledger.space(events.space.at(row));
    const index = space?.indexOf(events.packetNumber.at(row)) ?? -1;
    if (space === null || index < 0) continue;
    const timeUs = events.timeUs.at(row);
    const fate = space.fateAt(index);
    // A packet that is not in flight (an ACK alone) is acknowledged, never spurious, even if it was declared lost.
    const acknowledged = fate === PacketFate.acked || fate === PacketFate.spurious;
    timesUs.push(timeUs);
    untilAckUs.push(acknowledged ? space.settledUsAt(index) - timeUs : Number.NaN);
  }
  return (sameInstant) => {
    const isBefore = (us: number): boolean => us < 0 || (us === 0 && sameInstant);
    return {
      timesUs,
      lateUs: untilAckUs.map((us) => (isBefore(us) ? Number.NaN : us)),
      contradicted: untilAckUs.filter(isBefore).length,
    };
  };
}
