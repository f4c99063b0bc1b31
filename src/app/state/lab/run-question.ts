/** Runs of the lab that are asked about before they are made: what they cost, and what would make it less. */
import { count } from '../../../engine/base/text/figures';
import { batchCost, costWords, isAskedAbout } from '../../../engine/base/text/run-cost-words';
import type { CheckedValues } from '../../../engine/simulator/lab/contract';

/**
 * @param seeds runs of each variant. @param own as many as there are where nothing was changed. @param workers that run at a time.
 * @returns the question in sentences; null where nothing is asked.
 */
export function runQuestion(
  { cost, raisedBy }: Pick<CheckedValues, 'cost' | 'raisedBy'>,
  { seeds, own, workers }: { readonly seeds: number; readonly own: number; readonly workers: number },
): string | null {
  const batch = batchCost(cost, seeds, workers);
  if (!isAskedAbout(batch)) return null;
  const isOfSeeds = seeds > own || (raisedBy.length === 0 && seeds > 1);
  const fields = raisedBy.map((title) => `“${title}”`).join(' or ');
  const ways = [
    ...(isOfSeeds ? [`fewer than ${count(seeds)} runs of each variant`] : []),
    ...(fields === '' ? [] : [`another value of ${fields}`]),
  ];
  const less = ways.length === 0 ? '' : ` It takes less with ${ways.join(', or ')}.`;
  return `${costWords(batch)}${less}`;
}
