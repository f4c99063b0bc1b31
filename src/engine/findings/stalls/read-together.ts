/**
 * The ACKs of new data that are read together when packets come again after a silence: those that lay in the socket of a host that
 * was stopped, or those that the receiver or the path held and let go at once.
 *
 *   sent      |  |  |  |  |                         each ACK is one for as many packets as ever
 *   ACKs come             :  :  :  :  :             as far apart as their packets were, or as the path carries them
 *   ACKs read                         |||||         all at once: they lay unread
 */
import { nearestRank } from '../../base/columns/median';
import { ACK_GAP, type AckGap, type GapAck } from '../../sender/transport/ack-gaps';
import type { Interval } from '../measures/intervals';
import type { UsualAcks } from './usual-acks';

export interface ReadTogether {
  readonly acks: number;
  /** What one of them acknowledges, median, bytes; of the first that comes later where there is none. */
  readonly ackBytes: number;
  /** Between the first and the last of them: as they were read, and as they came to this host, µs. */
  readonly readUs: number;
  readonly cameUs: number;
}

/**
 * How far apart ACKs came: as the receiver sent them, or as so many usually come. Two may always come together, where a receiver
 * acknowledges what it reads at once.
 */
function cameWithinUs(acks: readonly GapAck[], usual: UsualAcks): number {
  const leftUs = acks.map(({ latestSentUs, ackDelayUs }) => latestSentUs + ackDelayUs);
  const spreadUs = Math.max(...leftUs) - Math.min(...leftUs);
  return acks.length <= 2 ? spreadUs : Math.max(spreadUs, (acks.length - 1) * usual.gapUs);
}

/** What half of them, and two at least, acknowledge no more than: of the packets of a pause a receiver acknowledges many at once. */
function bytesOf(acks: readonly GapAck[]): number {
  const sorted = Float64Array.from(acks, ({ bytes }) => bytes).sort();
  return sorted[Math.max(Math.min(1, acks.length - 1), nearestRank(0.5, acks.length))] ?? Number.NaN;
}

/** Within two milliseconds of the end of a silence, of packets that were sent before it. */
export function readTogether(
  { together }: AckGap,
  { startUs, endUs }: Interval,
  usual: UsualAcks,
): ReadTogether {
  const acks = together.filter(
    ({ timeUs, latestSentUs }) => timeUs <= endUs + ACK_GAP.togetherUs && latestSentUs <= startUs,
  );
  return {
    acks: acks.length,
    ackBytes: bytesOf(acks.length > 0 ? acks : together.slice(0, 1)),
    readUs: acks.length === 0 ? Number.NaN : acks[acks.length - 1].timeUs - acks[0].timeUs,
    cameUs: acks.length === 0 ? Number.NaN : cameWithinUs(acks, usual),
  };
}
