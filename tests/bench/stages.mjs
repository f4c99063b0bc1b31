/** Bundles stages.ts as the worker's code is bundled, and runs it: `npm run bench:stages -- FILE`, options in stages.ts. */
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { buildScanner } from '../../scripts/build-scanner.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    way: { type: 'string', default: 'simd' },
    container: { type: 'string', default: 'JSON-SEQ' },
  },
});

await buildScanner();
await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: 'tests/bench/stages.ts',
    outDir: '.bench/stages',
    target: 'es2022',
    rolldownOptions: { output: { entryFileNames: 'stages.mjs' } },
  },
});
const { bench } = await import(new URL('../../.bench/stages/stages.mjs', import.meta.url).href);
bench(positionals[0] ?? '.bench/trace-100mb.sqlog', { ...values, runs: Number(values.runs) });
