/** Two connections in one log without ids: their packet numbers repeat, and nothing is said of windows or RTTs. */
import { expect, test } from 'vitest';
import { whyNotJudged } from '../../../../../src/engine/findings/conditions/sender-view.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { whyMixed } from '../../../../../src/engine/sender/transport/repeated-numbers.ts';
import { acknowledge, replayEvents, send } from '../../../../support/replay-events.ts';

/** One connection of 180 packets, and `others` of another one between them. */
const mixed = (others: number) =>
  replayEvents(
    Array.from({ length: 180 }, (_, i) => [
      send(i * 10, i),
      ...(i < others ? [send(i * 10 + 1, i, { bytes: 900 })] : []),
      acknowledge(i * 10 + 5, [[i]]),
    ]).flat(),
  );

test.each([
  [19, false],
  [20, false],
  [21, true],
  [180, true],
])('%d repeated numbers among 180 packets', (others, isMixed) => {
  const state = mixed(others);
  const reason = whyMixed(state);
  expect(reason !== null).toBe(isMixed);
  expect(whyNotJudged(new DetectInput(state))).toBe(reason);
});

test('below twenty they are records out of order', () => {
  const events = Array.from({ length: 19 }, (_, i) => [send(i * 10, 5), send(i * 10 + 1, 5)]).flat();
  expect(whyMixed(replayEvents(events.slice(0, 20)))).toBeNull();
});
