/** Since when: of a window that stopped to grow, what held it before is not left out. */
import { expect, test } from 'vitest';
import type { Account } from '../../../../../src/engine/findings/account/account.ts';
import type { AccountPart } from '../../../../../src/engine/findings/account/parts.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { emptySummary } from '../../../../../src/engine/reading/facts/summary.ts';
import { headlineParts } from '../../../../../src/sharing/report/words/headline-words.ts';

const part = (more: Partial<AccountPart>): AccountPart => ({
  ...{ holder: 'window', cause: 'cutRandom', heldUs: 0, lostUs: null, lostIsAtLeast: false, longestUs: 0 },
  ...more,
});

function since(parts: readonly AccountPart[], endUs = 10e6, id = 'death-spiral'): string | undefined {
  const account = { startUs: 0, endUs: 10e6, parts } as Partial<Account> as Account;
  const finding = { id, key: 'one', startUs: 4e6, endUs, confidence: 1, cause: null } as Finding;
  const snapshot: Pick<Snapshot, 'extent' | 'findings' | 'summary'> = {
    extent: { fromUs: 0, toUs: 10e6 },
    findings: [finding],
    summary: { ...emptySummary('none'), account },
  };
  return headlineParts(finding, snapshot)[0];
}

test('cuts that held it for a quarter of the time before are named by the largest', () => {
  const cuts = [part({ heldUs: 0.4e6 }), part({ cause: 'cutQueue', heldUs: 0.7e6 })];
  const words = since(cuts);
  expect(words).toMatch(
    /^since 4\.0\d* s, to the end \(6\.00 s\), after 1\.10 s held by loss in a full queue$/,
  );
});

test.each<[string, () => string | undefined]>([
  ['hardly anything held it', () => since([part({ heldUs: 0.9e6 })])],
  ['start-up held it', () => since([part({ cause: 'startUp', heldUs: 3e6 })])],
  ['it ends before the log, and what held it may be later', () => since([part({ heldUs: 3e6 })], 9e6)],
  ['it is about no window', () => since([part({ heldUs: 3e6 })], 10e6, 'pto-storm')],
])('nothing is said of the time before where %s', (_, words) => {
  expect(words()).not.toContain('held by');
});
