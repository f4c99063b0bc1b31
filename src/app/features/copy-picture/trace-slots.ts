/** The link on the card of a finding. */
import type { TraceSlots } from '../../workbench/slots';
import { CopyFindingLink } from './copy-finding-link';

export const traceSlots: TraceSlots = {
  findingActions: [{ id: 'copy-finding', place: 'after', Content: CopyFindingLink }],
};
