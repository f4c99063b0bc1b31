/**
 * Wraps every panel for a digest: where its columns are wide, says so beside the title and gives the extremes within one in place of a value,
 * for no moment in it is known; where it holds nothing, draws nothing, gives no values and states so, because an empty
 * column would be read as a count of zero. Panels themselves handle traces only, and hatch what is wide.
 */
import { duration } from '../../engine/text/figures';
import type { TimeRange } from '../view/view';
import { type AmountLine, type Amounts, coarseUsOf, type PanelContext, type PanelDefinition } from './panel';

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
  return isRounded ? 'What stands behind ± is how far the digest may be from the trace.' : '';
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

/** The texts of the wide column at a time, per entry of the legend. */
function textsOfColumn(
  panel: PanelDefinition,
  context: PanelContext,
  timeUs: number,
  coarseUs: number,
): ReadonlyMap<string, string> {
  const fromUs = Math.floor(timeUs / coarseUs) * coarseUs;
  const cells = panel.cells(context, fromUs, fromUs + coarseUs);
  const texts = panel.legend(context).map(({ id }, i) => [id, cells[i] ?? UNKNOWN] as const);
  return new Map(texts.filter(([, text]) => text !== UNKNOWN));
}

/** Of wide columns only the extremes are known: they are compared, and no value of a time is. */
function guardedAmounts(amounts: Amounts): Amounts {
  const isKnown = (context: PanelContext): boolean => !isBlank(context) && coarseUsOf(context) === null;
  const { line } = amounts;
  const of: AmountLine['of'] = (context, entry) =>
    isBlank(context) ? null : (line?.of(context, entry) ?? null);
  return {
    ...amounts,
    of: (context, entry, timeUs) => (isKnown(context) ? amounts.of(context, entry, timeUs) : Number.NaN),
    ...(line === undefined ? {} : { line: { ...line, of } }),
  };
}

/** The panel, wrapped if it is shown from a digest. */
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
    values(context, timeUs) {
      if (isBlank(context) || isOutside(context, timeUs, timeUs)) return new Map();
      const { coarseUs } = context.answer;
      // A rate is a mean over more than a column, where columns are narrow.
      const isMean = coarseUsOf(context) === null && panel.parts?.includes('rates') === true;
      return coarseUs === undefined || isMean
        ? panel.values(context, timeUs)
        : textsOfColumn(panel, context, timeUs, coarseUs);
    },
    ...(resting === undefined
      ? {}
      : {
          resting: (context: PanelContext) =>
            isBlank(context) ? new Map() : resting(overWholeColumns(context)),
        }),
    ...(amounts === undefined ? {} : { amounts: guardedAmounts(amounts) }),
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
