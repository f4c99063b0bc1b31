/**
 * What the page loads, compressed as a server does (gzip, level 6): first of all, the worker that reads included, and
 * what is fetched later. Follows the static imports of the built files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { OUT_DIR } from './page-server.mjs';

const FOLDERS = ['assets', 'threads'];
const STATIC_IMPORT = /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g;
const WORKER = /new URL\(\s*["'`]\.\.\/(threads\/[^"'`]+\.js)["'`]/g;

const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);
/** @param name of a file, with its folder. */
const textOf = (name) => readFileSync(join(OUT_DIR, name), 'utf8');

function withStaticImports(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const next of matches(textOf(name), STATIC_IMPORT))
    withStaticImports(join(dirname(name), next), found);
  return found;
}

const gzipKb = (name) => gzipSync(readFileSync(join(OUT_DIR, name)), { level: 6 }).length / 1000;

/** @returns {{figures: Record<string, number>, files: {name: string, when: string, kb: number}[]}} kB, gzip */
export function measureBundle() {
  const html = textOf('index.html');
  const [entry] = matches(html, /src="\.\/(assets\/[^"]+\.js)"/g);
  const styles = matches(html, /href="\.\/(assets\/[^"]+\.css)"/g);
  const page = withStaticImports(entry);
  // What is started later is fetched later: the worker that copies a file, threads that a worker starts for a large file.
  const started = [...page].flatMap((name) => matches(textOf(name), WORKER));
  const worker = new Set(started.flatMap((name) => [...withStaticImports(name)]));
  if (worker.size === 0) throw new Error(`no worker is started by the first files of ${OUT_DIR}`);
  const when = (name) => {
    if (page.has(name) || styles.includes(name)) return 'page';
    return worker.has(name) ? 'worker' : 'later';
  };
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(OUT_DIR, folder)).map((name) => join(folder, name)),
  )
    .filter((name) => /\.(js|css|wasm)$/.test(name))
    .map((name) => ({ name, when: when(name), kb: gzipKb(name) }));
  files.push({ name: 'index.html', when: 'page', kb: gzipKb('index.html') });
  files.sort((a, b) => b.kb - a.kb);
  const total = (...parts) =>
    files.filter((file) => parts.includes(file.when)).reduce((kb, file) => kb + file.kb, 0);
  return {
    figures: {
      'first load, page, kB': total('page'),
      'first load, page and worker, kB': total('page', 'worker'),
      'fetched later, kB': total('later'),
    },
    files,
  };
}
