/**
 * The rules that every finding keeps (tests/support/invariants.ts) are themselves able to fail: each is broken once here,
 * by a finding that is sound but for it.
 */
import { describe, expect, test } from 'vitest';
import type { Evidence, Finding, NotFound } from '../../../../../src/engine/findings/finding/finding';
import { brokenRules } from '../../../../support/invariants.ts';
import { followsFromWords } from '../../../../support/threshold-text.ts';

const TIME = { firstUs: 0, lastUs: 9_000_000 };

const ROW: Evidence = {
  id: 'fit',
  name: 'fit of the model',
  value: 0.93,
  unit: 'share',
  normal: 'below 90 %',
  threshold: '≥ 90 %',
  holds: true,
  needed: true,
  deciding: true,
  panel: null,
};

const FINDING: Finding = {
  key: 'rule.1',
  id: 'rule',
  title: 'A rule',
  severity: 'info',
  startUs: 0,
  endUs: 9_000_000,
  verdict: 'The window stood for 9.00 s, 100.0 % of the time.',
  confidence: 1,
  variant: null,
  exit: null,
  cause: null,
  cost: { heldUs: 0, lostUs: 0, provedShare: 1 },
  closedLoop: null,
  evidence: [ROW],
  closeUp: null,
  why: 'A window grows.',
  next: 'Congestion: the window.',
  panels: ['congestion'],
};

const CLOSEST: NotFound = {
  id: 'rule',
  title: 'A rule',
  reason: 'No window stood.',
  startUs: Number.NaN,
  endUs: Number.NaN,
  evidence: [],
};

function brokenBy(
  finding: Partial<Finding>,
  closest: Partial<NotFound> = {},
  reason = 'no window is logged',
) {
  const findings = [{ ...FINDING, ...finding }];
  const notFound = [{ ...CLOSEST, ...closest }];
  return brokenRules(
    { findings, remarks: [], notFound, notJudged: [{ id: 'other', title: 'Other', reason }] },
    TIME,
  );
}

test('a valid finding keeps them', () => {
  expect(brokenBy({})).toEqual([]);
  // What the path carries may not be known.
  expect(brokenBy({ cost: { heldUs: 1, lostUs: null, provedShare: 1 } })).toEqual([]);
});

describe('a finding breaks them', () => {
  test.each<[string, Partial<Finding>]>([
    ['by a figure that is none', { verdict: 'The window stood for NaN s.' }],
    ['by a word that is none', { title: 'Death spiral in null' }],
    ['by an empty sentence', { why: '' }],
    ['by more than all of it', { verdict: 'It stood for 100.1 % of the time.' }],
    ['by less than nothing of it', { next: 'Look at the -3 % after it.' }],
    ['by a cost without a figure', { cost: { heldUs: Number.NaN, lostUs: 0, provedShare: 1 } }],
    ['by a cost below nothing', { cost: { heldUs: 1, lostUs: -1, provedShare: 1 } }],
    ['by more lost than held', { cost: { heldUs: 1, lostUs: 3, provedShare: 1 } }],
    ['by a confidence above 1', { confidence: 1.01 }],
    ['by an end after the trace', { endUs: 9_000_001 }],
    ['by an end before its start', { startUs: 5, endUs: 4 }],
    ['by a start before the trace', { startUs: -1 }],
    ['by no interval', { startUs: Number.NaN, endUs: Number.NaN }],
    ['by a share above 1', { evidence: [{ ...ROW, value: 1.5 }] }],
    ['by a value without end', { evidence: [{ ...ROW, unit: 'us', value: Number.POSITIVE_INFINITY }] }],
    ['by a row that does not follow from its value', { evidence: [{ ...ROW, holds: false }] }],
    ['by two rows of one id', { evidence: [ROW, ROW] }],
  ])('%s', (_, change) => {
    expect(brokenBy(change)).toHaveLength(1);
  });

  test('by the key of another one', () => {
    const verdicts = { findings: [FINDING], remarks: [FINDING], notFound: [], notJudged: [] };
    expect(brokenRules(verdicts, TIME)).toHaveLength(1);
  });

  test('by the reason for what was not found, or not judged', () => {
    expect(brokenBy({}, { reason: 'undefined' })).toHaveLength(1);
    expect(brokenBy({}, { startUs: 0 })).toHaveLength(1);
    expect(brokenBy({}, {}, 'no null is logged')).toHaveLength(1);
  });
});

describe('a threshold can be parsed from its text', () => {
  test.each<[value: number, threshold: string, holds: boolean]>([
    [0.9, '≥ 90 %', true],
    [0.899, '≥ 90 %', false],
    [0.9, '> 90 %', false],
    [2700, '> 2,699 B (2 datagrams)', true],
    [2_700, '≤ 4,050 B (floor of 2 packets, and one)', true],
    [14_001, '> 14.0 ms', true],
    [275_000, '≥ 1.1 × 240 ms (RFC 9002 §7.6.1)', true],
    [5399, '> 2 × cwnd = 5,400 B', false],
    [2.6, '0.4 to 2.5 RTT', false],
    [1.96, '1.5 to 2.5, as the timer doubles', true],
    [0, 'none', true],
    [1, 'none', false],
    [1000, 'not 1', true],
    [2, '> 1, where RFC 9002 §7.3.2 allows one', true],
    [Number.NaN, '> 0', false],
  ])('%d against "%s"', (value, threshold, holds) => {
    expect(followsFromWords({ value, threshold, holds, lengthUs: 0 })).toBe(true);
  });

  test.each<[value: number, threshold: string, holds: boolean]>([
    [0.9, '≥ 90 %', false],
    [0.9, '> 90 %', true],
    [75, 'none', true],
    [0, '≥ 1', true],
    [1, 'not 1', true],
    [2, '≤ 1 by RFC 9002 §7.3.2', true],
    [150_000, '≥ 200 ms and 3 RTT', true],
    [30_000, '> 26.0 ms or no growth before', false],
    [2_800_000, 'no growth before, else > 2.72 s', false],
    [9, '≥ 10 in 500 ms or more, or ≥ 100 in 100 ms or more', true],
    [Number.NaN, '> 0', true],
    [5, 'ever', false],
  ])('%d against "%s" is not what is said', (value, threshold, holds) => {
    expect(followsFromWords({ value, threshold, holds, lengthUs: 9_000_000 })).toBe(false);
  });

  test('text of another form is an error', () => {
    const row = { value: 1, holds: true, lengthUs: 0 };
    expect(() => followsFromWords({ ...row, threshold: 'about three' })).toThrow(/no form of a threshold/);
  });
});
