/** The event list: a drawer at the bottom of the page. */
import { showFilter, toggleEvents } from '../../state/events/events-open';
import { type Feature, onTrace } from '../../workbench/slots';

export const events: Feature = {
  id: 'events',
  commands: [
    onTrace({
      id: 'events',
      title: 'Show or hide the event list',
      group: 'Trace',
      keys: [{ code: 'KeyE' }],
      run: (trace, app) => toggleEvents(app, trace),
    }),
    onTrace({
      id: 'filter-events',
      title: 'Filter events',
      group: 'Trace',
      keys: [{ code: 'Slash' }],
      printed: '/',
      run: (trace, app) => showFilter(app, trace),
    }),
  ],
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
