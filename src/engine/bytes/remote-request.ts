/** One request of a file at a URL: how it is asked for, and why it is not given. What becomes of the bytes is `url-source.ts`'s. */
import { RemoteFailure } from './errors';

/** Fetch options of a request. */
export type Asking = Pick<RequestInit, 'credentials' | 'redirect' | 'referrerPolicy'>;

/** A file of the page's own origin, which may need the same cookies as the page. */
export const OWN: Asking = { credentials: 'same-origin', referrerPolicy: 'no-referrer' };

/**
 * A file named by a link: fetched without cookies and referrer. A redirect is not followed: it may lead to a host that
 * the user did not agree to, and a page learns its target only afterwards.
 */
export const FOREIGN: Asking = { credentials: 'omit', redirect: 'manual', referrerPolicy: 'no-referrer' };

/** @throws RemoteFailure without a response or with an error status. */
export async function request(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new RemoteFailure('unreachable', hostOf(url), { detail: wordsOf(error) });
  }
  if (response.ok) return response;
  void response.body?.cancel().catch(() => undefined);
  // A browser hides status and target of a redirect that is not followed; Node shows them.
  if (response.type === 'opaqueredirect' || (init.redirect === 'manual' && isRedirect(response.status)))
    throw new RemoteFailure('redirected', hostOf(url));
  throw new RemoteFailure('status', hostOf(response.url || url), {
    status: response.status,
    detail: response.statusText,
  });
}

/** RFC 9110 §15.4: the redirects that a browser follows. */
function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

export function hostOf(url: string): string {
  const base = typeof location === 'undefined' ? undefined : location.href;
  return URL.canParse(url, base) ? new URL(url, base).host : url;
}

export function wordsOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
