/**
 * Which ACK ranges an export keeps: one that is lost leaves its packets in flight for whoever reads the export, and makes losses
 * of them.
 */
import { expect, test } from 'vitest';
import { rewrite } from '../../../../../../../src/engine/input/formats/qlog/write/rewrite.ts';
import { eventKindOf } from '../../../../../../../src/qlog-schema/index.ts';
import { writer } from '../../../../../../support/record-writer.ts';

const NAME = 'transport:packet_received';

function rangesOf(acked_ranges: unknown): unknown {
  const data = { header: { packet_type: '1RTT' }, frames: [{ frame_type: 'ack', acked_ranges }] };
  const place = { kind: eventKindOf(NAME), form: '0.3', columns: null } as const;
  const frames = rewrite({ time: 1, name: NAME, data }, place, writer())?.data.frames;
  return Array.isArray(frames) ? (frames[0] as { readonly acked_ranges?: unknown }).acked_ranges : undefined;
}

test('ranges stay as they are, those of a single packet in both spellings', () => {
  const sound = [[7, 7], [5], [0, 0], [1, 3], [9, 10]];
  expect(rangesOf(sound)).toEqual(sound);
});

test('numbers written as texts are numbers, and what stands after the second is none of the range', () => {
  expect(rangesOf([['7', '7'], ['5'], [1, 3, 8]])).toEqual([[7, 7], [5], [1, 3]]);
});

test('what is no range is left out, and those beside it stay', () => {
  expect(rangesOf([[7, 6], [-1, 3], [], [1, 'x'], ['x'], 4, null, [2, 2]])).toEqual([[2, 2]]);
});

test.each([
  [4096, 4096],
  [4097, 4096],
])('of %i ranges %i are kept', (count, kept) => {
  const found = rangesOf(Array.from({ length: count }, (_, i) => [i * 2, i * 2]));
  expect((found as readonly unknown[]).length).toBe(kept);
});

test.each([
  [16_384, 16_384],
  [16_385, 16_384],
])('of %i frames %i are kept', (count, kept) => {
  const data = {
    header: { packet_type: '1RTT' },
    frames: Array.from({ length: count }, () => ({ frame_type: 'ping' })),
  };
  const place = { kind: eventKindOf(NAME), form: '0.3', columns: null } as const;
  const frames = rewrite({ time: 1, name: NAME, data }, place, writer())?.data.frames;
  expect((frames as readonly unknown[]).length).toBe(kept);
});
