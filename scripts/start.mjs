/**
 * `npm start`: builds the page where it is older than its sources, and lets the command line serve it:
 * `npm start -- --store DIR`; `-- --open` opens the browser. A wrong call and a port that is taken are answered first.
 */
import { renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isBuilt } from './build-age.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const page = join(root, 'dist');

/** @returns {Promise<number | null>} the exit status where nothing can be served. See `refusal` in serve-refusal.ts. */
async function refusalOf(args) {
  const { rolldown } = await import('rolldown');
  const compiled = await rolldown({
    input: join(root, 'src/node/cli/commands/serve/serve-refusal.ts'),
    platform: 'node',
    // Packages, which Node finds from where the file is written.
    external: /^[^./]/,
    logLevel: 'silent',
  });
  const folder = join(root, 'node_modules', `.start-${process.pid}`);
  const names = { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' };
  await compiled.write({ dir: folder, format: 'esm', ...names });
  try {
    const { refusal } = await import(pathToFileURL(join(folder, 'serve-refusal.mjs')).href);
    return await refusal(args, {
      write: (text) => process.stdout.write(text),
      warn: (line) => console.error(`qlogscope: ${line}`),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds beside the page and replaces it, so that a build that breaks off leaves the page that was there. */
async function buildPage() {
  const startedMs = Date.now();
  const { build } = await import('vite');
  const folder = join(root, 'node_modules', `.page-${process.pid}`);
  try {
    await build({ root, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
    // What was changed while it was built is newer.
    utimesSync(join(folder, 'index.html'), startedMs / 1000, startedMs / 1000);
    rmSync(page, { recursive: true, force: true });
    renameSync(folder, page);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const options = process.argv.slice(2);
// A browser is opened where that is asked for.
const args = options.includes('--open')
  ? options.filter((one) => one !== '--open')
  : [...options, '--no-open'];
const status = await refusalOf(args);
if (status === null) {
  if (!isBuilt(root, 'page')) await buildPage();
  process.argv.splice(2, options.length, 'serve', ...args);
  await import('./cli.mjs');
} else process.exitCode = status;
