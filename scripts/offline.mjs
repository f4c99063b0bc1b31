/**
 * Writes the service worker of a built page: lists the page's own files with their hashes and bundles
 * `workers/offline.ts` with that list to `offline.js` next to the page. Part of the page's build; the browser tests
 * call it again for a second build.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const FILE = 'offline.js';
const SOURCE = fileURLToPath(new URL('../workers/offline.ts', import.meta.url));
/** What a host writes, or whose headers follow from it: always its own. */
const HOST_FILES = ['config.json', 'embed.html'];
/** Servers send these unchanged, or with a content encoding: the browser then sees other bytes. */
const ENCODED = /\.gz$/;

const sha256 = (data) => createHash('sha256').update(data).digest('base64');

/**
 * @param {string} folder of the built page.
 * @returns {{id: string, files: {path: string, integrity: string | null}[]}} see `src/app/offline/app-files.ts`.
 */
export function listFiles(folder) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== FILE && !HOST_FILES.includes(path))
    .sort();
  const hashed = paths.map((path) => ({ path, hash: sha256(readFileSync(join(folder, path))) }));
  const id = sha256(JSON.stringify(hashed))
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, 16);
  const files = hashed.map(({ path, hash }) => ({
    path: path === 'index.html' ? '' : path,
    integrity: ENCODED.test(path) ? null : `sha256-${hash}`,
  }));
  return { id, files };
}

/** @param {string} folder of the built page. */
export async function writeOffline(folder) {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { APP_BUILD: JSON.stringify(listFiles(folder)) },
    build: {
      target: 'es2022',
      outDir: resolve(folder),
      emptyOutDir: false,
      rolldownOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: FILE } },
    },
  });
}

/** @returns {import('vite').Plugin} */
export function offline() {
  let folder = '';
  return {
    name: 'offline',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: { order: 'post', sequential: true, handler: () => writeOffline(folder) },
  };
}
