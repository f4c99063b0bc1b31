/** The parts of outside marks on the trace screen: the line in the answer, the lane on the time axis, thin lines over the panels. */
import { timeToX } from '../../../drawing/surface/viewport';
import { isSample } from '../../../sharing/outside/outside-mark';
import type { TraceOutside } from '../../state/traces/open-trace';
import type { CanvasLayer, TraceSlots } from '../../workbench/slots';
import '../../workbench/styles';
import { CoincidenceLine } from './coincidence-line';
import { MarksLane } from './marks-lane';
import { StartLine } from './start-line';

export { holdsMarks } from '../../../sharing/outside/marks-head';
export { areMarks, placeFiles } from './place-marks';

import './outside-marks.css';

/** Lines nearer than this are one. */
const LEAST_PX = 3;

const canvasLayer: CanvasLayer<TraceOutside> = {
  value: (trace) => trace.outside,
  paint(surface, viewport, { marks }, palette, laneColor) {
    const stroke = { color: laneColor ?? palette.faint, width: 1, dash: [2, 3] };
    let last = Number.NEGATIVE_INFINITY;
    for (const mark of marks) {
      if (isSample(mark) || mark.timeUs < viewport.fromUs || mark.timeUs > viewport.toUs) continue;
      const x = Math.round(timeToX(viewport, mark.timeUs)) + 0.5;
      if (x - last < LEAST_PX) continue;
      last = x;
      surface.polyline([x, 0, x, surface.height], stroke);
    }
  },
};

export const traceSlots: TraceSlots = {
  cards: [
    { place: 'top', part: 'The question when the trace began', Content: StartLine },
    { place: 'headline', part: 'What began outside', Content: CoincidenceLine },
    { place: 'axis', part: 'The outside marks', Content: MarksLane },
  ],
  canvasLayer,
};
