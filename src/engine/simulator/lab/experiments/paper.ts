/** What the experiments of Ha, Rhee, Xu: CUBIC (2008) have in common. */
import { fixed, plural } from '../../../base/text/figures';
import { type Measured, measuredWords, wordAnswer } from '../answers';
import type { Answer, Claim } from '../experiment';

export const paperFigure = (number: string): string => `Figure ${number} of Ha, Rhee, Xu: CUBIC (2008)`;

const BACKGROUND =
  'How much background traffic there was, with which sizes; the initial value is what shares of 72 and 23 % leave of figure 6.';

/** Of figure 4, which has no SACK and no averages over a run. */
export const OPEN_OF_CUBIC: readonly string[] = [
  BACKGROUND,
  'When flows began, and how long a run was; here they begin within three round trips.',
];

/** Of every other figure. */
export const OPEN_OF_ALL: readonly string[] = [
  BACKGROUND,
  'When flows began, how long a run was, and which part of it is averaged; here they begin within three round trips, and the first third is left out.',
  'Whether an ACK of two packets grew the window of SACK once or twice; here it is twice.',
];

/** As "0.84". */
export const ratioWords = (value: number): string => fixed(value, 2);
/** As "94.1". */
export const shareWords = (value: number): string => fixed(value, 1);

/** As "0.84 (0.80 to 0.88, 3 runs)". */
export const ratioOf = (measured: Measured): string => measuredWords(measured, ratioWords, '');

/** As "CUBIC 0.84, BIC 0.80". */
export function listed(
  values: readonly (readonly [title: string, value: number])[],
  words: (value: number) => string,
): string {
  return values.map(([title, value]) => `${title} ${words(value)}`).join(', ');
}

/** A claim in words by a stated test on means; where one of them is not known, nothing is reported. */
export function tested(
  claim: Claim,
  means: readonly Measured[],
  holds: () => boolean | null,
  ours: () => string,
  why = '',
): Answer {
  if (means.some(({ value }) => Number.isNaN(value))) return wordAnswer(claim, null, 'no run tells');
  return wordAnswer(claim, holds(), ours(), why);
}

/** A claim in words by whether a mean is in a range; where its interval reaches over an end of it, these runs cannot tell. */
export function inRange(
  claim: Claim,
  measured: Measured,
  [from, to]: readonly [from: number, to: number],
  ours: string,
  why = '',
): Answer {
  const { value, low, high, runs } = measured;
  if (Number.isNaN(value)) return wordAnswer(claim, null, 'no run tells');
  const crossed = [from, to].find((end) => low < end && end <= high);
  if (crossed === undefined) return wordAnswer(claim, value >= from && value <= to, ours, why);
  const spans = `The interval of ${plural(runs, 'run')} reaches over the limit of ${ratioWords(crossed)}.`;
  return wordAnswer(claim, null, ours, why === '' ? spans : `${spans} ${why}`);
}

/** As "94.1 % (93.0 to 95.2, 5 runs)". */
export const percentsOf = (measured: Measured): string => measuredWords(measured, shareWords, '%');
