/** The event list's part of the trace screen. */
import type { TraceSlots } from '../../workbench/slots';
import { EventsDrawer } from './events-drawer';
import { HitTicks } from './hit-ticks';
import '../../workbench/styles';
import './events.css';

export const traceSlots: TraceSlots = {
  cards: [{ place: 'below', part: 'The event list', Content: EventsDrawer }],
  axisLayer: { id: 'event-hits', Content: HitTicks },
};
