/** The plots of groups of runs: every band where its values are, its median over it, nothing where runs are too few. */
import { describe, expect, test } from 'vitest';
import { groupsPicture } from '../../../../../src/drawing/panels/groups/group-picture.ts';
import {
  bandSentence,
  bandText,
  type DrawnBands,
  groupPlots,
  paintGroups,
} from '../../../../../src/drawing/panels/groups/group-plots.ts';
import { bandGrid, type SampledRun } from '../../../../../src/engine/service/compare/bands.ts';
import { PALETTE } from '../../../../support/panel-context.ts';
import { RecordingSurface } from '../../../../support/recording-surface.ts';

const STEP_US = 1000;

/** Runs whose window is flat, of the given lengths. */
function runsOf(windows: readonly (readonly [value: number, steps: number])[]): readonly SampledRun[] {
  return windows.map(([value, steps]) => ({
    offsetUs: 0,
    samples: {
      ...{ fromUs: 0, stepUs: STEP_US },
      series: [{ quantity: 'cwnd', values: new Float64Array(steps).fill(value) }],
    },
  }));
}

const ILL = runsOf(Array.from({ length: 10 }, (_, i) => [2000 + i * 100, 10] as const));
const WELL = runsOf(Array.from({ length: 10 }, (_, i) => [20_000 + i * 1000, i < 3 ? 10 : 5] as const));
const GRID = bandGrid([...ILL, ...WELL], 10);
const VIEWPORT = { fromUs: 0, toUs: 10 * STEP_US, width: 100 };
const [{ plot: CWND, bands }, { plot: RUNS, bands: counts }] = groupPlots([ILL, WELL], GRID) as [
  DrawnBands,
  DrawnBands,
];

function painted(): { readonly surface: RecordingSurface; readonly max: number } {
  const surface = new RecordingSurface(100, 100);
  let top = 0;
  paintGroups(CWND, bands, VIEWPORT, {
    ...{ surface, palette: PALETTE },
    axis: (max) => {
      top = max;
    },
  });
  return { surface, max: top };
}

describe('two groups', () => {
  test('have an axis above the highest of both, and a median each in a look of its own', () => {
    const { surface, max } = painted();
    expect(max).toBeCloseTo(28_000 * 1.1, 6);
    expect(surface.lines).toHaveLength(2);
    expect(new Set(surface.lines.map(({ stroke }) => stroke.color)).size).toBe(2);
    expect(new Set(surface.lines.map(({ stroke }) => stroke.dash.join())).size).toBe(2);
    // The first on top of the second: its median is 2,450 B.
    const y = surface.lines.at(-1)?.points.filter((_, i) => i % 2 === 1) ?? [];
    for (const value of y) expect(value).toBeCloseTo(100 - (2450 / max) * 100, 6);
  });

  test('have a band from the lowest tenth to the highest', () => {
    const { surface, max } = painted();
    const first = surface.rects.filter(({ fill }) => fill.color === surface.lines.at(-1)?.stroke.color);
    expect(first).toHaveLength(10);
    for (const { y, height } of first) {
      expect(y).toBeCloseTo(100 - (2800 / max) * 100, 6);
      expect(y + height).toBeCloseTo(Math.max(y + 1, 100 - (2000 / max) * 100), 6);
    }
  });

  test('have none where fewer than five runs are left', () => {
    const { surface } = painted();
    const second = surface.rects.filter(({ fill }) => fill.color === surface.lines[0]?.stroke.color);
    expect(second).toHaveLength(5);
    expect(bandText(CWND, bands[1] as (typeof bands)[number], 7.5 * STEP_US)).toBe('3 runs: too few');
  });
});

test('a value says the median, the band and the runs', () => {
  expect(bandText(CWND, bands[0] as (typeof bands)[number], 2500)).toBe(
    '2,450 B (2,000 B to 2,800 B, 10 runs)',
  );
  expect(bandText(CWND, bands[0] as (typeof bands)[number], 99_000)).toBe('no run');
});

test('a sentence says where each median is lowest and highest, and of which group there is none', () => {
  const none = [groupPlots([ILL, []], GRID)[0]?.bands[1] as (typeof bands)[number]];
  expect(bandSentence(CWND, [...bands, ...none], ['ill', 'well', 'few'])).toBe(
    'A ill: median 2,450 B (at 0.001 s) to 2,450 B (at 0.001 s); ' +
      'B well: median 24,500 B (at 0.001 s) to 24,500 B (at 0.001 s); C few: too few runs have a value.',
  );
});

test('a picture names the groups that have a name, and draws every plot', () => {
  const groups = [
    { name: 'ill', runs: 10, origin: 'simulated' },
    { name: null, runs: 10, origin: '' },
  ];
  const plots = [
    { plot: CWND, bands },
    { plot: RUNS, bands: counts },
  ];
  const spec = groupsPicture(plots, groups, {
    viewport: VIEWPORT,
    sentence: 'Aligned.',
    verdict: ['All are ill.'],
  });
  expect(spec.legend.map(({ label }) => label)).toEqual(['A: ill, 10 runs, simulated', 'B, 10 runs']);
  expect([spec.title, ...(spec.below ?? []).map(({ title }) => title)]).toEqual([
    'Congestion window (cwnd)',
    'Runs that go on',
  ]);
  expect(spec.below?.[0]?.note).toMatch(/^All are ill\. .*Aligned\.$/);
  const surface = new RecordingSurface(100, 100);
  spec.paint(surface, () => undefined);
  expect(surface.lines).toHaveLength(2);
});

test('only what a group has a band of is drawn, and under it of how many runs that is', () => {
  expect(groupPlots([ILL, WELL], GRID).map(({ plot }) => plot.quantity)).toEqual(['cwnd', 'runs']);
  expect(groupPlots([ILL.slice(0, 4)], GRID)).toEqual([]);
  const [ill, well] = counts as [(typeof counts)[number], (typeof counts)[number]];
  expect([...ill.median]).toEqual(Array(10).fill(10));
  expect([...well.median]).toEqual([10, 10, 10, 10, 10, 3, 3, 3, 3, 3]);
  expect([bandText(RUNS, well, 2500), bandText(RUNS, well, 7500)]).toEqual(['10 runs', '3 runs']);
  expect(bandText(RUNS, well, 99_000)).toBe('no run');
  expect(bandSentence(RUNS, [well], ['well'])).toBe('A well: 3 runs (at 0.005 s) to 10 runs (at 0.001 s).');
});
