/** RTT: latest, smoothed and minimum, as the stack logs them. */
import { paintSeries, visibleMax } from '../chart/paint-series';
import { duration, rtt as rttText } from '../text/figures';
import { isHidden, type LegendEntry, type PanelContext, type PanelDefinition } from './panel';
import { extremesOf, rangeText, sliceOf, valueAt } from './readings';

const LINES: readonly LegendEntry[] = [
  { id: 'latest-rtt', label: 'latest', swatch: 'dot', color: '--slot-5' },
  { id: 'smoothed-rtt', label: 'smoothed', swatch: 'line', color: '--cwnd' },
  { id: 'min-rtt', label: 'min', swatch: 'dash', color: '--slot-3' },
];
const HEADROOM = 1.15;
/** One late sample may stretch the axis to three times the smoothed RTT, not further. */
const LATEST_LIMIT = 3;

function present({ snapshot }: PanelContext): readonly LegendEntry[] {
  return LINES.filter(({ id }) => snapshot.catalogue.some((info) => info.id === id));
}

function largest({ answer, viewport }: PanelContext, id: string): number {
  const slice = sliceOf(answer, id);
  return slice === undefined ? Number.NaN : visibleMax(slice, answer.window, viewport);
}

export const rtt: PanelDefinition = {
  id: 'rtt',
  title: 'RTT',
  height: 110,
  series: LINES.map(({ id }) => id),
  side: 'both',
  missing: ({ catalogue }) =>
    LINES.some(({ id }) => catalogue.some((info) => info.id === id))
      ? null
      : 'no metrics_updated event holds an RTT. Log recovery metrics (qlog importance "core").',
  legend: present,
  paint(context, { surface, palette, lockedMax, axis }) {
    const { answer, viewport, snapshot } = context;
    const shown = present(context).filter(({ id }) => !isHidden(context, 'rtt', id));
    const latest = largest(context, 'latest-rtt');
    const others = ['smoothed-rtt', 'min-rtt'].map((id) => largest(context, id)).filter((max) => max > 0);
    const calm = others.length === 0 ? latest : Math.max(...others);
    const fitted = latest > calm ? Math.min(latest, calm * LATEST_LIMIT) : calm;
    const max = lockedMax ?? (fitted > 0 ? fitted : 1000) * HEADROOM;
    axis(max, (value) => (value === 0 ? '0' : duration(value).replace('.0 ', ' ').replace('.00 ', ' ')));
    const y = (value: number): number => Math.max(-2, surface.height - (value / max) * surface.height);
    for (const { id } of shown) {
      const slice = sliceOf(answer, id);
      const stroke = palette.series[id];
      if (slice === undefined || stroke === undefined) continue;
      // A sample holds until the next: a slope between them would show round trips that nobody measured.
      paintSeries(
        surface,
        { slice, shape: 'step', stroke },
        answer.window,
        viewport,
        y,
        snapshot.extent.toUs,
      );
    }
    if (!(latest > max) || isHidden(context, 'rtt', 'latest-rtt')) return { max };
    return { max, clipped: `Clipped: the latest RTT reaches ${rttText(latest)} in view.` };
  },
  values({ answer }, timeUs) {
    const values = LINES.map(({ id }): [string, number] => [id, valueAt(answer, id, timeUs)]);
    return new Map(
      values.filter(([, value]) => !Number.isNaN(value)).map(([id, value]) => [id, rttText(value)]),
    );
  },
  sentence(context) {
    const { answer, viewport } = context;
    const parts = present(context).map(
      ({ id, label }) =>
        `${label} ${rangeText(extremesOf(answer, id, viewport.fromUs, viewport.toUs), rttText)}`,
    );
    return `RTT: ${parts.join(', ')}.`;
  },
  cells: (context, fromUs, toUs) =>
    present(context).map(({ id }) => rangeText(extremesOf(context.answer, id, fromUs, toUs), rttText)),
};
