/**
 * The scanner's two builds as base64. scripts/build-scanner.mjs writes binaries.js from the sources in assembly/
 * whenever Vite or Vitest start; this file is why types can be checked before that.
 */

export declare const SIMD: string;
/** Without. */
export declare const SCALAR: string;
