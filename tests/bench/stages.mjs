/** Bundles stages.ts as the worker's code is bundled, and runs it: `npm run bench:stages -- FILE [--runs 5]`. */
import { parseArgs } from 'node:util';
import { build } from 'vite';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' } },
});

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
bench(positionals[0] ?? '.bench/trace-100mb.sqlog', Number(values.runs));
