/** The parts of a trace of several files on its screen: a line above it, and the seams over panels and overview. */
import { paintSeams } from '../../../drawing/painters/paint-seams';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import type { CanvasLayer, TraceSlots } from '../../workbench/slots';
import { SeamFlags } from './seam-flags';
import { SegmentsLine } from './segments-line';
import '../../workbench/styles';
import './segments.css';

const canvasLayer: CanvasLayer<Snapshot | null> = {
  value: (trace) => trace.snapshot,
  paint(surface, viewport, snapshot, palette, laneColor) {
    paintSeams(surface, viewport, snapshot?.segments ?? [], laneColor ?? palette.faint);
  },
};

export const traceSlots: TraceSlots = {
  cards: [{ place: 'top', part: 'The files of the trace', Content: SegmentsLine }],
  canvasLayer,
  axisLayer: { id: 'segments', Content: SeamFlags },
};
