/** A trace after an address, from a server on this machine: what comes, what is kept, and what is said when it breaks. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RemoteFailure, SourceChanged } from '../../../../../src/engine/input/bytes/errors.ts';
import { openText } from '../../../../../src/engine/input/bytes/inflate.ts';
import { requestRange } from '../../../../../src/engine/input/bytes/remote-request.ts';
import { openSource } from '../../../../../src/engine/input/bytes/source.ts';
import { TextStore } from '../../../../../src/engine/input/bytes/text-store.ts';
import { failureMessage } from '../../../../../src/engine/reading/facts/failure-messages';
import { type Bytes, gzip, noisyText, readSource } from '../../../../support/bytes-sources.ts';
import { makeZip } from '../../../../support/bytes-zip.ts';
import { type FileServer, fileServer } from '../../../../support/file-server.ts';
import { utf8 } from '../../../../support/split-all.ts';

const TEXT = noisyText(600_000);
const MODIFIED = { 'last-modified': 'Mon, 06 Jul 2026 10:00:00 GMT' };
let server: FileServer;

beforeAll(async () => {
  server = await fileServer();
});
afterAll(() => server.close());
beforeEach(() => server.give(utf8(TEXT)));

const source = (url = server.url) => openSource({ kind: 'url', url, name: 'remote.sqlog' });

/** Reads the first part as the session does. */
async function stored(opened = source()): Promise<TextStore> {
  const silent = { onRead: () => undefined, onCompression: () => undefined, onEncoding: () => undefined };
  for await (const part of openText(opened, silent)) {
    const store = new TextStore(part, { leftBytes: 1e9, earlyBytes: 0 });
    for await (const chunk of part.chunks()) store.append(chunk);
    store.end();
    return store;
  }
  throw new Error('the source has no part');
}

const asText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

async function failureOf(url = server.url): Promise<RemoteFailure> {
  const { error } = await readSource(source(url));
  expect(error).toBeInstanceOf(RemoteFailure);
  return error as RemoteFailure;
}

describe('a source at a URL', () => {
  it('gives the text, and its size with the first bytes', async () => {
    const opened = source();
    expect(opened.sizeBytes).toBeNull();
    const result = await readSource(opened);
    expect(result).toMatchObject({ text: TEXT, error: null });
    expect(result.reads.at(-1)).toBe(TEXT.length);
    expect(opened.sizeBytes).toBe(TEXT.length);
    expect(server.requests).toEqual(['whole']);
  });

  it('counts bytes only if the server sends no length, or that of a content coding', async () => {
    server.give(utf8(TEXT), { hidesLength: true });
    const opened = source();
    expect((await readSource(opened)).text).toBe(TEXT);
    expect(opened.sizeBytes).toBeNull();
    server.give(gzip(TEXT), { headers: { 'content-encoding': 'gzip' } });
    const encoded = source();
    expect(await readSource(encoded)).toMatchObject({ text: TEXT, compressions: ['none'] });
    expect(encoded.sizeBytes).toBeNull();
  });

  it('is requested without cookies and without a referrer', async () => {
    const asked = vi.spyOn(globalThis, 'fetch');
    await readSource(source());
    expect(asked.mock.calls).toEqual([
      [server.url, { credentials: 'omit', redirect: 'manual', referrerPolicy: 'no-referrer' }],
    ]);
    asked.mockRestore();
  });

  it('decompresses gzip, and reads it again without another request', async () => {
    server.give(gzip(TEXT), { ranges: true });
    const opened = source();
    expect((await readSource(opened)).text).toBe(TEXT);
    expect((await readSource(opened)).text).toBe(TEXT);
    expect(server.requests).toEqual(['whole']);
  });

  it('reads a zip with one request, with progress', async () => {
    const zip = makeZip([{ name: 'a.sqlog', content: utf8(TEXT) }]).bytes;
    server.give(zip);
    const result = await readSource(source());
    expect(result.text).toBe(TEXT);
    expect(result.reads.length).toBeGreaterThan(1);
    expect(server.requests).toEqual(['whole']);
  });
});

describe('a record of a remote source, read again', () => {
  it('is requested as a range if the server supports that, and nothing is kept', async () => {
    server.give(utf8(TEXT), { ranges: true, headers: MODIFIED });
    const store = await stored();
    expect(store.isFast).toBe(true);
    expect(asText(await store.read(300_000, 300_040))).toBe(TEXT.slice(300_000, 300_040));
    expect(server.requests).toEqual(['whole', 'bytes=300000-300039']);
  });

  it('comes from the kept bytes if it does not', async () => {
    const opened = source();
    const store = await stored(opened);
    expect(store.isFast).toBe(true);
    expect(asText(await store.read(300_000, 300_040))).toBe(TEXT.slice(300_000, 300_040));
    const bytes = await opened.ranges?.()?.read(300_000, 300_040);
    expect(asText(bytes ?? new Uint8Array(0))).toBe(TEXT.slice(300_000, 300_040));
    expect(server.requests).toEqual(['whole']);
  });

  it('comes from kept compressed bytes, decompressed again', async () => {
    server.give(gzip(TEXT), { ranges: true });
    const store = await stored();
    expect(store.isFast).toBe(true);
    expect(asText(await store.read(300_000, 300_040))).toBe(TEXT.slice(300_000, 300_040));
    expect(server.requests).toEqual(['whole']);
  });

  it.each([
    ['another date', TEXT, { 'last-modified': 'Tue, 07 Jul 2026 10:00:00 GMT' }],
    ['another size', `${TEXT}more`, MODIFIED],
  ])('is refused where the file has %s', async (_, text, headers) => {
    server.give(utf8(TEXT), { ranges: true, headers: MODIFIED });
    const store = await stored();
    server.give(utf8(text), { ranges: true, headers });
    await expect(store.read(0, 10)).rejects.toBeInstanceOf(SourceChanged);
    await expect(store.read(0, 10)).rejects.toThrow(`changed on ${server.host}`);
  });
});

