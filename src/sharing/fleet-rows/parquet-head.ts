/** The first bytes of a Parquet file. In a module of its own, since every opened file is checked for them. */

export function isParquet(head: Uint8Array): boolean {
  return head.length >= 4 && String.fromCharCode(...head.subarray(0, 4)) === 'PAR1';
}
