/** What the experiments of Ha, Rhee, Xu: CUBIC (2008) have in common. */
import { type Measured, measuredWords, wordAnswer } from '../answers';
import type { Answer, Claim } from '../experiment';

export const paperFigure = (number: string): string => `Figure ${number} of Ha, Rhee, Xu: CUBIC (2008)`;

/** Of every figure. */
export const OPEN_OF_ALL: readonly string[] = [
  'How much background traffic there was, with which sizes; the initial value is what shares of 72 and 23 % leave of figure 6.',
  'When flows began, how long a run was, and which part of it is averaged; here they begin within three round trips, and the first third is left out.',
  'Whether an ACK of two packets grew the window of SACK once or twice; here it is twice.',
];

/** As "0.84". */
export const ratioWords = (value: number): string => value.toFixed(2);
/** As "94.1". */
export const shareWords = (value: number): string => value.toFixed(1);

/** As "0.84 (0.80 to 0.88, 3 runs)". */
export const ratioOf = (measured: Measured): string => measuredWords(measured, ratioWords, '');

/** As "CUBIC 0.84, BIC 0.80". */
export function listed(
  values: readonly (readonly [title: string, value: number])[],
  words: (value: number) => string,
): string {
  return values.map(([title, value]) => `${title} ${words(value)}`).join(', ');
}

/** A claim in words by a stated test on means; where one of them is not known, nothing is told. */
export function tested(
  claim: Claim,
  means: readonly Measured[],
  holds: () => boolean,
  ours: () => string,
  why = '',
): Answer {
  if (means.some(({ value }) => Number.isNaN(value))) return wordAnswer(claim, null, 'no run tells');
  return wordAnswer(claim, holds(), ours(), why);
}

/** As "94.1 % (93.0 to 95.2, 5 runs)". */
export const percentsOf = (measured: Measured): string => measuredWords(measured, shareWords, '%');
