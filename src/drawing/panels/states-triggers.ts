/**
 * Why the stack says that it entered a congestion state (RFC 9002 §7.1, §7.6), on the panel of the states: a line along the
 * top, for each of the two reasons, while the state is one that was entered for it.
 */
import { paintSeries } from '../painters/paint-series';
import { heldLines } from './line-panel';
import {
  isHidden,
  type LegendEntry,
  type PaintTools,
  type PanelContext,
  type PanelDefinition,
} from './panel';
import { extremesOf, sliceOf, valueAt } from './readings';

const TRIGGERS: readonly LegendEntry[] = [
  {
    id: 'state-by-persistent-congestion',
    label: 'entered for persistent congestion, as logged',
    swatch: 'line',
    color: '--loss',
  },
  { id: 'state-by-ecn', label: 'entered for CE marks, as logged', swatch: 'dash', color: '--ink' },
];

const TOP_PX = 3;
const OUTSIDE_PX = -9;

const heldBy = ({ snapshot }: PanelContext): readonly LegendEntry[] => heldLines(TRIGGERS, snapshot);
const words = (isSet: boolean): string => (isSet ? 'yes' : 'no');

function paintTriggers(panel: string, context: PanelContext, { surface, palette }: PaintTools): void {
  const { answer, viewport, snapshot } = context;
  for (const { id } of heldBy(context)) {
    const slice = sliceOf(answer, id);
    const stroke = palette.series[id];
    if (slice === undefined || stroke === undefined || isHidden(context, panel, id)) continue;
    const y = (flag: number): number => (flag === 1 ? TOP_PX : OUTSIDE_PX);
    paintSeries(surface, { slice, shape: 'step', stroke }, answer.window, viewport, y, snapshot.extent.toUs);
  }
}

/** The panel with the lines, where the log gives a reason. */
export function withTriggers(panel: PanelDefinition): PanelDefinition {
  const setIn = (context: PanelContext, fromUs: number, toUs: number) =>
    heldBy(context).map(
      ({ id }) => [id, words(extremesOf(context.answer, id, fromUs, toUs)?.max === 1)] as const,
    );
  return {
    ...panel,
    series: [...panel.series, ...TRIGGERS.map(({ id }) => id)],
    legend: (context) => [...panel.legend(context), ...heldBy(context)],
    paint(context, tools) {
      const painted = panel.paint(context, tools);
      paintTriggers(panel.id, context, tools);
      return painted;
    },
    values: (context, timeUs) =>
      new Map([
        ...panel.values(context, timeUs),
        ...heldBy(context).map(({ id }) => [id, words(valueAt(context.answer, id, timeUs) === 1)] as const),
      ]),
    resting: (context) =>
      new Map([
        ...(panel.resting?.(context) ?? new Map<string, string>()),
        ...setIn(context, context.viewport.fromUs, context.viewport.toUs),
      ]),
    cells: (context, fromUs, toUs) => [
      ...panel.cells(context, fromUs, toUs),
      ...setIn(context, fromUs, toUs).map(([, text]) => text),
    ],
  };
}
