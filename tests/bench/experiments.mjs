/**
 * What the experiments of the lab cost, and what comes of them: CPU seconds of each with its initial values, its answers, the values of its
 * lines. By hand:
 *
 *   node tests/bench/experiments.mjs [ID …] [--full] [--seeds N] [--set FIELD=VALUE …] [--only TEXT] [--lines]
 *
 * `--only` runs the variants whose id has this text; `--lines` prints the lines.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    lines: { type: 'boolean', default: false },
    seeds: { type: 'string' },
    only: { type: 'string', default: '' },
    set: { type: 'string', multiple: true, default: [] },
  },
});

const dir = mkdtempSync(join(tmpdir(), 'experiments-'));
const entry = join(dir, 'entry.ts');
const from = (path) => JSON.stringify(join(ROOT, 'src/engine', path));
writeFileSync(
  entry,
  `export { EXPERIMENTS } from ${from('simulator/lab/experiments/index.ts')};
export { experimentResult } from ${from('simulator/lab/experiment-result.ts')};
export { initialValues, readValue } from ${from('simulator/runs/scenario.ts')};
export { runRow } from ${from('simulator/runs/scenario-run.ts')};`,
);
await build({
  configFile: false,
  logLevel: 'warn',
  build: { ssr: entry, outDir: join(dir, 'out'), rollupOptions: { output: { entryFileNames: 'entry.mjs' } } },
});
const { EXPERIMENTS, experimentResult, initialValues, readValue, runRow } = await import(
  join(dir, 'out/entry.mjs')
);
rmSync(dir, { recursive: true });

function valuesOf(experiment) {
  const set = Object.fromEntries(options.set.map((one) => one.split('=')));
  const values = { ...initialValues(experiment), ...(options.full ? experiment.full.values : {}) };
  for (const field of experiment.fields) {
    if (set[field.id] === undefined) continue;
    const read = readValue(field, set[field.id]);
    if ('why' in read) throw new RangeError(`${field.id}: ${read.why}`);
    values[field.id] = read.value;
  }
  return values;
}

let allSeconds = 0;
for (const experiment of EXPERIMENTS) {
  const { id, scenario, full } = experiment;
  if (scenario === null || (positionals.length > 0 && !positionals.includes(id))) continue;
  const values = valuesOf(experiment);
  const seeds = Number(options.seeds ?? (options.full ? full.seeds : scenario.seeds));
  const variants = scenario.variants(values).filter((variant) => variant.id.includes(options.only));
  const before = process.cpuUsage();
  const rows = variants.flatMap((variant) =>
    Array.from({ length: seeds }, (_, i) =>
      runRow({ scenario: id, values, variant: variant.id, seed: i + 1 }),
    ),
  );
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  allSeconds += seconds;
  const events = rows.reduce((sum, row) => sum + row.packetEvents, 0) / 1e6;
  console.log(
    `${id}: ${seconds.toFixed(1)} CPU s, ${rows.length} runs, ${(events / seconds).toFixed(2)} million packet events per s`,
  );
  const { answers, plots } = experimentResult(experiment, values, rows);
  for (const { claim, verdict, ours, difference } of answers)
    console.log(`  ${claim}: ${verdict}${difference === '' ? '' : `, ${difference}`}; ${ours}`);
  if (!options.lines) continue;
  for (const plot of plots)
    for (const { title, x, y } of plot.series)
      console.log(
        `  ${plot.title}, ${title}: ${x.map((at, i) => `${+at.toFixed(2)}: ${y[i].toFixed(2)}`).join(', ')}`,
      );
}
console.log(`all: ${allSeconds.toFixed(1)} CPU s`);
