/** The line above a digest. */
import type { TraceSlots } from '../../workbench/slots';
import { DigestLine } from './digest-line';

export const traceSlots: TraceSlots = {
  cards: [{ place: 'top', part: 'The line about the digest', Content: DigestLine }],
};
