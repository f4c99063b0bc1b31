/** The button in the range bar, and the dialog, which is loaded by way of them. */
import type { SlotsAndForm } from '../../workbench/slots';
import { WhatIfButton } from './what-if-button';

export const traceSlots: SlotsAndForm = {
  loadForm: async () => (await import('./what-if-form')).WhatIfForm,
  cards: [{ place: 'range', part: 'The what-if button', Content: WhatIfButton }],
};
