/**
 * Paints one step series as an area from zero, by one rule at every zoom: in each pixel column (pixel-columns.ts) solid up
 * to the column's minimum, light from there to its maximum, and an edge just below the maximum, so that nothing is drawn
 * above what was.
 *
 *   ▁▁▁▁   edge, at the maximum
 *   ░░░░   light: reached for a part of the column
 *   ▓▓▓▓   solid: held all the time
 */
import type { SeriesSlice } from '../../engine/base/columns/series';
import type { Fill, Surface } from '../surface/surface';
import type { ScaleY } from './paint-series';
import { type PlotTime, pixelColumns } from './pixel-columns';

export const AREA_OPACITY = 0.42;
/** Of what is reached for a part of a column. */
export const REACHED_OPACITY = 0.25;
const EDGE_OPACITY = 0.75;
const EDGE_PX = 1;

/** Boxes as x, y, width and height of each: neighbours of one height as one. */
class Boxes {
  readonly all: number[] = [];

  add(x: number, y: number, height: number): void {
    if (!(height > 0)) return;
    const { all } = this;
    const at = all.length - 4;
    const isNext = at >= 0 && all[at] + all[at + 2] === x;
    if (isNext && all[at + 1] === y && all[at + 3] === height) all[at + 2] = all[at + 2] + 1;
    else all.push(x, y, 1, height);
  }
}

export interface AreaLook extends Fill {
  /** Of its opacity, 0 to 1. */
  readonly strength: number;
}

/** @param scaleY zero is the foot of the surface. */
export function paintArea(
  surface: Surface,
  slice: SeriesSlice,
  { color, pattern, strength }: AreaLook,
  time: PlotTime,
  scaleY: ScaleY,
): void {
  const { min, max } = pixelColumns(slice, time);
  const foot = surface.height;
  const [solid, light, edge] = [new Boxes(), new Boxes(), new Boxes()];
  for (let pixel = 0; pixel < max.length; pixel++) {
    const highest = max[pixel];
    if (Number.isNaN(highest)) continue;
    const top = scaleY(highest);
    const bottom = scaleY(min[pixel]);
    solid.add(pixel, bottom, foot - bottom);
    light.add(pixel, top, bottom - top);
    edge.add(pixel, top, Math.min(EDGE_PX, foot - top));
  }
  const fill: Fill = { color, pattern: time.isCoarse === true ? 'diagonal' : pattern };
  surface.bars(solid.all, fill, AREA_OPACITY * strength);
  surface.bars(light.all, fill, REACHED_OPACITY * strength);
  surface.bars(edge.all, { color, pattern: 'solid' }, EDGE_OPACITY * strength);
}
