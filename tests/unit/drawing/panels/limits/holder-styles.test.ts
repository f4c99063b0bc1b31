/** What holds is distinguished by colour or pattern from all else that does, each with its causes. */
import { expect, test } from 'vitest';
import {
  HOLDER_ORDER,
  holderStyle,
  partStyle,
} from '../../../../../src/drawing/panels/limits/holder-styles.ts';
import {
  CAUSE_NAMES,
  type Cause,
  HOLDER_NAMES,
  HOLDERS,
  type Holder,
  heldByWords,
} from '../../../../../src/engine/base/text/account-names.ts';
import { HOLDER_OF } from '../../../../../src/engine/findings/partition/holders.ts';

/** Why congestion control holds: what is a cause of nothing else. */
const OF_CONTROL = (Object.keys(CAUSE_NAMES) as readonly Cause[]).filter((cause) =>
  HOLDER_OF.every((one) => one.cause !== cause),
);
const styleOf = (words: string): string => {
  const { color, pattern } = partStyle(words);
  return `${color} ${pattern}`;
};
const partsOf = (holder: Holder): readonly (Cause | null)[] => {
  if (holder === 'window' || holder === 'pacing') return OF_CONTROL;
  const causes = HOLDER_OF.filter((one) => one.holder === holder).map(({ cause }) => cause);
  return causes.length > 0 ? causes : [null];
};

test('no two parts of an account look alike', () => {
  const parts = HOLDERS.flatMap((holder) => partsOf(holder).map((cause) => heldByWords({ holder, cause })));
  const alike = parts.filter((one, at) => parts.findIndex((other) => styleOf(other) === styleOf(one)) < at);
  expect(alike).toEqual([]);
});

test('a holder without its cause looks like no part of another', () => {
  for (const holder of HOLDERS) {
    const others = HOLDERS.filter((other) => other !== holder);
    const taken = others.flatMap((other) => [
      styleOf(HOLDER_NAMES[other]),
      ...partsOf(other).map((cause) => styleOf(heldByWords({ holder: other, cause }))),
    ]);
    expect(taken, holder).not.toContain(styleOf(HOLDER_NAMES[holder]));
  }
});

test('holders of digests of every version have a style', () => {
  for (const name of HOLDER_ORDER) expect(holderStyle(name).words).not.toBe('');
});
