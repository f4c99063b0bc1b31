/**
 * Paints the band of many runs: an area from its lower to its upper edge, in the pattern of its group, and its median as a
 * line. Where too few runs have a value nothing is drawn.
 */
import type { Band } from '../../engine/service/compare/bands';
import type { Fill, Stroke, Surface } from '../surface/surface';
import { timeToX, type Viewport, xToTime } from '../surface/viewport';
import { paintLineMarks } from './line-marks';
import type { ScaleY } from './paint-series';

const BAND_OPACITY = 0.28;

export interface BandLook {
  readonly stroke: Stroke;
  readonly pattern: Fill['pattern'];
}

/** Index of the step that holds a time; may be outside the band. */
export function stepAt({ fromUs, stepUs }: Band, timeUs: number): number {
  return Math.floor((timeUs - fromUs) / stepUs);
}

export function paintBand(
  surface: Surface,
  band: Band,
  { stroke, pattern }: BandLook,
  viewport: Viewport,
  y: ScaleY,
): void {
  const boxes: number[] = [];
  const line: number[] = [];
  band.median.forEach((median, step) => {
    if (Number.isNaN(median)) {
      if (line.length > 0 && !Number.isNaN(line[line.length - 2])) line.push(Number.NaN, 0);
      return;
    }
    const from = timeToX(viewport, band.fromUs + step * band.stepUs);
    const to = timeToX(viewport, band.fromUs + (step + 1) * band.stepUs);
    const top = y(band.high[step]);
    boxes.push(from, top, to - from, Math.max(1, y(band.low[step]) - top));
    line.push(from, y(median), to, y(median));
  });
  surface.bars(boxes, { color: stroke.color, pattern }, BAND_OPACITY);
  surface.polyline(line, stroke);
  paintLineMarks(surface, stroke, (pixel) =>
    y(band.median[stepAt(band, xToTime(viewport, pixel))] ?? Number.NaN),
  );
}
