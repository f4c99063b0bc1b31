/** The button in the range bar. */
import type { TraceSlots } from '../../workbench/slots';
import { WhatIfButton } from './what-if-button';

export const traceSlots: TraceSlots = {
  cards: [{ place: 'range', part: 'The what-if button', Content: WhatIfButton }],
};
