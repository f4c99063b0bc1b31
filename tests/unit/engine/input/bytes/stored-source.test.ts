/** A trace in a store: its bytes are hashed while they come, and nothing of other bytes is shown. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSource } from '../../../../../src/engine/input/bytes/source.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../../../../src/engine/service/answers/session.ts';
import { type Behaviour, type FileServer, fileServer } from '../../../../support/file-server.ts';
import { readTrace } from '../../../../support/load.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const TEXT = readTrace(corpusPath('contloss30-cubic-fixoff-s02.server.sqlog.gz'));
const OTHER = gzipSync(readTrace(corpusPath('applimited-small-cubic.client.sqlog.gz')));
let server: FileServer;

beforeAll(async () => {
  server = await fileServer();
});
afterAll(() => server.close());

function nameOf(bytes: Uint8Array, ending: string): string {
  return `${createHash('sha256').update(bytes).digest('hex')}.${ending}`;
}

/** @param given what the store gives in place of the bytes. */
async function read(bytes: Uint8Array, given: Uint8Array = bytes, how: Behaviour = {}): Promise<Snapshot> {
  server.give(given, how);
  let newest: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    newest = snapshot;
  });
  const object = nameOf(bytes, 'sqlog');
  await session.read([openSource({ kind: 'url', url: server.url, name: 'stored', object })]);
  return newest as unknown as Snapshot;
}

for (const [form, bytes] of [
  ['plain', new Uint8Array(TEXT)],
  ['compressed', new Uint8Array(gzipSync(TEXT))],
] as const) {
  describe(`a ${form} trace`, () => {
    test('is read where its hash is that of its name', async () => {
      const { phase, messages, summary } = await read(bytes);
      expect(messages).toEqual([]);
      expect(phase).toBe('ready');
      expect(summary.events).toBeGreaterThan(1000);
      expect(server.requests).toEqual(['whole']);
    });

    test.each([
      ['a byte is another one', (given: Uint8Array) => given.with(given.length >> 1, 7), {}],
      ['a byte is another one at its start', (given: Uint8Array) => given.with(3, 7), {}],
      ['bytes follow', (given: Uint8Array) => new Uint8Array([...given, 10]), {}],
      ['bytes are missing', (given: Uint8Array) => given.slice(0, -1), {}],
      ['it is a page', () => new TextEncoder().encode('<!doctype html>'), {}],
      ['it is another trace', () => new Uint8Array(OTHER), {}],
      ['it is empty', () => new Uint8Array(0), {}],
    ] as const)('is not shown where %s', async (_, change, how) => {
      const { phase, messages, findings, summary } = await read(bytes, change(bytes), how);
      expect(phase).toBe('failed');
      expect(messages.map(({ kind, level }) => [kind, level])).toEqual([['remote-other-bytes', 'error']]);
      expect(findings).toEqual([]);
      expect(summary.events).toBe(0);
    });

    test('is not shown where not all of it comes', async () => {
      const { phase, messages, summary } = await read(bytes, bytes, { cutAt: bytes.length >> 1 });
      expect(phase).toBe('failed');
      expect(messages.map(({ kind }) => kind)).toEqual(['remote-unchecked']);
      expect(messages[0]?.text).toContain('cannot be compared');
      expect(summary.events).toBe(0);
    });

    test.each([
      [{ status: 404 }, 'remote-status'],
      [{ status: 403 }, 'remote-status'],
      [{ status: 302, headers: { location: 'https://elsewhere.example/' } }, 'remote-redirected'],
    ] as const)('%j is said', async (how, kind) => {
      const { phase, messages } = await read(bytes, bytes, how);
      expect(phase).toBe('failed');
      expect(messages.map((one) => one.kind)).toEqual([kind]);
    });

    test('is read again from what was hashed, not from the store', async () => {
      server.give(bytes, { ranges: true });
      const source = openSource({
        kind: 'url',
        url: server.url,
        name: 'stored',
        object: nameOf(bytes, 'sqlog'),
      });
      for await (const _ of await source.stream()) {
        // All of it is received.
      }
      await source.verify?.();
      server.give(new Uint8Array(bytes.length), { ranges: true });
      expect(await source.ranges?.()?.read(5, 25)).toEqual(bytes.slice(5, 25));
      expect(server.requests).toEqual([]);
    });
  });
}
