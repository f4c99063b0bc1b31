/**
 * Whether the page's own address may be shared: an address on this machine, in a local network or with an
 * IP address names a machine that the recipient cannot reach, and is private.
 */

/** Domains outside the public name space (RFC 2606, 6762, 8375, and others in common use). */
const PRIVATE =
  /(?:^|\.)(?:localhost|local|internal|intranet|private|lan|home|corp|home\.arpa|test|example|invalid)\.?$/;

function isPublicHost(hostname: string): boolean {
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return hostname.includes('.') && !isAddress && !PRIVATE.test(hostname);
}

/** @returns origin and path, without query and fragment; null where the address is not public. */
export function publicPage(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const { protocol, hostname, origin, pathname } = new URL(href);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && isPublicHost(hostname) ? `${origin}${pathname}` : null;
}
