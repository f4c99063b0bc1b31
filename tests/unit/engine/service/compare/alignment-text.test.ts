/** Alignments as they stand in a call and in a link. */
import { expect, test } from 'vitest';
import {
  type Alignment,
  alignmentWords,
  LANDMARKS,
} from '../../../../../src/engine/service/compare/align.ts';
import {
  ALIGNMENT_FORMS,
  alignmentText,
  noAlignmentWords,
  parseAlignment,
} from '../../../../../src/engine/service/compare/alignment-text.ts';

const ALL: readonly Alignment[] = [
  ...LANDMARKS.map((at) => ({ at })),
  { at: 'packet', number: 0 },
  { at: 'packet', number: Number.MAX_SAFE_INTEGER },
  { at: 'finding', id: 'death-spiral' },
];

test('what is written is read again, and each has words of its own', () => {
  for (const alignment of ALL) expect(parseAlignment(alignmentText(alignment))).toEqual(alignment);
  expect(new Set(ALL.map(alignmentText)).size).toBe(ALL.length);
  expect(new Set(ALL.map(alignmentWords)).size).toBe(ALL.length);
  expect(ALIGNMENT_FORMS).toHaveLength(LANDMARKS.length + 2);
});

test.each([
  '',
  'noon',
  'packet',
  'packet:',
  'packet:-1',
  'packet:1.5',
  'packet:1e3',
  'packet:9007199254740993',
  'packet:12345678901234567',
  'finding:',
  'finding:Death',
  'finding:<b>',
  `finding:${'a'.repeat(65)}`,
  'last-loss ',
])('%j is none', (text) => {
  expect(parseAlignment(text)).toBeNull();
});

test('why not, in words', () => {
  expect(noAlignmentWords('packet:x')).toBe('takes a packet number after packet:, not x');
  expect(noAlignmentWords('finding:X')).toBe('takes the id of a finding after finding:, not X');
  expect(noAlignmentWords('noon')).toBe(
    'takes start, handshake, first-data, first-loss, last-loss, finding, packets, wall-clock, packet:N, finding:ID, not noon',
  );
  expect(noAlignmentWords('n'.repeat(5000)).length).toBeLessThan(200);
});
