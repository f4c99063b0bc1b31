/** The event list's part of the trace screen. */

import { EVENTS_TAB } from '../../state/open-drawer';
import type { TraceSlots } from '../../workbench/slots';
import { EventsPanes } from './events-panes';
import { EventsTools } from './events-tools';
import { HitTicks } from './hit-ticks';
import '../../workbench/styles';
import './events.css';

export const traceSlots: TraceSlots = {
  drawerTab: { id: EVENTS_TAB, title: 'Events', Tools: EventsTools, Content: EventsPanes },
  axisLayer: { id: 'event-hits', Content: HitTicks },
};
