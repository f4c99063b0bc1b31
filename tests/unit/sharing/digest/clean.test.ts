/**
 * Figures of a digest that was forged or damaged, one by one: each that no trace gives becomes what a trace has that does
 * not tell it, and what rests on it is no longer told as known. Words that come of it are hostile.test.ts's.
 */
import { describe, expect, test } from 'vitest';
import type { Account } from '../../../../src/engine/findings/account/account.ts';
import type { AccountPart } from '../../../../src/engine/findings/account/parts.ts';
import { cleaned } from '../../../../src/sharing/digest/clean.ts';
import type { Digest } from '../../../../src/sharing/digest/digest.ts';
import { decodeDigest, fromBase64url } from '../../../../src/sharing/digest/pack.ts';
import frozen from './frozen-digests.json' with { type: 'json' };

function frozenDigest(): Digest {
  const read = decodeDigest(fromBase64url(frozen[0]?.digest ?? '') as Uint8Array);
  if ('reason' in read) throw new Error(read.reason);
  return read.digest;
}

const SOUND = frozenDigest();
const NO_AMOUNTS = [Number.NaN, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

type Summary = Digest['summary'];
type Evidence = Digest['findings'][number]['evidence'][number];

function summaryWith(change: Partial<Summary>): Summary {
  return cleaned({ ...SOUND, summary: { ...SOUND.summary, ...change } }).summary;
}

/** The first finding, changed, as it may be shown. */
function findingWith(change: Partial<Digest['findings'][number]>) {
  const [finding] = SOUND.findings;
  if (finding === undefined) throw new Error('the frozen digest has no finding');
  return cleaned({ ...SOUND, findings: [{ ...finding, ...change }] }).findings[0];
}

test('a sound digest stays as it is', () => {
  expect(cleaned(SOUND)).toEqual(SOUND);
  expect(SOUND.summary.lossesKnown).toBe(true);
});

describe.each(NO_AMOUNTS)('%s', (none) => {
  test.each<[keyof Summary, number]>([
    ['sentBytes', 0],
    ['packetsLost', 0],
    ['spuriousLosses', 0],
    ['minRttUs', Number.NaN],
    ['smoothedRttUs', Number.NaN],
    ['cwndMinBytes', 0],
    ['cwndMaxBytes', Number.NaN],
    ['datagramBytes', Number.NaN],
    ['durationUs', SOUND.extent.toUs - SOUND.extent.fromUs],
  ])('as %s is %d, and no other figure changes for it but what rests on it', (field, instead) => {
    const summary = summaryWith({ [field]: none });
    expect(summary[field]).toEqual(instead);
    const resting: Partial<Summary> =
      field === 'packetsLost'
        ? { lossesKnown: false }
        : field === 'cwndMaxBytes'
          ? { cwndMinBytes: Number.NaN }
          : {};
    expect(summary).toEqual({ ...SOUND.summary, [field]: instead, ...resting });
  });

  test('as a count of losses that are not known makes them no more known', () => {
    expect(summaryWith({ packetsLost: none, lossesKnown: false }).lossesKnown).toBe(false);
    expect(summaryWith({ packetsLost: 0, lossesKnown: true }).lossesKnown).toBe(true);
  });

  test('as a cost in time takes the whole cost away', () => {
    const cost = { heldUs: 5, lostUs: 3, provedShare: 0.5 };
    for (const sound of [cost, { ...cost, lostUs: null }])
      expect(findingWith({ cost: sound })?.cost).toEqual(sound);
    expect(findingWith({ cost: { ...cost, heldUs: none } })?.cost).toBeNull();
    expect(findingWith({ cost: { ...cost, lostUs: none } })?.cost).toBeNull();
  });

  test('as time saved closed loop takes all of it away, as bytes these only', () => {
    const closedLoop = { us: 5, bytes: 7, words: 'an estimate' };
    const saved = (part: object) => findingWith({ closedLoop: { ...closedLoop, ...part } })?.closedLoop;
    expect(saved({})).toEqual(closedLoop);
    expect(saved({ us: none })).toBeNull();
    expect(saved({ bytes: none })).toEqual({ ...closedLoop, bytes: Number.NaN });
  });

  test('as the RTT of the range, or the spacing in it, is not known', () => {
    const { spacing } = SOUND;
    if (spacing === null) throw new Error('the frozen digest has no spacing');
    const told = cleaned({ ...SOUND, rttUs: none, spacing: { ...spacing, medianUs: none } });
    expect([told.rttUs, told.spacing?.medianUs]).toEqual([Number.NaN, Number.NaN]);
    expect(told.spacing?.counts).toEqual(spacing.counts);
  });

  test('as a confidence is none at all', () => {
    expect(findingWith({ confidence: none })?.confidence).toBe(0);
  });
});

describe('an account of time', () => {
  const part: AccountPart = {
    ...{ holder: 'window', cause: 'cutRandom', heldUs: 5e6, lostUs: 4e6 },
    ...{ lostIsAtLeast: true, longestUs: 1e6 },
  };
  const account: Account = {
    ...{ startUs: 0, endUs: 5e6, main: part, parts: [part], neededUs: 1e4, carriedTwiceUs: null },
    ...{ afterTransferUs: 0, provedShare: 0.5, healthy: false, sentence: 'The window held it.' },
  };

  test('that is sound stays as it is, and less than nothing, which sums of numbers may leave, is nothing', () => {
    expect(summaryWith({ account }).account).toEqual(account);
    const parts = [{ ...part, lostUs: -1e-10 }];
    expect(summaryWith({ account: { ...account, parts } }).account?.parts).toEqual([{ ...part, lostUs: 0 }]);
  });

  test.each<[string, Partial<Account>]>([
    ['times that are no numbers', { parts: [{ ...part, heldUs: Number.NaN }] }],
    ['an end before its beginning', { startUs: 6e6 }],
    ['no length, though something held', { startUs: 5e6 }],
    ['an end beyond all times', { endUs: 1e16 }],
    ['parts without a main answer', { main: null }],
    ['a share above all', { provedShare: 1.5 }],
  ])('with %s is none, and the rest of the summary stays', (_, change) => {
    expect(summaryWith({ account: { ...account, ...change } })).toEqual({
      ...SOUND.summary,
      account: undefined,
    });
  });
});

test('shares lie between nothing and all', () => {
  expect(findingWith({ confidence: 1.5 })?.confidence).toBe(1);
  const models = SOUND.models && {
    ...SOUND.models,
    candidates: SOUND.models.candidates.map((candidate) => ({
      ...candidate,
      reductionScore: -1,
      growthScore: 2,
      fit: 7,
    })),
  };
  for (const { reductionScore, growthScore, fit } of cleaned({ ...SOUND, models }).models?.candidates ?? [])
    expect([reductionScore, growthScore, fit]).toEqual([0, 1, 1]);
});

test('evidence that was not measured does not hold', () => {
  const [row] = SOUND.findings[0]?.evidence ?? [];
  if (row === undefined) throw new Error('the frozen digest has no evidence');
  const told = (change: Partial<Evidence>) => findingWith({ evidence: [{ ...row, ...change }] })?.evidence[0];
  expect(told({ value: 3, holds: true })?.holds).toBe(true);
  expect(told({ value: 3, holds: false })?.holds).toBe(false);
  expect(told({ value: Number.NaN, holds: true })?.holds).toBe(false);
  // In per cent they would be infinite.
  for (const value of [1e308, -1e308])
    expect(told({ value, unit: 'share', holds: true })).toMatchObject({ value: Number.NaN, holds: false });
});

test('a span of persistent congestion may be an instant, and none runs backwards', () => {
  const spans = [
    { startUs: 5, endUs: 5 },
    { startUs: 6, endUs: 5 },
    { startUs: 7, endUs: 9 },
    { startUs: Number.NaN, endUs: 9 },
  ];
  const none = new Uint32Array(1);
  const ptos = { method: 'counted', counts: none, spurious: none, consecutive: none } as const;
  const blocks = SOUND.blocks.map((block) => ({ ...block, ptos: { ...ptos, persistentCongestion: spans } }));
  for (const block of cleaned({ ...SOUND, blocks }).blocks)
    expect(block.ptos?.persistentCongestion).toEqual([spans[0], spans[2]]);
});

test('a moment that no clock shows is no time of day', () => {
  const originOf = (originMs: number | null) => cleaned({ ...SOUND, originMs }).originMs;
  expect([8.64e15, -8.64e15, 8.64e15 + 1, Number.NaN, null].map(originOf)).toEqual([
    8.64e15,
    -8.64e15,
    null,
    null,
    null,
  ]);
});
