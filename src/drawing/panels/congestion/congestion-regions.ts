/**
 * The regions of a model (slow start, linear, Reno-friendly, concave, convex) along the bottom of the plot: a strip with a
 * pattern per region, beneath the data. A few pixels belong to the region with the largest share of their time.
 */
import type { ColumnWindow } from '../../../engine/base/columns/series';
import type { StateSlice } from '../../../engine/base/columns/state-timeline';
import { largestShare, shareCells } from '../../painters/share-cells';
import type { Fill } from '../../surface/surface';
import { timeToX, type Viewport } from '../../surface/viewport';
import { sharesWithin, shareText } from '../build/shares';
import { isHidden, type LegendEntry, legendEntry, type PaintTools, type PanelContext } from '../panel';

const STRIP_OPACITY = 0.75;
const STRIP_PX = 5;

interface RegionStyle {
  /** Number of its colour, from `--slot-1`. */
  readonly slot: number;
  readonly pattern: Fill['pattern'];
}

/** Slow start looks the same as in the States panel. */
const STYLES: { readonly [region: string]: RegionStyle } = {
  'slow start': { slot: 3, pattern: 'dots' },
  linear: { slot: 1, pattern: 'solid' },
  'Reno-friendly': { slot: 7, pattern: 'horizontal' },
  concave: { slot: 4, pattern: 'diagonal' },
  convex: { slot: 8, pattern: 'cross' },
};
const OTHER_STYLE: RegionStyle = { slot: 6, pattern: 'solid' };

function styleOf(region: string): RegionStyle {
  return STYLES[region] ?? OTHER_STYLE;
}

export function regionKey(region: string): string {
  return `region-${region.toLowerCase().replaceAll(' ', '-')}`;
}

export function regionLegend({ names }: StateSlice): readonly LegendEntry[] {
  return names.map((region) =>
    legendEntry(
      regionKey(region),
      `${region} region`,
      'area',
      `--slot-${styleOf(region).slot}`,
      null,
      styleOf(region).pattern,
    ),
  );
}

/** Index of the region with the largest share of a column; -1 for none. */
function regionIn({ names, shares }: StateSlice, column: number): number {
  let best = -1;
  let largest = 0;
  for (let i = 0; i < names.length; i++) {
    const share = shares[column * names.length + i] ?? 0;
    if (share <= largest) continue;
    largest = share;
    best = i;
  }
  return best;
}

/** The region of a column by name; null for none. */
export function regionAt(slice: StateSlice, column: number): string | null {
  return slice.names[regionIn(slice, column)] ?? null;
}

/** `Reno-friendly 80.0 %, concave 20.0 % of the time in view`; regions without time are left out. */
export function regionWords(slice: StateSlice, window: ColumnWindow, viewport: Viewport): string {
  const shares = sharesWithin(slice, window, viewport.fromUs, viewport.toUs);
  const parts = slice.names.flatMap((region, i) =>
    shares[i].share > 0 ? [`${region} ${shareText(shares[i])}`] : [],
  );
  return parts.length === 0 ? 'no region in view' : `${parts.join(', ')} of the time in view`;
}

/** Draws the regions of the visible part along the bottom of the plot. */
export function paintRegions(context: PanelContext, slice: StateSlice, tools: PaintTools): void {
  const { answer, viewport } = context;
  const { surface, palette } = tools;
  const columnX = (column: number): number =>
    timeToX(viewport, answer.window.fromUs + column * answer.window.columnUs);
  for (const { from, to, shares } of shareCells(slice, answer.window, viewport)) {
    const name = slice.names[largestShare(shares)];
    if (name === undefined || isHidden(context, 'congestion', regionKey(name))) continue;
    const { slot, pattern } = styleOf(name);
    const fill = { color: palette.slots[slot - 1], pattern };
    const left = columnX(from);
    surface.rect(left, surface.height - STRIP_PX, columnX(to) - left, STRIP_PX, fill, STRIP_OPACITY);
  }
}
