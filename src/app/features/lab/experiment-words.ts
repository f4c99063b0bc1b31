/** What the page says of experiments. */
import { count, plural } from '../../../engine/base/text/figures';
import { VERDICT_NAMES, VERDICTS } from '../../../engine/base/text/verdict-words';
import type { CheckedValues, ExperimentInfo } from '../../../engine/simulator/lab/contract';
import type { Answer } from '../../../engine/simulator/lab/experiment';
import type { ExperimentOutcome } from '../../state/lab/experiments';

/** `✓ 6 hold, ≈ 2 differ, ✕ 1 fails`, as far as there are any. */
export function verdictCounts(answers: readonly Answer[]): string {
  return VERDICT_NAMES.map((verdict) => ({
    verdict,
    found: answers.filter((answer) => answer.verdict === verdict).length,
  }))
    .filter(({ found: count }) => count > 0)
    .map(({ verdict, found: count }) => {
      const { sign, several } = VERDICTS[verdict];
      return `${sign} ${count} ${count === 1 ? verdict : several}`;
    })
    .join(', ');
}

/** ` --set rate=5` as `rate=5`; empty for the initial values. */
export function settingWords({ args }: CheckedValues): string {
  return args.trim().replaceAll('--set ', '').replaceAll(' ', ', ');
}

/** What the result is of. */
export function outcomeWords({ checked, seeds, done, total }: ExperimentOutcome): string {
  const setting = settingWords(checked);
  const at = setting === '' ? 'With the fields as they are at first' : `With ${setting}`;
  if (total === 0) return `${at}: by formula.`;
  const cancelled = done < total ? `; cancelled after ${count(done)} of ${plural(total, 'run')}` : '';
  return `${at}: ${plural(checked.variants.length, 'variant')}, ${plural(seeds, 'run')} of each${cancelled}.`;
}

/** Runs it again on the command line. */
export function commandOf(
  { id, seeds: own }: ExperimentInfo,
  { args }: CheckedValues,
  seeds: number,
): string {
  return `qlogscope experiment ${id}${own === null || seeds === own ? '' : ` --seeds ${seeds}`}${args}`;
}

/** What the full size is, and what runs it; null where the quick form is the full one. */
export function fullWords({
  id,
  full,
}: ExperimentInfo): { readonly command: string; readonly what: string } | null {
  if (full === null) return null;
  const set = Object.entries(full.values).map(([field, value]) => `${field}=${value}`);
  return {
    command: `qlogscope experiment ${id} --full`,
    what: [`${plural(full.seeds, 'run')} of each variant`, ...set].join(', '),
  };
}
