/** An answer of one line: a refusal, or that there is nothing to give. */
import type { ServerResponse } from 'node:http';

/** Of a body that nobody wants, what is taken before the connection is closed on its sender, bytes. */
const MAX_DISCARDED = 1024 ** 3;
/** How long such a body may pause, ms. */
const MAX_PAUSE_MS = 30_000;

/** Headers of a file that was to be given, and cannot be. */
const FILE_HEADERS = ['Content-Length', 'Content-Range', 'ETag', 'Last-Modified', 'Accept-Ranges'];

/**
 * Answers a request with a line of text, whatever was to be said before. Where the body of the request still comes, the
 * answer goes out at once, says that the connection ends with it, and the rest of the body is taken and forgotten: a
 * browser that is cut off while it sends does not read the answer, and what a client sends next on a connection whose body
 * it gave up would be taken for that body.
 *
 * Source: RFC 9112 §9.3, §9.6.
 */
export function answerText(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  line: string,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (response.destroyed) return;
  for (const name of FILE_HEADERS) response.removeHeader(name);
  const text = `${line}\n`;
  const isBodyToCome = bodyComes(response);
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...(isBodyToCome && { Connection: 'close' }),
  });
  if (response.req.method !== 'HEAD') response.write(text);
  if (isBodyToCome) endBehindBody(response);
  else response.end();
}

function bodyComes({ req }: ServerResponse): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = req.headers;
  return !req.complete && (coding !== undefined || length !== '0');
}

function endBehindBody(response: ServerResponse): void {
  const { req } = response;
  const end = (): void => void response.end();
  let discarded = 0;
  req.on('data', (chunk: Uint8Array) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED) end();
  });
  req.once('end', end);
  req.once('close', end);
  req.setTimeout(MAX_PAUSE_MS, end);
  req.resume();
}
