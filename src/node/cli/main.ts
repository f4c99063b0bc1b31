/**
 * The file that Node starts, `dist-cli/qlogscope.mjs`. All code lies in chunks beside it, which import each other and never
 * this file: it awaits what it started.
 */

/** Set by the build, from package.json. */
declare const QLOGSCOPE_VERSION: string;

const { start } = await import('./start');
await start({ bundle: new URL(import.meta.url), version: QLOGSCOPE_VERSION });
