/** The value axis of the Congestion panel: it follows the window, and an overshoot cannot flatten it. */
import { describe, expect, test } from 'vitest';
import { congestionScale } from '../../../../src/drawing/panels/congestion-scale.ts';
import { windowFor } from '../../../../src/drawing/surface/viewport.ts';
import { Series } from '../../../../src/engine/columns/series.ts';
import type { WindowAnswer } from '../../../../src/engine/contract/snapshot.ts';
import { NO_PARTS } from '../../../support/no-parts.ts';

const extent = { fromUs: 0, toUs: 1_000_000 };
const viewport = { ...extent, width: 500 };

function answerOf(values: { readonly [id: string]: readonly number[] }): WindowAnswer {
  const window = windowFor(viewport, extent);
  const series = Object.entries(values).map(([id, list]) => {
    const column = new Series({ id, name: id, unit: 'bytes', shape: 'step', origin: 'logged' });
    list.forEach((value, i) => {
      column.push(i * 100_000, value);
    });
    return column.query(window);
  });
  const none = new Float64Array(0);
  return {
    revision: 1,
    window,
    series,
    states: { names: [], shares: none, changes: none },
    losses: none,
    spacing: null,
    rttUs: Number.NaN,
    parts: NO_PARTS,
  };
}

test('the axis holds window and bytes in flight where they fit', () => {
  const scale = congestionScale(
    answerOf({ cwnd: [10_000, 20_000], 'bytes-in-flight': [0, 30_000] }),
    viewport,
  );
  expect(scale.maxBytes).toBeGreaterThan(30_000);
  expect(scale.clippedBytes).toBeNull();
});

test('an overshoot is clipped with a note, and the window keeps its scale', () => {
  const scale = congestionScale(
    answerOf({ cwnd: [2700, 13_500], 'bytes-in-flight': [2700, 2_537_960] }),
    viewport,
  );
  expect(scale.maxBytes).toBeLessThan(16_000);
  expect(scale).toMatchObject({ clippedBytes: 2_537_960, cwndMaxBytes: 13_500 });
});

test('a distant ssthresh does not set the axis', () => {
  const scale = congestionScale(answerOf({ cwnd: [2700], ssthresh: [1_000_000] }), viewport);
  expect(scale.maxBytes).toBeLessThan(4000);
});

test('without a window the axis follows the bytes in flight', () => {
  const scale = congestionScale(answerOf({ 'bytes-in-flight-rebuilt': [0, 5000] }), viewport);
  expect(scale.maxBytes).toBeGreaterThan(5000);
  expect(scale.clippedBytes).toBeNull();
});

test('an empty answer still gives an axis', () => {
  expect(congestionScale(answerOf({}), viewport).maxBytes).toBeGreaterThan(0);
});

describe('a model', () => {
  const log = answerOf({ cwnd: [2700] });
  const modelOf = (bytes: number) => answerOf({ model: [2700, bytes] }).series[0]!;

  test('extends the axis up to its maximum, at most to four times the log', () => {
    const scale = congestionScale(log, viewport, modelOf(9000));
    expect(scale.maxBytes).toBeGreaterThan(9000);
    expect(scale.modelBytes).toBeNull();
  });

  test('that grows without limit is clipped with a note, and leaves the log a fifth of the height', () => {
    const scale = congestionScale(log, viewport, modelOf(63_000));
    expect(scale.modelBytes).toBe(63_000);
    expect(2700 / scale.maxBytes).toBeGreaterThan(0.2);
  });

  test('without a logged window in view sets the axis', () => {
    const scale = congestionScale(answerOf({}), viewport, modelOf(63_000));
    expect(scale.maxBytes).toBeGreaterThan(63_000);
    expect(scale.modelBytes).toBeNull();
  });
});

test.each([
  [20_000, null],
  [20_001, 20_001],
])(
  'a BDP of %i bytes over a window of 10,000: within twice the window it extends the axis',
  (bdp, clipped) => {
    const scale = congestionScale(answerOf({ cwnd: [10_000], bdp: [bdp] }), viewport);
    expect(scale.bdpBytes).toBe(clipped);
    expect(scale.maxBytes > 20_000).toBe(clipped === null);
  },
);
