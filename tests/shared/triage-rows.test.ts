/**
 * `npm run test:shared`: the rows of 90 runs, 30 each of the defect, the fix and Reno: who is ill and since when is that of
 * the manifest, and the idle rule of the defect is named in runs with the defect only, spiral or not.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { surveyFile } from '../../src/engine/service/answers/survey.ts';
import { compileRowFilter, isFilterError } from '../../src/engine/service/filter/index.ts';
import type { TraceRow } from '../../src/sharing/figures/rows.ts';
import { surveyRows } from '../../src/sharing/figures/rows.ts';
import { ROW_FIELDS } from '../../src/sharing/table/row-fields.ts';
import { byOrder, WORST_FIRST } from '../../src/sharing/table/row-order.ts';

interface Run {
  readonly file: string;
  readonly group: string;
  readonly duration_ms: number;
  readonly lost_packets_reported: number;
  readonly spiral: { readonly start_ms: number; readonly end_ms: number } | null;
}

const FOLDER = new URL('../../../shared/traces/runs/', import.meta.url).pathname;
const runs: readonly Run[] = JSON.parse(readFileSync(`${FOLDER}manifest.json`, 'utf8'));
/** Shorter ones are micro-traps: they are told, but are no spiral. */
const LEAST_MS = 500;
const isIll = ({ spiral }: Run): boolean => spiral !== null && spiral.end_ms - spiral.start_ms >= LEAST_MS;

let rows: readonly TraceRow[];

beforeAll(async () => {
  const read: TraceRow[] = [];
  for (const { file: name } of runs) {
    const file = new File([readFileSync(FOLDER + name)], name);
    read.push(...surveyRows(name, await surveyFile({ kind: 'file', file })));
  }
  rows = read;
}, 600_000);

function named(filter: string): readonly string[] {
  const compiled = compileRowFilter(filter, ROW_FIELDS);
  if (isFilterError(compiled)) throw new Error(compiled.text);
  return rows.filter(compiled).map(({ name }) => name);
}

const rowOf = ({ file }: Run): TraceRow => rows.find(({ name }) => name === file) as TraceRow;

describe('the rows of 90 runs', () => {
  test('one each', () => {
    expect(rows.map(({ name }) => name)).toEqual(runs.map(({ file }) => file));
    expect(rows.filter(({ failure, ended }) => failure !== null || ended !== null)).toEqual([]);
  });

  test('the spirals are those of the manifest, and stand first', () => {
    const ill = runs.filter(isIll).map(({ file }) => file);
    expect(ill.length).toBeGreaterThan(10);
    expect(named('finding = death-spiral')).toEqual(ill);
    const critical = named('severity = critical');
    expect(critical.length).toBeGreaterThan(0.8 * ill.length);
    expect(critical.filter((name) => !ill.includes(name))).toEqual([]);
    const first = rows.toSorted(byOrder(WORST_FIRST)).slice(0, critical.length);
    expect(first.map(({ name }) => name).sort()).toEqual([...critical].sort());
  });

  test.each(runs.filter(isIll))('$file: since when, and for which share of its time', (run) => {
    const { spiral, duration_ms } = run;
    const [start_ms, end_ms] = [spiral?.start_ms ?? Number.NaN, spiral?.end_ms ?? Number.NaN];
    const row = rowOf(run);
    const found = row.findings.find(({ id }) => id === 'death-spiral');
    const from = Math.max(start_ms, (found?.startUs ?? Number.NaN) / 1000);
    const to = Math.min(end_ms, (found?.endUs ?? Number.NaN) / 1000);
    expect((found?.startUs ?? Number.NaN) / 1000).toBeGreaterThan(start_ms - 100);
    // The manifest's begins with the last loss, also where the window grows once after it.
    expect((to - from) / (end_ms - start_ms)).toBeGreaterThan(0.8);
    expect(row.illShare).toBeGreaterThan((0.8 * (end_ms - start_ms)) / duration_ms);
  });

  test('the rule of the defect is named in runs with the defect only', () => {
    const carriers = named('rule = shift-from-last-send');
    expect(carriers.filter((name) => !name.startsWith('buggy-'))).toEqual([]);
    expect(carriers.length).toBeGreaterThanOrEqual(runs.filter(isIll).length);
    expect(named('name = fixed-* and rule = shift-from-last-send')).toEqual([]);
    expect(named('name = reno-* and controller ~ cubic and not controller ~ newreno')).toEqual([]);
  });

  test('lengths and losses are those of the manifest', () => {
    for (const run of runs) {
      const { durationUs, packetsLost } = rowOf(run);
      expect(Math.abs((durationUs ?? 0) / 1000 - run.duration_ms)).toBeLessThan(1);
      expect(packetsLost).toBe(run.lost_packets_reported);
    }
  });
});