it('a record is refused where the host has no ranges any more', async () => {
  server.give(utf8(TEXT), { ranges: true, headers: MODIFIED });
  const store = await stored();
  server.give(utf8(TEXT), { headers: MODIFIED });
  await expect(store.read(0, 10)).rejects.toMatchObject({ reason: 'other-range', host: server.host });
});

it('a part whose place a browser hides is told by its number of bytes', async () => {
  const about = { url: server.url, name: 'a', asking: {}, sizeBytes: 10, modified: null };
  const hidden = (text: string): Response =>
    Object.defineProperty(new Response(text, { status: 206 }), 'type', { value: 'cors' });
  const asked = vi.spyOn(globalThis, 'fetch');
  asked.mockResolvedValueOnce(hidden('abcd'));
  const { bytes, sizeBytes } = await requestRange(about, 2, 6);
  expect([asText(bytes), sizeBytes]).toEqual(['abcd', null]);
  for (const other of ['abc', 'abcde']) {
    asked.mockResolvedValueOnce(hidden(other));
    await expect(requestRange(about, 2, 6)).rejects.toMatchObject({ reason: 'other-range' });
  }
  asked.mockRestore();
});

it('a range that is larger than any is not asked for', async () => {
  const about = { url: server.url, name: 'a', asking: {}, sizeBytes: 2 ** 50, modified: null };
  await expect(requestRange(about, 0, 2 ** 40)).rejects.toMatchObject({ reason: 'too-long' });
  expect(server.requests).toEqual([]);
});

it('a query, which may hold a credential, is in no message', async () => {
  const about = {
    url: `${server.url}?signature=secret`,
    name: 'a',
    asking: {},
    sizeBytes: 10,
    modified: null,
  };
  await expect(requestRange(about, 2, 6)).rejects.toThrow(`${server.host}/file did not give`);
  await expect(requestRange(about, 2, 6)).rejects.not.toThrow('secret');
});

describe('a host that does not deliver the file', () => {
  it.each([
    [404, 'no such file'],
    [403, 'sign in there'],
    [503, 'try again later'],
    [418, 'check the address'],
  ])('with status %i is named, with what to do', async (status, advice) => {
    server.give(utf8('no'), { status });
    const failure = await failureOf();
    expect(failure).toMatchObject({ reason: 'status', status, host: server.host });
    const { kind, level, text } = failureMessage(failure, 0);
    expect({ kind, level }).toEqual({ kind: 'remote-status', level: 'error' });
    expect(text).toContain(server.host);
    expect(text).toContain(String(status));
    expect(text).toContain(advice);
  });

  it('but redirects is not followed, with instructions', async () => {
    const failure = await failureOf(`http://${server.host}/redirect`);
    expect(failure).toMatchObject({ reason: 'redirected', host: server.host });
    expect(server.requests).toEqual([]);
    const { kind, text } = failureMessage(failure, 0);
    expect(kind).toBe('remote-redirected');
    expect(text).toContain(`${server.host} does not give the file itself but leads on`);
    expect(text).toContain('Open the address in a tab of the browser');
  });

  it('is not followed if the browser hides the redirect either', async () => {
    const opaque = {
      ok: false,
      type: 'opaqueredirect',
      status: 0,
      body: null,
      url: '',
      headers: new Headers(),
    } as Response;
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(opaque);
    expect(await failureOf()).toMatchObject({ reason: 'redirected', host: server.host });
    vi.restoreAllMocks();
  });

  it('by not responding is named, and CORS with it', async () => {
    const closed = await fileServer();
    await closed.close();
    const failure = await failureOf(closed.url);
    expect(failure).toMatchObject({ reason: 'unreachable', host: closed.host });
    const { text } = failureMessage(failure, 0);
    expect(text).toContain(closed.host);
    expect(text).toContain('CORS');
    expect(text).toContain('Access-Control-Allow-Origin: *');
    expect(text).toContain('open it from disk');
  });

  it('to its end: received bytes are delivered, and the offset is reported', async () => {
    server.give(utf8(TEXT), { cutAt: 200_000 });
    const { text, error } = await readSource(source());
    expect(text).toBe(TEXT.slice(0, 200_000));
    expect(error).toMatchObject({ reason: 'broken-off', receivedBytes: 200_000, lengthBytes: TEXT.length });
    expect(failureMessage(error, 7).text).toBe(
      `The connection to ${server.host} broke off at byte 200,000 of 600,000. The 7 events before it are shown. Open the address again, or download the file with the browser and open it from disk.`,
    );
  });

  it('to the end of a gzip: everything in the received bytes is delivered', async () => {
    const whole = gzip(TEXT);
    server.give(whole, { cutAt: whole.length >> 1 });
    // A browser's inflater drops what it has not given yet when its source fails; this one gives nothing at all.
    const makeNative = () => new TransformStream<Bytes, Bytes>({ transform: () => undefined });
    const { text, error } = await readSource(source(), { makeNative });
    expect(TEXT.startsWith(text)).toBe(true);
    expect(text.length).toBeGreaterThan(TEXT.length * 0.4);
    expect(error).toMatchObject({ reason: 'broken-off', receivedBytes: whole.length >> 1 });
    expect(server.requests).toEqual(['whole']);
  });
});
