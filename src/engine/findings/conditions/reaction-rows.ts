/** Rows of evidence that rules about stalls have in common. */
import { rtt } from '../../base/text/figures';
import { ACK_GAP, type AckGap } from '../../sender/transport/ack-gaps';
import { atLeast, below, deciding, supporting } from '../finding/evidence';
import type { Evidence } from '../finding/finding';
import type { DetectInput } from '../rule/rule-input';

/** How long the newest packet of the ACK that ends a gap took. */
export function newestRow(gap: AckGap): Evidence {
  return deciding({
    id: 'newest',
    name: 'how long the newest packet took that the ACK after it acknowledges (RTT without ack_delay)',
    normal: 'about the RTT before',
    value: gap.endUs - gap.latestSentUs - gap.ackDelayUs,
    limit: atLeast(gap.rttUs, 'us', { times: ACK_GAP.newestRtts, of: 'the RTT before', write: rtt }),
    panel: 'rtt',
  });
}

/**
 * How fast the sender answers an ACK where nothing stalls: a stop of this host stands out.
 * @param stallUs length of the stall, µs.
 */
export function reactionRows({ reaction }: DetectInput, stallUs: number): readonly Evidence[] {
  const { medianUs, nearlyAllUs } = reaction;
  const limit = below(stallUs, 'us', { of: 'the stall' });
  const name = 'from an ACK to the next packet, elsewhere';
  const row = { limit, normal: 'far below the stall', panel: 'sequence' };
  return [
    supporting({ ...row, id: 'reaction', name: `${name}: median`, value: medianUs }),
    supporting({ ...row, id: 'reaction-95', name: `${name}: 95 %`, value: nearlyAllUs }),
  ];
}
