/**
 * Wraps every panel for a digest: where its columns are wide, says so beside the title and gives the extremes within one in place of a value,
 * for no moment in it is known; where it holds nothing, draws nothing, gives no values and states so, because an empty
 * column would look like a count of zero. Panels themselves handle traces only, and hatch what is wide.
 */
import { duration } from '../../../engine/base/text/figures';
import type { TimeRange } from '../../view/view';
import {
  type AmountLine,
  type Amounts,
  coarseUsOf,
  idsInView,
  type PanelContext,
  type PanelDefinition,
} from '../panel';

const NOTHING_HERE = 'The digest holds nothing here: zoom out, or open the trace itself.';
const UNKNOWN = '–';

/** A digest without data answers with a single column (`src/sharing/digest/resample.ts`). */
function isBlank({ snapshot, answer }: PanelContext): boolean {
  return snapshot.digest !== undefined && answer.window.columns === 1;
}

function isOutside({ snapshot, answer: { window } }: PanelContext, fromUs: number, toUs: number): boolean {
  if (snapshot.digest === undefined) return false;
  return toUs <= window.fromUs || fromUs >= window.fromUs + window.columns * window.columnUs;
}

/** `Hatched: the digest holds columns of 8.19 ms here, of which only the extremes are known.`; empty for fine ones. */
export function coarseWords(context: Pick<PanelContext, 'answer' | 'viewport'>): string {
  const coarseUs = coarseUsOf(context);
  return coarseUs === null
    ? ''
    : `Hatched: the digest holds columns of ${duration(coarseUs)} here, of which only the extremes are known.`;
}

/** What is rounded in view, in words; empty for nothing. */
function roundedWords({ answer: { series, states, parts } }: PanelContext, panel: PanelDefinition): string {
  const ids = panel.series;
  const isRounded =
    series.some(({ id, rounded }) => ids.includes(id) && rounded !== undefined) ||
    [states, parts.limits, parts.recovery].some((slice) => slice?.rounded !== undefined);
  return isRounded ? 'What stands after ± is how far the digest may be from the trace.' : '';
}

/** A part of the trace as whole columns of the digest, of which alone something is known. */
function wholeColumns<Range extends TimeRange>({ answer: { coarseUs } }: PanelContext, range: Range): Range {
  if (coarseUs === undefined) return range;
  const { fromUs, toUs } = range;
  return {
    ...range,
    fromUs: Math.floor(fromUs / coarseUs) * coarseUs,
    toUs: Math.ceil(toUs / coarseUs) * coarseUs,
  };
}

const overWholeColumns = (context: PanelContext): PanelContext => ({
  ...context,
  viewport: wholeColumns(context, context.viewport),
});

/** True of a panel whose values are means over more than a column, taken in a trace from its events. */
const hasMeans = ({ parts }: PanelDefinition): boolean => parts?.includes('rates') === true;

/** The whole columns of a digest that a value at a time is of; null where it is that of the time. */
function partAt(panel: PanelDefinition, context: PanelContext, timeUs: number): TimeRange | null {
  const { coarseUs, window, parts } = context.answer;
  const isHatched = coarseUsOf(context) !== null;
  if (coarseUs === undefined && !hasMeans(panel)) return null;
  const unitUs = coarseUs ?? window.columnUs;
  const halfUs = hasMeans(panel) && !isHatched ? (parts.rates?.widthUs ?? 0) / 2 : 0;
  const { extent } = context.snapshot;
  const { viewport } = context;
  // Beyond the view columns may be wider, and beyond the trace nothing is sent: no mean reaches there.
  const [leastUs, mostUs] = [Math.max(viewport.fromUs, extent.fromUs), Math.min(viewport.toUs, extent.toUs)];
  const fromUs = Math.floor(Math.max(timeUs - halfUs, leastUs) / unitUs) * unitUs;
  const toUs = Math.ceil(Math.min(timeUs + halfUs, mostUs) / unitUs) * unitUs;
  return { fromUs, toUs: Math.max(fromUs + unitUs, toUs) };
}

/** The texts of a part, per entry of the legend. */
function textsOfPart(
  panel: PanelDefinition,
  context: PanelContext,
  { fromUs, toUs }: TimeRange,
): ReadonlyMap<string, string> {
  const cells = panel.cells(context, fromUs, toUs);
  const texts = panel.legend(context).map(({ id }, i) => [id, cells[i] ?? UNKNOWN] as const);
  return new Map(texts.filter(([, text]) => text !== UNKNOWN));
}

/** Of wide columns only the extremes are known, and of means only those of whole columns: they are compared, and no value of a time is. */
function guardedAmounts(panel: PanelDefinition, amounts: Amounts): Amounts {
  const isKnown = (context: PanelContext): boolean =>
    context.snapshot.digest === undefined ||
    (!isBlank(context) && coarseUsOf(context) === null && !hasMeans(panel));
  const { line } = amounts;
  const of: AmountLine['of'] = (context, entry) =>
    isBlank(context) ? null : (line?.of(context, entry) ?? null);
  return {
    ...amounts,
    of: (context, entry, timeUs) => (isKnown(context) ? amounts.of(context, entry, timeUs) : Number.NaN),
    ...(line === undefined ? {} : { line: { ...line, of } }),
  };
}

export function guarded(panel: PanelDefinition): PanelDefinition {
  const { resting, amounts } = panel;
  return {
    ...panel,
    paint(context, tools) {
      if (isBlank(context)) {
        tools.axis(1, () => '');
        return { max: 1, clipped: NOTHING_HERE };
      }
      return panel.paint(context, tools);
    },
    figure(context) {
      const coarseUs = isBlank(context) ? null : coarseUsOf(context);
      const own = isBlank(context) ? '' : (panel.figure?.(context) ?? '');
      const words = [own, coarseUs === null ? '' : `columns of ${duration(coarseUs)}`];
      return words.filter((part) => part !== '').join(', ');
    },
    inView: (context) => (isBlank(context) ? [] : idsInView(panel, overWholeColumns(context))),
    values(context, timeUs) {
      if (isBlank(context) || isOutside(context, timeUs, timeUs)) return new Map();
      if (context.snapshot.digest === undefined) return panel.values(context, timeUs);
      const part = partAt(panel, context, timeUs);
      return part === null ? panel.values(context, timeUs) : textsOfPart(panel, context, part);
    },
    ...(resting === undefined
      ? {}
      : {
          resting: (context: PanelContext) =>
            isBlank(context) ? new Map() : resting(overWholeColumns(context)),
        }),
    ...(amounts === undefined ? {} : { amounts: guardedAmounts(panel, amounts) }),
    sentence: (context) =>
      isBlank(context)
        ? NOTHING_HERE
        : [
            panel.sentence(overWholeColumns(context)),
            coarseWords(context),
            context.snapshot.digest === undefined ? '' : roundedWords(context, panel),
          ]
            .filter((words) => words !== '')
            .join(' '),
    cells(context, fromUs, toUs) {
      if (isBlank(context) || isOutside(context, fromUs, toUs))
        return panel.legend(context).map(() => UNKNOWN);
      const whole = wholeColumns(context, { fromUs, toUs });
      return panel.cells(context, whole.fromUs, whole.toUs);
    },
  };
}
