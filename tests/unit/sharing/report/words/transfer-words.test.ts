/** The transfer in words of who waited for it: what happened, what that cost, how sure it is, for every kind of account. */
import { expect, test } from 'vitest';
import type { Cause, Holder } from '../../../../../src/engine/base/text/account-names.ts';
import type { Account } from '../../../../../src/engine/findings/account/account.ts';
import type { AccountPart } from '../../../../../src/engine/findings/account/parts.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import type { ConnectionSummary } from '../../../../../src/engine/reading/contract/quality.ts';
import type { TraceSummary } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { emptySummary } from '../../../../../src/engine/reading/facts/summary.ts';
import type { PathInterval } from '../../../../../src/engine/sender/transport/path/path-course.ts';
import {
  accountSureWords,
  directionOf,
  happenedWords,
  heldOfReport,
  lostSentences,
} from '../../../../../src/sharing/report/words/transfer-words.ts';

const part = (
  holder: Holder,
  cause: Cause | null,
  heldUs: number,
  lostUs: number | null,
  lostIsAtLeast = false,
): AccountPart => ({ holder, cause, heldUs, lostUs, lostIsAtLeast, longestUs: heldUs });

/** Of 10 s. */
const account = (parts: readonly AccountPart[], more: Partial<Account> = {}): Account => ({
  ...{ startUs: 0, endUs: 10e6, main: parts[0] ?? null, parts, neededUs: null, carriedTwiceUs: null },
  ...{ afterTransferUs: 0, provedShare: 1, healthy: false, sentence: '' },
  ...more,
});
const interval = (rate: number, proof: PathInterval['proof']): PathInterval => ({
  ...{ fromUs: 0, toUs: 10e6, rttMinUs: 20_000, by: 'start' as const },
  ...{ rate, proof },
});
const SENDER: TraceSummary = {
  ...emptySummary('none'),
  ...{ vantagePoint: 'server', side: 'sender', durationUs: 10e6, goodputBytes: 5e6 },
};
const trace = (summary: Partial<TraceSummary>, findings: readonly string[] = []) => ({
  summary: { ...SENDER, ...summary },
  findings: findings.map((id) => ({ id }) as Finding),
  connections: [{ index: 0, receivedBytes: 2e6 } as ConnectionSummary],
  connection: 0,
});

const LOSS = [part('window', 'cutRandom', 8e6, 6e6), part('inTransit', null, 2e6, 0)];

test('who waited for it follows from who sends and who logs', () => {
  const of = (vantagePoint: TraceSummary['vantagePoint'], side: TraceSummary['side']) =>
    directionOf({ vantagePoint, side });
  expect([of('server', 'sender'), of('client', 'receiver')]).toEqual(['download', 'download']);
  expect([of('client', 'sender'), of('server', 'receiver')]).toEqual(['upload', 'upload']);
  expect([of('network', 'sender'), of('server', 'unknown')]).toEqual(['transfer', 'transfer']);
});

test.each<[string, Partial<TraceSummary>, string]>([
  [
    'time is lost to one cause',
    { account: account(LOSS) },
    'A download of 5.0 MB took 10.00 s, where the path would have carried it in about 4.00 s.',
  ],
  [
    'more is lost to others, that is the most it needs',
    { account: account([...LOSS, part('lossDetection', null, 0, 0.3e6)]) },
    'A download of 5.0 MB took 10.00 s, where the path would have carried it in at most 4.00 s.',
  ],
  [
    'more may be lost, too, and requests are counted',
    { requests: 3, account: account([part('window', 'cutRandom', 8e6, 6e6, true)]) },
    'A download of 5.0 MB, 3 requests, took 10.00 s, where the path would have carried it in at most 4.00 s.',
  ],
  [
    'there was nothing to send for long, that is taken apart',
    { vantagePoint: 'client', account: account([...LOSS, part('application', 'certain', 1e6, 0)]) },
    'An upload of 5.0 MB took 10.00 s; in 1.00 s of that there was nothing to send, and the path would have carried it in about 3.00 s besides.',
  ],
  [
    'nobody asked for more',
    { account: account([part('nextRequest', null, 9e6, 0)], { healthy: true }) },
    'A download of 5.0 MB took 10.00 s; in 9.00 s of that there was nothing to send.',
  ],
  [
    'the path was full',
    { account: account([part('window', 'fullPath', 9e6, 1e5)], { healthy: true }) },
    'A download of 5.0 MB took 10.00 s, and the path was full.',
  ],
  [
    'it is healthy without a proof of the rate',
    { account: account([part('window', 'startUp', 9e6, null)], { healthy: true, provedShare: 0 }) },
    'A download of 5.0 MB took 10.00 s; nothing held it, as far as the log shows.',
  ],
  [
    'the rate is not known',
    { account: account([part('window', 'cutRandom', 9e6, null)]) },
    'A download of 5.0 MB took 10.00 s.',
  ],
  ['it cannot be judged', { account: account([]) }, 'A download of 5.0 MB took 10.00 s.'],
  ['a digest holds no account', {}, 'A download of 5.0 MB took 10.00 s.'],
  [
    'the log is the receiver’s',
    { side: 'receiver', account: account([part('arriving', null, 9e6, null)]) },
    'An upload of 2.0 MB took 10.00 s.',
  ],
  [
    'nothing arrived',
    { goodputBytes: 0, account: account(LOSS) },
    'The log covers 10.00 s of a connection; it does not show what arrived.',
  ],
])('what happened, where %s', (_, summary, words) => {
  expect(happenedWords(trace(summary))).toBe(words);
});

