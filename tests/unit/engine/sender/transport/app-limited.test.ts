/** The flag by which a stack says that its application has nothing to send, in every spelling, and what follows from it. */
import { expect, test } from 'vitest';
import {
  acknowledge,
  metrics,
  replayEvents,
  request,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';

const full = { bytes: 1200 };
const pointsOf = ({ series: { appLimited } }: ReturnType<typeof replayEvents>) =>
  [...appLimited.timesUs].map((timeUs, i) => [timeUs / 1000, appLimited.values.at(i)]);

test.each([
  ['quiche', (is: boolean) => ({ cf_app_limited: is })],
  ['picoquic', (is: boolean) => ({ app_limited: is ? 1 : 0 })],
])('the metrics of %s hold it', (_, data) => {
  const state = replayEvents([1, 2, 3, 4].map((ms) => metrics(ms, data(ms === 2 || ms === 3))));
  expect(pointsOf(state)).toEqual([
    [1, 0],
    [2, 1],
    [4, 0],
  ]);
});

test('mvfst says it in an event without a state', () => {
  const update = (ms: number, words: string): TimedEvent => [
    ms,
    'recovery:congestion_state_updated',
    { app_limited: words },
  ];
  const state = replayEvents([update(1, 'app limited'), update(2, 'app unlimited'), update(3, 'app idle')]);
  expect(pointsOf(state)).toEqual([
    [1, 1],
    [2, 0],
  ]);
  expect(state.states.length).toBe(0);
});

/** A packet, its ACK at 20 ms, and another at 80 ms; between them the flags. */
const pauseWith = (...flags: readonly (readonly [timeMs: number, isLimited: boolean])[]) => {
  const rows: TimedEvent[] = [
    request(0),
    metrics(0, { congestion_window: 12_000 }),
    send(1, 0, full),
    acknowledge(20, [[0]]),
    send(80, 1, full),
    acknowledge(100, [[1]]),
    ...flags.map(([ms, is]) => metrics(ms, { app_limited: is })),
  ];
  return replayEvents(rows.sort(([a], [b]) => a - b));
};

const isPausedAt = ({ pauses }: ReturnType<typeof replayEvents>, timeMs: number): boolean => {
  const ends = pauses.endUs.view();
  return [...pauses.startUs.view()].some(
    (startUs, i) => startUs <= timeMs * 1000 && !((ends[i] ?? Number.POSITIVE_INFINITY) <= timeMs * 1000),
  );
};

test('a pause in which the flag is set at some time is the application’s, one without is not', () => {
  expect(isPausedAt(pauseWith(), 50)).toBe(true);
  expect(isPausedAt(pauseWith([0, false]), 50)).toBe(false);
  expect(isPausedAt(pauseWith([0, false], [50, true], [51, false]), 50)).toBe(true);
  expect(isPausedAt(pauseWith([0, true]), 50)).toBe(true);
});

test('a flag that was set before the window had room, and no longer, says nothing of the pause', () => {
  expect(isPausedAt(pauseWith([0, true], [0.5, false]), 50)).toBe(false);
});

test('a sample of the delivery rate after such a pause is not application-limited', () => {
  const limitedAt = (state: ReturnType<typeof replayEvents>) =>
    [...state.rebuilt.deliveryRateLimited.timesUs].map((timeUs) => timeUs / 1000);
  expect(limitedAt(pauseWith())).toEqual([100]);
  expect(limitedAt(pauseWith([0, false]))).toEqual([]);
});
