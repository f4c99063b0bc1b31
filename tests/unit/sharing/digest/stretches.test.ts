/** When something held, as a digest shows it: within a column of what its trace says. */
import { beforeAll, expect, test } from 'vitest';
import { heldKey } from '../../../../src/engine/reading/contract/stretches.ts';
import type { Digest } from '../../../../src/sharing/digest/digest.ts';
import { makeDigest } from '../../../../src/sharing/digest/make.ts';
import { stretchesFrom } from '../../../../src/sharing/digest/stretches.ts';
import { surveyTrace } from '../../../support/digest-input.ts';
import { corpusPath } from '../../../support/raw-trace.ts';

let digest: Digest;
beforeAll(async () => {
  const trace = await surveyTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
  digest = makeDigest(trace.input());
});

test('the longest time of the main part is that of the account, to a column at either end', () => {
  const main = digest.summary.account?.main;
  if (main == null) throw new Error('the spiral has a main answer');
  const { longest, records } = stretchesFrom(digest, { kind: 'held', key: heldKey(main) });
  const columnUs = digest.blocks.at(-1)?.window.columnUs ?? 0;
  const lengthUs = (longest?.toUs ?? 0) - (longest?.fromUs ?? 0);
  // Single columns of other holders end it in the trace, and may be less than half of a column here.
  expect(lengthUs).toBeGreaterThanOrEqual(main.longestUs - 2 * columnUs);
  expect(lengthUs).toBeLessThanOrEqual(main.heldUs + 2 * columnUs);
  expect(records).toEqual([]);
});

test('a finding has its times, and what the digest does not have none', () => {
  const [{ key, startUs, endUs } = { key: '', startUs: 0, endUs: 0 }] = digest.findings;
  expect([...stretchesFrom(digest, { kind: 'finding', key }).timesUs]).toEqual([startUs, endUs]);
  for (const of of [
    { kind: 'finding', key: 'no-such.1' },
    { kind: 'held', key: 'held.nobody' },
    { kind: 'stream', streamId: 4000 },
  ] as const)
    expect(stretchesFrom(digest, of)).toMatchObject({ longest: null, records: [] });
});

test('a request that does not end in the log holds to its end', async () => {
  const trace = await surveyTrace(corpusPath('sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz'));
  const open = makeDigest(trace.input());
  const [{ streamId, startUs, endUs } = { streamId: -1, startUs: 0, endUs: 0 }] = open.requests?.rows ?? [];
  expect(endUs).toBeNaN();
  const { timesUs } = stretchesFrom(open, { kind: 'stream', streamId });
  expect([...timesUs]).toEqual([startUs, open.extent.toUs]);
});
