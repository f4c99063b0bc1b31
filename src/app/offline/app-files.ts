/**
 * The files of this page, and which requests are answered from their copies: an allow-list made when the page is
 * built (`scripts/offline.mjs`). Everything else is ignored: traces, other origins, requests with a query
 * that this page does not know, range requests. Pure; the copies are in `copies.ts`.
 */
import { THREADS_FOLDER } from '../../sharing/host/policy';

export interface AppFile {
  /** Relative to the page, `''` for the page itself. */
  readonly path: string;
  /** `sha256-…` of the content; null for files that servers may send in another encoding, as `.gz`. */
  readonly integrity: string | null;
}

export interface AppBuild {
  /** Of all files: two builds with the same content have the same. */
  readonly id: string;
  readonly files: readonly AppFile[];
}

/** Message of the page to a waiting worker: activate. */
export const TAKE_OVER = 'take over';
/** Message of the page to its own worker: delete builds that no open page uses. */
export const TIDY = 'tidy';

const PAGE_PATHS: readonly string[] = ['', 'index.html'];
/** Queries that do not change the files: none, and the tests' one. */
const KNOWN_QUERIES: readonly string[] = ['', '?testing=1'];
/** File names in these folders contain a content hash: files of several builds can coexist. */
const HASHED: readonly string[] = ['assets/', THREADS_FOLDER];

export type Asked = Pick<Request, 'url' | 'method' | 'mode'> & { readonly headers: Pick<Headers, 'has'> };

/**
 * @param scope URL of the page's folder.
 * @returns the path of the requested file, relative to the page; null for any other request.
 */
export function askedFile(request: Asked, scope: string, { files }: AppBuild): string | null {
  const { url, method, mode, headers } = request;
  const { origin, pathname, search, href } = new URL(url);
  if (method !== 'GET' || headers.has('range') || origin !== new URL(scope).origin) return null;
  if (!href.startsWith(scope)) return null;
  const path = pathname.slice(new URL(scope).pathname.length);
  if (mode === 'navigate') return PAGE_PATHS.includes(path) && KNOWN_QUERIES.includes(search) ? '' : null;
  if (search !== '' || path === '') return null;
  const isHashed = HASHED.some((folder) => path.startsWith(folder));
  return isHashed || files.some((file) => file.path === path) ? path : null;
}
