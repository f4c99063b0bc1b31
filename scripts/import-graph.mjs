/**
 * Which file of the checkout imports which, read from their texts without a compiler: the forms in which this code is
 * written are few. Says nothing about packages.
 */
import { posix } from 'node:path';

const IMPORT =
  /^(?:import|export)\s+(type\s)?(?:[^;'"]*?\sfrom\s+)?'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)|\bnew URL\(\s*'(\.[^']+)',\s*import\.meta\.url/gm;

const ENDINGS = ['', '.ts', '.tsx', '/index.ts', '.d.ts', '.mjs'];

/**
 * @typedef {'type' | 'code' | 'address'} ImportKind `type`: erased when the file is compiled; `address`: the file of a
 *   worker, or one that is read, by `new URL(…, import.meta.url)`.
 * @typedef {{ readonly to: string; readonly kind: ImportKind }} Import
 */

/**
 * @param {string} file its path below the root of the checkout.
 * @param {string} text
 * @param {{ has(path: string): boolean }} known paths of all files: what is imported from elsewhere is left out.
 * @returns {readonly Import[]}
 */
export function importsOf(file, text, known) {
  return [...text.matchAll(IMPORT)].flatMap(([, type, fixed, later, address]) => {
    const path = posix.join(posix.dirname(file), fixed ?? later ?? address ?? '').replace(/\?.*$/, '');
    const to = ENDINGS.map((ending) => path + ending).find((name) => known.has(name));
    if (to === undefined) return [];
    return [{ to, kind: type !== undefined ? 'type' : address !== undefined ? 'address' : 'code' }];
  });
}
