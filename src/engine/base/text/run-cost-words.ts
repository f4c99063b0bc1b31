/**
 * What simulated runs cost, from which cost on a user is asked before they are made, and in which words. The cost of one run is estimated by
 * `simulator/runs/run-cost.ts`, in workers; this is loaded by the page.
 */
import { amount, count, plural } from './figures';

/** Beyond either, s and bytes, the user is asked. */
export const ASKED_SECONDS = 10;
export const ASKED_BYTES = 300e6;

/** What the variants of a scenario cost, each run once: at most, about. */
export interface VariantsCost {
  readonly variants: number;
  /** Of one core, for all of them, and for the longest. */
  readonly seconds: number;
  readonly longestSeconds: number;
  /** Of memory while it runs, of the largest run; and of the rows of all, which stay. */
  readonly runBytes: number;
  readonly rowsBytes: number;
}

export interface BatchCost {
  readonly runs: number;
  /** Until all are done, at most, about; infinity where nothing tells. */
  readonly seconds: number;
  /** Of memory, in all workers and for what comes of the runs. */
  readonly bytes: number;
}

/** @param seeds runs of each variant. @param workers that run at a time. */
export function batchCost(cost: VariantsCost, seeds: number, workers: number): BatchCost {
  const runs = cost.variants * seeds;
  const atOnce = Math.min(workers, runs);
  return {
    runs,
    seconds: runs === 0 ? 0 : Math.max(cost.longestSeconds, (cost.seconds * seeds) / atOnce),
    bytes: cost.runBytes * atOnce + cost.rowsBytes * seeds,
  };
}

export function isAskedAbout({ seconds, bytes }: Pick<BatchCost, 'seconds' | 'bytes'>): boolean {
  return !(seconds <= ASKED_SECONDS && bytes <= ASKED_BYTES);
}

export function costWords({ runs, seconds, bytes }: BatchCost): string {
  const [subject, verb] = runs === 1 ? ['This run', 'takes'] : [`These ${plural(runs, 'run')}`, 'take'];
  if (!Number.isFinite(seconds)) return `${subject} ${verb} longer than can be estimated.`;
  return `${subject} ${verb} up to about ${timeWords(seconds)} and ${amount(rounded(bytes))} of memory.`;
}

/** Two digits: more would say more than is known. */
function rounded(value: number): number {
  return value > 0 ? Number(value.toPrecision(2)) : 0;
}

/** From how many seconds on, what a unit has, its name. */
const UNITS = [
  [48 * 3600, 24 * 3600, 'days'],
  [2 * 3600, 3600, 'hours'],
  [120, 60, 'minutes'],
] as const;

function timeWords(seconds: number): string {
  for (const [from, unit, noun] of UNITS)
    if (seconds >= from) return `${count(rounded(seconds / unit))} ${noun}`;
  return plural(Math.max(1, Math.ceil(rounded(seconds))), 'second');
}
