/**
 * Names of objects in a store of traces: the SHA-256 of the bytes, and an ending that says how they are written. Content
 * decides the name, so nothing is ever overwritten, and whoever reads an object can check it. The page, the folder store
 * and the signer all hold names to this one pattern.
 */

const NAME = /^([0-9a-f]{64})\.([a-z0-9]{1,8})$/;
const SHA256 = /^[0-9a-f]{64}$/;
export const VIEW_ENDING = 'json';
/** Of a saved table, as gzip. */
export const TABLE_ENDING = 'table';
/** Endings of traces; anything else is stored as `bin`: a format is recognised from its first bytes, never from a name. */
const TRACE_ENDINGS = new Set(['qlog', 'sqlog', 'ndjson', 'gz', 'zst', 'zip', 'pcap', 'pcapng']);

export function isSha256(text: string): boolean {
  return SHA256.test(text);
}

/** Of a table in a store. */
export function isTableName(text: string): boolean {
  return isStoredName(text) && text.endsWith(`.${TABLE_ENDING}`);
}

/** True for `<sha256>.<ending>`, lower case only. */
export function isStoredName(text: string): boolean {
  return NAME.test(text);
}

/** @param sha256 64 hexadecimal digits. */
export function storedName(sha256: string, ending: string): string {
  return `${sha256}.${ending}`;
}

/** @param fileName of the trace on the device. */
export function traceEnding(fileName: string): string {
  const ending = fileName.toLowerCase().split('.').pop() ?? '';
  // A view's ending is not a trace's.
  if (ending === VIEW_ENDING) return 'qlog';
  return TRACE_ENDINGS.has(ending) ? ending : 'bin';
}

/** @param name of an object. @returns the hash that its bytes must have. */
export function sha256Of(name: string): string {
  return name.split('.', 1)[0];
}

/** How an object is called on the page where its file name is not given. */
export function shortName(name: string): string {
  const ending = name.split('.').slice(1).join('.');
  return `${name.slice(0, 8)}….${ending}`;
}
