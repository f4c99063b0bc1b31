/** Traces compared on one axis: how they get there, their alignment, what differs and who was faster. */
import type { AppState } from '../../state/app-state';
import { dragsToAlign } from '../../state/compare/drag-mode';
import type { OpenTrace } from '../../state/traces/open-trace';
import { type Feature, onTrace } from '../../workbench/slots';

const run =
  (act: (actions: typeof import('../../state/compare/actions'), trace: OpenTrace, app: AppState) => void) =>
  (trace: OpenTrace, app: AppState): void =>
    void import('../../state/compare/actions').then((actions) => act(actions, trace, app));

export const compare: Feature = {
  id: 'compare',
  commands: [
    onTrace('compare-with', 'Compare with another trace', 'Trace', 'KeyV', (_, app) =>
      app.toggleDialog('compare'),
    ),
    onTrace(
      'compare-all',
      'Compare all open traces',
      'Trace',
      'Shift+KeyV',
      run(({ compareAll }, _, app) => compareAll(app)),
    ),
    onTrace(
      'swap',
      'Swap A and B of compared traces',
      'Trace',
      'Shift+KeyS',
      run(({ swap }, trace, app) => swap(app, trace)),
    ),
    onTrace(
      'drag-to-align',
      'Drag to align: shift a compared trace',
      'Cursor',
      'KeyG',
      run(({ toggleDrag }, trace) => toggleDrag(trace)),
    ),
  ],
  dialogs: [
    {
      id: 'compare',
      label: 'Compare with another trace',
      load: async () => (await import('./compare-form')).CompareForm,
    },
  ],
  clear(trace) {
    const mode = trace.feature(dragsToAlign);
    if (!mode.get()) return false;
    mode.set(false);
    return true;
  },
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
