/** The button in the range bar, the link on the card of a finding, and the dialog, which is loaded by way of them. */
import type { SlotsAndForm } from '../../workbench/slots';
import { WhatIfButton } from './what-if-button';
import { WhatIfLink } from './what-if-link';

export const traceSlots: SlotsAndForm = {
  loadForm: async () => (await import('./what-if-form')).WhatIfForm,
  cards: [{ place: 'range', part: 'The what-if button', Content: WhatIfButton }],
  findingActions: [{ id: 'what-if', place: 'before', Content: WhatIfLink }],
};
