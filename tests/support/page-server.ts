/** A plain server on this machine for a folder of built files, under a path of its own; it can be switched off and on. */
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';

const TYPES: readonly (readonly [ending: string, type: string])[] = [
  ['.html', 'text/html'],
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
  ['.svg', 'image/svg+xml'],
  ['.gz', 'application/gzip'],
];

export interface PageServer {
  /** Address of the page, with `/` at its end. */
  readonly url: string;
  /** Paths that were asked for, relative to the page. */
  readonly requests: readonly string[];
  /** Another build, from now on. */
  serve(folder: string): void;
  close(): Promise<void>;
}

/** @param base path that the page lies under, such as `/tools/qlog/`. */
export async function pageServer(folder: string, base = '/'): Promise<PageServer> {
  let root = folder;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = normalize(decodeURIComponent(pathname)).slice(base.length);
    const file = join(root, path === '' ? 'index.html' : path);
    requests.push(path);
    if (!pathname.startsWith(base) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES.find(([ending]) => file.endsWith(ending))?.[1] ?? 'application/octet-stream';
    response
      .writeHead(200, {
        'content-type': type,
        'cache-control': 'no-cache',
        'content-security-policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'",
      })
      .end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    requests,
    serve: (other) => {
      root = other;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
