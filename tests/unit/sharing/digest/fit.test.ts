/** What a digest gives up, and in which order: the list of details as it stands, and each of its demands on one digest. */
import { describe, expect, test } from 'vitest';
import type { Digest } from '../../../../src/sharing/digest/digest.ts';
import {
  DETAILS,
  type Detail,
  FULL_DETAIL,
  fitDigest,
  reduceTo,
} from '../../../../src/sharing/digest/fit.ts';
import { decodeDigest, encodeDigest, fromBase64url } from '../../../../src/sharing/digest/pack.ts';
import frozen from './frozen-digests.json' with { type: 'json' };

function frozenDigest(): Digest {
  const read = decodeDigest(fromBase64url(frozen[0]?.digest ?? '') as Uint8Array);
  if ('reason' in read) throw new Error(read.reason);
  return read.digest;
}

const SOUND = frozenDigest();
const FINDING = SOUND.findings[0]!;
const EVIDENCE = FINDING.evidence.length > 0 ? FINDING.evidence : [];
const finding = (key: string, severity: 'critical' | 'warning' | 'info') => ({
  ...FINDING,
  key,
  severity,
  why: 'because',
  next: 'look',
  evidence: EVIDENCE,
});
const DIGEST: Digest = {
  ...SOUND,
  findings: [finding('a', 'critical'), finding('b', 'warning'), finding('c', 'info'), finding('d', 'info')],
  notes: [{ id: 'n', text: 'see', anchor: { kind: 'time', timeUs: 5 } }],
  panels: { held: ['congestion', 'rtt', 'pto'], empty: ['loss'] },
  givenUp: {
    panels: ['states'],
    evidence: 'none',
    reasons: false,
    findings: 2,
    notes: 3,
    closeUps: 0,
    outline: false,
  },
};
const NEEDS = [
  { id: 'congestion', series: ['congestion-window'], parts: [], rank: null },
  { id: 'rtt', series: ['latest-rtt'], parts: [], rank: 7 },
  { id: 'pto', series: [], parts: ['ptos'], rank: 1 },
  { id: 'loss', series: ['packets-lost-total'], parts: [], rank: 1 },
] as const;

const reduced = (detail: Partial<Detail>, looked: string | null = null): Digest =>
  reduceTo(DIGEST, { needs: NEEDS, finding: looked }, { ...FULL_DETAIL, ...detail });
const keys = (digest: Digest): readonly string[] => digest.findings.map(({ key }) => key);

test('the details, from all to next to nothing', () => {
  expect(
    DETAILS.map(
      ({ columns, levels, rank, evidence, reasons, findings, notes, closeUps, points, rows, compares }) =>
        [columns, levels, rank, evidence, reasons, findings, notes, closeUps, points, rows, compares].join(
          ' ',
        ),
    ),
  ).toEqual([
    '4096 4095 0 none true 500 true 16 256 100 true',
    '4096 1023 0 none true 500 true 16 256 100 true',
    '2048 1023 0 none true 500 true 16 256 100 true',
    '1024 1023 0 none true 500 true 16 256 100 true',
    '1024 1023 0 none true 500 true 16 256 32 true',
    '1024 1023 0 none true 500 true 4 256 32 true',
    '1024 1023 0 none true 500 true 4 64 32 true',
    '1024 1023 0 of-notes true 500 true 4 64 32 true',
    '1024 1023 0 of-notes true 500 true 4 16 32 true',
    '1024 1023 0 of-notes true 500 true 4 16 8 true',
    '1024 1023 1 of-notes true 500 true 4 16 8 true',
    '1024 1023 2 of-notes true 500 true 4 16 8 true',
    '1024 1023 3 of-notes true 500 true 4 16 8 true',
    '1024 1023 3 of-notes true 500 true 4 0 8 true',
    '1024 1023 3 of-notes true 500 true 1 0 8 true',
    '1024 1023 4 of-notes true 500 true 1 0 8 true',
    '1024 1023 4 of-notes false 500 true 1 0 8 true',
    '1024 1023 5 of-notes false 500 true 1 0 8 true',
    '512 1023 5 of-notes false 500 true 1 0 8 true',
    '512 1023 6 of-notes false 500 true 1 0 8 true',
    '256 1023 6 of-notes false 500 true 1 0 8 true',
    '256 1023 7 of-notes false 500 true 1 0 8 true',
    '256 1023 7 of-notes false 500 true 0 0 8 true',
    '256 255 7 of-notes false 500 true 0 0 8 true',
    '256 255 7 of-notes false 3 true 0 0 8 true',
    '256 255 7 of-one false 3 true 0 0 8 true',
    '256 255 7 of-one false 1 true 0 0 8 true',
    '128 255 7 of-one false 1 true 0 0 8 true',
    '128 255 7 all false 1 true 0 0 8 true',
    '64 255 7 all false 1 true 0 0 8 true',
    '64 255 7 all false 1 false 0 0 8 true',
    '32 255 7 all false 1 false 0 0 8 true',
    '32 255 7 all false 1 false 0 0 8 false',
  ]);
});

