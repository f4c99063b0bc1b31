/** The server of the page and its folder store, attacked as a browser, a page of another site, and a broken client would. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FolderStore } from '../../../../src/node/server/folder-store.ts';
import { NO_HOST_FILE, readHostFile } from '../../../../src/node/server/host-file.ts';
import type { StoreLimits } from '../../../../src/node/server/limits.ts';
import {
  type PageServerOptions,
  type RunningServer,
  servePage,
} from '../../../../src/node/server/page-server.ts';
import { LINK_VERSION } from '../../../../src/sharing/link/state.ts';

/** Nothing is given up while a busy machine lets a test wait. */
const LIMITS: StoreLimits = { objectBytes: 1000, storeBytes: 2500, objects: 4, idleMs: 60_000 };
let folder = '';
let server: RunningServer;

async function start(options: Partial<PageServerOptions> = {}): Promise<void> {
  const store = new FolderStore(join(folder, 'store'), LIMITS);
  server = await servePage({ page: join(folder, 'page'), config: NO_HOST_FILE, store, port: 0, ...options });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-server-'));
  mkdirSync(join(folder, 'page'));
  writeFileSync(join(folder, 'page', 'index.html'), '<p>page</p>');
  writeFileSync(join(folder, 'page', 'embed.html'), '<p>embed</p>');
  writeFileSync(join(folder, 'page', 'a.sqlog.gz'), 'packed');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  await start();
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const nameOf = (text: string, ending = 'bin'): string =>
  `${createHash('sha256').update(text).digest('hex')}.${ending}`;
const stored = (): readonly string[] =>
  existsSync(join(folder, 'store')) ? readdirSync(join(folder, 'store')) : [];

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A path as it is written, and any header: `fetch` would tidy the one and forbid the other. */
function ask(path: string, { method = 'GET', headers = {}, body = '' }: Asked = {}) {
  const { port } = new URL(server.address);
  return new Promise<{
    readonly status: number;
    readonly text: string;
    readonly headers: Record<string, unknown>;
  }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          headers: response.headers,
        }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const put = (name: string, body: string, headers: Record<string, string> = {}) =>
  ask(`/store/${name}`, {
    method: 'PUT',
    body,
    headers: { 'content-length': String(Buffer.byteLength(body)), ...headers },
  });

describe('an object', () => {
  test('is put once, and given whole and in ranges as bytes that no browser runs', async () => {
    const name = nameOf('hello', 'gz');
    expect((await put(name, 'hello', { 'if-none-match': '*' })).status).toBe(201);
    expect(stored()).toEqual([name]);
    const whole = await ask(`/store/${name}`, { headers: { 'accept-encoding': 'gzip' } });
    expect(whole).toMatchObject({ status: 200, text: 'hello' });
    expect(whole.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(whole.headers['content-encoding']).toBeUndefined();
    expect(await ask(`/store/${name}`, { headers: { range: 'bytes=1-3' } })).toMatchObject({
      status: 206,
      text: 'ell',
    });
    const head = await ask(`/store/${name}`, { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers['content-length']).toBe('5');
  });

  test('that is there is not written again: 412 where that is asked for, else 200', async () => {
    const name = nameOf('hello');
    await put(name, 'hello');
    expect((await put(name, 'hello', { 'if-none-match': '*' })).status).toBe(412);
    expect((await put(name, 'other bytes')).status).toBe(200);
    expect((await ask(`/store/${name}`)).text).toBe('hello');
  });

  test('that comes twice at once is there once', async () => {
    const name = nameOf('x'.repeat(900));
    const statuses = await Promise.all([1, 2].map(async () => (await put(name, 'x'.repeat(900))).status));
    for (const status of statuses) expect([200, 201]).toContain(status);
    expect(stored()).toEqual([name]);
  });
});

describe('nothing is kept of', () => {
  test('bytes whose hash is another one', async () => {
    const answer = await put(nameOf('hello'), 'hellO');
    expect(answer).toMatchObject({ status: 422, text: expect.stringContaining('SHA-256') });
    expect(stored()).toEqual([]);
  });

  test('an object that is too large, by its size or by what comes', async () => {
    expect((await put(nameOf('y'.repeat(1001)), 'y'.repeat(1001))).status).toBe(413);
    expect(stored()).toEqual([]);
  });

  test('an object of no stated size', async () => {
    const answer = await ask(`/store/${nameOf('hello')}`, {
      ...{ method: 'PUT', body: 'hello', headers: { 'transfer-encoding': 'chunked' } },
    });
    expect(answer.status).toBe(411);
    expect(stored()).toEqual([]);
  });

  test('an upload that is cut', async () => {
    const { port } = new URL(server.address);
    const name = nameOf('hello');
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(`PUT /store/${name} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nhel`);
      });
      socket.on('close', () => resolve());
      const look = setInterval(() => {
        if (stored().length === 0) return;
        clearInterval(look);
        socket.destroy();
      }, 5);
    });
    await expect.poll(stored).toEqual([]);
  });

  test('an upload over which nothing comes any more', async () => {
    await server.close();
    await start({ store: new FolderStore(join(folder, 'store'), { ...LIMITS, idleMs: 1000 }) });
    const { port } = new URL(server.address);
    const seen: number[] = [];
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `PUT /store/${nameOf('hello')} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nhel`,
        );
      });
      const look = setInterval(() => seen.push(stored().length), 5);
      socket.on('close', () => {
        clearInterval(look);
        resolve();
      });
    });
    expect(seen).toContain(1);
    await expect.poll(stored).toEqual([]);
  });

  test('more or fewer bytes than were announced, and what the disk has no room for', async () => {
    const store = new FolderStore(join(folder, 'store'), LIMITS);
    async function* bytes(text: string, error?: Error): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text);
      if (error !== undefined) throw error;
    }
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const putting = (announced: number, content: AsyncIterable<Uint8Array>): Promise<void> =>
      store.put(nameOf('hello'), announced, content);
    await expect(putting(4, bytes('hello'))).rejects.toMatchObject({ status: 400 });
    await expect(putting(6, bytes('hello'))).rejects.toMatchObject({ status: 400 });
    await expect(putting(5, bytes('hel', full))).rejects.toMatchObject({ status: 507 });
    expect(stored()).toEqual([]);
    await putting(5, bytes('hello'));
    expect(stored()).toEqual([nameOf('hello')]);
  });

  test('what a store that is full cannot take', async () => {
    for (const letter of ['a', 'b'])
      expect((await put(nameOf(letter.repeat(900)), letter.repeat(900))).status).toBe(201);
    expect(await put(nameOf('c'.repeat(900)), 'c'.repeat(900))).toMatchObject({
      status: 507,
      text: expect.stringContaining('2500 bytes'),
    });
    for (const small of ['d', 'e']) expect((await put(nameOf(small), small)).status).toBe(201);
    expect(await put(nameOf('f'), 'f')).toMatchObject({
      status: 507,
      text: expect.stringContaining('4 objects'),
    });
    expect(stored()).toHaveLength(4);
  });

  test('what is one too many, however many come at once, and nothing else is refused', async () => {
    for (let round = 0; round < 20; round++) {
      const store = new FolderStore(join(folder, `round-${round}`), { ...LIMITS, objects: 3 });
      async function* content(text: string): AsyncGenerator<Uint8Array> {
        yield Buffer.from(text);
      }
      const texts = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter}${round}`);
      const puts = texts.map((text) => store.put(nameOf(text), text.length, content(text)));
      const refused = (await Promise.allSettled(puts)).filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(2);
      expect(readdirSync(store.folder)).toHaveLength(3);
    }
  });

  test('an upload of a server that was stopped, after an hour', async () => {
    const store = new FolderStore(join(folder, 'left'), LIMITS);
    const part = '.01234567-89ab-cdef-0123-456789abcdef.part';
    mkdirSync(store.folder);
    for (const name of [part, 'mine.part']) writeFileSync(join(store.folder, name), 'x');
    await store.sweep();
    expect(readdirSync(store.folder)).toHaveLength(2);
    for (const name of [part, 'mine.part']) utimesSync(join(store.folder, name), 1, 1);
    await store.sweep();
    expect(readdirSync(store.folder)).toEqual(['mine.part']);
  });
});

/** Requests written on one connection, each when the text before it has been answered; all that came until it ended. */
function converse(texts: readonly string[]): Promise<string> {
  const { port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    let heard = '';
    const left = [...texts];
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(left.shift() ?? ''));
    socket.on('data', (data) => {
      heard += data;
      const next = left.shift();
      if (next !== undefined) socket.write(next);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
  });
}

const head = (request: string, headers: readonly string[]): string =>
  `${[request, 'Host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`;

describe('a body that still comes when its request is refused', () => {
  const hello = nameOf('hello');
  const room = nameOf('x');
  const refusals: readonly (readonly [status: number, request: string, headers: readonly string[]])[] = [
    [400, 'PUT /store/x.bin HTTP/1.1', ['Content-Length: 900']],
    [403, `PUT /store/${room} HTTP/1.1`, ['Content-Length: 900', 'Origin: https://evil.example']],
    [405, `POST /store/${room} HTTP/1.1`, ['Content-Length: 900']],
    [405, 'POST /index.html HTTP/1.1', ['Content-Length: 900']],
    [411, `PUT /store/${room} HTTP/1.1`, ['Transfer-Encoding: chunked']],
    [412, `PUT /store/${hello} HTTP/1.1`, ['Content-Length: 900', 'If-None-Match: *']],
    [200, `PUT /store/${hello} HTTP/1.1`, ['Content-Length: 900']],
    [413, `PUT /store/${room} HTTP/1.1`, ['Content-Length: 1001']],
  ];

  test.each(refusals)('%i: %s: the connection ends with the answer', async (status, request, headers) => {
    await put(hello, 'hello');
    const body = headers.includes('Transfer-Encoding: chunked')
      ? `384\r\n${'a'.repeat(900)}\r\n0\r\n\r\n`
      : 'a'.repeat(headers.includes('Content-Length: 1001') ? 1001 : 900);
    // The answer comes before the body, and says that nothing more is answered on this connection.
    const heard = await converse([head(request, headers), body]);
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(heard).toMatch(/\r\nConnection: close\r\n/i);
    expect(heard.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(stored()).toEqual([hello]);
  });

  test('507 in its middle: the answer still comes', async () => {
    class FullStore extends FolderStore {
      override async put(name: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<void> {
        async function* upToFullDisk(): AsyncGenerator<Uint8Array> {
          for await (const chunk of content) {
            yield chunk;
            throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
          }
        }
        await super.put(name, bytes, upToFullDisk());
      }
    }
    await server.close();
    await start({ store: new FullStore(join(folder, 'store'), LIMITS) });
    const heard = await converse([
      head(`PUT /store/${room} HTTP/1.1`, ['Content-Length: 900']) + 'a'.repeat(400),
      'a'.repeat(500),
    ]);
    expect(heard).toMatch(/^HTTP\/1\.1 507 .*Connection: close.*The disk of the store is full/is);
    expect(stored()).toEqual([]);
  });

  test('a body that came whole leaves the connection open', async () => {
    const asked = head(`PUT /store/${room} HTTP/1.1`, ['Content-Length: 5']);
    const heard = await converse([`${asked}hello`, head('GET /nothing.js HTTP/1.1', ['Connection: close'])]);
    expect([...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['422', '404']);
  });
});

describe('nobody gets in', () => {
  const name = nameOf('hello');

  test('by a symbolic link in the folder of the store', async () => {
    mkdirSync(join(folder, 'store'));
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'store', name));
    expect((await ask(`/store/${name}`)).status).toBe(404);
    expect((await put(name, 'hello')).status).toBe(201);
    expect((await ask(`/store/${name}`)).text).toBe('hello');
    expect(readFileSync(join(folder, 'secret.txt'), 'utf8')).toBe('secret');
  });

  test.each([
    '/store/',
    '/store',
    '/store/../secret.txt',
    '/store/..%2fsecret.txt',
    '/store/%2e%2e/secret.txt',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '//../secret.txt',
    '/.git/config',
    '/%00',
    '/%E0%A4%A',
    `/store/${'0'.repeat(64)}.bin`,
  ])('GET %s gives nothing', async (path) => {
    writeFileSync(join(folder, 'page', '.hidden'), 'secret');
    const { status, text } = await ask(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toContain('secret');
  });

  test.each(['../x.bin', 'x.bin', `${name}/x`, `.${name}`, name.toUpperCase(), `${name}%00`, `..%2f${name}`])(
    'PUT %s writes nothing',
    async (path) => {
      expect((await put(path, 'hello')).status).toBe(400);
      expect(stored()).toEqual([]);
      expect(readdirSync(folder).sort()).toEqual(['page', 'secret.txt']);
    },
  );

  test('by another name of this machine (DNS rebinding)', async () => {
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1']) {
      const headers = { host };
      expect((await ask('/', { headers })).status, host).toBeGreaterThanOrEqual(400);
      expect((await ask('/config.json', { headers })).text, host).not.toContain('store');
      expect((await put(name, 'hello', headers)).status, host).toBeGreaterThanOrEqual(400);
    }
    expect(stored()).toEqual([]);
    // A tunnel may lead here from another port.
    for (const host of ['localhost:9999', '127.0.0.1', '[::1]:7567'])
      expect((await ask('/', { headers: { host } })).status, host).toBe(200);
  });

  test('from a page of another origin', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1'])
      expect((await put(name, 'hello', { origin })).status, origin).toBe(403);
    expect(stored()).toEqual([]);
    const preflight = await ask(`/store/${name}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example' },
    });
    expect(preflight.status).toBe(405);
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
    expect((await put(name, 'hello', { origin: new URL(server.address).origin })).status).toBe(201);
  });

  test('with another method', async () => {
    await put(name, 'hello');
    for (const method of ['DELETE', 'POST', 'PATCH']) {
      expect((await ask(`/store/${name}`, { method })).status).toBe(405);
      expect((await ask('/index.html', { method })).status).toBe(405);
    }
    expect(stored()).toEqual([name]);
  });
});

describe('the page', () => {
  test('has its headers, is not framed, and tells its store', async () => {
    const page = await ask('/');
    expect(page.text).toBe('<p>page</p>');
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(
      (await ask('/a.sqlog.gz', { headers: { 'accept-encoding': 'gzip' } })).headers['content-encoding'],
    ).toBeUndefined();
    const config = JSON.parse((await ask('/config.json')).text);
    expect(config).toEqual({ version: 1, links: LINK_VERSION, store: { base: './store/', maxBytes: 1000 } });
    // Pages elsewhere may look whether a qlogscope is here; nothing else of it is theirs to read.
    const allowed = async (path: string) => (await ask(path)).headers['access-control-allow-origin'];
    expect(await allowed('/config.json')).toBe('*');
    for (const path of ['/', '/embed.html', '/a.sqlog.gz', '/nothing.js'])
      expect(await allowed(path), path).toBeUndefined();
    expect((await ask('/nothing.js')).status).toBe(404);
  });

  test('tells what its host wrote, and lets those embed it that stand there', async () => {
    await server.close();
    const path = join(folder, 'config.json');
    const written = {
      version: 1,
      store: { base: 'https://s.example/' },
      embed: { origins: ['https://dash.example'] },
    };
    writeFileSync(path, JSON.stringify(written));
    await start({ config: await readHostFile(path) });
    expect(JSON.parse((await ask('/config.json')).text)).toEqual({ links: LINK_VERSION, ...written });
    expect((await ask('/embed.html')).headers['content-security-policy']).toContain(
      'frame-ancestors https://dash.example',
    );
    expect((await ask('/')).headers['content-security-policy']).toContain("frame-ancestors 'none'");
    writeFileSync(path, '{"version":1,"store":{"base":"http://plain.example/"}}');
    await expect(readHostFile(path)).rejects.toThrow(/Use https/);
  });

  test('without a store has no folder for it', async () => {
    await server.close();
    await start({ store: null });
    expect(JSON.parse((await ask('/config.json')).text)).toEqual({ version: 1, links: LINK_VERSION });
    expect((await put(nameOf('hello'), 'hello')).status).toBe(405);
    expect(existsSync(join(folder, 'store'))).toBe(false);
  });

  test('is served at the next port where the usual one is taken, and not at all where one was asked for', async () => {
    const port = Number(new URL(server.address).port);
    await expect(servePage({ page: folder, config: NO_HOST_FILE, store: null, port })).rejects.toThrow(
      /EADDRINUSE/,
    );
  });
});
