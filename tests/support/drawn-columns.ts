/**
 * Holds what was painted of a step series against its points: every pixel column reaches as far as the values that it
 * spans, and no farther than those of the answer's columns that it overlaps, one at each side.
 */
import type { PanelContext } from '../../src/drawing/panels/panel.ts';
import { extremesIn, type Points, type Reach } from './raster.ts';

/** Half a stroke, and rounding. */
const SLACK_PX = 0.51;

export interface DrawnSeries {
  readonly reach: Reach;
  readonly points: Points;
  readonly y: (value: number) => number;
  /** Both extremes, or only one where two colours or opacities share a column. */
  readonly ends?: readonly ('top' | 'bottom')[];
}

/** Columns that are wrong, as text: empty where all is right. */
export function wrongColumns(
  { viewport, answer: { window }, snapshot: { extent } }: PanelContext,
  { reach, points, y, ends = ['top', 'bottom'] }: DrawnSeries,
): readonly string[] {
  const wrong: string[] = [];
  const usPerPx = (viewport.toUs - viewport.fromUs) / viewport.width;
  for (let pixel = 0; pixel < viewport.width; pixel++) {
    const fromUs = viewport.fromUs + pixel * usPerPx;
    const toUs = Math.min(fromUs + usPerPx, extent.toUs + 1);
    if (fromUs >= extent.toUs) break;
    const within = extremesIn(points, fromUs, toUs);
    const around = extremesIn(points, fromUs - window.columnUs, toUs + window.columnUs);
    const drawn = { top: reach.top[pixel] as number, bottom: reach.bottom[pixel] as number };
    if (within === null) {
      if (around === null && !Number.isNaN(drawn.top)) wrong.push(`${pixel}: drawn without a value`);
      continue;
    }
    const need = { top: y(within.max), bottom: y(within.min) };
    const most = { top: y(around?.max ?? within.max), bottom: y(around?.min ?? within.min) };
    for (const end of ends) {
      const sign = end === 'top' ? 1 : -1;
      const isShort = !(sign * (drawn[end] - need[end]) <= SLACK_PX);
      const isLong = !(sign * (most[end] - drawn[end]) <= SLACK_PX);
      if (isShort || isLong) wrong.push(`${pixel}: ${end} ${drawn[end]}, of ${need[end]} to ${most[end]}`);
    }
  }
  return wrong;
}
