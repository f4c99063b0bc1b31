/** The reasons for which ECN cannot be used, in words. */
import { expect, test } from 'vitest';
import { whyEcnUnusable } from '../../../../../src/engine/findings/measures/ecn-unusable.ts';
import type { EcnFailureReason } from '../../../../../src/engine/sender/transport/ecn.ts';
import { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';

function failed(reason: EcnFailureReason): TransportState {
  const state = new TransportState();
  state.ecn.failure = { reason, timeUs: 1_234_567 };
  state.ecn.capablePackets = 10;
  return state;
}

test.each<[EcnFailureReason, string]>([
  ['all-marked', 'all marked, each of the first packets reported is marked CE'],
  [
    'bleached',
    'not counted, no ACK counts the 10 acknowledged packets sent with ECT: the path clears the field (bleaching), or the peer does not report it',
  ],
  ['counts-missing', 'counts missing, from 1.235 s on ACKs of packets sent with ECT have none'],
  ['counts-fell', 'counts fell, at 1.235 s'],
  [
    'not-covered',
    'counts too low, at 1.235 s they rose by less than packets sent with ECT were acknowledged',
  ],
  ['given-up', 'given up by the stack at 1.235 s, as it logs'],
])('%s', (reason, words) => {
  expect(whyEcnUnusable(failed(reason))).toBe(words);
});

test('nothing is said of ECN that may be used, nor of several paths with counts of their own', () => {
  expect(whyEcnUnusable(new TransportState())).toBeNull();
  const several = failed('counts-fell');
  several.pathCount = 2;
  expect(whyEcnUnusable(several)).toBeNull();
});
