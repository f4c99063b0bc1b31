#!/usr/bin/env node
/**
 * `npx qlogscope …`, and inside a checkout `npm run cli -- …`: runs the command line. In a checkout it is built first if the
 * bundle is missing or older than its sources; the package holds no sources. The bundle alone, `dist-cli/qlogscope.mjs`, needs neither this nor
 * `node_modules`.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const bundle = join(root, 'dist-cli/qlogscope.mjs');

/** Builds next to the bundle and replaces it atomically, so that a parallel run cannot read half of it. */
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
    renameSync(join(folder, 'qlogscope.mjs'), bundle);
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
