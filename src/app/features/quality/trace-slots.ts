/** The trace quality's part of the trace screen. */
import type { TraceSlots } from '../../workbench/slots';
import { QualityPanel } from './quality-panel';
import '../../workbench/styles';
import './quality.css';

export const traceSlots: TraceSlots = {
  cards: [{ place: 'range-end', part: 'Trace quality', Content: QualityPanel }],
};
