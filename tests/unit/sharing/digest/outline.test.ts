/** The outline in a digest: fewer points, what they lose, and what is refused of one that was made up. */
import { describe, expect, test } from 'vitest';
import { DigestBackend } from '../../../../src/app/backend/digest-backend.ts';
import type { Outline } from '../../../../src/engine/reading/contract/outline.ts';
import { RequestFailed } from '../../../../src/engine/reading/contract/request-failed.ts';
import { SHARE_NOTHING } from '../../../../src/engine/reading/contract/share-options.ts';
import type { Snapshot } from '../../../../src/engine/reading/contract/snapshot.ts';
import { compare } from '../../../../src/engine/service/compare/compare.ts';
import { comparedTrace } from '../../../../src/engine/service/compare/compared-trace.ts';
import { snapshotOf } from '../../../../src/sharing/digest/answer.ts';
import { ByteReader, ByteWriter } from '../../../../src/sharing/digest/bytes.ts';
import type { Digest } from '../../../../src/sharing/digest/digest.ts';
import { DETAILS, FULL_DETAIL, fitDigest, reduceTo } from '../../../../src/sharing/digest/fit.ts';
import { makeDigest } from '../../../../src/sharing/digest/make.ts';
import { MAX_OUTLINE_POINTS, outlineForm, reducedOutline } from '../../../../src/sharing/digest/outline.ts';
import { decodeDigest, encodeDigest } from '../../../../src/sharing/digest/pack.ts';
import { madeCompared, openCompared } from '../../../support/compared.ts';
import { surveyTrace } from '../../../support/digest-input.ts';
import { corpusPath } from '../../../support/raw-trace.ts';

const SPIRAL = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
const RENO = corpusPath('rate-reno-s12.server.sqlog.gz');

const withArrived = (timesUs: readonly number[], bytes: readonly number[]): Outline => ({
  ...madeCompared({}).outline,
  arrived: { quantity: 'goodput', timesUs: Float64Array.from(timesUs), bytes: Float64Array.from(bytes) },
});

function written(outline: Outline): Outline {
  const writer = new ByteWriter();
  outlineForm.write(writer, outline);
  return outlineForm.read(new ByteReader(writer.done()));
}

function digestOf(digest: Digest): Digest {
  const read = decodeDigest(encodeDigest(digest, 1023));
  if ('reason' in read) throw new Error(read.reason);
  return read.digest;
}

describe('fewer points', () => {
  test('keep the first, the last, a jump and both ends of a pause', () => {
    const times = Array.from({ length: 1000 }, (_, i) => (i < 500 ? i : i + 50_000));
    const outline = withArrived(
      times,
      times.map((_, i) => i * 1000),
    );
    const { arrived } = reducedOutline(outline, 64);
    expect(arrived.timesUs.length).toBeLessThanOrEqual(64);
    expect([arrived.timesUs[0], arrived.timesUs.at(-1)]).toEqual([0, 50_999]);
    // The pause is between two points that are close to its ends.
    const after = arrived.timesUs.findIndex((timeUs) => timeUs > 10_000);
    expect(arrived.timesUs[after]).toBe(50_500);
    expect(arrived.bytes[after - 1]).toBeGreaterThan(470_000);
  });

  test('of an outline with no more points change nothing', () => {
    const outline = withArrived([1, 2, 3], [4, 5, 6]);
    expect(reducedOutline(outline, 16)).toBe(outline);
  });

  test('give the verdict of all points, and an integral within 1 %', async () => {
    const [a, b] = [await openCompared(SPIRAL, 'A'), await openCompared(RENO, 'B')];
    const reduced = (one: typeof a): typeof a => ({
      ...one,
      outline: written(reducedOutline(one.outline, MAX_OUTLINE_POINTS)),
    });
    const [whole, less] = [compare(a, b), compare(reduced(a), reduced(b))];
    expect(less.verdict).toEqual(whole.verdict);
    const of = (one: typeof whole): readonly number[] => one.differences.flatMap((row) => [row.a, row.b]);
    for (const [i, value] of of(less).entries()) {
      const was = of(whole)[i] as number;
      if (Number.isNaN(was)) expect(value).toBeNaN();
      else expect(Math.abs(value - was)).toBeLessThanOrEqual(Math.abs(was) * 0.01);
    }
  });
});

