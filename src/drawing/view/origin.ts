/**
 * Which addresses may be fetched at all, and what is confirmed and remembered of one: its origin (scheme, host, port),
 * so that another port or plain http is asked about again.
 */
import * as v from 'valibot';

/** A host name has at most 253 characters (RFC 1035 §2.3.4), plus scheme and port. */
const MAX_ORIGIN = 270;

/**
 * Hosts of this machine, where http does not leave it. `[::1]` and the rest of 127/8 are this machine too, but a
 * content security policy cannot name them, and the browser would refuse the request.
 */
const LOOPBACK = /^(localhost|127\.0\.0\.1)$/;

/** https, or http on this machine. */
export function mayBeFetched({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** An origin that may be fetched from, exactly as a browser writes it. */
export const Origin = v.pipe(
  v.string(),
  v.maxLength(MAX_ORIGIN),
  v.check((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url !== null && mayBeFetched(url) && url.origin === text;
  }),
);

/** Scheme, host and port: what is confirmed and remembered. @param url one that may be fetched. */
export function originOf(url: string): string {
  return new URL(url).origin;
}

/** The host in ASCII, with its port where that is not the usual one. @param url one that may be fetched. */
export function hostOf(url: string): string {
  return new URL(url).host;
}
