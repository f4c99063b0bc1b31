/** A server on this machine that gives one file, and may refuse, redirect, cut, hold back or hide its length. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Behaviour {
  readonly status?: number;
  /** Accepts range requests and says so. */
  readonly ranges?: boolean;
  /** No Content-Length. */
  readonly hidesLength?: boolean;
  /** Closes the connection after so many bytes. */
  readonly cutAt?: number;
  /** Gives the rest after so many bytes only when it is released. */
  readonly holdsAt?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FileServer {
  readonly url: string;
  readonly host: string;
  /** The range of every request so far, `whole` for none. */
  readonly requests: readonly string[];
  /** Answers that have neither ended nor been given up. */
  readonly open: number;
  /** Gives what was held back. */
  release(): void;
  give(bytes: Uint8Array, behaviour?: Behaviour): void;
  close(): Promise<void>;
}

/** `/redirect` leads to `/file`; everything else gives the file. */
export async function fileServer(): Promise<FileServer> {
  let bytes = new Uint8Array(0);
  let behaviour: Behaviour = {};
  const requests: string[] = [];
  const open = new Set<ServerResponse>();
  let held: (() => void)[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/redirect') {
      response.writeHead(302, { location: '/file' }).end();
      return;
    }
    requests.push(request.headers.range ?? 'whole');
    open.add(response);
    response.on('close', () => open.delete(response));
    const range = behaviour.ranges === true ? /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') : null;
    if (range === null) answer(response, bytes, behaviour, (rest) => held.push(rest));
    else {
      const [from, to] = [Number(range[1]), Number(range[2]) + 1];
      const headers = { 'content-range': `bytes ${from}-${to - 1}/${bytes.length}` };
      const status = behaviour.status ?? 206;
      const ranged = { ...behaviour, status, headers: { ...behaviour.headers, ...headers } };
      answer(response, bytes.subarray(from, to), ranged, (rest) => held.push(rest));
    }
  });
  // A connection that is closed while the next request is on its way would be an unreachable host, on a busy machine.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/file`,
    host,
    requests,
    get open() {
      return open.size;
    },
    release: () => {
      for (const rest of held) rest();
      held = [];
    },
    give: (given, how = {}) => {
      bytes = new Uint8Array(given);
      behaviour = how;
      requests.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function answer(
  response: ServerResponse,
  bytes: Uint8Array,
  behaviour: Behaviour,
  hold: (rest: () => void) => void,
): void {
  response.writeHead(behaviour.status ?? 200, {
    ...(behaviour.hidesLength === true ? {} : { 'content-length': bytes.length }),
    ...(behaviour.ranges === true ? { 'accept-ranges': 'bytes' } : {}),
    ...behaviour.headers,
  });
  const { holdsAt } = behaviour;
  if (holdsAt !== undefined) {
    response.write(bytes.subarray(0, holdsAt));
    hold(() => response.end(bytes.subarray(holdsAt)));
  } else if (behaviour.cutAt === undefined) response.end(bytes);
  else response.write(bytes.subarray(0, behaviour.cutAt), () => setImmediate(() => response.destroy()));
}
