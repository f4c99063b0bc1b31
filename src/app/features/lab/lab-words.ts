/** Figures of the lab as text. */
import { count, fixed, percent } from '../../../engine/base/text/figures';
import { loopVerdict, loopWords } from '../../../engine/service/compare/loop-verdicts';
import type { CountedShare, Spread, VariantSummary } from '../../../engine/service/compare/simulated-shares';
import type { Outcome } from '../../../engine/simulator/runs/scenario';
import type { RunRow } from '../../../engine/simulator/runs/scenario-run';

/** Colours that lines have; a variant beyond them has that of text. */
export const LINES = 5;

export function shareWords({ hits, share, low, high }: CountedShare, runs: number): string {
  if (runs === 0) return 'no run yet';
  return `${percent(share)} (${percent(low)} to ${percent(high)}), ${count(hits)} of ${count(runs)}`;
}

export function secondsWords(ms: number): string {
  return Number.isNaN(ms) ? '–' : `${fixed(ms / 1000, 2)} s`;
}

export function spreadWords({ low, median, high }: Spread, text: (value: number) => string): string {
  if (Number.isNaN(median)) return '–';
  return text(low) === text(high) ? text(median) : `${text(median)} (${text(low)} to ${text(high)})`;
}

/** Of a number of things: a median of an even number of runs may lie between two. */
export function countWords(value: number): string {
  return Number.isInteger(value) ? count(value) : fixed(value, 1);
}

export function runWords({ isLate, completedMs, longestTrapMs, isTrapped, goodputMbit }: RunRow): string {
  const held = isTrapped ? `, window held for ${secondsWords(longestTrapMs)}` : '';
  if (isLate) return `late${held}`;
  if (Number.isNaN(completedMs))
    return `${goodputMbit.map((mbit) => fixed(mbit, 2)).join('; ')} Mbit/s${held}`;
  return `done in ${secondsWords(completedMs)}${held}`;
}

/** As runs are listed: the longest held first; of those held alike the late ones, then the last one done, else by seed. */
export function listedRuns(rows: readonly RunRow[]): readonly RunRow[] {
  const doneMs = ({ completedMs }: RunRow): number =>
    Number.isNaN(completedMs) ? Number.MAX_VALUE : completedMs;
  return rows.toSorted(
    (a, b) => b.longestTrapMs - a.longestTrapMs || doneMs(b) - doneMs(a) || a.seed - b.seed,
  );
}

export function orderWords(rows: readonly RunRow[]): string {
  if (rows.some(({ longestTrapMs }) => longestTrapMs > 0)) return 'The longest held first.';
  return rows.some(({ completedMs }) => !Number.isNaN(completedMs)) ? 'The last one done first.' : 'By seed.';
}

/** The run to look at first: that which is listed first. */
export function worstOf(rows: readonly RunRow[]): RunRow | null {
  return listedRuns(rows)[0] ?? null;
}

/** The run in the middle by when it was done; late ones last. */
export function middleOf(rows: readonly RunRow[]): RunRow | null {
  const when = ({ completedMs }: RunRow): number =>
    Number.isNaN(completedMs) ? Number.POSITIVE_INFINITY : completedMs;
  const sorted = rows.toSorted((a, b) => when(a) - when(b) || a.seed - b.seed);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/** Of a cell of a plane: what its shade is about, with the interval of the share. */
export function shareSentence(outcome: Outcome, summary: VariantSummary): string {
  if (outcome === 'timeouts') return loopWords(loopVerdict([summary]));
  return `Late: ${shareWords(summary.late, summary.runs)}. With a spiral: ${shareWords(summary.trapped, summary.runs)}.`;
}
