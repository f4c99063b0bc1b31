/**
 * The protocol of the folder store: HEAD, GET with ranges, and PUT of `<sha256>.<ending>`, nothing else. Objects are given
 * as bytes that no browser runs or shows.
 *
 * Source: RFC 9110 §9.3, §13.1.2 (If-None-Match: *), §14 (ranges).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import send from 'send';
import { isStoredName } from '../../sharing/link/stored-name';
import { type FolderStore, Refused } from './folder-store';
import { answerText } from './text-answer';

const OBJECT_HEADERS = {
  'Content-Type': 'application/octet-stream',
  'Content-Disposition': 'attachment',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
} as const;

type Answer = (request: IncomingMessage, response: ServerResponse, name: string) => Promise<void>;

export function storeRequests(store: FolderStore): Answer {
  return async (request, response, name) => {
    if (request.method === 'PUT') {
      await put(store, request, response, name);
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD, PUT');
      end(response, 405, 'A store takes GET, HEAD and PUT.');
      return;
    }
    if (!isStoredName(name) || (await store.size(name)) === null) {
      end(response, 404, 'There is no such object.');
      return;
    }
    send(request, `/${name}`, { root: store.folder, cacheControl: false, index: false })
      .on('headers', () => {
        for (const [header, value] of Object.entries(OBJECT_HEADERS)) response.setHeader(header, value);
      })
      .on('error', ({ status = 500 }: { status?: number }) => end(response, status, 'It cannot be given.'))
      .pipe(response);
  };
}

async function put(
  store: FolderStore,
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
): Promise<void> {
  // Once all has come, the disk may take its time.
  request.setTimeout(store.limits.idleMs, () => request.destroy(new Error('nothing came')));
  request.once('end', () => request.setTimeout(0));
  try {
    const { origin, host, 'content-length': length, 'if-none-match': ifNone } = request.headers;
    if (origin !== undefined && origin !== `http://${host}`)
      throw new Refused(403, 'Only the page of this server puts objects into its store.');
    if (!isStoredName(name)) throw new Refused(400, 'The name is no hash with an ending.');
    if (length === undefined) throw new Refused(411, 'The size must be announced (Content-Length).');
    if ((await store.size(name)) !== null) {
      if (ifNone === '*') throw new Refused(412, 'The object is there.');
      end(response, 200, 'The object is there.');
      return;
    }
    // An iterator that ends early must leave the connection open for the answer.
    await store.put(name, Number(length), request.iterator({ destroyOnReturn: false }));
    end(response, 201, 'The object is there.');
  } catch (error) {
    if (error instanceof Refused) end(response, error.status, error.message);
    else if (!request.destroyed) end(response, 500, 'The store could not write the object.');
  }
}

function end(response: ServerResponse, status: number, line: string): void {
  answerText(response, status, OBJECT_HEADERS, line);
}
