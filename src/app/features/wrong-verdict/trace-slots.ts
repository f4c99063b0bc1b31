/** The link on the card of a finding. */
import type { TraceSlots } from '../../workbench/slots';
import { WrongVerdictLink } from './wrong-verdict-link';

export const traceSlots: TraceSlots = {
  findingActions: [{ id: 'wrong-verdict', place: 'after', Content: WrongVerdictLink }],
};
