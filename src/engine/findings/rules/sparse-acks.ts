/**
 * Sparse ACKs: the receiver acknowledges a whole window with one ACK, long after its last packet could have been
 * acknowledged. The window is then sent once per ACK, however short the path is. RFC 9000 §13.2.2 recommends an ACK for
 * every second packet, §13.2.1 one within max_ack_delay.
 *
 * Not a finding of its own: a reason that the rule of flat windows names.
 */
import { medianOf } from '../../base/columns/median';
import { duration, fixed } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { above, atLeast, supporting } from '../finding/evidence';
import type { Evidence } from '../finding/finding';
import type { Interval } from '../measures/intervals';
import type { NewAck } from '../measures/send-cycles';

const T = {
  /** RFC 9000 §13.2.2: an ACK for every second packet is what receivers send. */
  packets: 2,
  /** One ACK for the whole window; where a queue delays packets, each second one has an ACK of its own. */
  windowShare: 0.9,
  /** The wait is not the path's: a window of few packets that is sent once per ACK makes no queue of this length. */
  minRtts: 3,
} as const;

export interface SparseAcks {
  /** Median number of packets acknowledged by an ACK, and their share of the window, 0 to 1. */
  readonly packets: number;
  readonly windowShare: number;
  /** Median latest RTT of the interval, and the smallest RTT of the path, µs. */
  readonly waitUs: number;
  readonly minRttUs: number;
}

/**
 * @param acks of the interval.
 * @param minRttUs smallest RTT of the path then.
 * @returns null if ACKs are as frequent as they should be, or no RTT is known.
 */
export function sparseAcks(
  state: TransportState,
  { startUs, endUs }: Interval,
  acks: readonly NewAck[],
  cwndBytes: number,
  minRttUs: number,
): SparseAcks | null {
  const ackedBytes = medianOf(Float64Array.from(acks, ({ bytes }) => bytes));
  const { series, rebuilt, datagramBytes } = state;
  const latest = series.latestRtt.length > 0 ? series.latestRtt : rebuilt.latestRtt;
  const sparse = {
    packets: ackedBytes / datagramBytes,
    windowShare: Math.min(1, ackedBytes / cwndBytes),
    waitUs: latest.medianOf(startUs, endUs),
    minRttUs,
  };
  return sparseEvidence(sparse).every(({ holds }) => holds) ? sparse : null;
}

export function sparseEvidence({ packets, windowShare, waitUs, minRttUs }: SparseAcks): readonly Evidence[] {
  const panel = 'sequence';
  return [
    supporting({
      id: 'ack-packets',
      name: 'packets acknowledged by one ACK, median',
      normal: '2 (RFC 9000 §13.2.2)',
      value: packets,
      limit: above(T.packets, 'packets', { note: ' packets' }),
      panel,
    }),
    supporting({
      id: 'ack-window',
      name: 'share of the window acknowledged by one ACK, median',
      normal: 'a small part',
      value: windowShare,
      limit: atLeast(T.windowShare, 'share'),
      panel,
    }),
    supporting({
      id: 'ack-wait',
      name: 'how long packets take until their ACK: latest RTT, median, in smallest RTTs',
      normal: 'near 1',
      value: waitUs / minRttUs,
      limit: above(T.minRtts, 'rtt', { note: ' smallest RTTs' }),
      panel: 'rtt',
    }),
  ];
}

/** `one ACK comes for 11 packets, 100 ms after them on a path of 1.00 ms: sparse ACKs hold the sender` */
export function sparseWords({ packets, waitUs, minRttUs }: SparseAcks): string {
  return (
    `one ACK comes for ${fixed(packets, 1)} packets, ${duration(waitUs)} after they were sent, where the smallest RTT is ` +
    `${duration(minRttUs)}: sparse ACKs hold the sender`
  );
}
