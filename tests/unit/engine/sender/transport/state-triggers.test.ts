/** Why a congestion state was entered, as the stack says it. */
import { expect, test } from 'vitest';
import { metrics, replayEvents, type TimedEvent } from '../../../../support/replay-events.ts';

const state = (ms: number, name: string, trigger?: unknown): TimedEvent => [
  ms,
  'recovery:congestion_state_updated',
  { new: name, trigger },
];

function stepsOf(events: readonly TimedEvent[]) {
  const { stateByPersistentCongestion, stateByEcn } = replayEvents(events).series;
  return [stateByPersistentCongestion, stateByEcn].map((series) =>
    [...series.timesUs].map((timeUs, i) => [timeUs / 1000, series.values.at(i)]),
  );
}

test('each of the two reasons holds while the state does that was entered for it', () => {
  const [persistent, ecn] = stepsOf([
    state(1, 'slow_start'),
    state(2, 'recovery', 'ECN'),
    state(3, 'congestion_avoidance'),
    state(5, 'slow_start', 'persistent_congestion'),
    state(6, 'recovery', 'ecn'),
  ]);
  expect(persistent).toEqual([
    [5, 1],
    [6, 0],
  ]);
  expect(ecn).toEqual([
    [2, 1],
    [3, 0],
    [6, 1],
  ]);
});

test('a state in the metrics ends it too; a log of other reasons, or of none, has no step', () => {
  expect(
    stepsOf([state(1, 'slow_start', 'persistent_congestion'), metrics(2, { state: 'recovery' })])[0],
  ).toEqual([
    [1, 1],
    [2, 0],
  ]);
  expect(stepsOf([state(1, 'a', 'cubic loss'), state(2, 'b', 7), state(3, 'c')])).toEqual([[], []]);
});