describe('written', () => {
  test('it comes back as it was, but for the ids of its connection', async () => {
    const outline = reducedOutline((await openCompared(SPIRAL)).outline, MAX_OUTLINE_POINTS);
    const identity = { ...outline.identity, originalIds: [], groupId: null, connectionIds: [] };
    expect(outline.identity.connectionIds).not.toEqual([]);
    expect(outline.parameters.own.size).toBeGreaterThan(3);
    expect(written(outline)).toEqual({ ...outline, identity, traffic: null });
  });

  test('the names of states are those that may be told', async () => {
    const { input, snapshot } = await surveyTrace(SPIRAL);
    const named = { ...input().outline!, states: [{ name: 'alice@example.org', us: 5 }] };
    const known = { ...snapshot, summary: { ...snapshot.summary, states: ['alice@example.org'] } };
    const digest = makeDigest({ ...input(), snapshot: known, outline: named, options: SHARE_NOTHING });
    expect(digest.outline?.states).toEqual([{ name: 'unnamed state 1', us: 5 }]);
  });

  test.each([
    ['times that go back', withArrived([5, 4], [1, 2])],
    ['totals that fall', withArrived([4, 5], [2, 1])],
    ['a time out of all bounds', withArrived([0, 2e15], [1, 2])],
  ])('of %s nothing is known', async (_, outline) => {
    const digest = { ...makeDigest((await surveyTrace(SPIRAL)).input()), outline };
    expect(digestOf(reduceTo(digest, { needs: [], finding: null }, DETAILS.at(-3)!)).outline).toBeNull();
    expect(digestOf(digest).outline).toBeNull();
  });
});

describe('a set', () => {
  test('at its least compares the accounts of its traces as the traces do', async () => {
    const surveys = [await surveyTrace(SPIRAL), await surveyTrace(RENO)];
    const [a, b] = [await openCompared(SPIRAL, 'A'), await openCompared(RENO, 'B')];
    const [ofA, ofB] = surveys.map((survey) => {
      const digest = reduceTo(makeDigest(survey.input()), survey, DETAILS.at(-1)!);
      return snapshotOf(digestOf(digest), 1);
    });
    const read = (trace: typeof a, snapshot: Snapshot) =>
      comparedTrace(trace.name, snapshot, trace.outline, null);
    expect(compare(read(a, ofA!), read(b, ofB!)).accounts).toEqual(compare(a, b).accounts);
  });

  test('keeps its outlines where a digest of one trace has given its own up, and says what it gave up', async () => {
    const [a, b] = [await surveyTrace(SPIRAL), await surveyTrace(RENO)];
    const [lead, other] = [makeDigest(a.input()), makeDigest(b.input())];
    const [alone] = fitDigest(lead, a, [2048]);
    expect(alone?.digest.outline).toBeNull();
    expect(alone?.digest.givenUp.outline).toBe(true);
    const set = { ...lead, others: [{ ref: '', digest: other }] };
    const [pair, small] = fitDigest(set, { ...a, others: [b] }, [8192, 2048]);
    expect(pair?.bytes.length).toBeLessThanOrEqual(8192);
    const read = digestOf(pair!.digest);
    expect(read.outline?.arrived.timesUs.length).toBeGreaterThanOrEqual(16);
    expect(read.others[0]?.digest.outline?.outcome).toBe('finished');
    expect(read.others[0]?.digest.givenUp.outline).toBe(false);
    // All traces are reduced alike.
    expect(read.others[0]?.digest.givenUp.panels).toEqual(
      expect.arrayContaining(['rtt', 'pto'].filter((id) => read.givenUp.panels.includes(id))),
    );
    expect(small?.bytes.length ?? 0).toBeLessThanOrEqual(2048);
  });

  test('holds others of one depth only', async () => {
    const { input } = await surveyTrace(RENO);
    const one = makeDigest(input());
    const deep = {
      ...one,
      others: [{ ref: 'example=reno', digest: { ...one, others: [{ ref: '', digest: one }] } }],
    };
    const read = digestOf(reduceTo(deep, { needs: [], finding: null }, FULL_DETAIL));
    expect(read.others.map(({ ref, digest }) => [ref, digest.others])).toEqual([['example=reno', []]]);
  });
});

describe('the backend of a digest', () => {
  const listener = { onSnapshot: () => undefined, onCrash: () => undefined, onSilence: () => undefined };

  test('answers with its outline; one without says in words why not', async () => {
    const digest = makeDigest((await surveyTrace(RENO)).input());
    const held = await new DigestBackend(digest, 1, listener).request('outline', { connection: 0 });
    expect(held).toEqual(digest.outline);
    const without = new DigestBackend({ ...digest, outline: null }, 1, listener);
    await expect(without.request('outline', { connection: 0 })).rejects.toThrow(RequestFailed);
    await expect(without.request('outline', { connection: 0 })).rejects.toThrow(/nothing to compare it by/);
  });
});
