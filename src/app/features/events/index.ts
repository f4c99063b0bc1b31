/** The event list: a tab of the drawer. */
import type { AppState } from '../../state/app-state';
import { openFilter } from '../../state/open-drawer';
import type { OpenTrace } from '../../state/traces/open-trace';
import { type Feature, onTrace } from '../../workbench/slots';

type Opening = typeof import('../../state/events/events-open');

/** The code of the list is loaded with the screen of a trace: at once from then on. */
const withList =
  (run: (opening: Opening, app: AppState, trace: OpenTrace) => void) =>
  (trace: OpenTrace, app: AppState): void =>
    void import('../../state/events/events-open').then((opening) => run(opening, app, trace));

export const events: Feature = {
  id: 'events',
  commands: [
    onTrace(
      'events',
      'Show or hide the event list',
      'Trace',
      'KeyE',
      withList(({ toggleEvents }, app, trace) => toggleEvents(app, trace)),
    ),
    onTrace(
      'deciding-record',
      'Record that decides it: the next one',
      'Trace',
      'KeyJ',
      withList(({ showDeciding }, app, trace) => showDeciding(app, trace)),
    ),
    {
      ...onTrace('filter-events', 'Filter events', 'Trace', 'Slash', (trace, app) => openFilter(app, trace)),
      printed: '/',
    },
  ],
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
