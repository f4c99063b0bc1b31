/** Which traces cannot be run again at all. */
import { expect, test } from 'vitest';
import { whyNotAsked } from '../../../../../src/app/features/what-if/why-not.ts';
import type { ShownDigest } from '../../../../../src/app/state/traces/shown-digest.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';

const snapshotOf = (phase: Snapshot['phase'], side: Snapshot['summary']['side']): Snapshot =>
  ({ phase, summary: { side } }) as Snapshot;
const SENDER = snapshotOf('ready', 'sender');

test('a sender’s trace that is read to its end can be', () => {
  expect(whyNotAsked({ digest: null }, SENDER)).toBeNull();
});

test.each([
  ['a digest', {} as ShownDigest, SENDER, 'A digest'],
  ['a trace that is being read', null, snapshotOf('reading', 'sender'), 'whole trace is read'],
  ['a trace of which nothing is known', null, null, 'whole trace is read'],
  ['a receiver’s trace', null, snapshotOf('ready', 'receiver'), 'A receiver’s log'],
])('%s cannot, and it is said why', (_, digest, snapshot, words) => {
  expect(whyNotAsked({ digest }, snapshot)).toContain(words);
});