test('of a handshake that failed there was no connection, and nothing of its account counts', () => {
  const failed = trace({ account: account([part('handshake', null, 10e6, null)]) }, ['handshake-failed']);
  expect(happenedWords(failed)).toBe('No connection came about in 10.00 s.');
  expect(lostSentences(failed, 0)).toEqual(['The connection: whoever waited had nothing after 10.00 s.']);
  expect(accountSureWords(failed)).toBe('');
});

const IDLE = 'so long the path stood idle while data waited.';

test.each<[string, Partial<TraceSummary>, string]>([
  ['lost to one cause', { account: account(LOSS) }, `Of 10.00 s 6.00 s are lost: ${IDLE}`],
  [
    'lost to several, and bytes by a rate that is proved',
    {
      path: [interval(1, 'proved')],
      account: account([...LOSS, part('lossDetection', null, 0, 1e6)]),
    },
    `Of 10.00 s 6.00 s are lost: ${IDLE} In that time it could have carried about 6.0 MB, at 8.0 Mbit/s.`,
  ],
  [
    'at least, by the lowest rate of several',
    { path: [interval(2, 'proved'), interval(1, 'proved')], account: account(LOSS) },
    `Of 10.00 s 6.00 s are lost: ${IDLE} In that time it could have carried at least 6.0 MB, at 8.0 Mbit/s.`,
  ],
  [
    'at least, where a rate is not proved',
    { path: [interval(1, 'atLeast')], account: account([part('window', 'cutRandom', 8e6, 6e6, true)]) },
    `Of 10.00 s at least 6.00 s are lost: ${IDLE} In that time it could have carried at least 6.0 MB, at 8.0 Mbit/s.`,
  ],
  [
    'nothing lost',
    { account: account([part('window', 'fullPath', 9e6, 0)]) },
    'None of the 10.00 s: the path was never idle for longer than any sender needs.',
  ],
  [
    'no rate',
    { account: account([part('window', 'cutRandom', 9e6, null)]) },
    'How much of that time is lost is not known: what the path carries does not show.',
  ],
  ['no answer', { account: account([]) }, 'Not known: the log does not show what held the transfer.'],
  ['a receiver', { side: 'receiver' }, 'How much of that time is lost, only the log of the sender shows.'],
])('what it cost: %s', (_, summary, words) => {
  expect(lostSentences(trace(summary), 0)).toEqual([words]);
  expect(lostSentences(trace(summary), 12_000)).toEqual([words, '12.0 kB of data were sent again.']);
});

test('of a report about a finding the one price is the cost of the finding', () => {
  const snapshot = trace({
    path: [interval(1, 'proved')],
    account: account(LOSS, { sentence: 'Random loss; 6.00 s lost.' }),
  });
  const lead = (lostUs: number | null, provedShare: number): Finding =>
    ({ title: 'Random loss', cost: { heldUs: 5e6, lostUs, provedShare } }) as Finding;
  expect(lostSentences(snapshot, 0, lead(5e6, 0.5))).toEqual([
    `Of 10.00 s at least 5.00 s are lost to “Random loss”: ${IDLE} In that time it could have carried at least 5.0 MB, at 8.0 Mbit/s.`,
  ]);
  expect(heldOfReport(snapshot, lead(5e6, 0.5))).toBe(
    'Held by congestion window (random loss) for 80.0 % of the time.',
  );
  expect(heldOfReport(snapshot, lead(6e6, 1))).toBe(snapshot.summary.account?.sentence);
  expect(happenedWords(snapshot, lead(5e6, 0.5))).toMatch(/carried it in at most 5\.00 s\.$/);
  expect(lostSentences(snapshot, 0, lead(0, 1))).toEqual([
    'To “Random loss” none of the 10.00 s: the path was never idle for it for longer than any sender needs.',
  ]);
  expect(lostSentences(snapshot, 0, lead(null, 0))[0]).toMatch(/^Of 10\.00 s 6\.00 s are lost: /);
});

test.each<[string, Partial<TraceSummary>, string]>([
  ['proved', { account: account(LOSS) }, 'What the path carries is proved for 100.0 % of the time.'],
  [
    'in part, and some is not known',
    {
      account: account([part('window', 'cutRandom', 8e6, 6e6, true), part('notKnown', null, 1e6, 0)], {
        provedShare: 0.4,
      }),
    },
    'What the path carries is proved for 40.0 % of the time: elsewhere it may carry more, and more may be lost (“at least”). For 10.0 % of the time what held it is not known.',
  ],
  [
    'nowhere',
    { account: account([part('window', 'cutRandom', 8e6, 6e6, true)], { provedShare: 0 }) },
    'What the path carries is proved at no time: it may carry more, and more may be lost (“at least”).',
  ],
  [
    'no rate',
    { account: account([part('window', 'cutRandom', 9e6, null)]) },
    'What the path carries does not show: of the time, shares alone are known.',
  ],
  [
    'a receiver',
    { side: 'receiver', account: account([part('arriving', null, 9e6, null)]) },
    'It is the log of the receiver: it shows what came, not what held the sender.',
  ],
  ['no answer', { account: account([]) }, ''],
])('how sure it is: %s', (_, summary, words) => {
  expect(accountSureWords(trace(summary))).toBe(words);
});
