/** The export button in the range bar. */
import type { TraceSlots } from '../../workbench/slots';
import { ExportButton } from './export-button';

export const traceSlots: TraceSlots = {
  cards: [{ place: 'range', part: 'The export button', Content: ExportButton }],
};
