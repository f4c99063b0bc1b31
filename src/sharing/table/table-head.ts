/**
 * How a file of rows begins, one that was saved of a table or that `check --json` printed: looked for in every file that is
 * opened, so it stands apart from the readers.
 */

/** Bytes that show it. */
export const TABLE_HEAD_BYTES = 64;

export const TABLE_KEY = 'qlogscope-table';

/** @param head the first bytes of a file. */
export function holdsRows(head: Uint8Array): boolean {
  return rowsOfHead(new TextDecoder().decode(head)) !== null;
}

/** @param head the first bytes of a file as text. */
export function rowsOfHead(head: string): 'check' | 'table' | null {
  if (/^\uFEFF?\s*(?:\[\s*)?\{\s*"schema"\s*:\s*\d+\s*,\s*"file"\s*:/.test(head)) return 'check';
  return /^\uFEFF?\s*\{\s*"qlogscope-table"\s*:/.test(head) ? 'table' : null;
}
