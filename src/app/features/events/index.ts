/** The event list: a tab of the drawer. */
import { showFilter, toggleEvents } from '../../state/events/events-open';
import { type Feature, onTrace } from '../../workbench/slots';

export const events: Feature = {
  id: 'events',
  commands: [
    onTrace('events', 'Show or hide the event list', 'Trace', 'KeyE', (trace, app) =>
      toggleEvents(app, trace),
    ),
    onTrace('deciding-record', 'Record that decides it: the next one', 'Trace', 'KeyJ', async (trace, app) =>
      (await import('../../state/events/show-record')).showDeciding(app, trace),
    ),
    {
      ...onTrace('filter-events', 'Filter events', 'Trace', 'Slash', (trace, app) => showFilter(app, trace)),
      printed: '/',
    },
  ],
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
