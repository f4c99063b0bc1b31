/** The menu of alignments: the offsets of the engine, why one cannot be, and which one an offset is of. */
import { expect, test } from 'vitest';
import { alignmentChoices, choiceAt } from '../../../../../src/app/features/compare/alignment-choices.ts';
import { madeCompared } from '../../../../support/compared.ts';

const A = madeCompared({ originMs: 1000 });
const B = madeCompared({
  name: 'b',
  originMs: 3000,
  outline: { landmarks: { startUs: 0, handshakeUs: 5e4, firstLossUs: Number.NaN, lastLossUs: 2.5e6 } },
});
const choices = alignmentChoices(A, B, 'C');
const of = (id: string) => choices.find((choice) => choice.id === id);

test('each has the offset of the engine, or says who does not show it', () => {
  expect([of('start')?.offsetUs, of('handshake')?.offsetUs, of('last-loss')?.offsetUs]).toEqual([
    0, -30_000, -500_000,
  ]);
  expect(of('wall-clock')).toMatchObject({ offsetUs: 2e6, lacking: null });
  expect(of('wall-clock')?.caution).toContain('least trustworthy');
  expect([of('first-loss')?.offsetUs, of('first-loss')?.lacking]).toEqual([Number.NaN, 'C does not show it']);
  expect(alignmentChoices(B, A, 'B').find(({ id }) => id === 'first-loss')?.lacking).toBe(
    'A does not show it',
  );
  expect(of('finding')?.lacking).toBe('neither A nor C shows it');
  expect(choices.filter(({ isProposed }) => isProposed).map(({ id }) => id)).toEqual(['last-loss']);
});

test('an offset is of the alignment that was chosen, else of the proposed one, else by hand', () => {
  expect(choiceAt(choices, -500_001, null)?.id).toBe('last-loss');
  expect(choiceAt(choices, -500_002, null)).toBeNull();
  expect(choiceAt(choices, -30_000, null)?.id).toBe('handshake');
  const alike = alignmentChoices(A, A, 'B');
  expect(choiceAt(alike, 0, null)?.id).toBe('last-loss');
  expect(choiceAt(alike, 0, 'handshake')?.id).toBe('handshake');
});
