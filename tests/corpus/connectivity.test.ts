/** The life of real connections of the corpus: handshakes, keys, paths and ends, against what was done to each. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isCompleteIn } from '../../src/engine/base/text/handshake-words.ts';
import { connectivityOf } from '../../src/engine/sender/transport/connectivity/connectivity-of.ts';
import {
  handshakeSpan,
  isHandshakeComplete,
} from '../../src/engine/sender/transport/connectivity/handshake-span.ts';
import { loadTrace } from '../support/load.ts';
import { someOf } from '../support/tier.ts';

const lifeOf = (file: string) => {
  const { state } = loadTrace(new URL(`wire/${file}`, import.meta.url).pathname).pipeline;
  return connectivityOf(state);
};
const kinds = (file: string): readonly string[] => lifeOf(file).steps.map(({ kind }) => kind);
const count = (file: string, kind: string): number => kinds(file).filter((one) => one === kind).length;

test.each([
  ['go-retry.client.sqlog.gz', 'Retry received'],
  ['go-retry.server.sqlog.gz', 'Retry was sent before (derived: retry_source_connection_id)'],
  ['ngtcp2-retry.server.sqlog.gz', 'Retry was sent before (derived: retry_source_connection_id)'],
])('a Retry is a step on both sides: %s', (file, text) => {
  expect(lifeOf(file).steps.find(({ kind }) => kind === 'retry')?.text).toBe(text);
});

test('Version Negotiation is one, and the version is that of the packets after it', () => {
  expect(count('aio-vn.client.qlog.gz', 'version-negotiation')).toBe(1);
  expect(lifeOf('aio-vn.client.qlog.gz').version).toBe('v1 (0x1)');
  expect(lifeOf('go-vn.client.2.sqlog.gz').version).toBe('v2 (0x6b3343cf)');
});

test.each(['go-retry.client.sqlog.gz', 'aio-vn.client.qlog.gz'])(
  'what was sent before a Retry, or in another version, is not lost: the path dropped nothing: %s',
  (file) => {
    const { losses, rebuilt } = loadTrace(new URL(`wire/${file}`, import.meta.url).pathname).pipeline.state;
    expect(losses.summary.packets).toBe(0);
    // The path has 30 ms.
    expect(rebuilt.latestRtt.max).toBeLessThan(36_000);
    expect(lifeOf(file).phases.map(({ lostPackets }) => lostPackets)).not.toContain(1);
  },
);

test('0-RTT packets are a phase of their own', () => {
  const { phases } = lifeOf('go-0rtt.client.2.sqlog.gz');
  expect(phases.find(({ phase }) => phase === 'zero-rtt')).toMatchObject({
    sentPackets: 5,
    receivedPackets: 0,
  });
});

test('two key updates are told apart from the keys of the handshake', () => {
  expect(count('aio-keyupdate.client.qlog.gz', 'keys-updated')).toBe(2);
  expect(count('aio-keyupdate.client.qlog.gz', 'keys-available')).toBe(2);
});

test.each([
  ['go-migrate.client.sqlog.gz', 'migration', 'local'],
  ['ngtcp2-migrate.server.sqlog.gz', 'migration', 'remote'],
  ['aio-migrate.server.qlog.gz', 'migration', 'remote'],
  // The client moves without another connection ID: its server cannot tell that from a rebinding (RFC 9000 §9.3).
  ['aio-migrate-samecid.server.qlog.gz', 'rebinding', 'remote'],
  ['go-nat-rebind.server.sqlog.gz', 'rebinding', 'remote'],
])('a path change is one, with who moved and why: %s', (file, why, by) => {
  expect(lifeOf(file).paths).toMatchObject([{ why, by }]);
});

test('addresses of both paths are those of the log, where it names them', () => {
  const [change] = lifeOf('go-migrate.client.sqlog.gz').paths;
  expect([change?.from, change?.to]).toEqual(['127.0.0.1:37862', '127.0.0.1:43504']);
});

test.each(['go-bigchain.server.sqlog.gz', 'aio-bigchain.server.qlog.gz', 'ngtcp2-bigchain.server.sqlog.gz'])(
  'a server with a long certificate chain is held by the amplification limit for a round trip: %s',
  (file) => {
    const [span, ...others] = lifeOf(file).amplificationLimited;
    expect(((span?.toUs ?? 0) - (span?.fromUs ?? 0)) / 1000).toBeGreaterThan(35);
    expect(((span?.toUs ?? 0) - (span?.fromUs ?? 0)) / 1000).toBeLessThan(50);
    expect(others).toEqual([]);
  },
);

test.each(['aio-migrate.server.qlog.gz', 'go-idle.server.sqlog.gz', 'go-nat-rebind.server.sqlog.gz'])(
  'one with a short chain is not held: %s',
  (file) => {
    expect(lifeOf(file).amplificationLimited).toEqual([]);
  },
);

test('who closed it, with which code, and the words of the reason', () => {
  expect(lifeOf('go-close-app.client.sqlog.gz')).toMatchObject({ closeReason: 'closed by the script' });
  expect(lifeOf('go-close-app.client.sqlog.gz').steps.at(-1)?.text).toBe(
    'Closed by the client: H3_MISSING_SETTINGS (0x10a)',
  );
  expect(lifeOf('go-alpn-fail.client.sqlog.gz').steps.at(-1)?.text).toBe(
    'Closed by the server: CRYPTO_ERROR, no_application_protocol (0x178)',
  );
  expect(lifeOf('go-idle.server.sqlog.gz').steps.at(-1)?.text).toBe('Closed by the idle timeout');
});

test('a handshake that nobody answers has its first packets, and is not complete', () => {
  const { phases, handshakeUs, steps } = lifeOf('go-deaf.client.sqlog.gz');
  expect(phases.map(({ phase, receivedPackets }) => [phase, receivedPackets])).toEqual([['initial', 0]]);
  expect(handshakeUs).toBeNaN();
  expect(steps.some(({ kind }) => kind === 'handshake-complete')).toBe(false);
});

test('transport parameters of both endpoints are those of the records', () => {
  const rows = new Map(
    lifeOf('ngtcp2-bigchain.server.sqlog.gz').parameters.map(({ name, own, peer }) => [name, [own, peer]]),
  );
  expect(rows.get('initial_max_data')).toEqual(['1,048,576 B', '15,728,640 B']);
  expect(rows.get('initial_max_streams_uni')).toEqual(['3', '100']);
  expect(rows.get('grease_quic_bit')).toEqual(['yes', 'yes']);
});

test('whether the handshake completed is the same by its packets and by its steps, of every connection', () => {
  const told = { complete: 0, incomplete: 0 };
  for (const folder of ['wire/', 'ends/', 'traces/']) {
    const place = new URL(folder, import.meta.url);
    const files = readdirSync(place).filter((name) => /qlog/.test(name));
    // Transfers of one stack have the handshake of one stack.
    for (const file of folder === 'traces/' ? someOf(files, 10) : files)
      for (const { state } of loadTrace(new URL(file, place).pathname).pipeline.connections) {
        if (handshakeSpan(state) === null) continue;
        const isComplete = isHandshakeComplete(state);
        expect(isCompleteIn(connectivityOf(state)), file).toBe(isComplete);
        told[isComplete ? 'complete' : 'incomplete']++;
      }
  }
  expect(told.incomplete).toBeGreaterThan(2);
  expect(told.complete).toBeGreaterThan(20);
});
