/** The menu of alignments: the offsets of the engine, why one cannot be, and which one an offset is of. */
import { expect, test } from 'vitest';
import { alignmentChoices, choiceAt } from '../../../../../src/app/state/compare/alignment-choices.ts';
import { relatedBy } from '../../../../../src/engine/service/compare/ends.ts';
import { PacketSpace } from '../../../../../src/qlog-schema/index.ts';
import { madeCompared } from '../../../../support/compared.ts';
import { madePackets } from '../../../../support/made-packets.ts';

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

test('a packet of the sender that was asked for, or who has no such packet', () => {
  const packet = (number: number, us: number) => ({ space: PacketSpace.application, number, us });
  const a = madeCompared({ packets: madePackets([packet(7, 1000), packet(8, 2000)], [packet(0, 1)]) });
  const b = madeCompared({
    summary: { side: 'receiver' },
    packets: madePackets([packet(9, 1)], [packet(7, 51_000)]),
  });
  const at = (number: number, one = a, other = b) =>
    alignmentChoices(one, other, 'B', relatedBy(one, other), [number]).at(-1);
  expect(at(7)).toMatchObject({ id: 'packet:7', words: 'packet 7 of the sender', offsetUs: -50_000 });
  expect(at(7)?.lacking).toBeNull();
  expect([at(8)?.lacking, at(8)?.offsetUs]).toEqual(['B has no such packet', Number.NaN]);
  expect(at(8, b, a)?.lacking).toBe('A has no such packet');
  expect(at(9)?.lacking).toBe('neither A nor B logs it');
  expect(at(7, a, B)?.lacking).toBe('the packets of B cannot be read');
  expect(alignmentChoices(a, b, 'B').some(({ id }) => id.startsWith('packet:'))).toBe(false);
});
