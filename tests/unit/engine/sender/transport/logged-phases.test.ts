/** Logged recovery beside the recovery periods that losses begin. */
import { expect, test } from 'vitest';
import { arePhases } from '../../../../../src/engine/sender/transport/logged-phases.ts';
import { loadTrace } from '../../../../support/load.ts';
import { acknowledge, replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';

const enter = (timeMs: number, name: string): TimedEvent => [
  timeMs,
  'quic:congestion_state_updated',
  { new: name },
];

/** A recovery period of 100 ms, from 100 ms on. @param untilMs until when the log says recovery. */
const lossAnd = (...states: readonly TimedEvent[]): boolean => {
  const lost: TimedEvent = [100, 'quic:packet_lost', { header: { packet_type: '1RTT', packet_number: 0 } }];
  const events = [
    send(0, 0),
    send(1, 1),
    send(2, 2),
    acknowledge(50, [[1, 1]]),
    lost,
    send(110, 3),
    acknowledge(200, [[2, 3]]),
    send(400, 4),
    ...states,
  ];
  return arePhases(replayEvents(events.sort(([a], [b]) => a - b)));
};
const until = (untilMs: number) => [enter(100, 'recovery'), enter(untilMs, 'congestion_avoidance')];

test.each([
  [149, false],
  [151, true],
  [299, true],
  [301, false],
])('recovery that is logged until %d ms', (untilMs, isPhase) => {
  expect(lossAnd(...until(untilMs))).toBe(isPhase);
});

test('nothing speaks against other states, nor where nothing was lost', () => {
  expect(lossAnd(enter(100, 'congestion_avoidance'))).toBe(true);
  expect(arePhases(replayEvents([send(0, 0), acknowledge(50, [[0, 0]]), ...until(300)]))).toBe(true);
});

test.each([
  ['other/quic-go-v0.65.0_loss5MB_server.sqlog.gz', true],
  ['other/neqo-0.6.8_newreno-loss5MB_server.qlog.gz', true],
  ['paths/aqm-codel-noecn_quiche-cubic_server.sqlog.gz', false],
])('the states of %s are phases: %s', (file, due) => {
  const path = new URL(`../../../../corpus/${file}`, import.meta.url).pathname;
  expect(arePhases(loadTrace(path).pipeline.state)).toBe(due);
});
