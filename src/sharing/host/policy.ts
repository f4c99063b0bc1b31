/**
 * The content security policy and the other headers of the page, as one table: our server sends them, `qlogscope headers`
 * writes them for static hosts, and the build puts the policy into the pages as `<meta>`.
 *
 * Source: CSP Level 3; `frame-ancestors` has no meaning in `<meta>` (§6.4.2).
 */

/** Without `frame-ancestors`: what `<meta>` may hold. */
export const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  // Traces come from hosts that the user agreed to, and from the page's store; http does not leave this machine.
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** What the host configures; see `config.ts`, which is far larger. */
export const CONFIG_FILE = 'config.json';

/** The page that others may embed. */
export const EMBED_PAGE = 'embed.html';

/** Where the build puts what threads run, apart from what pages load. */
export const THREADS_FOLDER = 'threads/';

/** With the opener policy of all paths the page is cross-origin isolated, and its threads may share memory (HTML §7.1.4). */
const ISOLATED = ['Cross-Origin-Embedder-Policy', 'require-corp'] as const;
/** For files whose names hold the hash of what is in them. */
const HASHED = ['Cache-Control', 'public, max-age=31536000, immutable'] as const;

export interface PathHeaders {
  /** Path from the page's folder; a `*` at its end stands for any rest. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

function framed(ancestors: string): readonly [name: string, value: string] {
  return ['Content-Security-Policy', `${PAGE_POLICY}; frame-ancestors ${ancestors}`];
}

/**
 * The headers of every path; of several that match the last one counts for each header.
 * @param embedOrigins from `config.json`; only `embed.html` may be framed by them.
 */
export function pathHeaders(embedOrigins: readonly string[]): readonly PathHeaders[] {
  return [
    {
      path: '*',
      headers: [
        framed("'none'"),
        ['X-Content-Type-Options', 'nosniff'],
        ['Referrer-Policy', 'no-referrer'],
        // A page that opened this one would hold its window, and could change the fragment of its address.
        ['Cross-Origin-Opener-Policy', 'same-origin'],
        ['Cache-Control', 'no-cache'],
      ],
    },
    {
      path: EMBED_PAGE,
      headers: [
        framed(embedOrigins.length === 0 ? "'none'" : embedOrigins.join(' ')),
        // A page that opens it speaks to it through its window (docs/embedding.md).
        ['Cross-Origin-Opener-Policy', 'unsafe-none'],
      ],
    },
    // Pages elsewhere whose links lead here look whether they do, when their user asks; it holds no secret.
    { path: CONFIG_FILE, headers: [['Access-Control-Allow-Origin', '*']] },
    // `embed.html` is not isolated: it would lose the page that opened it, and one that is framed needs its host's consent.
    { path: '', headers: [ISOLATED] },
    { path: 'index.html', headers: [ISOLATED] },
    { path: `${THREADS_FOLDER}*`, headers: [ISOLATED, HASHED] },
    { path: 'assets/*', headers: [HASHED] },
  ];
}

/** The headers of one path. @param path from the page's folder, without `/` at its start. */
export function headersOf(path: string, embedOrigins: readonly string[]): Readonly<Record<string, string>> {
  const isMatch = (pattern: string): boolean =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
  const matching = pathHeaders(embedOrigins).filter((one) => isMatch(one.path));
  return Object.fromEntries(matching.flatMap(({ headers }) => headers));
}
