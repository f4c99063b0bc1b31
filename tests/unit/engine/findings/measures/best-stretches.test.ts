/** The best stretches of a flat span: how many good cycles a bad one, or a round trip without an ACK, must be worth. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestStretches } from '../../../../../src/engine/findings/measures/best-stretches.ts';
import type { Cycle } from '../../../../../src/engine/findings/measures/send-cycles.ts';
import { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { draws } from '../../../../support/tier.ts';

const RTT_US = 10_000;

/** Cycles one after the other: `+` a good one, `-` a bad one, `2` a good one of two round trips. */
function stretchesOf(pattern: string, silence: 'counts' | 'ignored' = 'counts', minCycles = 1) {
  const state = new TransportState();
  state.series.smoothedRtt.push(0, RTT_US);
  let startUs = 0;
  const cycles = [...pattern].map((sign): Cycle => {
    const endUs = startUs + (sign === '2' ? 2 : 1) * RTT_US;
    const blocked = sign === '-';
    const cycle = {
      startUs,
      endUs,
      blocked,
      gapUs: 0,
      requested: false,
      maxInFlightBytes: 0,
      minInFlightBytes: 0,
    };
    startUs = endUs;
    return cycle;
  });
  const stretches = bestStretches(state, cycles, ({ blocked }) => !blocked, minCycles, silence);
  return stretches.map((one) => [one.startUs / RTT_US, one.endUs / RTT_US]);
}

test('more than nine good cycles are worth a bad one', () => {
  expect(stretchesOf(`${'+'.repeat(10)}-${'+'.repeat(10)}`)).toEqual([[0, 21]]);
  expect(stretchesOf(`${'+'.repeat(9)}-${'+'.repeat(9)}`)).toEqual([
    [0, 9],
    [10, 19],
  ]);
});

test('more than three acknowledged round trips are worth one without an ACK, unless silence is ignored', () => {
  expect(stretchesOf('+++2+++')).toEqual([[0, 8]]);
  expect(stretchesOf('++2++')).toEqual([
    [0, 2],
    [4, 6],
  ]);
  expect(stretchesOf('++2++', 'ignored')).toEqual([[0, 6]]);
});

test('shorter ones than asked for are left out', () => {
  expect(stretchesOf('+++-++', 'counts', 3)).toEqual([[0, 3]]);
  expect(stretchesOf('---', 'counts', 1)).toEqual([]);
});

/** The same by its definition: the best run, then the best ones before and after it, each looked for cycle by cycle. */
function byDefinition(scores: readonly number[], minCycles: number, offset = 0): number[][] {
  let [best, from, run] = [0, 0, null as [number, number] | null];
  let sum = 0;
  for (const [i, score] of scores.entries()) {
    if (sum <= 0) [sum, from] = [0, i];
    sum += score;
    if (sum > best) [best, run] = [sum, [from, i + 1]];
  }
  if (scores.length < minCycles || run === null || run[1] - run[0] < minCycles) return [];
  const [first, end] = run;
  return [
    ...byDefinition(scores.slice(0, first), minCycles, offset),
    [first + offset, end + offset],
    ...byDefinition(scores.slice(end), minCycles, offset + end),
  ];
}

test('they are those that looking cycle by cycle finds, whatever the cycles', () => {
  const cycles = fc.array(fc.constantFrom('+', '+', '+', '+', '+++++++++', '-', '2'), { maxLength: 60 });
  fc.assert(
    fc.property(cycles, fc.integer({ min: 1, max: 12 }), (signs, minCycles) => {
      const pattern = signs.join('');
      const scores = [...pattern].map((sign) => (sign === '-' ? -9 : sign === '2' ? -2 : 1));
      const starts = [0];
      for (const sign of pattern) starts.push((starts.at(-1) as number) + (sign === '2' ? 2 : 1));
      const expected = byDefinition(scores, minCycles).map((run) => run.map((i) => starts[i]));
      expect(stretchesOf(pattern, 'counts', minCycles)).toEqual(expected);
    }),
    { numRuns: draws(1000) },
  );
});
