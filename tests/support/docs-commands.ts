/**
 * The commands in the shell blocks of the documents, as a reader copies them, and a folder in which they can be run: `npx qlogscope`,
 * `node qlogscope.mjs` and `npm run -s cli --` call the built command line, and the files that they name are traces of the corpus.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CLI, ROOT } from './cli-process.ts';
import { tracePath } from './corpus/list.ts';
import { compress } from './encoder/stored-bytes.ts';

export interface DocsCommand {
  readonly file: string;
  readonly command: string;
}

export const DOCUMENTS: readonly string[] = [
  ...['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'],
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const BLOCK = /^```(?:sh|bash|console|shell)\n([\s\S]*?)^```/gm;

/** Commands of a block, in their order: lines that go on in the next are one, comments are left out. A script is one. */
function commandsIn(block: string): readonly string[] {
  if (block.startsWith('#!')) return [block];
  const joined = block.replace(/\\\n\s*/g, '').replace(/\|\n\s*/g, '| ');
  return joined
    .split('\n')
    .map((line) => line.replace(/(?:^|\s+)# .*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

export const COMMANDS: readonly DocsCommand[] = DOCUMENTS.flatMap((file) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(BLOCK)].flatMap(([, block]) =>
    commandsIn(block as string).map((command) => ({ file, command })),
  ),
);

const SPIRAL = 'rate2-both-cubic-buggy-s09.server.sqlog.gz';
const FIXED = 'rate-cubic-fixed-s17.server.sqlog.gz';
const RENO = 'rate-reno-s12.server.sqlog.gz';
/** Both ends of one connection. */
const ENDS = { client: 'go-blocked-streams.client.sqlog.gz', server: 'go-blocked-streams.server.sqlog.gz' };

/** File that documents name → trace of the corpus. */
const FILES: { readonly [name: string]: string } = {
  'server.sqlog': SPIRAL,
  'client.sqlog': 'rate-cubic-buggy-s03.client.sqlog.gz',
  'server.sqlog.zst': SPIRAL,
  'before.sqlog': SPIRAL,
  'after.sqlog': FIXED,
  'before.sqlog.gz': SPIRAL,
  'after.sqlog.gz': FIXED,
  'before-1.sqlog': SPIRAL,
  'before-2.sqlog': 'rate2-both-cubic-buggy-s07.server.sqlog.gz',
  'after-1.sqlog': FIXED,
  'after-2.sqlog': RENO,
  'qlogs/server.sqlog': SPIRAL,
  'qlogs/client.sqlog': 'rate-cubic-buggy-s03.client.sqlog.gz',
  'qlogs/before-1.sqlog': SPIRAL,
  'qlogs/after-1.sqlog': FIXED,
  'qlogs/main-1.sqlog': RENO,
  'qlogs/this-branch-1.sqlog': FIXED,
  'traces/server.sqlog': SPIRAL,
  '../my-stack/qlogs/server.sqlog': FIXED,
};

/** Of a document that tells of both ends of a connection. */
const OWN_FILES: { readonly [document: string]: { readonly [name: string]: string } } = {
  'docs/compare.md': { 'client.sqlog': ENDS.client, 'server.sqlog': ENDS.server },
};

function stored(name: string, trace: string): Uint8Array {
  const gzip = readFileSync(tracePath(trace));
  if (name.endsWith('.gz')) return gzip;
  const text = gunzipSync(gzip);
  return name.endsWith('.zst') ? compress(text, 'zstd') : text;
}

/** Programs by the names that documents call them by. */
const PROGRAMS: { readonly [name: string]: string } = {
  qlogscope: `exec "${process.execPath}" "${CLI}" "$@"`,
  npx: `[ "$1" = qlogscope ] || exit 127; shift; exec "${process.execPath}" "${CLI}" "$@"`,
  npm: `[ "$1 $2 $3 $4" = "run -s cli --" ] || exit 127; shift 4; exec "${process.execPath}" "${CLI}" "$@"`,
  zstdcat: `exec "${process.execPath}" -e 'process.stdout.write(require("${ROOT}/node_modules/fzstd").decompress(require("fs").readFileSync(process.argv[1])))' "$1"`,
};

/**
 * Makes a folder for the commands of a document, below `parent`, which is empty.
 * @returns where they run, and the folder of the programs.
 */
export function workplace(parent: string, document: string): { readonly cwd: string; readonly bin: string } {
  const cwd = join(parent, 'checkout');
  const bin = join(parent, 'bin');
  mkdirSync(cwd);
  mkdirSync(bin);
  for (const [name, script] of Object.entries(PROGRAMS)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  symlinkSync(CLI, join(cwd, 'qlogscope.mjs'));
  mkdirSync(join(cwd, 'dist-cli'));
  symlinkSync(CLI, join(cwd, 'dist-cli/qlogscope.mjs'));
  symlinkSync(join(ROOT, 'tests'), join(cwd, 'tests'));
  for (const [name, trace] of Object.entries({ ...FILES, ...OWN_FILES[document] })) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), stored(name, trace));
  }
  writeFileSync(join(cwd, 'ignore.json'), '[]');
  const debugLog = readFileSync(join(ROOT, 'tests/corpus/nginx/debug-connection.log.gz'));
  writeFileSync(join(cwd, 'error.log'), gunzipSync(debugLog));
  return { cwd, bin };
}
