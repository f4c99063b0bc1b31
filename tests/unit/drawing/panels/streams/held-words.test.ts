/** What held a request in words: the largest parts, and the streams that were sent meanwhile. */
import { expect, test } from 'vitest';
import { heldParts, heldSentence } from '../../../../../src/drawing/panels/streams/held-words.ts';
import type { StreamHeld } from '../../../../../src/engine/sender/streams/stream-row.ts';

const S = 1_000_000;

const held = (others: StreamHeld['others']): StreamHeld => ({
  parts: [
    { holder: 'behindStreams', us: 11.2 * S },
    { holder: 'window', us: 1.9 * S },
    { holder: 'inTransit', us: 0.7 * S },
    { holder: 'application', us: 0.1 * S },
  ],
  others,
  spans: [],
});

test.each([
  [
    'two',
    [
      [196, 7],
      [240, 4.2],
    ],
    'behind streams 196 and 240',
  ],
  ['one', [[196, 11.2]], 'behind stream 196'],
  [
    'three',
    [
      [4, 4],
      [8, 4],
      [12, 3.2],
    ],
    'behind streams 4, 8 and 12',
  ],
  [
    'one and small ones',
    [
      [4, 11],
      [8, 0.1],
      [12, 0.1],
    ],
    'behind stream 4 and others',
  ],
  ['many', Array.from({ length: 8 }, (_, i) => [4 * i, 0.3]), 'behind other streams'],
  ['none that can be named', [], 'behind other streams'],
] as const)('with %s', (_, others, words) => {
  const made = held(others.map(([id, s]) => ({ id: id!, us: s! * S })));
  expect(heldSentence(made)).toBe(`13.90 s, of it 11.20 s ${words}, 1.90 s window, 700 ms in transit`);
});

test('nothing where it does not show', () => {
  expect(heldParts(null)).toBe('');
});
