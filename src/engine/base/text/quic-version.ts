/** Versions of QUIC by their names (RFC 9000 §15, RFC 9369 §3.1). */

const NAMED: ReadonlyMap<number, string> = new Map([
  [1, '1'],
  [0x6b3343cf, '2'],
]);
const DRAFTS = 0xff00_0000;

/** `1`, `2`, `draft-29`; null for a version without a name. */
export function versionName(version: number): string | null {
  const draft = version - DRAFTS;
  if (draft > 0 && draft < 0x100) return `draft-${String(draft).padStart(2, '0')}`;
  return NAMED.get(version) ?? null;
}

/** `v2 (0x6b3343cf)`, `draft-29 (0xff00001d)`, `0x50435130`. */
export function versionText(version: number): string {
  const number = `0x${version.toString(16)}`;
  const name = versionName(version);
  if (name === null) return number;
  return `${NAMED.has(version) ? 'v' : ''}${name} (${number})`;
}
