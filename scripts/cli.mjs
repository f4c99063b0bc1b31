#!/usr/bin/env node
/**
 * `npx qlogscope …`, and inside a checkout `npm run cli -- …`: runs the command line. In a checkout it is built first if the
 * bundle is missing or older than its sources; the package holds no sources. The bundle alone, the folder `dist-cli`, needs
 * neither this nor `node_modules`.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const bundle = join(root, 'dist-cli/qlogscope.mjs');
const chunks = join(root, 'dist-cli/chunks');
/** A program that was started before its bundle was replaced may still load chunks of it. */
const KEPT_MS = 60 * 60 * 1000;

/**
 * Builds next to the bundle and replaces it atomically, so that a parallel run cannot read half of it: chunks are named by
 * what is in them, and stand there before the file that names them.
 */
async function buildBundle() {
  const { build } = await import('vite');
  const outDir = `dist-cli/.build-${process.pid}`;
  const folder = join(root, outDir);
  try {
    await build({
      root,
      configFile: join(root, 'vite.cli.config.ts'),
      logLevel: 'error',
      build: { outDir, emptyOutDir: true },
    });
    const built = readdirSync(join(folder, 'chunks'));
    mkdirSync(chunks, { recursive: true });
    for (const name of built) renameSync(join(folder, 'chunks', name), join(chunks, name));
    renameSync(join(folder, 'qlogscope.mjs'), bundle);
    for (const name of readdirSync(chunks).filter((one) => !built.includes(one)))
      if (Date.now() - statSync(join(chunks, name)).mtimeMs > KEPT_MS)
        rmSync(join(chunks, name), { force: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (existsSync(join(root, 'src'))) {
  const { isBuilt } = await import('./build-age.mjs');
  if (!isBuilt(root, 'cli')) await buildBundle();
}
// npm runs scripts in the package's folder: paths are relative to the caller's folder.
if (process.env.npm_lifecycle_event === 'cli' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import(pathToFileURL(bundle).href);
