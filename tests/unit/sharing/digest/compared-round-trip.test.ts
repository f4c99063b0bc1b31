/**
 * A set as its author compares it, and as who reads its digest does: the same findings on each side, and the same verdict, figures
 * and settings wherever the budget leaves an outline.
 */
import { expect, test } from 'vitest';
import { compare } from '../../../../src/engine/service/compare/compare.ts';
import {
  type ComparedTrace,
  comparedTrace,
  digestOutline,
} from '../../../../src/engine/service/compare/compared-trace.ts';
import { snapshotOf } from '../../../../src/sharing/digest/answer.ts';
import { NO_VERDICT } from '../../../../src/sharing/digest/digest.ts';
import { type Fitted, fitDigest } from '../../../../src/sharing/digest/fit.ts';
import { makeDigest } from '../../../../src/sharing/digest/make.ts';
import { decodeDigest } from '../../../../src/sharing/digest/pack.ts';
import { surveyTrace } from '../../../support/digest-input.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import { someOf } from '../../../support/tier.ts';

const TRACES = [
  'rate2-both-cubic-buggy-s09.server.sqlog.gz',
  'multi5-cubic-buggy-b-s17.server.sqlog.gz',
  'blackouts-repeated-reno.server.sqlog.gz',
  'rate-reno-s12.server.sqlog.gz',
  'bottleneck-10mbit-bbr2.server.sqlog.gz',
  'rate-cubic-fixed-s17.server.sqlog.gz',
];

/** The traces of a digest as its reader compares them. */
function readTraces({ bytes }: Fitted): readonly ComparedTrace[] {
  const read = decodeDigest(bytes);
  if ('reason' in read) throw new Error(read.reason);
  const digests = [read.digest, ...read.digest.others.map(({ digest }) => digest)];
  return digests.map((digest, i) => {
    return comparedTrace(`${i}`, snapshotOf(digest, 1), digest.outline ?? digestOutline(0), null);
  });
}

/** Of the first against each other one: keys of the findings in three groups. */
function groupsOf([lead, ...others]: readonly ComparedTrace[]): readonly unknown[] {
  return others.map((other) => {
    const { onlyA, both, onlyB } = compare(lead as ComparedTrace, other).findings;
    const keys = (list: typeof onlyA): readonly string[] => list.map(({ key }) => key);
    return [keys(onlyA), both.map(({ a, b }) => [a.key, b.key]), keys(onlyB)];
  });
}

function verdictsOf([lead, ...others]: readonly ComparedTrace[]): readonly unknown[] {
  return others.map((other) => compare(lead as ComparedTrace, other).verdict);
}

/** Which figures there are, and the settings that differ. */
function rowsOf([lead, ...others]: readonly ComparedTrace[]): readonly unknown[] {
  return others.map((other) => {
    const { differences, configuration } = compare(lead as ComparedTrace, other);
    return [differences.map(({ id }) => id), configuration];
  });
}

test.each(someOf([2, 3, 6], 3))('%i traces', async (count) => {
  const surveys = await Promise.all(TRACES.slice(0, count).map((name) => surveyTrace(corpusPath(name))));
  const inputs = surveys.map((one) => one.input());
  const written = inputs.map(({ snapshot, outline }, i) => {
    return comparedTrace(`${i}`, snapshot, outline ?? digestOutline(0), null);
  });
  const [lead, ...others] = inputs.map(makeDigest);
  const set = {
    ...(lead as NonNullable<typeof lead>),
    others: others.map((digest) => ({ ref: '', digest })),
  };
  const [first, ...rest] = surveys;
  const priorities = { ...(first as NonNullable<typeof first>), others: rest };
  const fitted = fitDigest(set, priorities, [2048, 4096, 8192, 32_768]).filter((one) => one !== null);
  expect(fitted.length).toBeGreaterThanOrEqual(2);
  for (const one of fitted) {
    const read = readTraces(one);
    expect(groupsOf(read)).toEqual(groupsOf(written));
    if (read.every(({ outline }) => outline.milestones.length > 0)) {
      expect(verdictsOf(read)).toEqual(verdictsOf(written));
      expect(rowsOf(read)).toEqual(rowsOf(written));
    } else expect(one.digest.givenUp.outline).toBe(true);
  }
  // Of the smallest most findings are titles.
  const findings = fitted[0]?.digest.findings ?? [];
  expect(findings.map(({ verdict }) => verdict === NO_VERDICT)).toEqual(findings.map((_, i) => i > 0));
});
