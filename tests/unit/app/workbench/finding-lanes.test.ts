/** The lanes of findings in the overview: none covers another, and who has no room is counted. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingLanes } from '../../../../src/app/workbench/finding-lanes.ts';
import { draws, SEED } from '../../../support/tier.ts';

const WHOLE = { fromUs: 0, toUs: 1000, width: 1000 };
const ALONE_PX = 46;
const LOW_PX = 14;
const finding = (id: string, startUs: number, endUs: number) => ({
  ...{ id, severity: 'warning' as const, startUs, endUs },
});

test('those of one rule are bars in one lane, also where another would have room', () => {
  const three = [0, 200, 400].map((startUs) => finding('pto-storm', startUs, startUs + 100));
  const other = finding('policed', 0, 150);
  const { bars, beyond } = findingLanes([other, ...three], WHOLE, ALONE_PX);
  expect(bars.map(({ finding: { id }, x, y }) => [id, x, y])).toEqual([
    ['policed', 0, 0],
    ['pto-storm', 0, 5],
    ['pto-storm', 200, 5],
    ['pto-storm', 400, 5],
  ]);
  expect(beyond).toEqual([]);
});

test('a finding that came several times has as many bars in one lane; those too near to be two are one', () => {
  const times = [10, 200, 203, 800].map((startUs) => ({ startUs, endUs: startUs + 2 }));
  const { bars } = findingLanes(
    [finding('policed', 0, 100), { ...finding('a', 10, 12), times }],
    WHOLE,
    ALONE_PX,
  );
  expect(bars.map(({ finding: { id }, x, y, width }) => [id, x, y, width])).toEqual([
    ['policed', 0, 0, 100],
    ['a', 10, 5, 3],
    ['a', 200, 5, 6],
    ['a', 800, 5, 3],
  ]);
});

test('of five at one time the three worst have a lane, and two are beyond; a low strip has them all in one', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((id) => finding(id, 100, 900));
  expect(findingLanes(five, WHOLE, ALONE_PX).beyond.map(({ id }) => id)).toEqual(['d', 'e']);
  const low = findingLanes(five, WHOLE, LOW_PX);
  expect([low.bars.length, low.beyond.length]).toEqual([5, 0]);
});

test('no bar touches another, and each finding is a bar or beyond', () => {
  const some = fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    startUs: fc.integer({ min: 0, max: 1000 }),
    lengthUs: fc.integer({ min: 0, max: 300 }),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 12 }), (drawn) => {
      const findings = drawn.map(({ id, startUs, lengthUs }) => finding(id, startUs, startUs + lengthUs));
      const { bars, beyond } = findingLanes(findings, WHOLE, ALONE_PX);
      expect(bars.length + beyond.length).toBe(findings.length);
      for (const [at, a] of bars.entries())
        for (const b of bars.slice(at + 1))
          expect(a.y !== b.y || a.x + a.width < b.x || b.x + b.width < a.x).toBe(true);
    }),
    { seed: SEED, numRuns: draws(200) },
  );
});
