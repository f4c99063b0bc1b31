/** The button of an export, in the line of the range. */
import type { TraceSlots } from '../../workbench/slots';
import { ExportButton } from './export-button';

export const traceSlots: TraceSlots = {
  cards: [{ place: 'range', part: 'The export button', Content: ExportButton }],
};
