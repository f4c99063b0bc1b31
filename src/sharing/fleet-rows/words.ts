/** What a fleet is said in: cells of its columns, and the names of groups. */
import {
  CAUSE_NAMES,
  type Cause,
  HOLDER_NAMES,
  type Holder,
  heldByWords,
} from '../../engine/base/text/account-names';
import { duration, leastDuration, percent } from '../../engine/base/text/figures';
import { UNKNOWN } from '../figures/words';
import { NO_ACCOUNT } from '../report/words/account-words';
import type { Value } from './column';

/** A number that is known. */
export const figure =
  (words: (value: number) => string) =>
  (value: Value): string =>
    typeof value === 'number' ? words(value) : UNKNOWN;

/** Of ms. */
export const timeWords = figure((ms) => duration(ms * 1000));

/** The first version of rows that says what held the sender. */
const FIRST_WITH_ACCOUNT = 3;

/** `congestion window: random loss 58.3 %`; of a row that was made before there were accounts that. */
export function heldCell(holder: Value, cause: Value, share: Value, schema: Value): string {
  if (typeof schema === 'number' && schema < FIRST_WITH_ACCOUNT) return NO_ACCOUNT;
  const name = HOLDER_NAMES[holder as Holder];
  if (name === undefined || typeof share !== 'number') return UNKNOWN;
  const why = cause === null || CAUSE_NAMES[cause as Cause] === undefined ? null : (cause as Cause);
  return `${heldByWords({ holder: holder as Holder, cause: why })} ${percent(share)}`;
}

/** `≥ 7.17 s (71.8 %)`; of a row that was read `isAtLeast` is a number. */
export function lostCell(ms: Value, share: Value, isAtLeast: Value): string {
  if (typeof ms !== 'number' || typeof share !== 'number') return UNKNOWN;
  return `${leastDuration(ms * 1000, isAtLeast === 1)} (${percent(share)})`;
}
