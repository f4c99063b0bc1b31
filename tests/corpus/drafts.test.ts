/** Traces made after the newest drafts: each holds what its manifest (drafts/manifest.json) says of it. */
import { expect, test } from 'vitest';
import type { Holder } from '../../src/engine/findings/partition/holders.ts';
import { NO_LABEL } from '../support/corpus/list.ts';
import { openSubject } from '../support/corpus/subject.ts';

function read(file: string) {
  const path = new URL(`drafts/${file}.sqlog.gz`, import.meta.url).pathname;
  const { main, state } = openSubject({ ...NO_LABEL, file, path });
  const { account, verdicts } = main.analysis;
  const spanUs = account === null ? 0 : account.endUs - account.startUs;
  const share = (holder: Holder, cause?: string): number =>
    (account?.parts ?? [])
      .filter((part) => part.holder === holder && (cause === undefined || part.cause === cause))
      .reduce((sum, { heldUs }) => sum + heldUs / spanUs, 0);
  return { state, account, share, ids: verdicts.findings.map(({ id }) => id) };
}

test('blocked: a quarter of the waits each is of the application, credit, the pacing rate and the window', () => {
  const { share } = read('blocked');
  for (const held of [share('application', 'certain'), share('credit'), share('pacing'), share('window')])
    expect(held).toBeCloseTo(0.25, 1);
  expect(share('credit')).toBeLessThan(0.26);
});

test('b-pacing: pacing, neither flow control nor the application', () => {
  const { account, share, ids } = read('b-pacing');
  expect(account?.main?.holder).toBe('pacing');
  expect(share('pacing')).toBeGreaterThan(0.9);
  expect(share('credit')).toBe(0);
  expect(account?.sentence).toMatch(/the pacing rate held the sender 99.8 % of the time/);
  expect(ids).not.toContain('app-limited');
});
