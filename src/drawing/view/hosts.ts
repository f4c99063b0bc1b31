/**
 * The hosts that traces are fetched from without asking again, because the user agreed once. They are kept with the
 * choices of this device, as origins (scheme, host, port), so that another port or plain http is asked about again.
 * This file also decides which addresses may be fetched at all; the app asks and fetches.
 */
import * as v from 'valibot';
import type { Choices } from './choices';

/** Maximum hosts remembered; the oldest are dropped. */
export const MAX_HOSTS = 50;
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

/** The choices with one more host that is fetched from without asking. */
export function withHost(choices: Choices, origin: string): Choices {
  if (choices.hosts.includes(origin)) return choices;
  return { ...choices, hosts: [...choices.hosts, origin].slice(-MAX_HOSTS) };
}
