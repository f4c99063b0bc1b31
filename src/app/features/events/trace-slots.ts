/** The event list's part of the trace screen. */
import type { TraceSlots } from '../../workbench/slots';
import { EventsDrawer } from './events-drawer';
import '../../workbench/styles';
import './events.css';

export const traceSlots: TraceSlots = {
  cards: [{ place: 'below', part: 'The event list', Content: EventsDrawer }],
};
