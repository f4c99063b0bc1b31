/** The user's notes on times, ranges and findings. */
import { type Feature, onTrace } from '../../workbench/slots';
import { writeNote } from './note-actions';
import { traceNotes } from './trace-notes';

export const notes: Feature = {
  id: 'notes',
  commands: [
    onTrace({
      id: 'note',
      title: 'Add a note',
      group: 'Trace',
      keys: [{ code: 'KeyM' }],
      run: (trace) => writeNote(trace),
    }),
    onTrace({
      id: 'undo-note',
      title: 'Undo the last change of the notes',
      group: 'Trace',
      keys: [{ code: 'KeyU' }],
      run: (trace) => trace.feature(traceNotes).undo(),
    }),
    onTrace({
      id: 'redo-note',
      title: 'Redo the last change of the notes',
      group: 'Trace',
      keys: [{ code: 'KeyU', shift: true }],
      run: (trace) => trace.feature(traceNotes).redo(),
    }),
  ],
  columns: async () => [(await import('./note-column')).noteColumn],
  traceSlots: async () => (await import('./trace-slots')).traceSlots,
};
