/**
 * How long each limit held the sender, from its first to its last packet or ACK: the common measure of the findings
 * that say what the bottleneck is. A tail in which nobody sends (an idle timeout) belongs to no transfer.
 */
import { EventKind, PacketFlag } from '../../../qlog-schema';
import { duration } from '../../text/figures';
import { LIMITS } from '../../transport/sender-limits';
import type { TransportState } from '../../transport/transport';
import type { Evidence } from '../detector';
import { needed, supporting } from '../plain-finding';
import { LIMITED as T } from './thresholds-network';

export interface LimitShares {
  readonly startUs: number;
  readonly endUs: number;
  readonly roundTrips: number;
  readonly packets: number;
  /** Share of the time, 0 to 1, by the limit's key. */
  readonly of: { readonly [limit in keyof typeof LIMITS]: number };
}

export function limitShares(state: TransportState): LimitShares {
  const { events, limits, series, firstUs, lastUs } = state;
  const times = events.timeUs.view();
  const kinds = events.kind.view();
  const moves = (row: number): boolean =>
    events.ackedBytes.at(row) > 0 ||
    (kinds[row] === EventKind.packetSent && (events.flags.at(row) & PacketFlag.inFlight) !== 0);
  let last = kinds.length - 1;
  while (last > 0 && !moves(last)) last--;
  const endUs = times[last] ?? lastUs;
  const share = (limit: keyof typeof LIMITS): number => limits.shareOf(LIMITS[limit], firstUs, endUs);
  return {
    startUs: firstUs,
    endUs,
    roundTrips: (endUs - firstUs) / series.smoothedRtt.medianOf(firstUs, endUs),
    packets: state.sentInFlightPackets,
    of: {
      window: share('window'),
      pacing: share('pacing'),
      flowControl: share('flowControl'),
      application: share('application'),
      amplification: share('amplification'),
      unknown: share('unknown'),
    },
  };
}

/** The evidence that one limit held the sender for most of the time; the window's share stands beside it. */
export function limitEvidence(shares: LimitShares, limit: keyof typeof LIMITS): readonly Evidence[] {
  const share = shares.of[limit];
  return [
    needed({
      id: 'share',
      name: `time limited by ${LIMITS[limit]}`,
      value: share,
      unit: 'share',
      threshold: `> ${T.timeShare * 100} %`,
      holds: share > T.timeShare,
      panel: 'limits',
    }),
    needed({
      id: 'length',
      name: `round trips in ${duration(shares.endUs - shares.startUs)}`,
      value: shares.roundTrips,
      unit: 'rtt',
      threshold: `≥ ${T.minRtts} RTT`,
      holds: shares.roundTrips >= T.minRtts,
      panel: 'rtt',
    }),
    needed({
      id: 'packets',
      name: 'packets sent that count as in flight',
      value: shares.packets,
      unit: 'packets',
      threshold: `≥ ${T.minPackets}`,
      holds: shares.packets >= T.minPackets,
      panel: 'sequence',
    }),
    supporting({
      id: 'window',
      name: `time limited by the ${LIMITS.window}`,
      value: shares.of.window,
      unit: 'share',
      threshold: `< ${T.timeShare * 100} %`,
      holds: shares.of.window < T.timeShare,
      panel: 'limits',
    }),
  ];
}
