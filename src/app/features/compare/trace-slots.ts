/** The comparison's parts of the trace screen: its button in the range bar, its card, the panel of a set, and the drag that shifts a trace. */
import { dragsToAlign } from '../../state/compare/drag-mode';
import type { CanvasLayer, TraceSlots } from '../../workbench/slots';
import { alignDrag, isDragHeld } from './align-drag';
import { CompareButton } from './compare-button';
import { ComparisonCard } from './comparison-card';
import { EndsCard } from './ends-card';
import '../../workbench/styles';
import './compare.css';

const canvasLayer: CanvasLayer<boolean> = {
  value: (trace) => trace.feature(dragsToAlign),
  // The trace itself moves.
  paint: () => undefined,
  drag: {
    isHeld: isDragHeld,
    onDrag: (lead, _, held, movedUs) => lead.feature(alignDrag).drag(movedUs, held),
  },
};

export const traceSlots: TraceSlots = {
  cards: [
    { place: 'headline', part: 'The comparison', Content: ComparisonCard },
    { place: 'range', part: 'The compare button', Content: CompareButton },
    { place: 'panels', part: 'The path between the two ends', Content: EndsCard },
  ],
  canvasLayer,
};
