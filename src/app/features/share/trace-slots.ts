/** The line about a digest: below its answer. */
import type { TraceSlots } from '../../workbench/slots';
import { DigestLine } from './digest-line';

export const traceSlots: TraceSlots = {
  cards: [{ place: 'above', part: 'The line about the digest', Content: DigestLine }],
};
