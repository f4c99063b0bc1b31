/**
 * `npm run test:shared`: 30 runs each of the defect, the fix and Reno: the shares of runs with a death spiral and their
 * intervals, as the command line tells them, are those of the manifest, counted and computed here by hand.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { run } from '../support/cli-here.ts';
import { wilson } from '../support/wilson.ts';

interface Row {
  readonly file: string;
  readonly group: string;
  readonly spiral: { readonly start_ms: number; readonly end_ms: number } | null;
}

const FOLDER = new URL('../../../shared/traces/runs/', import.meta.url).pathname;
const rows: readonly Row[] = JSON.parse(readFileSync(`${FOLDER}manifest.json`, 'utf8'));
const GROUPS = ['buggy', 'fixed', 'reno'] as const;
/** Shorter ones are micro-traps: they are told, but are no spiral. */
const LEAST_MS = 500;

const isIll = ({ spiral }: Row): boolean => spiral !== null && spiral.end_ms - spiral.start_ms >= LEAST_MS;

test('shares and intervals of all three groups', async () => {
  const args = GROUPS.flatMap((group) => ['--group', `${FOLDER}${group}-*`]);
  const { stdout, stderr, status } = await run(['compare', ...args, '--json']);
  expect([status, stderr]).toEqual([0, '']);
  const told = JSON.parse(stdout);
  const spiral = told.findings.find(({ id }: { id: string }) => id === 'death-spiral');
  for (const [i, group] of GROUPS.entries()) {
    const runs = rows.filter((row) => row.group === group);
    const hits = runs.filter(isIll).length;
    const share = spiral.shares[i];
    expect([share.runs, share.hits], group).toEqual([runs.length, hits]);
    const [low, high] = wilson(hits, runs.length);
    expect(share.interval.share).toBeCloseTo(hits / runs.length, 9);
    expect(share.interval.low).toBeCloseTo(low, 9);
    expect(share.interval.high).toBeCloseTo(high, 9);
  }
});

test('the fix against the defect is no change for the worse, the defect against the fix is', async () => {
  const compared = (first: string, second: string) =>
    run(['compare', '--group', `${FOLDER}${first}-*`, '--group', `${FOLDER}${second}-*`, '--json']);
  expect((await compared('buggy', 'fixed')).status).toBe(0);
  const { status, stdout } = await compared('fixed', 'buggy');
  expect(status).toBe(1);
  const spiral = JSON.parse(stdout).findings.find(({ id }: { id: string }) => id === 'death-spiral');
  const [fixed, buggy] = ['fixed', 'buggy'].map((group) => rows.filter((row) => row.group === group));
  const [p1, p2] = [fixed, buggy].map((runs) => (runs ?? []).filter(isIll).length / (runs ?? []).length) as [
    number,
    number,
  ];
  const [[l1, u1], [l2, u2]] = [wilson(p1 * 30, 30), wilson(p2 * 30, 30)] as [
    readonly [number, number],
    readonly [number, number],
  ];
  // Newcombe, method 10.
  expect(spiral.difference.share).toBeCloseTo(p1 - p2, 9);
  expect(spiral.difference.low).toBeCloseTo(p1 - p2 - Math.sqrt((p1 - l1) ** 2 + (u2 - p2) ** 2), 9);
  expect(spiral.difference.high).toBeCloseTo(p1 - p2 + Math.sqrt((u1 - p1) ** 2 + (p2 - l2) ** 2), 9);
});
