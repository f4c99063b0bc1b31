/** What differs from a commit, as git sees it: committed or not, new, moved and deleted files too. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where a branch may have begun, of these the nearest. */
const MAIN = ['main', 'master', 'origin/HEAD', 'origin/main', 'origin/master'];

const TEXT = /^(?:src|workers|tests|scripts)\/.*\.(?:tsx?|mjs|css)$|^[^/]+\.ts$/;
const TRACE = /^(?:tests\/corpus\/(?:traces|other|paths|wire)|public\/examples)\/([^/]+\.s?qlog(?:\.gz)?)$/;

/** @param {string} root of the checkout. @param {readonly string[]} args */
function git(root, args) {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** @returns {string | null} what git prints; null where it refuses. */
function asked(root, args) {
  try {
    return git(root, args).trim();
  } catch {
    return null;
  }
}

const paths = (printed) => [...new Set(printed.split('\0').filter((path) => path !== ''))].sort();

/**
 * @param {string} root
 * @returns {string} the nearest commit that this branch shares with the main one, here or at the origin; HEAD where there
 *   is none but this branch.
 */
export function baseOf(root) {
  const branch = asked(root, ['symbolic-ref', '--short', 'HEAD']);
  const bases = MAIN.filter((name) => name !== branch).flatMap((name) => {
    const commit = asked(root, ['merge-base', 'HEAD', name]);
    if (commit === null) return [];
    return [{ commit, ahead: Number(git(root, ['rev-list', '--count', `${commit}..HEAD`])) }];
  });
  return bases.sort((a, b) => a.ahead - b.ahead)[0]?.commit ?? 'HEAD';
}

/** @param {string} root @param {string} name @returns {boolean} whether it names a commit. */
export const isCommit = (root, name) =>
  asked(root, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]) !== null;

/**
 * @param {string} root @param {string} base a commit.
 * @returns {readonly string[]} paths that differ from it; of a file that was moved, both.
 */
export function changedFiles(root, base) {
  const differing = git(root, ['diff', '--name-only', '--no-renames', '-z', base, '--']);
  return paths(differing + git(root, ['ls-files', '--others', '--exclude-standard', '-z']));
}

/** @param {string} root @returns {readonly string[]} paths of its files, new ones too, without what git ignores. */
export function checkedOutFiles(root) {
  const all = paths(git(root, ['ls-files', '--cached', '--others', '--exclude-standard', '-z']));
  return all.filter((path) => existsSync(join(root, path)));
}

/** CPU seconds of the slowest files of tests, from the first table of them in docs/test-times.md. */
function slowestOf(page) {
  const [, table = ''] = page.split('| slowest | CPU s |');
  const rows = table.split('\n\n')[0]?.matchAll(/^\| (\S+\.test\.ts) \| ([\d.]+) \|$/gm) ?? [];
  return new Map([...rows].map(([, file, seconds]) => [`tests/${file}`, Number(seconds)]));
}

/**
 * @param {string} root @param {readonly string[]} files
 * @returns {import('./reached-tests.mjs').Checkout}
 */
export function readCheckout(root, files) {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  return {
    texts: new Map(files.map((file) => [file, TEXT.test(file) ? read(file) : ''])),
    findings: JSON.parse(read('tests/corpus/findings.json')),
    seconds: slowestOf(read('docs/test-times.md')),
    traces: files.flatMap((path) => {
      const file = TRACE.exec(path)?.[1];
      return file === undefined ? [] : [{ file, path, bytes: statSync(join(root, path)).size }];
    }),
  };
}
