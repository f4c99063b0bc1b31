/** Whether what was built is older than what it is made of: by modification times, of files and of folders that files left. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const BOTH = ['src', 'package.json', 'package-lock.json', 'scripts/build-scanner.mjs'];

/** What is built, by the file that is written with all others of it, and what it is made of. */
export const BUILDS = {
  page: {
    file: 'dist/index.html',
    // npm writes the last one when it installs packages, which may be others with the same lock file.
    madeOf: [
      ...BOTH,
      ...['workers', 'public', 'index.html', 'vite.config.ts', 'scripts/offline.mjs'],
      'node_modules/.package-lock.json',
    ],
  },
  cli: { file: 'dist-cli/qlogscope.mjs', madeOf: [...BOTH, 'vite.cli.config.ts'] },
};

/** What a build writes below `src` itself (build-scanner.mjs): newer than the time at which that build began. */
const WRITTEN_BY_BUILDS = /[\\/]records[\\/]scan(?:[\\/]binaries\.js)?$/;

/** Modification time, ms since 1970; of what is not there, long ago. */
function changedMs(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
}

/** Of the newest of these files and folders of `root`, and of all in them. */
function newestMs(root, names) {
  const files = names.flatMap((name) => {
    const path = join(root, name);
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    return [
      path,
      ...(isFolder ? readdirSync(path, { recursive: true }).map((file) => join(path, file)) : []),
    ];
  });
  return Math.max(...files.filter((path) => !WRITTEN_BY_BUILDS.test(path)).map(changedMs));
}

/** @param {string} root the checkout. @param {keyof typeof BUILDS} name @returns {boolean} */
export function isBuilt(root, name) {
  const { file, madeOf } = BUILDS[name];
  return newestMs(root, madeOf) <= changedMs(join(root, file));
}
