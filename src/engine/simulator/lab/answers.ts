/** Answers to claims: ours beside a published number, by one rule for all experiments. */
import { count, fixed } from '../../base/text/figures';
import type { Answer, Claim, Verdict } from './experiment';

/** So near a published number counts as the same: figures of the sources are rounded to two or three digits. */
export const SAME_SHARE = 0.02;
/** Up to here a claim holds with a difference; beyond, it does not. */
export const NEAR_SHARE = 0.25;

export interface Measured {
  /** The mean, or the only value. */
  readonly value: number;
  /** Its 95 % interval; both NaN where there is none. */
  readonly low: number;
  readonly high: number;
  /** Of how many runs; 0 for a formula. */
  readonly runs: number;
}

export function exact(value: number): Measured {
  return { value, low: Number.NaN, high: Number.NaN, runs: 0 };
}

/** Ours beside the published number of a claim. @param words a value without its unit. @param why the reason of a difference, where one is known. */
export function numberAnswer(
  { id, published }: Claim,
  measured: number | Measured,
  words: (value: number) => string,
  why = '',
): Answer {
  const ours = typeof measured === 'number' ? exact(measured) : measured;
  const { value } = ours;
  if (published === null || Number.isNaN(value))
    return { claim: id, ours: 'no run tells', value, verdict: 'unknown', difference: '', why: '' };
  const share = value / published.value - 1;
  const isInside = ours.low <= published.value && published.value <= ours.high;
  const verdict: Verdict =
    Math.abs(share) <= SAME_SHARE || isInside ? 'holds' : Math.abs(share) <= NEAR_SHARE ? 'differs' : 'fails';
  return {
    claim: id,
    ours: measuredWords(ours, words, published.unit),
    value,
    verdict,
    difference: verdict === 'holds' ? '' : differenceWords(share),
    why: verdict === 'holds' ? '' : why,
  };
}

/** A claim in words, which holds or does not. */
export function wordAnswer({ id }: Claim, holds: boolean | null, ours: string, why = ''): Answer {
  const verdict: Verdict = holds === null ? 'unknown' : holds ? 'holds' : 'fails';
  return { claim: id, ours, value: Number.NaN, verdict, difference: '', why: verdict === 'holds' ? '' : why };
}

/** As "94.1 % (93.0 to 95.2, 5 runs)". */
export function measuredWords(
  { value, low, high, runs }: Measured,
  words: (value: number) => string,
  unit: string,
): string {
  const figure = unit === '' ? words(value) : `${words(value)} ${unit}`;
  if (runs === 0) return figure;
  const of = `${count(runs)} ${runs === 1 ? 'run' : 'runs'}`;
  return Number.isNaN(low) ? `${figure} (${of})` : `${figure} (${words(low)} to ${words(high)}, ${of})`;
}

/** As "3 % less", "2.4 times". */
export function differenceWords(share: number): string {
  if (share > 1) return `${fixed(1 + share, 1)} times`;
  return `${Math.round(Math.abs(share) * 100)} % ${share < 0 ? 'less' : 'more'}`;
}
