/** Phases of careful resume (draft-ietf-tsvwg-careful-resume) among the congestion states. */
import { expect, test } from 'vitest';
import { replayEvents, type TimedEvent } from '../../../../support/replay-events.ts';

const phase = (timeMs: number, new_phase: string, old_phase?: string): TimedEvent => [
  timeMs,
  'recovery:careful_resume_phase_updated',
  { old_phase, new_phase },
];
const state = (timeMs: number, name: string): TimedEvent => [
  timeMs,
  'recovery:congestion_state_updated',
  { new: name },
];

/** Names with the times from which they hold, ms. */
function statesOf(...events: readonly TimedEvent[]) {
  const { states } = replayEvents(events);
  return Array.from(states.states, (name, i) => [
    (states.timesUs[i] ?? Number.NaN) / 1000,
    states.names[name],
  ]);
}

test('each is a state, and the congestion state goes on after the last one', () => {
  expect(
    statesOf(
      state(0, 'slow_start'),
      phase(1, 'unvalidated', 'reconnaissance'),
      phase(2, 'validating', 'unvalidated'),
      phase(3, 'normal', 'validating'),
      state(4, 'recovery'),
    ),
  ).toEqual([
    [0, 'slow_start'],
    [1, 'unvalidated'],
    [2, 'validating'],
    [3, 'slow_start'],
    [4, 'recovery'],
  ]);
});

test('without congestion states the last one is what it is called, and the first says what was before', () => {
  expect(statesOf(state(0, ''), phase(1, 'unvalidated', 'reconnaissance'), phase(2, 'normal'))).toEqual([
    [0, 'reconnaissance'],
    [1, 'unvalidated'],
    [2, 'normal'],
  ]);
});
