/** The export button in the range bar, and the dialog, which is loaded by way of them. */
import type { SlotsAndForm } from '../../workbench/slots';
import { ExportButton } from './export-button';

export const traceSlots: SlotsAndForm = {
  loadForm: async () => (await import('./export-form')).ExportForm,
  cards: [{ place: 'range', part: 'The export button', Content: ExportButton }],
};
