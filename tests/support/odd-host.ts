/**
 * A host on this machine that answers as a script says: other bytes than were asked for, too few, no end, nothing at all.
 * It counts what it could send, and the answers that are still open.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OddAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** What comes first. */
  readonly body: Uint8Array;
  /**
   * What comes after it: nothing, more bytes without end, silence until the asker gives up, or the end of the connection.
   * `silent` sends nothing at all.
   */
  readonly end: 'whole' | 'endless' | 'stalled' | 'cut' | 'silent';
}

/** Answers a request, by its method and its `Range`. */
export type Answering = (asked: {
  readonly method: string;
  readonly path: string;
  /** Bytes [from, to); null for all. */
  readonly range: readonly [from: number, to: number] | null;
}) => OddAnswer;

export interface OddHost {
  readonly host: string;
  /** `<method> <path> <range>` of each request so far. */
  readonly requests: readonly string[];
  /** Bytes of bodies that were taken off the server, those on their way included. */
  readonly sentBytes: number;
  /** Answers that have neither ended nor been given up. */
  readonly open: number;
  urlOf(path: string): string;
  give(answering: Answering): void;
  /** Ends all connections: those of answers that ended too early, too. */
  cut(): void;
  close(): Promise<void>;
}

/** Bytes that may be on their way on this machine beyond what was read: buffers of both sockets, and of both programs. */
export const ON_THE_WAY_BYTES = 16 * 2 ** 20;
const PIECE = new Uint8Array(64 * 1024).fill(0x20);

export async function oddHost(headers: Readonly<Record<string, string>> = {}): Promise<OddHost> {
  let answering: Answering = () => plain(new Uint8Array(0));
  let sentBytes = 0;
  const requests: string[] = [];
  const open = new Set<ServerResponse>();
  const send = (response: ServerResponse, bytes: Uint8Array): boolean => {
    sentBytes += bytes.length;
    return response.write(bytes);
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { method = '', url: path = '' } = request;
    const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const range = from === undefined ? null : ([Number(from), Number(last) + 1] as const);
    requests.push(`${method} ${path} ${request.headers.range ?? 'whole'}`);
    open.add(response);
    response.on('close', () => open.delete(response));
    response.on('error', () => undefined);
    // Asked before by a browser: whether pages of other sites may ask for ranges.
    if (method === 'OPTIONS') {
      response.writeHead(204, headers).end();
      return;
    }
    const given = answering({ method, path, range });
    if (given.end === 'silent') return;
    response.writeHead(given.status, { ...headers, ...given.headers });
    // These have no body.
    if (method === 'HEAD' || given.status === 204 || given.status === 304) {
      response.end();
      return;
    }
    response.flushHeaders();
    if (given.body.length > 0) send(response, given.body);
    // After as many bytes as it announces an answer has ended, whatever its host does.
    const isAllSent = Number(given.headers['content-length'] ?? Number.NaN) <= given.body.length;
    if (given.end === 'whole' || (given.end === 'stalled' && isAllSent)) response.end();
    if (given.end === 'cut') setImmediate(() => response.destroy());
    if (given.end === 'endless') {
      const more = (): void => {
        while (!response.destroyed && send(response, PIECE));
      };
      response.on('drain', more);
      more();
    }
  };
  const server = createServer((request, response) => {
    // What is put here is taken first, as a store does.
    request.resume();
    request.on('end', () => answer(request, response));
  });
  // A connection that is closed while the next request is on its way would be an unreachable host, on a busy machine.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    requests,
    get sentBytes() {
      return sentBytes;
    },
    get open() {
      return open.size;
    },
    urlOf: (path) => `http://${host}${path}`,
    give: (next) => {
      answering = next;
      sentBytes = 0;
      requests.length = 0;
    },
    cut: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** All of a body, as a server gives a file. */
export function plain(body: Uint8Array, more: Partial<OddAnswer> = {}): OddAnswer {
  const headers = { 'content-length': `${body.length}`, ...more.headers };
  return { status: 200, body, end: 'whole', ...more, headers };
}

/** Without a length, and with what comes after the bytes. */
export function unended(body: Uint8Array, end: OddAnswer['end'], more: Partial<OddAnswer> = {}): OddAnswer {
  return { status: 200, headers: {}, body, end, ...more };
}

/** The part of a body that was asked for, as a server gives it. */
export function part(
  body: Uint8Array,
  [from, to]: readonly [number, number],
  more: Partial<OddAnswer> = {},
): OddAnswer {
  const headers = { 'content-range': `bytes ${from}-${to - 1}/${body.length}`, ...more.headers };
  return plain(body.subarray(from, to), { status: 206, ...more, headers });
}

/** A file as a server with ranges gives it. */
export function fileAnswering(body: Uint8Array): Answering {
  return ({ range }) =>
    range === null ? plain(body, { headers: { 'accept-ranges': 'bytes' } }) : part(body, range);
}
