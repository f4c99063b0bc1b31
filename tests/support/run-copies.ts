/** Files of one trace that count as runs of their own: their bytes differ in the time of a gzip header, which nothing reads (RFC 1952 §2.3.1). */
export function asRun(gzip: Uint8Array, number: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(gzip);
  new DataView(bytes.buffer).setUint32(4, number, true);
  return bytes;
}
