/** Offsets by every landmark, and the alignment that is proposed. */
import { expect, test } from 'vitest';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import {
  LANDMARKS,
  needsPackets,
  offsetUs,
  proposedAlignment,
} from '../../../../../src/engine/service/compare/align.ts';
import { madeCompared } from '../../../../support/compared.ts';

const finding = (severity: Finding['severity'], startUs: number): Finding =>
  ({ id: 'death-spiral', severity, startUs }) as unknown as Finding;

const A = madeCompared({ originMs: 1_000_000, findings: [finding('critical', 5e6)] });
const B = madeCompared({
  name: 'b',
  originMs: 1_002_500,
  findings: [finding('warning', 4e6), finding('info', 1e6)],
  outline: {
    landmarks: {
      startUs: 1e3,
      handshakeUs: 5e4,
      firstDataUs: 9e4,
      firstLossUs: 3e5,
      lastLossUs: 2_500_000.4,
    },
  },
});

test.each([
  ['start', -1000],
  ['handshake', -30_000],
  ['first-data', -60_000],
  ['first-loss', -200_000],
  ['last-loss', -500_000],
  ['finding', 1_000_000],
  ['wall-clock', 2_500_000],
] as const)('by %s the second is moved by %d µs', (at, due) => {
  expect(offsetUs(A, B, { at })).toBe(due);
  expect(offsetUs(B, A, { at })).toBe(-due);
});

test('a trace laid over itself is not moved', () => {
  for (const at of LANDMARKS) if (at !== 'packets') expect(Math.abs(offsetUs(A, A, { at }))).toBe(0);
});

test('what one of the two does not show moves nothing', () => {
  const bare = madeCompared({ outline: { landmarks: { lastLossUs: Number.NaN, handshakeUs: Number.NaN } } });
  expect(offsetUs(A, bare, { at: 'last-loss' })).toBeNaN();
  expect(offsetUs(A, bare, { at: 'finding' })).toBeNaN();
  expect(offsetUs(bare, A, { at: 'wall-clock' })).toBeNaN();
});

test('the last loss is proposed, else the handshake, else the start', () => {
  const bare = (landmarks: object) => madeCompared({ outline: { landmarks } });
  expect(proposedAlignment(A, B, 'other')).toEqual({ at: 'last-loss' });
  expect(proposedAlignment(A, bare({ lastLossUs: Number.NaN }), 'unknown')).toEqual({ at: 'handshake' });
  const none = bare({ lastLossUs: Number.NaN, handshakeUs: Number.NaN });
  expect(proposedAlignment(A, none, 'same-end')).toEqual({ at: 'start' });
});

test('last losses at unlike times, or of a receiver, are of other events: the handshake is proposed', () => {
  // A is 10 s long, its last loss is at 2 s: half of that later is the last time that is like it.
  const long = (lastLossUs: number, more = {}) =>
    madeCompared({ summary: { durationUs: 60e6, ...more }, outline: { landmarks: { lastLossUs } } });
  expect(proposedAlignment(A, long(7e6), 'other')).toEqual({ at: 'last-loss' });
  expect(proposedAlignment(A, long(7e6 + 1), 'other')).toEqual({ at: 'handshake' });
  expect(proposedAlignment(A, long(49.5e6), 'other')).toEqual({ at: 'handshake' });
  expect(proposedAlignment(A, long(2e6, { side: 'receiver' }), 'other')).toEqual({ at: 'handshake' });
  // A handshake that took long: the losses are as far from the start.
  const late = madeCompared({ outline: { landmarks: { handshakeUs: 9e6 } } });
  expect(proposedAlignment(A, late, 'other')).toEqual({ at: 'last-loss' });
});

test('of both ends of a connection their packets are proposed, and the time of day where none match', () => {
  const empty = new Float64Array(0);
  const direction = {
    ...{ sentUs: empty, delaysUs: empty, lostUs: empty },
    ...{ spaces: new Uint8Array(0), lostSpaces: new Uint8Array(0), lostMarks: new Uint8Array(0) },
    ...{ falselyDeclared: 0, unlogged: 0, unread: 0, duplicates: 0, beyondEnds: 0, sized: 0, sameSize: 0 },
  };
  const clocks = { offsetUs: 7.4, atUs: 0, driftPpm: 0 };
  const match = { clocks, offsetUs: 7, fromA: direction, fromB: direction };
  expect(proposedAlignment(A, B, 'both-ends', match)).toEqual({ at: 'packets' });
  expect(offsetUs(A, B, { at: 'packets' }, match)).toBe(7);
  expect(proposedAlignment(A, B, 'both-ends', 'few')).toEqual({ at: 'wall-clock' });
  expect(offsetUs(A, B, { at: 'packets' }, 'few')).toBeNaN();
  const timeless = madeCompared({ originMs: null });
  expect(proposedAlignment(A, timeless, 'both-ends', 'several-paths')).toEqual({ at: 'last-loss' });
});

test('a named finding is the first of its rule, of whatever severity', () => {
  const of = (...startsUs: readonly number[]) =>
    madeCompared({ findings: startsUs.map((startUs) => finding('info', startUs)) });
  const alignment = { at: 'finding', id: 'death-spiral' } as const;
  expect(offsetUs(of(5e6, 1e6), of(2e6), alignment)).toBe(3e6);
  expect(offsetUs(of(5e6), of(2e6), { at: 'finding' })).toBeNaN();
  expect(offsetUs(of(5e6), of(2e6), { at: 'finding', id: 'death' })).toBeNaN();
});

test("a packet number is the sender's: sent in one log, received in the other", () => {
  const rows = (timesUs: readonly number[]) => ({
    spaces: Uint8Array.of(0, 2, 2, 2),
    numbers: Float64Array.of(7, 5, 7, 9),
    timesUs: Float64Array.from(timesUs),
    sizesBytes: new Uint16Array(4),
  });
  const packets = {
    sent: { ...rows([1, 100, 200, 300]), lossMarks: new Uint8Array(4) },
    received: rows([2, 110, 240, 310]),
    ...{ fromUs: 0, toUs: 400, unread: 0, duplicates: 0, paths: 1, lossMethod: 'logged' as const },
  };
  const sender = madeCompared({ packets });
  const receiver = madeCompared({ packets, summary: { side: 'receiver' } });
  const at = (number: number) => ({ at: 'packet', number }) as const;
  expect(offsetUs(sender, receiver, at(7))).toBe(-40);
  expect(offsetUs(receiver, sender, at(9))).toBe(10);
  expect(offsetUs(sender, sender, at(6))).toBeNaN();
  expect(offsetUs(sender, sender, at(10))).toBeNaN();
  expect(offsetUs(sender, madeCompared({}), at(7))).toBeNaN();
  expect([at(7), { at: 'packets' }, { at: 'last-loss' }].map((one) => needsPackets(one as never))).toEqual([
    true,
    true,
    false,
  ]);
});
