/** The part of the screen that lists the traces of the set. */
import type { TraceSlots } from '../../workbench/slots';
import { SetLanes } from './set-lanes';
import '../../workbench/styles';
import './set-lanes.css';

export const traceSlots: TraceSlots = {
  cards: [{ place: 'above', part: 'The traces of the set', Content: SetLanes }],
};
