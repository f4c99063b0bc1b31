/**
 * Marks where a line leaves the plot at its upper edge: an arrow at the highest point of each stretch beyond the axis. Of
 * those whose values would cover one another the highest stays (surface/clip-label.ts).
 */
import type { SeriesSlice } from '../../engine/base/columns/series';
import { CLIP_ARROW, type Clip, isClear } from '../surface/clip-label';
import type { Surface } from '../surface/surface';
import { type PlotTime, pixelColumns, visibleMax } from './pixel-columns';

interface Peak {
  readonly x: number;
  readonly value: number;
}

/** The highest point of each stretch above the axis. */
function peaksOf(tops: Float64Array, max: number): readonly Peak[] {
  const peaks: Peak[] = [];
  let highest: Peak | null = null;
  for (let pixel = 0; pixel <= tops.length; pixel++) {
    const value = tops[pixel] ?? Number.NaN;
    if (value > max) {
      if (highest === null || value > highest.value) highest = { x: pixel + 0.5, value };
    } else if (highest !== null) {
      peaks.push(highest);
      highest = null;
    }
  }
  return peaks;
}

/**
 * Where a series is above the axis.
 * @param max top of the axis. @param taken clips of other series, which stay.
 */
export function clipsOf(
  slice: SeriesSlice,
  time: PlotTime,
  max: number,
  { text, color }: { readonly text: (value: number) => string; readonly color: string },
  taken: readonly Clip[],
): readonly Clip[] {
  // Most series are within: that is found at less cost.
  if (!(visibleMax(slice, time.window, time.viewport) > max)) return [];
  const tops = pixelColumns(slice, time).max;
  const peaks = peaksOf(tops, max);
  const { halfWidth } = CLIP_ARROW;
  const clear: Clip[] = [];
  for (const { x: peakX, value } of [...peaks].sort((a, b) => b.value - a.value)) {
    // The whole arrow within the plot.
    const x = Math.min(tops.length - halfWidth, Math.max(halfWidth, peakX));
    const clip = { x, text: text(value), color };
    if (isClear(clip, taken) && isClear(clip, clear)) clear.push(clip);
  }
  return clear.sort((a, b) => a.x - b.x);
}

export function paintClips(surface: Surface, clips: readonly Clip[]): void {
  const { top, height, halfWidth } = CLIP_ARROW;
  for (const { x, color } of clips) {
    const rows = Array.from({ length: height }, (_, row) => {
      const half = (halfWidth * (row + 1)) / height;
      return [x - half, top + row, 2 * half, 1];
    });
    surface.bars(rows.flat(), { color, pattern: 'solid' });
  }
}
