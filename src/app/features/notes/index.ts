/** The user's notes on times, ranges and findings. */
import type { AppState } from '../../state/app-state';
import type { OpenTrace } from '../../state/traces/open-trace';
import { type Feature, onTrace } from '../../workbench/slots';

type Actions = typeof import('./note-actions');

/** The code of notes is loaded with the screen of a trace: at once from then on. */
const withActions =
  (run: (actions: Actions, trace: OpenTrace, app: AppState) => void) =>
  (trace: OpenTrace, app: AppState): void =>
    void import('./note-actions').then((actions) => run(actions, trace, app));

export const notes: Feature = {
  id: 'notes',
  commands: [
    onTrace(
      'note',
      'Add a note',
      'Trace',
      'KeyM',
      withActions(({ beginNote }, trace, app) => beginNote(app, trace)),
    ),
    onTrace(
      'undo-note',
      'Undo the last change of the notes',
      'Trace',
      'KeyU Ctrl+KeyZ:z',
      withActions(({ undoNote }, trace) => undoNote(trace)),
    ),
    onTrace(
      'redo-note',
      'Redo the last change of the notes',
      'Trace',
      'Shift+KeyU Ctrl+Shift+KeyZ:z',
      withActions(({ redoNote }, trace) => redoNote(trace)),
    ),
  ],
  columns: async () => [(await import('./note-column')).noteColumn],
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
