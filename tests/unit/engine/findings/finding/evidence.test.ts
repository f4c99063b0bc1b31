/**
 * Every kind of limit below, at and above its figure: what it admits is what its words say, read again by a reader who
 * knows only the words; and no limit admits what could not be measured.
 */
import { describe, expect, test } from 'vitest';
import {
  above,
  atLeast,
  atMost,
  below,
  beside,
  between,
  both,
  either,
  evidence,
  given,
  holdsAll,
  type Limit,
  none,
  not,
  reaches,
  supporting,
} from '../../../../../src/engine/findings/finding/evidence.ts';
import { sentence } from '../../../../../src/engine/findings/finding/state-in-text.ts';
import { followsFromWords } from '../../../../support/threshold-text.ts';

const rowOf = (value: number, limit: Limit) =>
  evidence({ id: 'a', name: 'a', normal: 'none', value, limit, panel: 'rtt' });

interface Case {
  readonly limit: Limit;
  readonly words: string;
  readonly admitted: readonly number[];
  readonly refused: readonly number[];
}

const CASES: readonly Case[] = [
  { limit: atLeast(4, 'count'), words: '≥ 4', admitted: [4, 5], refused: [3] },
  { limit: atLeast(0.9, 'share'), words: '≥ 90 %', admitted: [0.9, 1], refused: [0.899999] },
  { limit: atLeast(2_720_000, 'us'), words: '≥ 2.72 s', admitted: [2_720_000, 3e6], refused: [2_719_999] },
  { limit: atLeast(20, 'rtt', { note: ' RTT' }), words: '≥ 20 RTT', admitted: [20, 21], refused: [19] },
  {
    limit: atLeast(250_000, 'us', { times: 1.1, note: ' (RFC 9002 §7.6.1)' }),
    words: '≥ 1.1 × 250 ms (RFC 9002 §7.6.1)',
    admitted: [1.1 * 250_000, 276_000],
    refused: [274_999],
  },
  {
    limit: atLeast(2700, 'bytes', { of: 'cwnd' }),
    words: '≥ cwnd = 2,700 B',
    admitted: [2700, 2701],
    refused: [2699],
  },
  { limit: above(0.25, 'share'), words: '> 25 %', admitted: [0.2501], refused: [0.25, 0] },
  { limit: above(0, 'us', { write: String }), words: '> 0', admitted: [1], refused: [0, -1] },
  {
    limit: above(2700, 'bytes', { times: 2, of: 'cwnd' }),
    words: '> 2 × cwnd = 5,400 B',
    admitted: [5401],
    refused: [5400, 2701],
  },
  { limit: atMost(4050, 'bytes'), words: '≤ 4,050 B', admitted: [4050, 0], refused: [4051] },
  { limit: below(0.95, 'share'), words: '< 95 %', admitted: [0.94], refused: [0.95, 1] },
  { limit: not(1, 'count'), words: 'not 1', admitted: [1000, 0.001], refused: [1] },
  {
    limit: between([0.4, 2.5], 'rtt', ' RTT'),
    words: '0.4 to 2.5 RTT',
    admitted: [0.4, 1, 2.5],
    refused: [0.39, 2.51],
  },
  { limit: none('packets'), words: 'none', admitted: [0], refused: [1, -1] },
  { limit: given('does not change', 'bytes'), words: 'does not change', admitted: [0, 2700], refused: [] },
];

describe.each(CASES)('$words', ({ limit, words, admitted, refused }) => {
  test('is written to the row', () => {
    expect(rowOf(1, limit).threshold).toBe(words);
    expect(rowOf(1, limit).unit).toBe(limit.unit);
  });

  test('holds for values within it, and for nothing else', () => {
    expect(admitted.map((value) => rowOf(value, limit).holds)).not.toContain(false);
    expect(refused.map((value) => rowOf(value, limit).holds)).not.toContain(true);
  });

  test('can be parsed from its text', () => {
    for (const value of [...admitted, ...refused, Number.NaN]) {
      const row = rowOf(value, limit);
      expect([value, followsFromWords({ ...row, lengthUs: 0 })]).toEqual([value, true]);
    }
  });

  test('does not hold for what could not be measured', () => {
    expect(rowOf(Number.NaN, limit).holds).toBe(false);
  });
});

test('a share is written as its percentage without floating point errors', () => {
  const shares = [0.01, 0.05, 0.1, 0.2, 0.25, 0.5, 0.75, 0.8, 0.9, 0.95];
  expect(shares.map((share) => atLeast(share, 'share').words)).toEqual(
    ['1', '5', '10', '20', '25', '50', '75', '80', '90', '95'].map((figure) => `≥ ${figure} %`),
  );
});

describe('a condition next to a limit', () => {
  const long = atLeast(200_000, 'us');

  test.each([
    [200_000, true, true],
    [200_000, false, false],
    [199_999, true, false],
  ])('both: %d µs and %s', (value, holds, expected) => {
    const row = rowOf(value, both(long, ' and ', beside('3 RTT', holds)));
    expect(row).toMatchObject({ threshold: '≥ 200 ms and 3 RTT', unit: 'us', holds: expected });
    expect(followsFromWords({ ...row, lengthUs: 0 })).toBe(true);
  });

  test.each([
    [200_000, false, true],
    [199_999, true, true],
    [199_999, false, false],
  ])('either: %d µs or %s', (value, holds, expected) => {
    const other = beside('no growth before', holds);
    const after = rowOf(value, either(long, ' or ', other));
    expect(after).toMatchObject({
      threshold: '≥ 200 ms or no growth before',
      unit: 'us',
      holds: expected,
    });
    const before = rowOf(value, either(other, ', else ', long));
    expect(before).toMatchObject({
      threshold: 'no growth before, else ≥ 200 ms',
      unit: 'us',
      holds: expected,
    });
    for (const row of [after, before]) expect(followsFromWords({ ...row, lengthUs: 0 })).toBe(true);
  });

  test('holds where another figure reaches its own', () => {
    const write = (acks: number) => `${acks} ACKs or more`;
    expect(reaches(20, 20, write)).toMatchObject({ words: '20 ACKs or more' });
    const holds = [19, 20, 21, Number.NaN].map((acks) => reaches(acks, 20, write).admits(0));
    expect(holds).toEqual([false, true, true, false]);
  });

  test('does not hold for a value that could not be measured', () => {
    expect(rowOf(Number.NaN, either(long, ' or ', beside('no growth before', true))).holds).toBe(false);
  });
});

describe('a row', () => {
  const row = { id: 'time', normal: 'none', value: 1, limit: atLeast(2, 'us'), panel: null };

  test('is required or supporting', () => {
    expect(evidence({ ...row, name: 'time' }).needed).toBe(true);
    expect(supporting({ ...row, name: 'time' }).needed).toBe(false);
  });

  test('records where its name contains a state of the log', () => {
    const named = evidence({ ...row, name: sentence`time in ${{ state: 'ProbeRTT' }}` });
    expect(named).toMatchObject({ name: 'time in ProbeRTT', statesInName: [{ from: 8, to: 16 }] });
    expect(evidence({ ...row, name: 'time' })).not.toHaveProperty('statesInName');
  });

  test('is plain data that can be sent to the page', () => {
    const made = evidence({ ...row, name: 'time' });
    expect(structuredClone(made)).toEqual(made);
  });

  test('can refute its finding only if it is required', () => {
    const fails = { ...row, name: 'time' };
    expect(holdsAll([])).toBe(true);
    expect(holdsAll([supporting(fails)])).toBe(true);
    expect(holdsAll([supporting(fails), evidence(fails)])).toBe(false);
  });
});
