/** The store as the page speaks to it: what it sends, and what it says of a store that is slow or odd. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { StoreClient } from '../../../../src/app/backend/store-client.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let server: Server;
let base = '';
let answer: Answer;
const asked: string[] = [];
const objects = new Map<string, Buffer>();
const never = new AbortController().signal;

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'https://page.example' });
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  // A connection that is closed while the next request is on its way would be an unreachable host, on a busy machine.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  objects.clear();
  answer = plainStore;
});

/** Takes and gives as a store does. */
const plainStore: Answer = (request, response) => {
  const name = (request.url ?? '').slice(1);
  const held = objects.get(name);
  if (request.method === 'HEAD' || request.method === 'GET') {
    response.writeHead(
      held === undefined ? 404 : 200,
      held === undefined ? {} : { 'content-length': held.length },
    );
    response.end(request.method === 'GET' ? held : undefined);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (held === undefined) objects.set(name, Buffer.concat(chunks));
    response.writeHead(held === undefined ? 201 : 412).end();
  });
};

const TEXT = 'some bytes';
const NAME = `${createHash('sha256').update(TEXT).digest('hex')}.bin`;
const client = (more: object = {}, waitMs?: number): StoreClient =>
  new StoreClient({ base, sign: null, maxBytes: null, ...more }, waitMs);
const put = (of = client(), signal = never): Promise<void> => of.put(NAME, new Blob([TEXT]), signal);

describe('an object is put', () => {
  test('once: looked for, sent, looked for again; what is there is not sent', async () => {
    await put();
    expect(asked).toEqual([`HEAD /${NAME}`, `PUT /${NAME}`, `HEAD /${NAME}`]);
    asked.length = 0;
    await put();
    expect(asked).toEqual([`HEAD /${NAME}`]);
    expect(new TextDecoder().decode(await client().get(NAME, 100, never))).toBe(TEXT);
  });

  test('by others meanwhile (412) is there all the same', async () => {
    answer = (request, response) => {
      if (request.method === 'PUT') objects.set(NAME, Buffer.from(TEXT));
      plainStore(request, response);
    };
    await put();
    expect(objects.get(NAME)?.toString()).toBe(TEXT);
  });

  test('where the signer says, with its headers, and nowhere else', async () => {
    let header: string | undefined;
    answer = (request, response) => {
      if (request.url === '/sign') {
        const url = `${base}${NAME}?X-Amz-Signature=ab`;
        response.end(
          JSON.stringify({ url, headers: { 'if-none-match': '*', 'x-amz-checksum-sha256': 'x' } }),
        );
        return;
      }
      if (request.method === 'PUT') header = String(request.headers['x-amz-checksum-sha256']);
      request.url = request.url?.split('?')[0] ?? '';
      plainStore(request, response);
    };
    await put(client({ sign: `${base}sign` }));
    expect(asked).toEqual([
      `HEAD /${NAME}`,
      'POST /sign',
      `PUT /${NAME}?X-Amz-Signature=ab`,
      `HEAD /${NAME}`,
    ]);
    expect(header).toBe('x');
  });

  test('not where it is too large for the store', async () => {
    await expect(put(client({ maxBytes: 5 }))).rejects.toThrow(/takes 5 B at most/);
    expect(asked).toEqual([]);
  });
});

describe('what goes wrong is said', () => {
  test('a store that does not answer in time', async () => {
    answer = () => undefined;
    await expect(put(client({}, 50))).rejects.toThrow('127.0.0.1');
    await expect(client({}, 50).get(NAME, 100, never)).rejects.toThrow(/did not answer within/);
    await expect(put(client({ sign: `${base}sign` }, 50))).rejects.toThrow(/did not answer within/);
  });

  test('an answer that begins and never ends', async () => {
    answer = (_, response) => {
      response.writeHead(200);
      response.write('a');
    };
    await expect(client({}, 100).get(NAME, 100, never)).rejects.toThrow(/did not answer within/);
  });

  test.each([
    ['<!doctype html>', /does not answer as a signer does/],
    [JSON.stringify({ url: 'https://evil.example/x' }), /does not answer as a signer does/],
    ['x'.repeat(30_000), /\/sign has more than 20\.0 kB to give/],
  ])('a signer that answers %.40s', async (text, words) => {
    answer = (request, response) =>
      request.url === '/sign' ? response.end(text) : plainStore(request, response);
    await expect(put(client({ sign: `${base}sign` }))).rejects.toThrow(words);
    expect(asked.filter((one) => one.startsWith('PUT'))).toEqual([]);
  });

  test('cancelling ends it with the reason of the signal', async () => {
    const cancel = new AbortController();
    answer = (request, response) => {
      if (request.method === 'PUT') cancel.abort();
      else plainStore(request, response);
    };
    await expect(put(client(), cancel.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
