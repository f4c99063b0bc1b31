/** An exported range holds the frames of streams and the events of HTTP/3: read again, it has the same rows. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { ShareOptions } from '../../src/engine/reading/contract/share-options.ts';
import { SHARE_NOTHING } from '../../src/engine/reading/contract/share-options.ts';
import { allRows } from '../../src/engine/reading/stages/all-rows.ts';
import type { FileConnection } from '../../src/engine/reading/stages/connection-list.ts';
import { exportText, openStored, wholeRange } from '../support/export.ts';
import { readTrace } from '../support/load.ts';

const wire = (name: string): string => fileURLToPath(new URL(`wire/${name}`, import.meta.url));

async function rowsOf(bytes: Uint8Array, name: string) {
  const [connection] = await openStored(bytes, name);
  return allRows((connection as FileConnection).connection.state, null);
}

/** Read, and read again from its export. */
async function twice(name: string, options: ShareOptions) {
  const bytes = readTrace(wire(name));
  const file = await openStored(bytes, name);
  const first = file[0] as FileConnection;
  const { text } = await exportText(file, wholeRange(first), options, 0, name);
  return [
    allRows(first.connection.state, null),
    await rowsOf(new TextEncoder().encode(text), 'again.sqlog'),
  ] as const;
}

const TRACES = [
  'quiche-req-100-conc.client.sqlog.gz',
  'go-blocked-stream.server.sqlog.gz',
  'aio-cancel.client.qlog.gz',
  'ngtcp2-blocked.server.sqlog.gz',
];

describe.each(TRACES)('%s', (name) => {
  test('has the same streams after an export, with their bytes, waits and ends', async () => {
    const [before, after] = await twice(name, SHARE_NOTHING);
    expect(before.streams.rows.length).toBeGreaterThan(2);
    const told = ({ rows }: (typeof before)['streams']) =>
      rows.map(({ id, sent, received, gapUs, blockedByStreamUs, aborts, end }) => {
        const waits = [gapUs, blockedByStreamUs].map((us) => Math.round(us / 10));
        const ends = aborts.map(({ what, by, code }) => [what, by, code]);
        return [id, sent.bytes, sent.ackedBytes, sent.resentBytes, received.bytes, waits, ends, end];
      });
    expect(told(after.streams)).toEqual(told(before.streams));
  });

  test('has the same requests after an export, their texts only with the option', async () => {
    const [before, after] = await twice(name, { ...SHARE_NOTHING, requestTexts: true });
    const told = ({ rows }: (typeof before)['http']) =>
      rows.map(({ streamId, method, path, status, responseBytes, outcome }) => [
        ...[streamId, method, path, status, responseBytes, outcome],
      ]);
    expect(before.http.rows.length).toBeGreaterThan(2);
    expect(told(after.http)).toEqual(told(before.http));
    const [, bare] = await twice(name, SHARE_NOTHING);
    expect(bare.http.rows.map(({ path }) => path)).toEqual(bare.http.rows.map(() => null));
    expect(bare.http.rows.map(({ status }) => status)).toEqual(before.http.rows.map(({ status }) => status));
  });
});
