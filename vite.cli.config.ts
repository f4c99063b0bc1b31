/**
 * Build of the command line: everything of `src/node/cli` and the pure stages as a folder that Node runs as it stands: the
 * file to start, and beside it the chunks, cut along the threads of a reading and the commands. The page's build is `vite.config.ts`.
 */
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { buildScanner } from './scripts/build-scanner.mjs';

await buildScanner();

const FILE = 'qlogscope.mjs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

export default defineConfig({
  publicDir: false,
  define: { QLOGSCOPE_VERSION: JSON.stringify(version) },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/node/cli/main.ts',
    target: 'node20',
    outDir: 'dist-cli',
    rolldownOptions: {
      output: {
        entryFileNames: FILE,
        chunkFileNames: 'chunks/[name]-[hash].mjs',
        // What every call loads stands in one, then what each thread of a reading loads, and what judges beside it; all else is cut where
        // `import()` stands. A file takes Node as long as 20 kB of text.
        codeSplitting: {
          groups: [
            { name: 'start', test: /\/node\/cli\/start\.ts$/ },
            { name: 'scan', test: /\/(scan\/scan-server|cli\/reading\/sources)\.ts$/ },
            { name: 'judge', test: /\/judge\/judge-server\.ts$/ },
            { name: 'check', test: /\/commands\/check\/check\.ts$/ },
          ],
        },
        banner: ({ isEntry }) => (isEntry ? '#!/usr/bin/env node' : ''),
      },
    },
  },
  plugins: [
    {
      name: 'executable',
      writeBundle: ({ dir }) => chmodSync(join(dir ?? '', FILE), 0o755),
    },
  ],
});
