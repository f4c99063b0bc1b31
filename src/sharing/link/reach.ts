/**
 * From where an address can be opened: from anywhere, from one network, or from this machine alone. Determined by the address
 * itself; nothing is looked up.
 *
 * Sources: RFC 1918, RFC 6598 (100.64/10), RFC 3927 and RFC 4291 §2.5.6 (link-local), RFC 4193, RFC 6761, RFC 6762
 * (.local), RFC 8375 (home.arpa), the reservation of .internal by ICANN, and of the rest the IANA registries of special-purpose
 * addresses.
 */

/** `file`: the page is a file of this machine. */
export type Reach = 'public' | 'network' | 'machine' | 'file';

const WIDEST_FIRST: readonly Reach[] = ['public', 'network', 'machine', 'file'];

/** True where what can be opened from `a` is less than from `b`. */
export function isNarrower(a: Reach, b: Reach): boolean {
  return WIDEST_FIRST.indexOf(a) > WIDEST_FIRST.indexOf(b);
}

/** Names outside the public name space: the RFCs above, RFC 2606, and others in common use. */
const PRIVATE_NAME =
  /(?:^|\.)(?:local|internal|intranet|private|lan|home|corp|home\.arpa|test|example|invalid)$/;
const LOOPBACK_NAME = /(?:^|\.)localhost$/;

/** First octets, and how many bits of the address they fix. */
type Block = readonly [octets: readonly number[], bits: number];
const LOOPBACK_V4: readonly Block[] = [
  [[127], 8],
  // "This host" (RFC 6890): systems connect to themselves.
  [[0], 8],
];
const PRIVATE_V4: readonly Block[] = [
  [[10], 8],
  [[172, 16], 12],
  [[192, 168], 16],
  [[169, 254], 16],
  [[100, 64], 10],
  // For documentation and benchmarks, reserved, multicast.
  [[192, 0, 2], 24],
  [[198, 51, 100], 24],
  [[203, 0, 113], 24],
  [[198, 18], 15],
  [[224], 3],
];

function isIn(octets: readonly number[], blocks: readonly Block[]): boolean {
  return blocks.some(([prefix, bits]) => {
    for (let bit = 0; bit < bits; bit += 8) {
      const mask = (0xff << Math.max(0, 8 - (bits - bit))) & 0xff;
      const i = bit / 8;
      if ((((octets[i] ?? 0) ^ (prefix[i] ?? 0)) & mask) !== 0) return false;
    }
    return true;
  });
}

function reachOfV4(octets: readonly number[]): Reach {
  if (isIn(octets, LOOPBACK_V4)) return 'machine';
  return isIn(octets, PRIVATE_V4) ? 'network' : 'public';
}

/** @param text as URLs write it: lower case, groups without leading zeros, one `::` at most. */
function groupsOf(text: string): readonly number[] {
  const [before = '', after] = text.split('::');
  const parts = (half: string): readonly number[] =>
    half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [parts(before), parts(after ?? '')];
  return after === undefined
    ? first
    : [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

function reachOfV6(text: string): Reach {
  const groups = groupsOf(text);
  const [first = 0, second = 0, , , , fifth = 0, high = 0, low = 0] = groups;
  const v4 = [high >> 8, high & 0xff, low >> 8, low & 0xff];
  const isZero = (count: number): boolean => groups.slice(0, count).every((group) => group === 0);
  // ::1 and ::, then IPv4-mapped (RFC 4291 §2.5.5.2) and that of a NAT64 (RFC 6052).
  if (isZero(7) && low <= 1) return 'machine';
  if (isZero(5) && fifth === 0xffff) return reachOfV4(v4);
  if (first === 0x64 && second === 0xff9b) return reachOfV4(v4);
  const isUniqueLocal = (first & 0xfe00) === 0xfc00;
  // Link-local, site-local (RFC 3879), multicast.
  const isLocal = (first & 0xff80) === 0xfe80 || (first & 0xff00) === 0xff00;
  const isDocumentation = (first === 0x2001 && second === 0xdb8) || (first === 0x3fff && second < 0x1000);
  return isUniqueLocal || isLocal || isDocumentation ? 'network' : 'public';
}

function reachOfHost(hostname: string): Reach {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[')) return reachOfV6(host.slice(1, -1));
  if (/^\d+(?:\.\d+){3}$/.test(host)) return reachOfV4(host.split('.').map(Number));
  if (LOOPBACK_NAME.test(host)) return 'machine';
  return !host.includes('.') || PRIVATE_NAME.test(host) ? 'network' : 'public';
}

/** @param href an absolute URL; what is none, or none of a host, is of this machine. */
export function reachOf(href: string): Reach {
  if (!URL.canParse(href)) return 'machine';
  const { protocol, hostname } = new URL(href);
  if (protocol === 'file:') return 'file';
  return protocol === 'https:' || protocol === 'http:' ? reachOfHost(hostname) : 'machine';
}
