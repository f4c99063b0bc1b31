/**
 * The credit that flow control leaves the connection (RFC 9000 §4.1), as a line on the panel of the limits: what the peer
 * granted by its transport parameter and MAX_DATA, less the stream data sent. The axis is the largest congestion window:
 * credit above that holds no sender and lies above the plot; where it is never less there is no line.
 */
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

const CREDIT: LegendEntry = {
  id: 'connection-credit',
  label: 'connection credit, of the largest cwnd',
  swatch: 'dash',
  color: '--ink',
};

/** The credit is less than the largest window at some time of the trace. */
function mayHold({ snapshot: { summary } }: PanelContext): boolean {
  return (summary.leastCreditBytes ?? Number.NaN) < summary.cwndMaxBytes;
}

function paintCredit(panel: string, context: PanelContext, { surface, palette }: PaintTools): void {
  const { answer, viewport, snapshot } = context;
  const slice = sliceOf(answer, CREDIT.id);
  const stroke = palette.series[CREDIT.id];
  if (slice === undefined || stroke === undefined || !mayHold(context)) return;
  if (isHidden(context, panel, CREDIT.id)) return;
  const top = snapshot.summary.cwndMaxBytes;
  const y = (credit: number): number => Math.max(-2, surface.height - (credit / top) * surface.height);
  paintSeries(surface, { slice, shape: 'step', stroke }, answer.window, viewport, y, snapshot.extent.toUs);
}

/** The panel with the line, where the log says what the peer granted. */
export function withCredit(panel: PanelDefinition): PanelDefinition {
  const entriesOf = (context: PanelContext): readonly LegendEntry[] => (mayHold(context) ? [CREDIT] : []);
  const texts = (context: PanelContext, fromUs: number, toUs: number): readonly string[] =>
    entriesOf(context).map(({ id }) => rangeText(extremesOf(context.answer, id, fromUs, toUs), amount));
  const withTexts = (others: ReadonlyMap<string, string>, all: readonly string[]) =>
    new Map([...others, ...all.map((text) => [CREDIT.id, text] as const)]);
  const inView = (context: PanelContext): readonly string[] =>
    texts(context, context.viewport.fromUs, context.viewport.toUs);
  return {
    ...panel,
    series: [...panel.series, CREDIT.id],
    legend: (context) => [...panel.legend(context), ...entriesOf(context)],
    paint(context, tools) {
      const painted = panel.paint(context, tools);
      paintCredit(panel.id, context, tools);
      return painted;
    },
    values(context, timeUs) {
      const value = mayHold(context) ? valueAt(context.answer, CREDIT.id, timeUs) : Number.NaN;
      return withTexts(panel.values(context, timeUs), Number.isNaN(value) ? [] : [amount(value)]);
    },
    resting: (context) => withTexts(panel.resting?.(context) ?? new Map(), inView(context)),
    sentence(context) {
      const words = inView(context).map((text) => ` Credit of the connection: ${text}.`);
      return `${panel.sentence(context)}${words.join('')}`;
    },
    cells: (context, fromUs, toUs) => [
      ...panel.cells(context, fromUs, toUs),
      ...texts(context, fromUs, toUs),
    ],
  };
}
