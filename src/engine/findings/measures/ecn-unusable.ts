/** Why the ECN counts of a trace may not be believed, in words: for its summary, and in place of a finding. */
import { instant, plural } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';

/** @returns what follows `ECN not usable: `; null if nothing speaks against it, or nothing is known of it. */
export function whyEcnUnusable({ ecn, pathCount }: TransportState): string | null {
  // Each path has counts of its own.
  if (ecn.failure === null || pathCount > 1) return null;
  const { reason, timeUs } = ecn.failure;
  switch (reason) {
    case 'all-marked':
      return 'all marked, each of the first packets reported is marked CE';
    case 'bleached':
      return `not counted, no ACK counts the ${plural(ecn.capablePackets, 'acknowledged packet')} sent with ECT: the path clears the field (bleaching), or the peer does not report it`;
    case 'counts-missing':
      return `counts missing, from ${instant(timeUs)} on ACKs of packets sent with ECT have none`;
    case 'counts-fell':
      return `counts fell, at ${instant(timeUs)}`;
    case 'not-covered':
      return `counts too low, at ${instant(timeUs)} they rose by less than packets sent with ECT were acknowledged`;
    case 'given-up':
      return `given up by the stack at ${instant(timeUs)}, as it logs`;
  }
}
