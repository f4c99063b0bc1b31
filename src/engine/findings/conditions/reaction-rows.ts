/** How fast the sender answers an ACK where nothing stalls, as rows of evidence: a stop of this host stands out. */
import { below, supporting } from '../finding/evidence';
import type { Evidence } from '../finding/finding';
import type { DetectInput } from '../rule/rule-input';

/** @param stallUs length of the stall, µs. */
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
