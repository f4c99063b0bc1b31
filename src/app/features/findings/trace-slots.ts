/** The findings' parts of the trace screen. */
import type { TraceSlots } from '../../workbench/slots';
import { Findings, Headline } from './findings';
import '../../workbench/styles';
import './findings.css';

export const traceSlots: TraceSlots = {
  cards: [
    { place: 'above', part: 'The headline', Content: Headline },
    { place: 'side', part: 'The list of findings', Content: Findings },
  ],
};
