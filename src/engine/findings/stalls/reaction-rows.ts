/** How fast the sender answers an ACK where nothing stalls, as rows of evidence: a stop of this host stands out. */
import type { Evidence } from '../detector';
import { below, supporting } from '../evidence';
import type { DetectInput } from '../input';
import { reactionOf } from './usual-acks';

/** @param stallUs length of the stall, µs. */
export function reactionRows({ state, stalls }: DetectInput, stallUs: number): readonly Evidence[] {
  const { medianUs, nearlyAllUs } = reactionOf(state, stalls.spans);
  const limit = below(stallUs, 'us', { of: 'the stall' });
  const name = 'from an ACK to the next packet, elsewhere';
  return [
    supporting({ id: 'reaction', name: `${name}: median`, value: medianUs, limit, panel: 'sequence' }),
    supporting({ id: 'reaction-95', name: `${name}: 95 %`, value: nearlyAllUs, limit, panel: 'sequence' }),
  ];
}
