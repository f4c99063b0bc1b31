/** The first bytes of a Parquet file. In a module of its own, since every opened file is checked for them. */

export const PARQUET_HEAD_BYTES = 4;

export function isParquet(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(0, PARQUET_HEAD_BYTES)) === 'PAR1';
}