describe('findings', () => {
  test.each<[findings: number, looked: string | null, kept: readonly string[]]>([
    [500, null, ['a', 'b', 'c', 'd']],
    [4, null, ['a', 'b', 'c', 'd']],
    [3, null, ['a', 'b', 'c']],
    [1, null, ['a']],
    [1, 'c', ['c']],
    [3, 'd', ['a', 'b', 'd']],
    [2, 'gone', ['a', 'b']],
  ])('at most %i, of which %s is looked at: %j', (findings, looked, kept) => {
    const digest = reduced({ findings }, looked);
    expect(keys(digest)).toEqual(kept);
    expect(digest.givenUp.findings).toBe(2 + 4 - kept.length);
  });

  test.each([
    ['none', ['a', 'b', 'c', 'd']],
    ['of-notes', ['a', 'b']],
    ['of-one', ['b']],
    ['all', []],
  ] as const)('keep their evidence: given up %s', (evidence, proven) => {
    expect(EVIDENCE.length).toBeGreaterThan(0);
    const digest = reduced({ evidence }, 'b');
    expect(digest.findings.filter((one) => one.evidence.length > 0).map(({ key }) => key)).toEqual(proven);
    expect(digest.givenUp.evidence).toBe(evidence);
  });

  test('keep their reasons or lose them all', () => {
    expect(reduced({}).findings[0]).toMatchObject({ why: 'because', next: 'look' });
    expect(reduced({ reasons: false }).findings[0]).toMatchObject({ why: '', next: '' });
    expect([reduced({}).givenUp.reasons, reduced({ reasons: false }).givenUp.reasons]).toEqual([false, true]);
    expect([reduced({}).notJudged, reduced({ reasons: false }).notJudged]).toEqual([DIGEST.notJudged, []]);
  });
});

test('notes are kept, or counted with those that were given up before', () => {
  expect([reduced({}).notes.length, reduced({}).givenUp.notes]).toEqual([1, 3]);
  expect([reduced({ notes: false }).notes.length, reduced({ notes: false }).givenUp.notes]).toEqual([0, 4]);
});

test('panels up to a rank are given up where they are held, the lowest first, and only held ones are kept', () => {
  expect(reduced({ rank: 0 }).panels.held).toEqual(['congestion', 'rtt', 'pto']);
  expect(reduced({ rank: 7 }).givenUp.panels).toEqual(['states', 'pto', 'rtt']);
  expect(reduced({ rank: 99 }).panels.held).toEqual(['congestion']);
  const digest = reduced({ rank: 6 });
  expect(digest.panels).toEqual({ held: ['congestion', 'rtt'], empty: ['loss'] });
  expect(digest.givenUp.panels).toEqual(['states', 'pto']);
  expect(digest.blocks.every(({ ptos }) => ptos === null)).toBe(true);
});

test('the first block has all columns, those beside it a quarter of them', () => {
  const [block] = DIGEST.blocks;
  if (block === undefined || block.window.columns < 64)
    throw new Error('the frozen digest has too few columns');
  const twice = reduceTo(
    { ...DIGEST, blocks: [block, block] },
    { needs: NEEDS, finding: null },
    { ...FULL_DETAIL, columns: 64 },
  );
  const [first, second] = twice.blocks.map(({ window }) => window.columns);
  expect(first).toBeLessThanOrEqual(64);
  expect(first).toBeGreaterThan(32);
  expect(second).toBeLessThanOrEqual(16);
  expect(second).toBeGreaterThan(8);
});

test('of budgets each has the richest digest that fits, to the byte; none below the least', () => {
  const priorities = { needs: NEEDS, finding: null };
  const sizes = DETAILS.map(
    (detail) => encodeDigest(reduceTo(DIGEST, priorities, detail), detail.levels).length,
  );
  const least = sizes.at(-1) as number;
  const full = sizes[0] as number;
  expect(full).toBeGreaterThan(least);
  const fitted = fitDigest(DIGEST, priorities, [full, least, least - 1]);
  expect(fitted.map((one) => one?.bytes.length ?? null)).toEqual([full, least, null]);
});
