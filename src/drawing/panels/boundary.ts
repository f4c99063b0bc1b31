/**
 * Boundary: how far the recovery boundary lies ahead of the sends, rebuilt under two rules of what counts as idle.
 * A lead above zero means that no ACK of these sends grows the window. Above under the one rule and below under
 * the other, it proves which of the two the sender follows: the picture of a death spiral's cause.
 */

import type { Answer } from '../../engine/contract/messages';
import { duration } from '../../engine/text/figures';
import { paintSeries } from '../painters/paint-series';
import { isHidden, type LegendEntry, type PanelContext, type PanelDefinition } from './panel';
import { extremesOf, rangeText, sliceOf, valueAt } from './readings';

const LINES: readonly LegendEntry[] = [
  {
    id: 'boundary-lead',
    label: 'idle since the last send (the defect)',
    swatch: 'line',
    color: '--slot-2',
  },
  {
    id: 'boundary-lead-fixed',
    label: 'idle since the last send or ACK (the fix)',
    swatch: 'dash',
    color: '--slot-3',
  },
];
/** Below zero a lead only says how long ago the boundary was: as much room as the leads above need. */
const DEEPEST_SHARE = 0.6;
const LEAST_TOP_US = 2000;
const HEADROOM = 1.15;

function leadText(us: number): string {
  return `${us > 0 ? '+' : us < 0 ? '−' : ''}${duration(Math.abs(us))}`;
}

function topOf({ answer, viewport }: PanelContext): number {
  const tops = LINES.map(({ id }) => extremesOf(answer, id, viewport.fromUs, viewport.toUs)?.max ?? 0);
  return Math.max(LEAST_TOP_US, ...tops) * HEADROOM;
}

function lineText(answer: Answer, id: string, fromUs: number, toUs: number): string {
  return rangeText(extremesOf(answer, id, fromUs, toUs), leadText);
}

export const boundary: PanelDefinition = {
  id: 'boundary',
  title: 'Boundary',
  height: 110,
  series: LINES.map(({ id }) => id),
  side: 'sender',
  missing: ({ catalogue, noBoundary }) =>
    LINES.some(({ id }) => catalogue.some((info) => info.id === id))
      ? null
      : (noBoundary ??
        'no packet_sent with nothing in flight after a loss: nothing can move the recovery boundary, or packets are not ' +
          'logged (qlog importance "core").'),
  legend: () => LINES,
  paint(context, { surface, palette, lockedMax, axis }) {
    const { answer, viewport, snapshot } = context;
    const max = lockedMax ?? topOf(context);
    const min = -max * DEEPEST_SHARE;
    const { height } = surface;
    const y = (value: number): number =>
      Math.min(height, Math.max(-2, height - ((value - min) / (max - min)) * height));
    axis(max, (value) => (value === 0 ? '0' : leadText(value)), min);
    surface.polyline([0, y(0), viewport.width, y(0)], { color: palette.ink, width: 1, dash: [] });
    for (const { id } of LINES) {
      const slice = sliceOf(answer, id);
      const stroke = palette.series[id];
      if (slice === undefined || stroke === undefined || isHidden(context, 'boundary', id)) continue;
      paintSeries(
        surface,
        { slice, shape: 'step', stroke },
        answer.window,
        viewport,
        y,
        snapshot.extent.toUs,
      );
    }
    return { max };
  },
  values({ answer }, timeUs) {
    const values = LINES.map(({ id }): [string, number] => [id, valueAt(answer, id, timeUs)]);
    return new Map(
      values.filter(([, value]) => !Number.isNaN(value)).map(([id, value]) => [id, leadText(value)]),
    );
  },
  sentence({ answer, viewport: { fromUs, toUs } }) {
    const [defect, fix] = LINES.map(({ id }) => lineText(answer, id, fromUs, toUs));
    return `Lead of the rebuilt recovery boundary over the sends in view: ${defect} where idleness counts from the last send, ${fix} where it counts from the last send or ACK.`;
  },
  cells: ({ answer }, fromUs, toUs) => LINES.map(({ id }) => lineText(answer, id, fromUs, toUs)),
};
