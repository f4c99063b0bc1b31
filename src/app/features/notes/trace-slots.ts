/** The notes' parts of the trace screen: the list, and flags on overview and time axis. */
import type { TraceSlots } from '../../workbench/slots';
import { NoteFlags } from './note-flags';
import { Notes } from './notes';
import '../../workbench/styles';
import './notes.css';

export const traceSlots: TraceSlots = {
  cards: [{ place: 'side', part: 'The notes', Content: Notes }],
  axisLayer: { id: 'notes', Content: NoteFlags },
};
