/**
 * The files of this page and the only requests that are answered from their copies: an allow-list made when the page is
 * built (`scripts/offline.mjs`). Nothing else is ever looked at: no trace, no other origin, no request with a query
 * that this page does not know, no range of a file. Pure; the copies themselves are `copies.ts`.
 */

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

/** What the page says to a new worker that waits: to take the place of the one before. */
export const TAKE_OVER = 'take over';
/** What it says to its own once it stands: builds that no page comes from any more can go. */
export const TIDY = 'tidy';

/** Ways the page itself is asked for. */
const PAGE_PATHS: readonly string[] = ['', 'index.html'];
/** Queries that change nothing of the files: none, and the one of our tests. */
const KNOWN_QUERIES: readonly string[] = ['', '?testing=1'];
/** Names in here hold a hash of their content: files of every build can stand beside each other. */
const HASHED = 'assets/';

export type Asked = Pick<Request, 'url' | 'method' | 'mode'> & { readonly headers: Pick<Headers, 'has'> };

/**
 * @param scope address of the folder that the page lies in.
 * @returns the path of the file that is asked for, relative to the page; null where the request is none of ours.
 */
export function askedFile(request: Asked, scope: string, { files }: AppBuild): string | null {
  const { url, method, mode, headers } = request;
  const { origin, pathname, search, href } = new URL(url);
  if (method !== 'GET' || headers.has('range') || origin !== new URL(scope).origin) return null;
  if (!href.startsWith(scope)) return null;
  const path = pathname.slice(new URL(scope).pathname.length);
  if (mode === 'navigate') return PAGE_PATHS.includes(path) && KNOWN_QUERIES.includes(search) ? '' : null;
  if (search !== '' || path === '') return null;
  return path.startsWith(HASHED) || files.some((file) => file.path === path) ? path : null;
}
