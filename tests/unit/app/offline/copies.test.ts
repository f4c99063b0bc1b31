/** Copies of the page's files over a store of caches by hand: one per build, kept as long as a page of it is open. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppBuild } from '../../../../src/app/offline/app-files.ts';
import { type Copies, openCopies } from '../../../../src/app/offline/copies.ts';

const SCOPE = 'https://tools.example/qlog/';
const FILES = [
  { path: '', integrity: 'sha256-page' },
  { path: 'examples/a.gz', integrity: null },
];
const buildOf = (id: string): AppBuild => ({ id, files: FILES });

/** As a browser lists them: in order of creation. */
class StubCaches {
  readonly caches = new Map<string, Map<string, Response>>();

  async keys(): Promise<readonly string[]> {
    return [...this.caches.keys()];
  }
  async delete(name: string): Promise<boolean> {
    return this.caches.delete(name);
  }
  async open(name: string) {
    const entries = this.caches.get(name) ?? new Map<string, Response>();
    this.caches.set(name, entries);
    return {
      put: async (url: string, response: Response) => void entries.set(url, response),
      match: async (url: string) => entries.get(url)?.clone(),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      delete: async (url: string) => entries.delete(url),
    };
  }
}

let storage: StubCaches;
let asked: Request[];
let respond: (url: string) => Response;
beforeEach(() => {
  storage = new StubCaches();
  asked = [];
  respond = (url) => new Response(url);
});

function copiesOf(id: string, scope = SCOPE): Copies {
  const get = async (request: Request) => {
    asked.push(request);
    return respond(request.url);
  };
  return openCopies(buildOf(id), scope, storage as unknown as CacheStorage, get as typeof fetch);
}
async function installed(id: string): Promise<Copies> {
  respond = (url) => new Response(`${id} ${url.slice(SCOPE.length)}`);
  const copies = copiesOf(id);
  await copies.install();
  return copies;
}
const builds = async () => (await storage.keys()).map((name) => name.split(' ').at(-1));
const textOf = async (copies: Copies, path: string) => (await copies.find(path))?.text();

describe('installing a build', () => {
  test('fetches every file past the browser’s cache, and holds it to its hash', async () => {
    const copies = await installed('b1');
    expect(asked.map(({ url, cache, integrity }) => [url, cache, integrity])).toEqual([
      [SCOPE, 'no-cache', 'sha256-page'],
      [`${SCOPE}examples/a.gz`, 'no-cache', ''],
    ]);
    expect([await textOf(copies, ''), await textOf(copies, 'examples/a.gz')]).toEqual([
      ...['b1 ', 'b1 examples/a.gz'],
    ]);
  });

  test('leaves nothing of it where one file does not come', async () => {
    respond = (url) => new Response('', { status: url.endsWith('.gz') ? 404 : 200 });
    await expect(copiesOf('b1').install()).rejects.toThrow('examples/a.gz: status 404');
    expect(await builds()).toEqual([]);
  });

  test('keeps no header of the transfer, and the length only of what was not encoded', async () => {
    const headers = { 'accept-ranges': 'bytes', 'content-length': '3', 'content-type': 'text/html' };
    respond = (url) =>
      new Response('abc', {
        headers: url.endsWith('.gz') ? headers : { ...headers, 'content-encoding': 'br' },
      });
    const copies = copiesOf('b1');
    await copies.install();
    const [page, example] = [await copies.find(''), await copies.find('examples/a.gz')];
    expect([...(page?.headers ?? [])]).toEqual([['content-type', 'text/html']]);
    expect([...(example?.headers ?? [])]).toEqual([
      ['content-length', '3'],
      ['content-type', 'text/html'],
    ]);
  });
});

describe('a file is found', () => {
  test('in the own build, else in an older one; the page itself in its own only', async () => {
    await installed('b1');
    const newer = copiesOf('b2');
    expect(await textOf(newer, 'examples/a.gz')).toBe('b1 examples/a.gz');
    expect(await newer.find('')).toBeUndefined();
    await installed('b2');
    expect(await textOf(newer, 'examples/a.gz')).toBe('b2 examples/a.gz');
  });

  test('not in the copies of another folder of the same host', async () => {
    await installed('b1');
    expect(await copiesOf('b1', 'https://tools.example/other/').find('examples/a.gz')).toBeUndefined();
  });
});

describe('older builds', () => {
  test('are deleted once no open page uses them, newer ones never', async () => {
    const old = await installed('b1');
    await old.note('page-1');
    const own = await installed('b2');
    await own.note('page-2');
    await installed('b3');
    await own.tidy(['page-1', 'page-2']);
    expect(await builds()).toEqual(['b1', 'b2', 'b3']);
    await own.tidy(['page-2']);
    expect(await builds()).toEqual(['b2', 'b3']);
  });

  test('stay while a page is open of which no build is known', async () => {
    await installed('b1');
    const own = await installed('b2');
    await own.note('page-2');
    await own.tidy(['page-2', 'earlier']);
    expect(await builds()).toEqual(['b1', 'b2']);
    await own.note('earlier');
    await own.tidy(['page-2', 'earlier']);
    expect(await builds()).toEqual(['b2']);
  });

  test('of another folder of the same host stay', async () => {
    await copiesOf('b0', 'https://tools.example/other/').install();
    const own = await installed('b1');
    await own.note('page-1');
    await own.tidy(['page-1']);
    expect(await builds()).toEqual(['b0', 'b1']);
  });

  test('forget pages that were closed, and note none without an id', async () => {
    const own = await installed('b1');
    for (const client of ['page-1', 'page-2', '']) await own.note(client);
    const noted = () => [...(storage.caches.values().next().value?.keys() ?? [])].slice(FILES.length);
    expect(noted()).toHaveLength(2);
    await own.tidy(['page-2']);
    expect(noted()).toEqual([expect.stringContaining('page-2')]);
  });
});
