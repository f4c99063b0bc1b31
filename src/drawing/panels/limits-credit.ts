/**
 * The credit that flow control leaves the connection and the stream of which data was sent last (RFC 9000 §4.1), as lines
 * on the panel of the limits: what the peer granted, less the stream data sent. The axis is the largest congestion window:
 * credit above that holds no sender and lies above the plot; where it is never less there is no line.
 */
import type { TraceSummary } from '../../engine/contract/snapshot';
import { amount } from '../../engine/text/figures';
import { paintSeries } from '../painters/paint-series';
import {
  isHidden,
  type LegendEntry,
  type PaintTools,
  type PanelContext,
  type PanelDefinition,
} from './panel';
import { extremesOf, rangeText, sliceOf, valueAt } from './readings';

interface Credit extends LegendEntry {
  /** In sentences. */
  readonly words: string;
  readonly least: (summary: TraceSummary) => number | undefined;
}

const CREDITS: readonly Credit[] = [
  {
    id: 'connection-credit',
    label: 'connection credit, of the largest cwnd',
    words: 'the connection',
    swatch: 'dash',
    color: '--ink',
    least: ({ leastCreditBytes }) => leastCreditBytes,
  },
  {
    id: 'stream-credit',
    label: 'stream credit, of the largest cwnd',
    words: 'the stream sent last',
    swatch: 'dot',
    color: '--ink',
    least: ({ leastStreamCreditBytes }) => leastStreamCreditBytes,
  },
];

/** Those that are less than the largest window at some time of the trace. */
function creditsOf({ snapshot: { summary } }: PanelContext): readonly Credit[] {
  return CREDITS.filter(({ least }) => (least(summary) ?? Number.NaN) < summary.cwndMaxBytes);
}

function paintCredit(panel: string, context: PanelContext, { surface, palette }: PaintTools): void {
  const { answer, viewport, snapshot } = context;
  const top = snapshot.summary.cwndMaxBytes;
  const y = (credit: number): number => Math.max(-2, surface.height - (credit / top) * surface.height);
  for (const { id } of creditsOf(context)) {
    const slice = sliceOf(answer, id);
    const stroke = palette.series[id];
    if (slice === undefined || stroke === undefined || isHidden(context, panel, id)) continue;
    paintSeries(surface, { slice, shape: 'step', stroke }, answer.window, viewport, y, snapshot.extent.toUs);
  }
}

/** The panel with the lines, where the log says what the peer granted. */
export function withCredit(panel: PanelDefinition): PanelDefinition {
  const texts = (
    context: PanelContext,
    fromUs: number,
    toUs: number,
  ): readonly (readonly [Credit, string])[] =>
    creditsOf(context).map((credit) => [
      credit,
      rangeText(extremesOf(context.answer, credit.id, fromUs, toUs), amount),
    ]);
  const inView = (context: PanelContext): readonly (readonly [Credit, string])[] =>
    texts(context, context.viewport.fromUs, context.viewport.toUs);
  return {
    ...panel,
    series: [...panel.series, ...CREDITS.map(({ id }) => id)],
    legend: (context) => [...panel.legend(context), ...creditsOf(context)],
    paint(context, tools) {
      const painted = panel.paint(context, tools);
      paintCredit(panel.id, context, tools);
      return painted;
    },
    values(context, timeUs) {
      const values = creditsOf(context)
        .map(({ id }) => [id, valueAt(context.answer, id, timeUs)] as const)
        .filter(([, value]) => !Number.isNaN(value));
      return new Map([
        ...panel.values(context, timeUs),
        ...values.map(([id, value]) => [id, amount(value)] as const),
      ]);
    },
    resting: (context) =>
      new Map([
        ...(panel.resting?.(context) ?? new Map<string, string>()),
        ...inView(context).map(([{ id }, text]) => [id, text] as const),
      ]),
    sentence(context) {
      const words = inView(context).map(([credit, text]) => ` Credit of ${credit.words}: ${text}.`);
      return `${panel.sentence(context)}${words.join('')}`;
    },
    cells: (context, fromUs, toUs) => [
      ...panel.cells(context, fromUs, toUs),
      ...texts(context, fromUs, toUs).map(([, text]) => text),
    ],
  };
}
