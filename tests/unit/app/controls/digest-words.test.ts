/** What a digest keeps and lacks, in words that somebody decides by. */
import { expect, test } from 'vitest';
import { columnWords, heldOfSet, heldWords, lackedWords } from '../../../../src/app/controls/digest-words.ts';
import type { DigestFacts, Snapshot } from '../../../../src/engine/reading/contract/snapshot.ts';
import { NO_VERDICT } from '../../../../src/sharing/digest/digest.ts';

const FULL: DigestFacts = {
  holdsAccount: true,
  held: ['congestion', 'states'],
  empty: [],
  visible: { fromUs: 1_400_000, toUs: 9_900_000 },
  blocks: [
    { fromUs: 1_310_720, toUs: 10_027_008, columnUs: 65_536 },
    { fromUs: 0, toUs: 10_485_760, columnUs: 262_144 },
  ],
  givenUp: {
    panels: [],
    evidence: 'none',
    reasons: false,
    findings: 0,
    notes: 0,
    closeUps: 0,
    outline: false,
  },
  closeUps: [],
  originMs: null,
  messagesLeftOut: 0,
};
const extent: Snapshot['extent'] = { fromUs: 0, toUs: 9_988_714 };
const finding = { key: 'death-spiral.1' } as Snapshot['findings'][number];

test('columns over the visible range, and over the whole trace where that is another', () => {
  expect(columnWords({ facts: FULL })).toBe(
    '133 columns of 65.5 ms from 1.400 s to 9.900 s, 40 columns of 262 ms over the whole trace',
  );
  expect(columnWords({ facts: { ...FULL, blocks: FULL.blocks.slice(1) } })).toBe(
    '40 columns of 262 ms over the whole trace',
  );
});

test('with everything, nothing is reported as left out', () => {
  const words = heldWords({ facts: FULL, findings: [finding], extent, notes: 2 });
  expect(words).toContain('; Congestion, States; 1 finding with evidence; 2 notes.');
  expect(lackedWords(FULL)).toBe('');
});

test('part of it, each part named', () => {
  const facts: DigestFacts = {
    ...FULL,
    givenUp: {
      panels: ['rtt', 'pto'],
      evidence: 'of-one',
      reasons: true,
      findings: 4,
      notes: 1,
      closeUps: 3,
      outline: true,
    },
    messagesLeftOut: 2,
  };
  expect(heldWords({ facts, findings: [finding], extent, notes: 0 })).toContain(
    '1 of 5 findings, evidence for one only, no explanations.',
  );
  expect(lackedWords(facts)).toBe(
    'Left out when it was made: panels RTT, PTO; 4 further findings; evidence of all findings but one; pictures of 3 close-ups; figures for a comparison; explanations of findings, and rules that found nothing; 1 note; 2 messages about the reading of the file.',
  );
});

test('of a set its panels, findings and notes together', () => {
  const titleOnly = { ...finding, verdict: NO_VERDICT };
  const other = { ...FULL, held: ['congestion', 'rtt'] };
  expect(
    heldOfSet([
      { facts: FULL, findings: [finding], extent, notes: 2 },
      { facts: other, findings: [titleOnly], extent, notes: 0 },
    ]),
  ).toBe('2 traces: Congestion, States, RTT; 2 findings (1 by title and time only); 2 notes.');
});

test('findings of which a set keeps title and time only are counted', () => {
  const titleOnly = { ...finding, verdict: NO_VERDICT };
  expect(heldWords({ facts: FULL, findings: [finding, titleOnly, titleOnly], extent, notes: 0 })).toContain(
    '; 3 findings (2 by title and time only) with evidence.',
  );
});
