/** The rows of the account: words and figures of each part, what is left out where a figure says nothing. */
import { expect, test } from 'vitest';
import type { Account } from '../../../../../src/engine/findings/account/account.ts';
import type { AccountPart } from '../../../../../src/engine/findings/account/parts.ts';
import { accountRows } from '../../../../../src/sharing/report/words/account-words.ts';

const PART: AccountPart = {
  ...{ holder: 'window', cause: 'cutRandom', heldUs: 8_000_000, lostUs: 6_100_000 },
  ...{ lostIsAtLeast: true, longestUs: 1_500_000 },
};
const rowsOf = (...parts: readonly Partial<AccountPart>[]) =>
  accountRows({
    startUs: 0,
    endUs: 10_000_000,
    parts: parts.map((part) => ({ ...PART, ...part })),
  } as unknown as Account);

test('a part is a row with its share of the span, what it lost and its longest stretch', () => {
  expect(rowsOf({})).toEqual([
    {
      part: PART,
      ...{ heldBy: 'congestion window: random loss', share: '80.0 %' },
      ...{ lost: '≥ 6.10 s', longest: '1.50 s', isLarge: true },
    },
  ]);
});

test('nothing lost, and a rate that is not known, are no figure', () => {
  const rows = rowsOf({ lostUs: 0 }, { lostUs: null, lostIsAtLeast: false });
  expect(rows.map(({ lost }) => lost)).toEqual(['', '']);
});

test('a holder with one cause stands alone, and the one without a logged window says so once', () => {
  const rows = rowsOf({ holder: 'hostStopped', cause: null }, { holder: 'sender', cause: 'windowNotLogged' });
  expect(rows.map(({ heldBy }) => heldBy)).toEqual(['this host stopped', 'sender (window not logged)']);
});

test('a part is large from a hundredth of the span on, held or lost; the smallest share is no zero', () => {
  const [held, lost, small] = rowsOf(
    { heldUs: 100_000, lostUs: 0 },
    { heldUs: 99_999, lostUs: 100_000 },
    { heldUs: 4_000, lostUs: 0 },
  );
  expect([held?.isLarge, lost?.isLarge, small?.isLarge]).toEqual([true, true, false]);
  expect(small?.share).toBe('< 0.1 %');
});
