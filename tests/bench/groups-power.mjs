/**
 * Two builds of which one is worse by a known amount, drawn: how often the verdict over groups says so, how often it says what is not so, and
 * what power was told. Prints the table of docs/compare.md. By hand:
 *
 *   node tests/bench/groups-power.mjs [--draws N] [--seed N]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');
const { values: options } = parseArgs({
  options: { draws: { type: 'string', default: '4000' }, seed: { type: 'string', default: '58' } },
});
const draws = Number(options.draws);

const dir = mkdtempSync(join(tmpdir(), 'groups-power-'));
const entry = join(dir, 'entry.ts');
const from = (path) => JSON.stringify(join(ROOT, 'src/engine/service/compare', path));
writeFileSync(
  entry,
  `export { findingShares, isWorseInLast, runGroup } from ${from('groups.ts')};
export { powerOf } from ${from('power.ts')};`,
);
await build({
  configFile: false,
  logLevel: 'warn',
  build: { ssr: entry, outDir: join(dir, 'out'), rollupOptions: { output: { entryFileNames: 'entry.mjs' } } },
});
const { findingShares, isWorseInLast, runGroup, powerOf } = await import(join(dir, 'out/entry.mjs'));
rmSync(dir, { recursive: true });

/** True shares of the build before and of the new one. */
const BUILDS = [
  [0, 0.3],
  [0.1, 0.4],
  [0.2, 0.6],
  [0.5, 0.9],
  [0.2, 0.2],
  [0.5, 0.5],
];
const RUNS = [5, 8, 10, 15, 20, 30, 40, 60];

/** Mulberry32, 0 to 1. */
let state = Number(options.seed);
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}

const finding = [{ id: 'death-spiral', severity: 'critical' }];
const drawn = (name, runs, share) =>
  runGroup(
    name,
    Array.from({ length: runs }, (_, i) => ({
      ...{ name: `${name}-${i}`, id: null, notJudged: [], marks: [] },
      findings: random() < share ? finding : [],
    })),
  );

const percent = (share) => `${(share * 100).toFixed(1)} %`;
let furthest = 0;
console.log(
  '| before → new | runs per group | worse, said | told power | better, said |\n|---|---:|---:|---:|---:|',
);
for (const [before, after] of BUILDS)
  for (const runs of RUNS) {
    let [worse, better] = [0, 0];
    for (let i = 0; i < draws; i++) {
      const groups = [drawn('before', runs, before), drawn('new', runs, after)];
      const said = (order) => findingShares(order).some(isWorseInLast);
      if (said(groups)) worse++;
      else if (said(groups.toReversed())) better++;
    }
    const told = powerOf(after, runs, before, runs);
    furthest = Math.max(furthest, Math.abs(worse / draws - told));
    const cells = [
      `${before * 100} % → ${after * 100} %`,
      runs,
      ...[worse / draws, told, better / draws].map(percent),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
console.log(`\n${draws} draws each; furthest from what was told: ${(furthest * 100).toFixed(1)} points`);
