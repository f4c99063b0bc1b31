/**
 * RTT: latest, smoothed and minimum. Each as logged; one that is not logged is drawn as rebuilt from packets (RFC 9002
 * §5), and labelled so. A logged one is never drawn together with its rebuilt one: they would overlap.
 */
import { rtt as rttText } from '../../engine/base/text/figures';
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import { visibleMax } from '../painters/pixel-columns';
import { axisDuration } from '../surface/ticks';
import { sliceOf, textOf } from './build/answer-values';
import { type LineScale, linePanel } from './build/line-panel';
import { isHidden, type LegendEntry, legendEntry, type PanelContext } from './panel';

const LOGGED: readonly LegendEntry[] = [
  legendEntry('latest-rtt', 'latest', 'dot', '--slot-5', { width: 1, dash: [2, 2] }),
  legendEntry('smoothed-rtt', 'smoothed', 'line', '--slot-4', { width: 1.8, dash: [] }),
  legendEntry('min-rtt', 'min', 'dash', '--slot-3', { width: 1.4, dash: [6, 3] }),
];

const rebuiltId = (id: string): string => `${id}-from-packets`;

/** The lines that the trace has, at most one per quantity, in the order latest, smoothed, min. */
function linesOf({ catalogue }: Pick<Snapshot, 'catalogue'>): readonly LegendEntry[] {
  const has = (id: string): boolean => catalogue.some((info) => info.id === id);
  return LOGGED.flatMap((line) => {
    if (has(line.id)) return line;
    const id = rebuiltId(line.id);
    return has(id) ? { ...line, id, label: `${line.label} (rebuilt)` } : [];
  });
}

const isLatest = ({ id }: LegendEntry): boolean => id === 'latest-rtt' || id === rebuiltId('latest-rtt');

const HEADROOM = 1.15;
/** A late sample may extend the axis to at most three times the smoothed RTT. */
const LATEST_LIMIT = 3;

function largest({ answer, viewport }: PanelContext, id: string): number {
  const slice = sliceOf(answer, id);
  return slice === undefined ? Number.NaN : visibleMax(slice, answer.window, viewport);
}

/** The latest RTT extends the axis up to a limit, and is clipped beyond it. */
function scaleOf(context: PanelContext, lines: readonly LegendEntry[], lockedMax: number | null): LineScale {
  const latest = Math.max(...lines.filter(isLatest).map(({ id }) => largest(context, id)));
  const others = lines
    .filter((line) => !isLatest(line))
    .map(({ id }) => largest(context, id))
    .filter((max) => max > 0);
  const calm = others.length === 0 ? latest : Math.max(...others);
  const fitted = latest > calm ? Math.min(latest, calm * LATEST_LIMIT) : calm;
  const max = lockedMax ?? (fitted > 0 ? fitted : 1000) * HEADROOM;
  const isShown = lines.some((line) => isLatest(line) && !isHidden(context, 'rtt', line.id));
  if (!(latest > max) || !isShown) return { max };
  const texts = lines
    .filter(isLatest)
    .filter(({ id }) => largest(context, id) === latest)
    .map(({ id }) => textOf(sliceOf(context.answer, id), latest, rttText));
  return { max, clipped: `Clipped: the latest RTT reaches ${texts[0]} in view.` };
}

export const rtt = linePanel({
  id: 'rtt',
  fields: ['smoothed RTT', 'packets sent', 'ACK ranges'],
  title: 'RTT',
  about: {
    shows: 'The round-trip time: each sample, the smoothed value, and the least.',
    good: 'The smoothed value stays near the least.',
    bad: 'It rises to a multiple of the least and stays there: a queue stands on the path. Single high samples: somebody stopped.',
    axis: 'time, ms',
  },
  height: 84,
  side: 'both',
  digestRank: 7,
  lines: LOGGED,
  linesOf,
  otherSeries: LOGGED.map(({ id }) => rebuiltId(id)),
  missing:
    'no round trip time is logged (RTT in metrics_updated events), and none can be rebuilt from packets. Log recovery metrics, or ' +
    'packet_sent and packet_received with exact times (qlog importance "core").',
  format: rttText,
  axisFormat: axisDuration,
  scale: scaleOf,
});
