/** Logs of both ends of one connection: what the receiver's account says, held against its sender's. */
import { expect, test } from 'vitest';
import type { Account } from '../../src/engine/findings/account/account.ts';
import { NO_LABEL } from '../support/corpus/list.ts';
import { openSubject } from '../support/corpus/subject.ts';

function accountOf(file: string): Account {
  const path = new URL(file, import.meta.url).pathname;
  const { account } = openSubject({ ...NO_LABEL, file, path }).main.analysis;
  if (account === null) throw new Error(`no account: ${file}`);
  return account;
}

const heldMs = ({ parts }: Account, holder: string, cause?: string): number =>
  parts
    .filter((part) => part.holder === holder && (cause === undefined || part.cause === cause))
    .reduce((sum, { heldUs }) => sum + heldUs / 1000, 0);
const spanMs = ({ startUs, endUs }: Account): number => (endUs - startUs) / 1000;

/** The largest round trip of these paths. */
const RTT_MS = 45;

test.each([
  ['wire/go-blocked-stream.client.sqlog.gz', 'wire/go-blocked-stream.server.sqlog.gz'],
  ['wire/go-blocked-streams.client.sqlog.gz', 'wire/go-blocked-streams.server.sqlog.gz'],
  ['wire/go-cancel.client.sqlog.gz', 'wire/go-cancel.server.sqlog.gz'],
  ['wire/go-close-app.client.sqlog.gz', 'wire/go-close-app.server.sqlog.gz'],
  ['wire/aio-cancel.client.qlog.gz', 'wire/aio-cancel.server.qlog.gz'],
  ['wire/quiche-req-post.server.sqlog.gz', 'wire/quiche-req-post.client.sqlog.gz'],
  ['other/quic-go-v0.65.0_loss5MB_client.sqlog.gz', 'other/quic-go-v0.65.0_loss5MB_server.sqlog.gz'],
  ['other/aioquic-1.7.2_cubic-loss5MB_client.qlog.gz', 'other/aioquic-1.7.2_cubic-loss5MB_server.qlog.gz'],
])('%s: span, handshake and used-up credit are the sender’s, within a round trip', (receiver, sender) => {
  const [of, other] = [accountOf(receiver), accountOf(sender)];
  expect(Math.abs(spanMs(of) - spanMs(other))).toBeLessThan(RTT_MS);
  expect(Math.abs(heldMs(of, 'handshake') - heldMs(other, 'handshake'))).toBeLessThan(RTT_MS);
  const [ownMs, creditMs] = [heldMs(of, 'ownCredit'), heldMs(other, 'credit')];
  expect(Math.abs(ownMs - creditMs)).toBeLessThanOrEqual(0.1 * creditMs);
  expect(ownMs > 0).toBe(receiver.includes('blocked-stream.'));
});

test('a spiral sends the same per round trip for as long as its window does not grow', () => {
  const { sentence } = accountOf('traces/rate-cubic-buggy-s03.client.sqlog.gz');
  const sender = accountOf('../../public/examples/rate-cubic-buggy-s03.server.sqlog.gz');
  const [, seconds = ''] = /: 3 packets per round trip for ([\d.]+) s;/.exec(sentence) ?? [];
  const flatMs = heldMs(sender, 'window', 'doesNotGrow') + heldMs(sender, 'pacing', 'doesNotGrow');
  expect(Math.abs(Number(seconds) * 1000 - flatMs)).toBeLessThan(0.02 * flatMs);
});
