/** The regions at the foot of the plot: the largest share of a few pixels rules them, neighbours are one rectangle. */
import { describe, expect, test } from 'vitest';
import { sharesWithin } from '../../../../../src/drawing/panels/build/shares.ts';
import {
  paintRegions,
  regionAt,
  regionLegend,
  regionWords,
} from '../../../../../src/drawing/panels/congestion/congestion-regions.ts';
import type { StateSlice } from '../../../../../src/engine/base/columns/state-timeline.ts';
import { COLUMN_US, COLUMNS, END, openEvents, PALETTE } from '../../../../support/panel-context.ts';
import { RecordingSurface } from '../../../../support/recording-surface.ts';

const trace = await openEvents([[0, 'quic:recovery_metrics_updated', { congestion_window: 2700 }], END]);

const NAMES = ['slow start', 'linear', 'Reno-friendly', 'concave', 'convex'];

/** Regions by column: the leading share is 0.6, and 0.4 of the next region; null for no time. */
function sliceOf(columns: readonly (number | null)[]): StateSlice {
  const shares = new Float64Array(columns.length * NAMES.length);
  columns.forEach((region, i) => {
    if (region === null) return;
    shares[i * NAMES.length + region] = 0.6;
    shares[i * NAMES.length + ((region + 1) % NAMES.length)] = 0.4;
  });
  return { names: NAMES, shares, changes: new Float64Array(columns.length) };
}

const { columns } = trace.context().answer.window;
const slice = sliceOf(Array.from({ length: columns }, (_, i) => (i < 100 ? null : i < 300 ? 3 : 4)));

function painted(hidden: readonly string[] = []) {
  const surface = new RecordingSurface(COLUMNS, 100);
  paintRegions(trace.context({ hidden }), slice, {
    surface,
    palette: PALETTE,
    lockedMax: null,
    axis: () => {},
  });
  return surface.rects;
}

test('one piece of the strip per stretch, none where the model has no region', () => {
  const rects = painted();
  expect(rects.map(({ x }) => Math.round(x))).toEqual([100, 300]);
  expect(rects[0]!.width + rects[0]!.x).toBeCloseTo(300, 0);
});

test('the strip lies at the foot and carries the pattern: nothing tints the model', () => {
  const [strip, ...others] = painted();
  expect(strip!.fill.pattern).toBe('diagonal');
  expect([strip!.y, strip!.y + strip!.height]).toEqual([95, 100]);
  for (const { height } of others) expect(height).toBe(5);
});

test('a hidden region is not drawn', () => {
  expect(painted(['congestion/region-concave']).map(({ x }) => Math.round(x))).toEqual([300]);
});

describe('a region', () => {
  test('has a colour and a pattern of its own', () => {
    const legend = regionLegend(slice);
    expect(new Set(legend.map(({ color }) => color)).size).toBe(NAMES.length);
    expect(new Set(legend.map(({ pattern }) => pattern)).size).toBe(NAMES.length);
    expect(legend[2]).toMatchObject({ id: 'region-reno-friendly', label: 'Reno-friendly region' });
  });

  test('is found by name, and as shares of a part', () => {
    expect([regionAt(slice, 50), regionAt(slice, 200), regionAt(slice, 400)]).toEqual([
      null,
      'concave',
      'convex',
    ]);
    const { window } = trace.context().answer;
    expect(
      sharesWithin(slice, window, 200 * COLUMN_US, 250 * COLUMN_US).map(({ share }) =>
        Number(share.toFixed(3)),
      ),
    ).toEqual([0, 0, 0, 0.6, 0.4]);
    const none = sharesWithin(slice, window, 0, 50 * COLUMN_US);
    expect(none.map(({ share }) => share)).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('regions in words', () => {
  const context = trace.context();
  const wordsOf = (of: StateSlice): string => regionWords(of, context.answer.window, context.viewport);

  test('leave out those without time, and state if there is none', () => {
    expect(wordsOf(sliceOf(Array.from({ length: columns }, () => 3)))).toBe(
      'concave 60.0 %, convex 40.0 % of the time in view',
    );
    expect(wordsOf(sliceOf(Array.from({ length: columns }, () => null)))).toBe('no region in view');
  });
});
