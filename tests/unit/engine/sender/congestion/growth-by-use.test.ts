/** Whether a sender grows a window that it does not use, at the limits. */
import { expect, test } from 'vitest';
import { GrowthByUse } from '../../../../../src/engine/sender/congestion/growth-by-use.ts';
import { Use } from '../../../../../src/engine/sender/congestion/sender-steps.ts';

/** Windows acknowledged and datagrams grown with room, then with the window used. */
function ignores(windowsRoom: number, grownRoom: number, windowsUsed = 0, grownUsed = 0): boolean {
  const growth = new GrowthByUse();
  growth.acked(Use.room, windowsRoom);
  growth.acked(Use.nearlyFull, windowsUsed / 2);
  growth.acked(Use.full, windowsUsed / 2);
  growth.grew(Use.room, grownRoom);
  growth.grew(Use.nearlyFull, grownUsed / 2);
  growth.grew(Use.full, grownUsed / 2);
  return growth.ignoresUse();
}

test.each([
  ['fewer windows than three with room tell nothing', ignores(2.9, 2.9), false],
  ['three do', ignores(3, 3), true],
  ['growth as without room', ignores(10, 8, 10, 8), true],
  ['half of the growth without room is still growth', ignores(10, 4, 10, 8), true],
  ['less may be misjudged ACKs', ignores(10, 3.9, 10, 8), false],
  ['no growth at all', ignores(10, 0, 10, 8), false],
  ['used for less than three windows: a datagram per window is expected', ignores(10, 5, 2.9, 0), true],
  ['and half of that is the least', ignores(10, 4.9, 2.9, 0), false],
  ['slow growth without room makes slow growth with room enough', ignores(10, 1, 10, 2), true],
])('%s', (_, found, expected) => {
  expect(found).toBe(expected);
});

test('data acknowledged before a window is logged does not count, nor does a fall', () => {
  const growth = new GrowthByUse();
  for (let i = 0; i < 10; i++) growth.acked(Use.room, Number.NaN);
  growth.grew(Use.room, 10);
  expect(growth.ignoresUse()).toBe(false);
  growth.acked(Use.room, 10);
  growth.grew(Use.room, -20);
  expect(growth.ignoresUse()).toBe(true);
});
