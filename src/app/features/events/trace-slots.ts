/** What the event list shows of a trace. */
import type { TraceSlots } from '../../workbench/slots';
import { EventsDrawer } from './events-drawer';
import '../../workbench/styles';
import './events.css';

export const traceSlots: TraceSlots = {
  cards: [{ place: 'below', part: 'The event list', Content: EventsDrawer }],
};
