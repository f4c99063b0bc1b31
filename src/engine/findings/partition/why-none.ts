/** Why a log does not show what held its sender, as a clause of docs/account.md, *What cannot be attributed*. */
import { duration, percent, plural } from '../../base/text/figures';
import { whyContradicted } from '../../sender/transport/contradictions';
import { type MissingPackets, missingReceived } from '../../sender/transport/missing-packets';
import type { TransportState } from '../../sender/transport/transport';
import type { Interval } from '../measures/intervals';

/** With more of its packets missing, or a larger step back as a share of the span, nothing is said of a log. */
const T = { missing: 0.1, back: 0.1 } as const;

const NO_PACKETS = 'without sent packets in the log, what held the sender does not show';

/** Null where it shows. @param span null for a log without packets. */
export function whyNoPartition(
  { state, missing }: { readonly state: TransportState; readonly missing: MissingPackets },
  span: Interval | null,
): string | null {
  const { side, pathCount, ledger, farthestBackUs, firstUs, lastUs } = state;
  if (span === null) return NO_PACKETS;
  if (side === 'unknown') return 'the log does not show which side sent the data';
  const what = side === 'receiver' ? 'the transfer' : 'the sender';
  if (side === 'sender' && ledger.sentPackets === 0) return NO_PACKETS;
  if (pathCount > 1)
    return `its packets went over ${plural(pathCount, 'path')} at once, which are not distinguished`;
  const mixed = whyContradicted(state);
  if (mixed !== null) return mixed;
  if (lacksReceived(state)) return 'without received packets in the log, what held the sender does not show';
  const spanUs = span.endUs - span.startUs;
  if (!(spanUs > 0)) return 'a single time in the log shows no course';
  if (farthestBackUs > T.back * spanUs)
    return `the clock of the log goes back by ${duration(farthestBackUs)}, and what held ${what} does not show`;
  const { share } = missing.within(firstUs, lastUs);
  if (side === 'sender' && share > T.missing)
    return `${percent(share)} of the packets sent are not in the log, and what held the sender does not show`;
  const received = missingReceived(state).all;
  if (received.share > T.missing)
    return `${percent(received.share)} of the packets received are not in the log, and what held ${what} does not show`;
  return null;
}

/** Nothing was received by a server, or by who measured RTTs: the log does not hold it. */
const lacksReceived = ({ receivedPackets, role, series }: TransportState): boolean =>
  receivedPackets === 0 && (role === 'server' || series.latestRtt.length > 0);
