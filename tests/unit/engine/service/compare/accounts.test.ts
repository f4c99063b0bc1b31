/** Differences of two accounts: of made pairs the words, of recorded ones that they add up. */
import { describe, expect, test } from 'vitest';
import type { Account } from '../../../../../src/engine/findings/account/account.ts';
import type { AccountPart } from '../../../../../src/engine/findings/account/parts.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding.ts';
import { accountDifference } from '../../../../../src/engine/service/compare/accounts.ts';
import type { ComparedTrace } from '../../../../../src/engine/service/compare/compared-trace.ts';
import { verdictOf } from '../../../../../src/engine/service/compare/verdict.ts';
import { accountDifferenceRows } from '../../../../../src/sharing/report/words/comparison-words.ts';
import { madeCompared, openCompared } from '../../../../support/compared.ts';

type Held = readonly [AccountPart['holder'], AccountPart['cause'], heldMs: number, lostMs?: number];
const FLAT: Held = ['window', 'doesNotGrow', 5000, 4000];
const CREDIT: Held = ['credit', 'readerSlow', 1000, 0];

function accountOf(held: readonly Held[]): Account {
  const parts = held.map(([holder, cause, heldMs, lostMs]) => ({
    ...{ holder, cause, heldUs: heldMs * 1000, lostUs: lostMs === undefined ? null : lostMs * 1000 },
    ...{ lostIsAtLeast: false, longestUs: 0 },
  }));
  const endUs = parts.reduce((sum, { heldUs }) => sum + heldUs, 0);
  const neededUs = parts.some(({ lostUs }) => lostUs === null) ? null : 0;
  return { startUs: 0, endUs, main: parts[0] ?? null, parts, neededUs } as unknown as Account;
}

const madeTrace = (name: string, held: readonly Held[], more: Parameters<typeof madeCompared>[0] = {}) =>
  madeCompared({ ...more, name, summary: { account: accountOf(held), ...more.summary } });
const sentenceOf = (a: ComparedTrace, b: ComparedTrace) => accountDifference(a, b, 'other')?.sentence;
const movedBytes = (bytes: number) => ({
  outline: {
    arrived: { quantity: 'goodput', timesUs: Float64Array.of(1e6), bytes: Float64Array.of(bytes) },
  } as const,
});

describe('of two that moved as much', () => {
  const spiral = [{ id: 'death-spiral', title: 'Death spiral', startUs: 0, endUs: 1 } as Finding];
  const a = madeTrace('a', [FLAT, CREDIT], { findings: spiral });

  test('the sentence says which is faster, and what held it for less, with the finding that proves it', () => {
    expect(sentenceOf(a, madeTrace('b', [['window', 'doesNotGrow', 100], CREDIT]))).toBe(
      'b is 4.90 s faster: 4.90 s less in congestion window (it does not grow: death spiral).',
    );
    expect(sentenceOf(madeTrace('b', [['window', 'doesNotGrow', 100], CREDIT]), a)).toBe(
      'a is 4.90 s slower: 4.90 s more in congestion window (it does not grow: death spiral).',
    );
  });

  test('a part is named from a fifth of the difference on, one that goes the other way last', () => {
    const against = (creditMs: number) =>
      sentenceOf(
        a,
        madeTrace('b', [
          ['window', 'cutRandom', 1],
          ['credit', 'readerSlow', creditMs],
        ]),
      );
    // 1000 ms of 4000, and 200 ms less than a fifth.
    expect(against(1999)).toBe(
      'b is 4.00 s faster: 5.00 s less in congestion window (it does not grow: death spiral), 999 ms more in flow control (the receiver reads slowly).',
    );
    expect(against(1800)).not.toContain('more in');
  });

  test('spans within a hundredth are as long, and what differs is named all the same', () => {
    expect(sentenceOf(a, madeTrace('b', [['hostStopped', null, 4990], CREDIT]))).toBe(
      'Both took as long, 6.00 s and 5.99 s: b 5.00 s less in congestion window (it does not grow: death spiral), 4.99 s more in this host stopped.',
    );
    expect(sentenceOf(a, madeTrace('b', [FLAT, ['credit', 'readerSlow', 1010]]))).toBe(
      'Both took as long, 6.00 s and 6.01 s.',
    );
    expect(sentenceOf(a, madeTrace('b', [FLAT, ['credit', 'readerSlow', 930]]))).toContain(
      'b is 70.0 ms faster',
    );
  });
});

