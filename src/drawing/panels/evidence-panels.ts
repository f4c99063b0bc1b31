/** Which panels show why something is the answer, in the order in which they are read: of a part of the account, a finding, a stream. */
import type { Cause, Holder } from '../../engine/base/text/account-names';
import { withRemarks } from '../../engine/base/text/remarks';
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import { subjectOf } from '../view/chosen';

const CUT = ['congestion', 'loss', 'throughput', 'rtt'];
const CONTROL = ['congestion', 'rtt', 'delivery-rate', 'throughput'];
const CREDIT = ['streams', 'limits', 'throughput'];
const RECOVERY = ['pto', 'loss', 'rtt', 'congestion'];

const OF_CAUSE: { readonly [cause in Cause]?: readonly string[] } = {
  doesNotGrow: ['congestion', 'states', 'oscillation', 'boundary'],
  fullPath: ['throughput', 'rtt', 'congestion', 'delivery-rate'],
  startUp: ['congestion', 'rtt', 'throughput'],
  cutQueue: ['congestion', 'loss', 'rtt', 'throughput'],
  cutPoliced: ['congestion', 'loss', 'throughput', 'delivery-rate'],
  cutBurst: CUT,
  cutRandom: CUT,
  cutTooLarge: ['loss', 'congestion', 'sequence'],
  cutMarks: ['congestion', 'states', 'rtt'],
  cutSpurious: ['loss', 'rtt', 'congestion', 'sequence'],
  cutUnknown: CUT,
  estimateBelow: ['congestion', 'delivery-rate', 'rtt', 'throughput'],
  configured: ['congestion', 'throughput', 'limits'],
};

const OF_HOLDER: { readonly [holder in Holder]?: readonly string[] } = {
  window: CONTROL,
  pacing: ['congestion', 'throughput', 'delivery-rate', 'limits'],
  credit: CREDIT,
  application: ['limits', 'streams', 'congestion', 'throughput'],
  nextRequest: ['requests', 'streams', 'limits'],
  handshake: ['handshake', 'rtt', 'pto'],
  lossDetection: RECOVERY,
  pathStalled: RECOVERY,
  hostStopped: ['limits', 'throughput', 'sequence'],
  inTransit: ['sequence', 'rtt', 'throughput'],
  arriving: ['received', 'streams', 'acks-sent'],
  dataMissing: ['receive-gaps', 'received', 'streams'],
  ownCredit: ['streams', 'limits', 'received'],
  firstByte: ['requests', 'streams', 'received'],
  nothingCame: ['received', 'limits', 'acks-sent'],
  behindStreams: ['requests', 'streams', 'multiplexing'],
};
/** What does not show why it holds: the rates of the whole. */
const OTHERS = ['limits', 'throughput', 'sequence'];

/** Ids of panels; those that a trace lacks are left out by whoever shows them. Empty for a key that the trace does not have. */
export function evidencePanels(
  key: string,
  snapshot: Pick<Snapshot, 'findings' | 'remarks'>,
): readonly string[] {
  const { kind } = subjectOf(key);
  if (kind === 'stream') return ['requests', 'streams', 'multiplexing'];
  if (kind === 'held') {
    const [, holder = '', cause = ''] = key.split('.');
    return OF_CAUSE[cause as Cause] ?? OF_HOLDER[holder as Holder] ?? OTHERS;
  }
  return withRemarks(snapshot).find((finding) => finding.key === key)?.panels ?? [];
}
