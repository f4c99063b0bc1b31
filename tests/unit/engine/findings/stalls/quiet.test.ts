/** The time without a packet in a gap, and the timer that ran in it. */
import { expect, test } from 'vitest';
import { quietIn } from '../../../../../src/engine/findings/stalls/quiet.ts';
import { acknowledge, replayEvents, send } from '../../../../support/replay-events.ts';

const GAP = {
  startUs: 20_000,
  endUs: 120_000,
  earliestSentUs: 0,
  latestSentUs: 0,
  ackDelayUs: 0,
  together: [],
  rttUs: 20_000,
  smoothedUs: 20_000,
  ptoUs: 60_000,
  maxAckDelayUs: 25_000,
};

test('it is the longest without a packet of either direction, and the PTO runs from the last packet before it', () => {
  const events = [send(0, 0), send(0, 1), acknowledge(20, [[0, 0]]), send(50, 2), acknowledge(120, [[1, 1]])];
  expect(quietIn(replayEvents(events), GAP, 120_000)).toEqual({
    startUs: 50_000,
    endUs: 120_000,
    lastSentUs: 50_000,
    ptoUs: 60_000,
    isProbed: false,
  });
});
