/**
 * RTT: latest, smoothed and minimum. Each as the stack logs it; one that it does not log is drawn as rebuilt from
 * packets (RFC 9002 §5), and says so. A logged one is never drawn beside its rebuilt twin: they lie on each other.
 */

import type { Snapshot } from '../../engine/contract/messages';
import { duration, rtt as rttText } from '../../engine/text/figures';
import { paintSeries, visibleMax } from '../painters/paint-series';
import { isHidden, type LegendEntry, type PanelContext, type PanelDefinition } from './panel';
import { extremesOf, rangeText, sliceOf, valueAt } from './readings';

const LOGGED: readonly LegendEntry[] = [
  { id: 'latest-rtt', label: 'latest', swatch: 'dot', color: '--slot-5' },
  { id: 'smoothed-rtt', label: 'smoothed', swatch: 'line', color: '--cwnd' },
  { id: 'min-rtt', label: 'min', swatch: 'dash', color: '--slot-3' },
];

const rebuiltId = (id: string): string => `${id}-from-packets`;

/** The lines that the trace has, at most one per quantity, in the order latest, smoothed, min. */
function linesOf({ catalogue }: Snapshot): readonly LegendEntry[] {
  const has = (id: string): boolean => catalogue.some((info) => info.id === id);
  return LOGGED.flatMap((line) => {
    if (has(line.id)) return line;
    const id = rebuiltId(line.id);
    return has(id) ? { ...line, id, label: `${line.label} (rebuilt)` } : [];
  });
}

const isLatest = ({ id }: LegendEntry): boolean => id === 'latest-rtt' || id === rebuiltId('latest-rtt');

const HEADROOM = 1.15;
/** One late sample may stretch the axis to three times the smoothed RTT, not further. */
const LATEST_LIMIT = 3;

function largest({ answer, viewport }: PanelContext, id: string): number {
  const slice = sliceOf(answer, id);
  return slice === undefined ? Number.NaN : visibleMax(slice, answer.window, viewport);
}

export const rtt: PanelDefinition = {
  id: 'rtt',
  title: 'RTT',
  height: 110,
  series: LOGGED.flatMap(({ id }) => [id, rebuiltId(id)]),
  side: 'both',
  missing: (snapshot) =>
    linesOf(snapshot).length > 0
      ? null
      : 'no metrics_updated event holds an RTT, and none can be rebuilt from packets. Log recovery metrics, or ' +
        'packet_sent and packet_received with exact times (qlog importance "core").',
  legend: ({ snapshot }) => linesOf(snapshot),
  paint(context, { surface, palette, lockedMax, axis }) {
    const { answer, viewport, snapshot } = context;
    const lines = linesOf(snapshot);
    const shown = lines.filter(({ id }) => !isHidden(context, 'rtt', id));
    const latest = Math.max(...lines.filter(isLatest).map(({ id }) => largest(context, id)));
    const others = lines
      .filter((line) => !isLatest(line))
      .map(({ id }) => largest(context, id))
      .filter((max) => max > 0);
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
    if (!(latest > max) || !shown.some(isLatest)) return { max };
    return { max, clipped: `Clipped: the latest RTT reaches ${rttText(latest)} in view.` };
  },
  values({ answer, snapshot }, timeUs) {
    const values = linesOf(snapshot).map(({ id }): [string, number] => [id, valueAt(answer, id, timeUs)]);
    return new Map(
      values.filter(([, value]) => !Number.isNaN(value)).map(([id, value]) => [id, rttText(value)]),
    );
  },
  sentence(context) {
    const { answer, viewport, snapshot } = context;
    const parts = linesOf(snapshot).map(
      ({ id, label }) =>
        `${label} ${rangeText(extremesOf(answer, id, viewport.fromUs, viewport.toUs), rttText)}`,
    );
    return `RTT: ${parts.join(', ')}.`;
  },
  cells: (context, fromUs, toUs) =>
    linesOf(context.snapshot).map(({ id }) =>
      rangeText(extremesOf(context.answer, id, fromUs, toUs), rttText),
    ),
};