describe('of other amounts', () => {
  test('shares of the time are compared: more bytes need more time', () => {
    const a = madeTrace('a', [FLAT, CREDIT], movedBytes(10e6));
    const b = (bytes: number) => madeTrace('b', [['window', 'cutRandom', 2000], CREDIT], movedBytes(bytes));
    expect(sentenceOf(a, b(9.4e6))).toBe(
      'a took 6.00 s for 10.0 MB, b took 3.00 s for 9.4 MB: congestion window (it does not grow) 83.3 % and 0.0 % of these, congestion window (random loss) 0.0 % and 66.7 % of these.',
    );
    expect(sentenceOf(a, b(9.6e6))).toContain('b is 3.00 s faster');
    expect(sentenceOf(a, madeTrace('b', [FLAT, CREDIT], movedBytes(1e6)))).toContain(
      'the same held both, in like shares.',
    );
  });

  test('so it is where a log is cut', () => {
    const damages = [{ isCut: true, words: 'It ends' }];
    expect(sentenceOf(madeTrace('a', [FLAT]), madeTrace('b', [CREDIT], { damages }))).toContain(
      'b took 1.00 s',
    );
  });
});

test.each(['same-trace', 'both-ends', 'same-end'] as const)('nothing is said of %s', (relation) => {
  expect(accountDifference(madeTrace('a', [FLAT]), madeTrace('b', [CREDIT]), relation)).toBeNull();
});

test('nothing is said of a sender and a receiver, nor where one has no account, or none with parts', () => {
  const receiver = madeTrace('b', [CREDIT], { summary: { side: 'receiver' } });
  for (const other of [receiver, madeCompared({}), madeTrace('b', [])])
    for (const pair of [
      [madeTrace('a', [FLAT]), other],
      [other, madeTrace('a', [FLAT])],
    ] as const)
      expect(accountDifference(...pair, 'other')).toBeNull();
});

test('of a digest of an older version that is said', () => {
  const older = { ...madeTrace('b', []), isOlder: true };
  expect(verdictOf(madeTrace('a', [FLAT]), older).incomparable).toContain(
    'b is a digest, made by an older version: no account.',
  );
});

test('what was lost is a dash where no rate is known, and a bound where one of them is; without any rate there is no column', () => {
  const [one, none] = [madeTrace('a', [FLAT]), madeTrace('b', [['window', 'doesNotGrow', 100]])];
  const rowsOf = (a: ComparedTrace, b: ComparedTrace) =>
    accountDifferenceRows(accountDifference(a, b, 'other')!);
  expect(rowsOf(one, none)).toEqual([
    ['congestion window: it does not grow', '5.00 s', '100 ms', '−4.90 s', '4.00 s', '–', '–'],
    ['in all', '5.00 s', '100 ms', '−4.90 s', '', '', ''],
  ]);
  expect(rowsOf(none, none)[0]).toHaveLength(4);
  expect(accountDifference(one, none, 'other')?.side).toBe('sender');
  const { account } = one.summary;
  const least = madeCompared({
    summary: {
      account: { ...account!, parts: account!.parts.map((part) => ({ ...part, lostIsAtLeast: true })) },
    },
  });
  const other = madeTrace('b', [['window', 'doesNotGrow', 100, 50]]);
  expect(rowsOf(least, other)[0]?.slice(4)).toEqual(['≥ 4.00 s', '50.0 ms', '≤ −3.95 s']);
  expect(rowsOf(other, least)[0]?.slice(4)).toEqual(['50.0 ms', '≥ 4.00 s', '≥ +3.95 s']);
  expect(rowsOf(least, least)[0]?.slice(4)).toEqual(['≥ 4.00 s', '≥ 4.00 s', '–']);
});

test('differences of the held parts add up to that of the spans, to 10⁻⁶ µs', async () => {
  const names = [
    'rate-cubic-buggy-s12',
    'rate-cubic-fixed-s17',
    'rate-reno-s12',
    'rate2-both-cubic-buggy-s07',
  ];
  const traces = await Promise.all(
    names.map((name) => openCompared(`tests/corpus/traces/${name}.server.sqlog.gz`)),
  );
  const pairs = traces.flatMap((a, i) => traces.slice(i + 1).map((b) => [a, b] as const));
  for (const [a, b] of pairs) {
    const difference = accountDifference(a, b, 'other');
    const { spanUs, parts } = difference!;
    expect(parts.reduce((sum, { heldUs }) => sum + heldUs[1] - heldUs[0], 0)).toBeCloseTo(
      spanUs[1] - spanUs[0],
      6,
    );
  }
  expect(pairs).toHaveLength(6);
});
