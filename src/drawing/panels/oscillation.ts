/**
 * Oscillation: how often the state changes, and the distribution of the times between entries into recovery, with the
 * RTT marked. The times between all transitions have two peaks (0.1 ms and one cycle), so their median is meaningless;
 * entries into recovery give the period of a death spiral.
 */
import type { EntrySpacing } from '../../engine/base/columns/state-timeline';
import { count, fixed, plural, rtt } from '../../engine/base/text/figures';
import type { DigestFacts, WindowAnswer } from '../../engine/reading/contract/snapshot';
import { visibleChanges } from '../painters/paint-states';
import type { Palette } from '../surface/palette';
import type { Surface } from '../surface/surface';
import { axisPerSecond } from '../surface/ticks';
import { secondsOf, sumOf } from './build/answer-values';
import {
  highestRate,
  isWithin,
  paintRate,
  rateAt,
  rateColumns,
  ratePixels,
  ratePoints,
  transitionLineOf,
  widthWords,
} from './build/rate-panel';
import { isHidden, type LegendEntry, legendEntry, type PanelContext, type PanelDefinition } from './panel';

const HEADROOM = 1.15;

function perSecond({ answer }: PanelContext, fromUs: number, toUs: number): number {
  return sumOf(answer.states.changes, answer.window, fromUs, toUs) / secondsOf(answer, fromUs, toUs);
}

function rateText(rate: number): string {
  return `${rate >= 10 ? count(rate) : fixed(rate, 1)}/s`;
}

export function spacingWords({ spacing, rttUs }: WindowAnswer, digest: DigestFacts | undefined): string {
  if (spacing === null && digest !== undefined)
    return 'a digest tells the spacing of entries into recovery for the range that it was made for only';
  if (spacing === null) return 'no recovery state is logged';
  if (Number.isNaN(spacing.medianUs)) return 'fewer than two entries into recovery in view';
  const ratio = rttUs > 0 ? ` = ${fixed(spacing.medianUs / rttUs, 2)} RTT` : '';
  return `${plural(spacing.total + 1, 'entry', 'entries')} into recovery, median spacing ${rtt(spacing.medianUs)}${ratio}`;
}

const TRANSITIONS: LegendEntry = legendEntry('transitions', 'transitions per second', 'line', '--slot-2', {
  width: 1.4,
  dash: [],
});

export const oscillation: PanelDefinition = {
  id: 'oscillation',
  fields: ['congestion states'],
  tool: 'spacing',
  title: 'Oscillation',
  about: {
    shows: 'How often the congestion state changes, and how far apart the entries into recovery are.',
    good: 'A few changes per second at most, each after a loss.',
    bad: 'A steady rate of about two changes per round trip: the state flips with every ACK.',
    axis: 'changes per second',
  },
  height: 64,
  series: [],
  parts: ['rates'],
  side: 'sender',
  overlays: true,
  figure: widthWords,
  missing: ({ summary }) =>
    summary.transitions > 0
      ? null
      : 'no change of the congestion state is logged (congestion_state_updated). A higher qlog level may show them.',
  legend: () => [TRANSITIONS],
  inView: (context) => (transitionLineOf(context) === null ? [] : [TRANSITIONS.id]),
  paint(context, { surface, palette, lockedMax, axis }) {
    const line = transitionLineOf(context);
    const rates = line === null ? [] : ratePoints(line, context);
    const highest = highestRate(rates);
    const max = lockedMax ?? (highest > 0 ? highest * HEADROOM : 1);
    axis(max, axisPerSecond);
    if (isHidden(context, 'oscillation', 'transitions')) return { max };
    const stroke = palette.strokeOf(TRANSITIONS);
    if (stroke !== undefined) paintRate(surface, ratePixels(rates, surface.height, max), stroke);
    return { max };
  },
  values(context, timeUs) {
    const line = transitionLineOf(context);
    if (line === null || !isWithin(context, timeUs)) return new Map();
    return new Map([['transitions', rateText(rateAt(line, timeUs))]]);
  },
  amounts: {
    of(context, _, timeUs) {
      const line = transitionLineOf(context);
      return line === null || !isWithin(context, timeUs) ? Number.NaN : rateAt(line, timeUs);
    },
    text: rateText,
    line: {
      of(context) {
        const line = transitionLineOf(context);
        return line && rateColumns(line, context);
      },
      axisFormat: axisPerSecond,
    },
  },
  sentence({ answer, snapshot, viewport }) {
    const changes = visibleChanges(answer.states, answer.window, viewport);
    return `${plural(changes, 'state transition')} in view; ${spacingWords(answer, snapshot.digest)}.`;
  },
  cells: (context, fromUs, toUs) => [rateText(perSecond(context, fromUs, toUs))],
};

/** Text at the end of the axis: the last bin also holds everything longer. */
export function longestBinWords({ counts, binUs }: EntrySpacing): string {
  return `${rtt(binUs * (counts.length - 1))} and more`;
}

/** Paints the distribution of spacings: bars over 0 to 4 RTT, the last one hatched, the RTT as a dashed line. */
export function paintSpacing(surface: Surface, { spacing, rttUs }: WindowAnswer, palette: Palette): void {
  if (spacing === null) return;
  const bins = spacing.counts.length;
  const highest = spacing.counts.reduce((max, value) => Math.max(max, value), 0);
  const binPx = surface.width / bins;
  const color = palette.slots[1];
  spacing.counts.forEach((value, bin) => {
    if (value === 0) return;
    const fill = { color, pattern: bin === bins - 1 ? 'diagonal' : 'solid' } as const;
    const height = Math.max(1, (value / highest) * (surface.height - 2));
    surface.rect(bin * binPx, surface.height - height, Math.max(1, binPx - 1), height, fill);
  });
  if (!(rttUs > 0)) return;
  const x = Math.round((rttUs / (spacing.binUs * bins)) * surface.width) + 0.5;
  surface.polyline([x, 0, x, surface.height], { color: palette.ink, width: 1, dash: [3, 2] });
}
