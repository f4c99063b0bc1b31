/** The builder of findings: what all have, what few have, and how the findings of one rule are told apart. */
import { expect, test } from 'vitest';
import { amongSuch, finding, notFound } from '../../../../../src/engine/findings/finding/build-finding.ts';
import { sentence } from '../../../../../src/engine/findings/finding/state-in-text.ts';

const RULE = { id: 'short-window', title: 'Short window' };
const OWN = {
  severity: 'info',
  interval: { startUs: 1, endUs: 9 },
  verdict: 'cwnd stayed at 2,700 bytes.',
  confidence: 0.8,
  evidence: [],
  closeUp: null,
  why: 'A window grows.',
  next: 'Congestion: the window.',
  panels: ['congestion'],
} as const;

test('a plain finding has the name of its rule, and default fields', () => {
  expect(finding(RULE, OWN)).toEqual({
    key: 'short-window.1',
    id: 'short-window',
    title: 'Short window',
    severity: 'info',
    startUs: 1,
    endUs: 9,
    verdict: 'cwnd stayed at 2,700 bytes.',
    confidence: 0.8,
    variant: null,
    exit: null,
    cause: null,
    cost: null,
    closedLoop: null,
    evidence: [],
    closeUp: null,
    why: 'A window grows.',
    next: 'Congestion: the window.',
    panels: ['congestion'],
  });
});

test('given fields replace the defaults', () => {
  const own = { title: 'Shorter window', variant: 'locked', exit: 'unknown' };
  const made = finding(RULE, { ...OWN, key: 'micro', ...own });
  expect(made).toMatchObject({
    key: 'short-window.micro',
    id: 'short-window',
    ...own,
  });
});

test('only the interval is copied from the measurement', () => {
  const measured = { startUs: 1, endUs: 9, cwndBytes: 2700 };
  expect(finding(RULE, { ...OWN, interval: measured })).toEqual(finding(RULE, OWN));
});

test('a verdict records where it contains a state of the log', () => {
  const verdict = sentence`The state ${{ state: 'Drain' }} was held for 2 s.`;
  const made = finding(RULE, { ...OWN, verdict });
  expect(made.verdict).toBe('The state Drain was held for 2 s.');
  expect(made.statesInVerdict).toEqual([{ from: 10, to: 15 }]);
  expect(finding(RULE, OWN)).not.toHaveProperty('statesInVerdict');
});

test('a finding that was not found has the closest place, or none', () => {
  expect(notFound(RULE, 'No window stood.', { startUs: 1, endUs: 9 }, [])).toEqual({
    ...RULE,
    reason: 'No window stood.',
    startUs: 1,
    endUs: 9,
    evidence: [],
  });
  expect(notFound(RULE, 'No window stood.', null, [])).toMatchObject({
    startUs: Number.NaN,
    endUs: Number.NaN,
  });
});

test('one of several states their number', () => {
  expect(amongSuch(1, 'spans', 'longest')).toBe('');
  expect(amongSuch(3, 'spans', 'longest')).toBe('; the longest of 3 such spans');
});
