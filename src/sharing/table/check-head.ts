/** How what `check --json` printed begins: looked for in every file that is opened, so it stands apart from its reader. */

/** Bytes that show it. */
export const CHECK_HEAD_BYTES = 64;

/** @param head the first bytes of a file as text. */
export function looksLikeCheck(head: string): boolean {
  return /^\uFEFF?\s*(?:\[\s*)?\{\s*"schema"\s*:\s*\d+\s*,\s*"file"\s*:/.test(head);
}
