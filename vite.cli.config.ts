/**
 * Build of the command line: everything of `src/node/cli` and the pure stages as a folder that Node runs as it stands: the
 * file to start, and beside it the chunks, cut along the commands. The page's build is `vite.config.ts`.
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
        // What every call loads stands in one; all others are cut where `import()` stands.
        codeSplitting: { groups: [{ name: 'start', test: /\/node\/cli\/start\.ts$/ }] },
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
