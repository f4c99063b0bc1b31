/**
 * Gaps: the longest wait between two ack-eliciting packets, per few pixels. A receiver sees a silent sender,
 * a loss with its repair, or a paced window as gaps; it cannot tell them apart, and the panel does not try.
 */

import { SLICE_STRIDE } from '../../engine/columns/series';
import { duration } from '../../engine/text/figures';
import { visibleColumns } from '../painters/paint-series';
import { timeToX } from '../surface/viewport';
import { isHidden, type LegendEntry, type PanelContext, type PanelDefinition } from './panel';
import { columnAt, extremesOf, sliceOf } from './readings';

const BAR_PX = 3;
const HEADROOM = 1.15;
const GAP: LegendEntry = {
  id: 'receive-gap',
  label: 'longest gap between packets',
  swatch: 'area',
  color: '--slot-5',
};

interface Bar {
  readonly x: number;
  readonly gapUs: number;
}

/** The longest gap that ends in each bar of three pixels, on the window's own grid. */
function barsOf({ answer, viewport }: PanelContext): readonly Bar[] {
  const slice = sliceOf(answer, GAP.id);
  if (slice === undefined) return [];
  const { window } = answer;
  const columnPx = (window.columnUs / (viewport.toUs - viewport.fromUs)) * viewport.width;
  const size = Math.max(1, Math.round(BAR_PX / columnPx));
  const [first, last] = visibleColumns(window, viewport);
  const bars: Bar[] = [];
  for (let from = Math.floor(first / size) * size; from < last; from += size) {
    let gapUs = 0;
    for (let i = from; i < Math.min(from + size, window.columns); i++) {
      const longest = slice.values[i * SLICE_STRIDE + 2] as number;
      if (longest > gapUs) gapUs = longest;
    }
    if (gapUs > 0) bars.push({ x: timeToX(viewport, window.fromUs + from * window.columnUs), gapUs });
  }
  return bars;
}

function gapText({ answer }: PanelContext, fromUs: number, toUs: number): string {
  const extremes = extremesOf(answer, GAP.id, fromUs, toUs);
  return extremes === null ? '–' : duration(extremes.max);
}

export const receiveGaps: PanelDefinition = {
  id: 'receive-gaps',
  title: 'Gaps',
  height: 80,
  series: [GAP.id],
  side: 'receiver',
  missing: ({ catalogue }) =>
    catalogue.some(({ id }) => id === GAP.id)
      ? null
      : 'fewer than two ack-eliciting packet_received events. Log packets with their frames (qlog importance "core").',
  legend: () => [GAP],
  paint(context, { surface, palette, lockedMax, axis }) {
    const bars = barsOf(context);
    const longest = bars.reduce((max, { gapUs }) => Math.max(max, gapUs), 0);
    const max = lockedMax ?? (longest > 0 ? longest * HEADROOM : 1);
    axis(max, duration);
    if (isHidden(context, 'receive-gaps', GAP.id)) return { max };
    const fill = { color: palette.slots[4] as string, pattern: 'solid' } as const;
    for (const { x, gapUs } of bars) {
      const height = Math.max(1, Math.min(1, gapUs / max) * surface.height);
      surface.rect(x, surface.height - height, BAR_PX - 1, height, fill);
    }
    return { max };
  },
  values(context, timeUs) {
    const { window } = context.answer;
    if (Number.isNaN(columnAt(window, timeUs))) return new Map();
    return new Map([[GAP.id, gapText(context, timeUs - window.columnUs, timeUs + window.columnUs)]]);
  },
  sentence: (context) =>
    `The longest gap between packets in view is ${gapText(context, context.viewport.fromUs, context.viewport.toUs)}.`,
  cells: (context, fromUs, toUs) => [gapText(context, fromUs, toUs)],
};
