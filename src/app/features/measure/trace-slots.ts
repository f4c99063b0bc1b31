/** The measurement's parts of the trace screen: figures beside the panels, the span over them, a button in the range bar. */
import { paintMeasure } from '../../../drawing/painters/paint-measure';
import type { CanvasLayer, TraceSlots } from '../../workbench/slots';
import { MeasureBox } from './measure-box';
import { MeasureButton } from './measure-button';
import { measureKeyHeld } from './measure-key';
import '../../workbench/styles';
import './measure.css';
import { measureDrawn, measureTool } from './measure-tool';
import type { Measurement } from './measurement';

const canvasLayer: CanvasLayer<Measurement | null> = {
  isOfSet: true,
  value: (trace) => trace.feature(measureTool).current,
  paint(surface, viewport, measurement, palette) {
    if (measurement !== null) paintMeasure(surface, viewport, measurement.range, palette);
  },
  drag: {
    isHeld: (app) => app.feature(measureKeyHeld).get(),
    onDrag: (trace, range, held) => measureDrawn(trace, range, held),
  },
};

export const traceSlots: TraceSlots = {
  cards: [
    { place: 'range', part: 'The measure button', Content: MeasureButton },
    { place: 'float', part: 'The measurement', Content: MeasureBox },
  ],
  canvasLayer,
};
