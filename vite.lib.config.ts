/**
 * Build of what other programs import: `qlogscope/engine`, `qlogscope/drawing` and `qlogscope/qlog-schema`, which share
 * what they have in common. Nothing is left to be installed beside it. Declarations are `scripts/build-package.mjs`'s.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { buildScanner } from './scripts/build-scanner.mjs';

await buildScanner();

const source = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));

export default defineConfig({
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: 'dist-lib',
    minify: false,
    modulePreload: false,
    lib: {
      entry: {
        engine: source('engine/service/api/index.ts'),
        drawing: source('drawing/api/index.ts'),
        'qlog-schema': source('qlog-schema/index.ts'),
      },
      formats: ['es'],
    },
    rolldownOptions: { output: { chunkFileNames: 'parts/[name]-[hash].js' } },
  },
});
