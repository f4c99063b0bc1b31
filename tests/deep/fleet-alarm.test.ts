/** The alarm of a fleet: in SQL (docs/fleet.md, docs/fleet/alarm.sql), in the job and on the page one test gives the same builds. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensurePyspark } from '../../scripts/pyspark.mjs';
import { differenceInterval, shareInterval } from '../../src/engine/service/compare/intervals.ts';
import { shownOf } from '../../src/engine/service/compare/several.ts';
import type { FleetTrace } from '../../src/sharing/fleet-rows/schema.ts';
import { ROOT } from '../support/cli-process.ts';
import { fleetRow, ill, parquetOf } from '../support/fleet-files.ts';
import { SEED } from '../support/tier.ts';

const DAY = 864e5;
const AT = Date.UTC(2026, 10, 1);
const folder = mkdtempSync(join(tmpdir(), 'qlogscope-fleet-alarm-'));
let python = '';
beforeAll(() => {
  python = ensurePyspark();
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Build {
  readonly implementation: string;
  readonly version: string;
  readonly day: number;
  readonly judged: number;
  readonly hits: number;
}

const nameOf = ({ implementation, version }: Build): string => `${implementation} ${version}`;

function rowsOf({ implementation, version, day, judged, hits }: Build): readonly FleetTrace[] {
  const of = { implementation, version, recorded: AT + day * DAY, recorded_from: 'log' };
  return Array.from({ length: judged }, (_, i) =>
    (i < hits ? ill : fleetRow)({
      ...{ ...of, file: `${implementation}-${version}-${i}`, hash: `${implementation}-${version}-${i}` },
      day: new Date(of.recorded).toISOString().slice(0, 10),
    }),
  );
}

/** All builds before one of the same implementation, as one. */
function compared(builds: readonly Build[]) {
  return builds.flatMap((build) => {
    const earlier = builds.filter(
      ({ implementation, day }) => implementation === build.implementation && day < build.day,
    );
    const sum = (of: 'judged' | 'hits'): number => earlier.reduce((all, one) => all + one[of], 0);
    const b = { judged: sum('judged'), hits: sum('hits') };
    return build.judged < 5 || b.judged < 5 ? [] : [{ name: nameOf(build), a: build, b }];
  });
}

const builds = fc
  .uniqueArray(
    fc.record({
      implementation: fc.constantFrom('quiche', 'ngtcp2', 'picoquic'),
      day: fc.integer({ min: 0, max: 5 }),
      judged: fc.integer({ min: 1, max: 40 }),
      sick: fc.constantFrom(0, 0, 0.1, 0.5, 0.9),
    }),
    { minLength: 2, maxLength: 12, selector: ({ implementation, day }) => `${implementation} ${day}` },
  )
  .map((all) =>
    all.map(
      ({ sick, ...one }): Build => ({ ...one, version: `0.${one.day}`, hits: Math.round(one.judged * sick) }),
    ),
  );

test('of drawn builds the statement, the job and the page give the same, and the same intervals', () => {
  const file = join(folder, 'drawn.parquet');
  let shownAtAll = 0;
  fc.assert(
    fc.property(builds, (all) => {
      writeFileSync(file, parquetOf(all.flatMap(rowsOf)));
      const out = execFileSync(
        python,
        [join(ROOT, 'tests/support/fleet-alarm.py'), join(ROOT, 'docs/fleet.md'), file],
        { encoding: 'utf8', env: { ...process.env, PYTHONPATH: join(ROOT, 'fleet') } },
      );
      const { sql, job } = JSON.parse(out);
      const comparisons = compared(all);
      const shown = shownOf(comparisons).map(({ name }) => name);
      shownAtAll += shown.length;
      expect(job).toEqual(shown.toSorted());
      const rows = new Map(sql.map((row: { readonly build: string }) => [row.build, row]));
      expect([...rows.keys()].toSorted()).toEqual(comparisons.map(({ name }) => name).toSorted());
      for (const { name, a, b } of comparisons) {
        const interval = differenceInterval(shareInterval(a.hits, a.judged), shareInterval(b.hits, b.judged));
        const row = rows.get(name) as { readonly [column: string]: number | boolean };
        expect(row, name).toMatchObject({ hits: a.hits, judged: a.judged, shown: shown.includes(name) });
        expect(row.low).toBeCloseTo(interval.low, 5);
        expect(row.high).toBeCloseTo(interval.high, 5);
      }
    }),
    { numRuns: 15, seed: SEED },
  );
  expect(shownAtAll).toBeGreaterThan(0);
});

test('a new build that spirals is an alarm on its first day that shows it, and once', () => {
  const tables = join(folder, 'tables');
  const days: readonly Build[] = [
    { implementation: 'quiche', version: '0.30.0', day: 0, judged: 9, hits: 0 },
    { implementation: 'quiche', version: '0.30.0', day: 1, judged: 8, hits: 0 },
    { implementation: 'quiche', version: '0.31.0', day: 2, judged: 7, hits: 4 },
    { implementation: 'quiche', version: '0.31.0', day: 3, judged: 8, hits: 5 },
  ];
  for (const build of days) {
    const day = new Date(AT + build.day * DAY).toISOString().slice(0, 10);
    const part = join(tables, `traces/day=${day}/part.parquet`);
    mkdirSync(dirname(part), { recursive: true });
    writeFileSync(part, parquetOf(rowsOf(build), { without: ['day'] }));
  }
  const alarm = (day: string) => {
    const { status, stdout } = spawnSync(python, [join(ROOT, 'docs/fleet/alarm.py'), tables, day], {
      encoding: 'utf8',
    });
    return { status, lines: stdout.split('\n').filter((line) => line.startsWith('alarm worse build')) };
  };
  const interval = differenceInterval(shareInterval(4, 7), shareInterval(0, 17));
  const [low, high] = [100 * interval.low, 100 * interval.high];
  expect(alarm('2026-11-02')).toEqual({ status: 0, lines: [] });
  expect(alarm('2026-11-03').lines).toEqual([
    'alarm worse build, build quiche 0.31.0, judged 7, spirals 4, before all builds before it, 0 of 17, since 2026-11-03, ' +
      `points_low ${low.toFixed(2)}, points_high ${high.toFixed(2)}`,
  ]);
  expect(alarm('2026-11-04')).toEqual({ status: 0, lines: [] });
});
