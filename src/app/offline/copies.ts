/**
 * Copies of the page's files, one cache per build. A cache is filled once, when its build is installed, and only
 * read from then on; it also records which pages were loaded from it, so that an older build is kept as long
 * as a page of it is open. Requests are matched in `app-files.ts`.
 */
import type { AppBuild, AppFile } from './app-files';

/** Path prefix of entries that record pages loaded from a cache; no file has it. */
const READERS = '.readers/';

export interface Copies {
  /** Stores every file. Rejects, and stores none, where one is missing or not of this build. */
  install(): Promise<void>;
  /** @returns the copy of this build, or of an older one that is still in use; undefined where there is none. */
  find(path: string): Promise<Response | undefined>;
  /** Records that this client loaded the page. */
  note(client: string): Promise<void>;
  /** Deletes builds that no open page uses. @param clients ids of all open pages. */
  tidy(clients: readonly string[]): Promise<void>;
}

/** @param scope URL of the page's folder; other folders on this origin have their own copies. */
export function openCopies(build: AppBuild, scope: string, storage: CacheStorage, get: typeof fetch): Copies {
  const prefix = `qlogscope ${scope} `;
  const own = `${prefix}${build.id}`;
  const at = (path: string): string => new URL(path, scope).href;
  const names = async (): Promise<readonly string[]> =>
    (await storage.keys()).filter((name) => name.startsWith(prefix));

  return {
    async install() {
      const cache = await storage.open(own);
      const fill = async ({ path, integrity }: AppFile): Promise<void> => {
        const check = integrity === null ? {} : { integrity };
        const response = await get(new Request(at(path), { cache: 'no-cache', ...check }));
        if (!response.ok) throw new Error(`${at(path)}: status ${response.status}`);
        await cache.put(at(path), plainCopy(response));
      };
      try {
        await Promise.all(build.files.map(fill));
      } catch (error) {
        await storage.delete(own);
        throw error;
      }
    },

    async find(path) {
      const others = (await names()).filter((name) => name !== own);
      // The page itself comes from one build only; files of older pages have a content hash in their name.
      for (const name of [own, ...(path === '' ? [] : others)]) {
        const response = await (await storage.open(name)).match(at(path));
        if (response !== undefined) return response;
      }
      return undefined;
    },

    async note(client) {
      if (client !== '') await (await storage.open(own)).put(at(`${READERS}${client}`), new Response(''));
    },

    async tidy(clients) {
      const all = await names();
      // Caches are listed in order of creation: those after our own belong to a newer build being installed.
      const older = all.slice(0, Math.max(0, all.indexOf(own)));
      const readers = new Map<string, readonly string[]>();
      for (const name of all) readers.set(name, await readersOf(await storage.open(name), clients));
      const noted = [...readers.values()].flat();
      // A page loaded before the first installation is not recorded: it may be of any build.
      const unknown = clients.some((client) => !noted.includes(client));
      if (unknown) return;
      for (const name of older) if (readers.get(name)?.length === 0) await storage.delete(name);
    },
  };

  /** Open clients of a cache; entries of closed ones are deleted. */
  async function readersOf(cache: Cache, clients: readonly string[]): Promise<readonly string[]> {
    const present: string[] = [];
    for (const { url } of await cache.keys()) {
      const client = url.startsWith(at(READERS)) ? url.slice(at(READERS).length) : null;
      if (client === null) continue;
      if (clients.includes(client)) present.push(client);
      else await cache.delete(url);
    }
    return present;
  }
}

/** Without headers of the transfer: a copy has no ranges and is not encoded. */
function plainCopy({ body, headers }: Response): Response {
  const sent = new Headers(headers);
  if (sent.has('content-encoding')) sent.delete('content-length');
  for (const name of ['accept-ranges', 'content-encoding']) sent.delete(name);
  return new Response(body, { headers: sent });
}
