/** The user's notes on times, ranges and findings. */
import type { OpenTrace } from '../../state/traces/open-trace';
import { type Feature, onTrace } from '../../workbench/slots';

type Actions = typeof import('./note-actions');

/** The code of notes is loaded with the screen of a trace: at once from then on. */
const withActions =
  (run: (actions: Actions, trace: OpenTrace) => void) =>
  (trace: OpenTrace): void =>
    void import('./note-actions').then((actions) => run(actions, trace));

export const notes: Feature = {
  id: 'notes',
  commands: [
    onTrace({
      id: 'note',
      title: 'Add a note',
      group: 'Trace',
      keys: [{ code: 'KeyM' }],
      run: withActions(({ writeNote }, trace) => writeNote(trace)),
    }),
    onTrace({
      id: 'undo-note',
      title: 'Undo the last change of the notes',
      group: 'Trace',
      keys: [{ code: 'KeyU' }, { code: 'KeyZ', letter: 'z', ctrl: true }],
      run: withActions(({ undoNote }, trace) => undoNote(trace)),
    }),
    onTrace({
      id: 'redo-note',
      title: 'Redo the last change of the notes',
      group: 'Trace',
      keys: [
        { code: 'KeyU', shift: true },
        { code: 'KeyZ', letter: 'z', ctrl: true, shift: true },
      ],
      run: withActions(({ redoNote }, trace) => redoNote(trace)),
    }),
  ],
  columns: async () => [(await import('./note-column')).noteColumn],
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
