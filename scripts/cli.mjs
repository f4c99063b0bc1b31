#!/usr/bin/env node
/**
 * `npx qlogscope …`, and inside a checkout `npm run cli -- …`: runs the command line. In a checkout it is built first if the
 * bundle is missing or older than its sources; the package holds no sources. The bundle alone, `dist-cli/qlogscope.mjs`, needs neither this nor
 * `node_modules`.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const bundle = join(root, 'dist-cli/qlogscope.mjs');
const MADE_OF = ['src', 'package.json', 'package-lock.json', 'vite.cli.config.ts'];

function changedMs(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? Number.NEGATIVE_INFINITY : found.mtimeMs;
}

/** @returns modification time of the newest source of the bundle, ms since 1970. */
function sourcesChangedMs() {
  const files = MADE_OF.flatMap((name) => {
    const path = join(root, name);
    const inner = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : [];
    return [path, ...inner.map((file) => join(path, file))];
  });
  return Math.max(...files.map(changedMs));
}

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

if (existsSync(join(root, 'src')) && sourcesChangedMs() > changedMs(bundle)) await buildBundle();
// npm runs scripts in the package's folder: paths are relative to the caller's folder.
if (process.env.npm_lifecycle_event === 'cli' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import(pathToFileURL(bundle).href);
