/** Offsets by every landmark, and the alignment that is proposed. */
import { expect, test } from 'vitest';
import { ALIGNMENTS, offsetUs, proposedAlignment } from '../../../../src/engine/compare/align.ts';
import type { Finding } from '../../../../src/engine/findings/detector.ts';
import { madeCompared } from '../../../support/compared.ts';

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
] as const)('by %s the second is moved by %d µs', (alignment, due) => {
  expect(offsetUs(A, B, alignment)).toBe(due);
  expect(offsetUs(B, A, alignment)).toBe(-due);
});

test('a trace laid over itself is not moved', () => {
  for (const alignment of ALIGNMENTS) expect(Math.abs(offsetUs(A, A, alignment))).toBe(0);
});

test('what one of the two does not show moves nothing', () => {
  const bare = madeCompared({ outline: { landmarks: { lastLossUs: Number.NaN, handshakeUs: Number.NaN } } });
  expect(offsetUs(A, bare, 'last-loss')).toBeNaN();
  expect(offsetUs(A, bare, 'finding')).toBeNaN();
  expect(offsetUs(bare, A, 'wall-clock')).toBeNaN();
});

test('the last loss is proposed, else the handshake, else the start', () => {
  const bare = (landmarks: object) => madeCompared({ outline: { landmarks } });
  expect(proposedAlignment(A, B)).toBe('last-loss');
  expect(proposedAlignment(A, bare({ lastLossUs: Number.NaN }))).toBe('handshake');
  expect(proposedAlignment(A, bare({ lastLossUs: Number.NaN, handshakeUs: Number.NaN }))).toBe('start');
});
