/** Requests of a file at a URL: how it is asked for, and why it is not given. What becomes of the bytes is `url-source.ts`'s. */
import { ANSWER_BYTES } from './answer-limits';
import { RemoteFailure, SourceChanged } from './errors';
import { begin, hostOf, type RangeAnswer, type RemoteAnswer, tooLong, wordsOf } from './remote-answer';

export type Asking = Pick<RequestInit, 'credentials' | 'redirect' | 'referrerPolicy'>;

/** A file of the page's own origin, which may need the same cookies as the page. */
export const OWN: Asking = { credentials: 'same-origin', referrerPolicy: 'no-referrer' };

/**
 * A file named by a link: fetched without cookies and referrer. A redirect is not followed: it may lead to a host that
 * the user did not agree to, and a page learns its target only afterwards.
 */
export const FOREIGN: Asking = { credentials: 'omit', redirect: 'manual', referrerPolicy: 'no-referrer' };

/** @returns an answer that the caller ends. @throws RemoteFailure without a response or with an error status. */
export async function request(url: string, init: RequestInit): Promise<RemoteAnswer> {
  let answer: RemoteAnswer;
  try {
    answer = await begin(url, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new RemoteFailure('unreachable', hostOf(url), { detail: wordsOf(error) });
  }
  if (answer.isOk) return answer;
  await answer.leave();
  if (answer.isRedirect) throw new RemoteFailure('redirected', hostOf(url));
  const { status, statusText } = answer;
  throw new RemoteFailure('status', hostOf(answer.url), { status, detail: statusText });
}

/** A file at a URL of which the first bytes came: a later range must be of the same. */
export interface RemoteFile {
  readonly url: string;
  readonly name: string;
  readonly asking: Asking;
  /** Null where the host does not tell it. */
  readonly sizeBytes: number | null;
  /** Its Last-Modified; null where the host does not tell it. */
  readonly modified: string | null;
}

/**
 * Bytes [from, to) of a file.
 * @throws SourceChanged where it is another file by now; RemoteFailure where the answer is not that range; the signal's reason.
 */
export async function requestRange(
  { url, name, asking, sizeBytes, modified }: RemoteFile,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<RangeAnswer> {
  if (to - from > ANSWER_BYTES.range) throw tooLong(url, ANSWER_BYTES.range);
  const answer = await request(url, {
    ...asking,
    headers: { Range: `bytes=${from}-${to - 1}` },
    ...(signal === undefined ? {} : { signal }),
  });
  const changed = new SourceChanged(name, hostOf(url));
  if (answer.status === 206 && answer.header('last-modified') !== modified) {
    await answer.leave();
    throw changed;
  }
  const range = await answer.range(from, to);
  if (range.sizeBytes !== null && sizeBytes !== null && range.sizeBytes !== sizeBytes) throw changed;
  return range;
}
