/**
 * `npm run test:shared`: 90 runs as the page groups them by their names: shares and intervals of the spiral are those of the
 * manifest, computed here by hand; after the last loss the window of the runs with the defect stays low, with the fix it grows.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { groupPlots } from '../../src/drawing/panels/groups/group-plots.ts';
import { samplesOfFile } from '../../src/engine/service/answers/file-samples.ts';
import { surveyFile } from '../../src/engine/service/answers/survey.ts';
import {
  alignedGroups,
  type Band,
  groupsGrid,
  groupsLandmark,
} from '../../src/engine/service/compare/bands.ts';
import { surveyRows } from '../../src/sharing/figures/rows.ts';
import { groupsVerdict } from '../../src/sharing/table/groups-verdict.ts';
import { groupRows } from '../../src/sharing/table/row-groups.ts';
import { type GroupOfRows, sharesOf } from '../../src/sharing/table/run-groups.ts';
import { wilson } from '../support/wilson.ts';

interface Run {
  readonly file: string;
  readonly group: string;
  readonly outcome: string;
  readonly complete_ms: number | null;
  readonly last_loss_ms: number;
  readonly spiral: { readonly start_ms: number; readonly end_ms: number } | null;
}

const FOLDER = new URL('../../../shared/traces/runs/', import.meta.url).pathname;
const manifest: readonly Run[] = JSON.parse(readFileSync(`${FOLDER}manifest.json`, 'utf8'));
const GROUPS = ['buggy', 'fixed', 'reno'];
/** Shorter ones are micro-traps: they are told, but are no spiral. */
const LEAST_MS = 500;
/** Three packets. */
const LOW_BYTES = 3 * 1350;
const isIll = ({ spiral }: Run): boolean => spiral !== null && spiral.end_ms - spiral.start_ms >= LEAST_MS;
const runsOf = (group: string): readonly Run[] => manifest.filter((run) => run.group === group);

let groups: readonly GroupOfRows[];

beforeAll(async () => {
  const keyed = [];
  const samples = new Map();
  for (const { file: name } of manifest) {
    const source = { kind: 'file', file: new File([readFileSync(FOLDER + name)], name) } as const;
    for (const row of surveyRows(name, await surveyFile(source))) keyed.push({ key: name, row });
    samples.set(name, (await samplesOfFile(source, [0])).runs[0]);
  }
  const wish = { by: 'name', patterns: '', hand: [], names: new Map(), withReceivers: false } as const;
  groups = groupRows(keyed, wish).groups.map(({ name, nameFrom, rows, copies }) => ({
    ...{ name, nameFrom, copies },
    rows: rows.map(({ row }) => row),
    runs: rows.map(({ key }) => samples.get(key)),
  }));
}, 600_000);

test('their names make the three groups', () => {
  expect(groups.map(({ name, rows }) => [name, rows.length])).toEqual(GROUPS.map((name) => [name, 30]));
});

test('shares and intervals are those of the manifest, and the verdict says them first', () => {
  const shares = sharesOf(groups);
  const spiral = shares.find(({ id }) => id === 'death-spiral');
  for (const [i, group] of GROUPS.entries()) {
    const hits = runsOf(group).filter(isIll).length;
    const share = spiral?.shares[i];
    expect([share?.group, share?.hits, share?.runs]).toEqual([group, hits, 30]);
    const [low, high] = wilson(hits, 30);
    expect(share?.interval?.low).toBeCloseTo(low, 9);
    expect(share?.interval?.high).toBeCloseTo(high, 9);
  }
  const [worst, since, completed, otherwise] = groupsVerdict(groups, shares);
  expect(worst).toBe(
    'Death spiral: 24 of 30 runs of buggy (21 critical, 3 warnings; 80 %, 95 % interval 63 to 90 %), ' +
      '0 of 30 of fixed (0 to 11 %): 80 points fewer (59 to 90); ' +
      '0 of 30 of reno (0 to 11 %): 80 points fewer (59 to 90).',
  );
  const starts = runsOf('buggy')
    .filter(isIll)
    .map(({ spiral: found }) => found?.start_ms ?? Number.NaN)
    .sort((a, b) => a - b);
  const told = /begins at ([\d.]+) s/.exec(since ?? '')?.[1];
  expect(Math.abs(Number(told) * 1000 - (starts[11] ?? Number.NaN))).toBeLessThan(50);
  const finished = GROUPS.map(
    (group) => runsOf(group).filter(({ outcome }) => outcome === 'completed').length,
  );
  for (const [i, group] of GROUPS.entries()) expect(completed).toContain(`${finished[i]} of 30 of ${group}`);
  expect(otherwise).toBe(
    'No critical finding and no warning can be shown to be more frequent in fixed or reno than in buggy.',
  );
});

describe('the bands of the window', () => {
  const bands = (): { readonly bands: readonly Band[]; readonly atUs: number } => {
    const runs = groups.map((group) => group.runs);
    const at = groupsLandmark(runs.flat());
    expect(at).toBe('last-loss');
    const { groups: aligned, landmarkUs } = alignedGroups(runs, at);
    const [first] = groupPlots(aligned, groupsGrid(aligned, 400));
    if (first?.plot.quantity !== 'cwnd') throw new Error('no plot of cwnd');
    return { bands: first.bands, atUs: landmarkUs };
  };
  const medianAt = ({ median, fromUs, stepUs }: Band, us: number): number =>
    median[Math.floor((us - fromUs) / stepUs)] as number;

  test('are aligned at the median of the last losses of the manifest', () => {
    const losses = manifest.map(({ last_loss_ms }) => last_loss_ms).sort((a, b) => a - b);
    const medianMs = ((losses[44] as number) + (losses[45] as number)) / 2;
    expect(Math.abs(bands().atUs / 1000 - medianMs)).toBeLessThan(1);
  });

  test('of the defect stays below three packets for seconds, of the fix grows with that of Reno', () => {
    const { bands: all, atUs } = bands();
    const [buggy, fixed, reno] = all as [Band, Band, Band];
    for (const afterUs of [0.5e6, 1e6, 1.5e6]) {
      expect(medianAt(buggy, atUs + afterUs)).toBeLessThan(LOW_BYTES);
      expect(medianAt(fixed, atUs + afterUs)).toBeGreaterThan(20_000);
      expect(medianAt(reno, atUs + afterUs)).toBeGreaterThan(20_000);
    }
    for (const afterUs of [3e6, 5e6]) expect(medianAt(buggy, atUs + afterUs)).toBeLessThan(LOW_BYTES);
  });
});
