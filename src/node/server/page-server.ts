/**
 * Serves the built page on this machine only, with its headers, the configuration of this host, and a store in a folder.
 * Answers only to names of this machine: a page of another host that lets its name lead here (DNS rebinding) gets nothing.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import send from 'send';
import { CONFIG_VERSION } from '../../sharing/host/config';
import { CONFIG_FILE, headersOf } from '../../sharing/host/policy';
import { LINK_VERSION } from '../../sharing/link/state';
import type { FolderStore } from './folder-store';
import type { HostFile } from './host-file';
import { USUAL_PORT } from './limits';
import { storeRequests } from './store-requests';
import { answerText } from './text-answer';

/** Ports that are tried after the usual one. */
const MORE_PORTS = 20;
/** An upload of a gigabyte through a slow tunnel. */
const MAX_REQUEST_MS = 60 * 60 * 1000;
const STORE = 'store/';
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

export interface PageServerOptions {
  /** Folder of the built page. */
  readonly page: string;
  readonly config: HostFile;
  /** Null for none. The configuration may name another, which counts then. */
  readonly store: FolderStore | null;
  /** 0 for one that the system gives; null for the usual one, or the next that is free. */
  readonly port: number | null;
}

export interface RunningServer {
  /** With `/` at its end. */
  readonly address: string;
  close(): Promise<void>;
}

/** What the page learns of this host: its own store where the configuration names none. */
function configText({ config, store }: PageServerOptions): string {
  const own = store && { base: `./${STORE}`, maxBytes: store.limits.objectBytes };
  return JSON.stringify({
    version: CONFIG_VERSION,
    links: LINK_VERSION,
    ...(own && { store: own }),
    ...config.written,
  });
}

/** Rejects where the port is taken. */
export async function servePage(options: PageServerOptions): Promise<RunningServer> {
  const { page, store, port } = options;
  const { embedOrigins } = options.config;
  const answerStore = store && storeRequests(store);
  const own = configText(options);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!LOOPBACK.test(request.headers.host ?? '')) {
      plain(response, 421, 'This server answers to localhost and 127.0.0.1 only.');
      return;
    }
    const path = (request.url ?? '/').split(/[?#]/, 1)[0]?.replace(/^\/+/, '') ?? '';
    if (answerStore !== null && path.startsWith(STORE)) {
      await answerStore(request, response, path.slice(STORE.length));
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      plain(response, 405, 'The page is read only.');
      return;
    }
    if (path === CONFIG_FILE) {
      response.writeHead(200, { ...headersOf(path, []), 'Content-Type': 'application/json' });
      response.end(request.method === 'HEAD' ? undefined : own);
      return;
    }
    send(request, `/${path}`, { root: page, cacheControl: false })
      .on('headers', () => {
        for (const [name, value] of Object.entries(headersOf(path, embedOrigins)))
          response.setHeader(name, value);
      })
      .on('error', ({ status = 500 }: { status?: number }) =>
        plain(response, status, status === 404 ? 'There is no such file.' : 'It cannot be given.'),
      )
      .on('directory', () => plain(response, 404, 'There is no such file.'))
      .pipe(response);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => plain(response, 500, 'The server failed.'));
  });
  server.requestTimeout = MAX_REQUEST_MS;
  await store?.sweep();
  await listen(server, port);
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function plain(response: ServerResponse, status: number, line: string): void {
  answerText(response, status, headersOf('', []), line);
}

async function listen(server: Server, port: number | null): Promise<void> {
  const last = port ?? USUAL_PORT + MORE_PORTS;
  for (let tried = port ?? USUAL_PORT; ; tried++) {
    try {
      await listenAt(server, tried);
      return;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || tried >= last) throw error;
    }
  }
}

function listenAt(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
