/** The value axis of the Congestion panel: it follows the window, and an overshoot cannot flatten it. */
import { describe, expect, test } from 'vitest';
import {
  congestionScale,
  type ScaleOptions,
} from '../../../../../src/drawing/panels/congestion/congestion-scale.ts';
import { windowFor } from '../../../../../src/drawing/surface/viewport.ts';
import { Series } from '../../../../../src/engine/base/columns/series.ts';
import { NO_PARTS } from '../../../../../src/engine/reading/contract/answer-parts.ts';
import type { WindowAnswer } from '../../../../../src/engine/reading/contract/snapshot.ts';

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

function scaleOf(answer: WindowAnswer, options: Partial<ScaleOptions> = {}) {
  return congestionScale(answer, viewport, {
    ...{ model: null, finding: null, scale: 'fitted', height: 280, packetBytes: 1350 },
    ...options,
  });
}

test('the axis holds window and bytes in flight where they fit', () => {
  const scale = scaleOf(answerOf({ cwnd: [10_000, 20_000], 'bytes-in-flight': [0, 30_000] }));
  expect(scale.maxBytes).toBeGreaterThan(30_000);
  expect(scale.clippedBytes).toBeNull();
});

test('an overshoot is clipped with a note, and the window keeps its scale', () => {
  const scale = scaleOf(answerOf({ cwnd: [2700, 13_500], 'bytes-in-flight': [2700, 2_537_960] }));
  expect(scale.maxBytes).toBeLessThan(16_000);
  expect(scale).toMatchObject({ clippedBytes: 2_537_960, cwndMaxBytes: 13_500 });
});

test('the finding that more is in flight than the window allows has an axis that holds it', () => {
  const answer = answerOf({ cwnd: [2700, 13_500], 'bytes-in-flight': [2700, 2_537_960] });
  const finding = { fromUs: 0, toUs: 900_000 };
  const scale = scaleOf(answer, { finding, isOvershoot: true });
  expect(scale.maxBytes).toBeGreaterThan(2_537_960);
  expect(scale.maxBytes).toBeLessThan(2_537_960 * 1.2);
  expect(scale.clippedBytes).toBeNull();
  // One that is a line in the view would flatten all else.
  expect(
    scaleOf(answer, { finding: { fromUs: 80_000, toUs: 120_000 }, isOvershoot: true }).clippedBytes,
  ).toBe(2_537_960);
  // Any other finding at the same place leaves the axis to the window.
  expect(scaleOf(answer, { finding }).clippedBytes).toBe(2_537_960);
  expect(scaleOf(answer, { finding, isOvershoot: true, scale: 'whole' }).clippedBytes).toBe(2_537_960);
});

test('a distant ssthresh does not set the axis', () => {
  const scale = scaleOf(answerOf({ cwnd: [2700], ssthresh: [1_000_000] }));
  expect(scale.maxBytes).toBeLessThan(4000);
});

test('without a window the axis follows the bytes in flight', () => {
  const scale = scaleOf(answerOf({ 'bytes-in-flight-rebuilt': [0, 5000] }));
  expect(scale.maxBytes).toBeGreaterThan(5000);
  expect(scale.clippedBytes).toBeNull();
});

test('an empty answer still gives an axis', () => {
  expect(scaleOf(answerOf({})).maxBytes).toBeGreaterThan(0);
});

describe('a model', () => {
  const log = answerOf({ cwnd: [2700] });
  const modelOf = (bytes: number) => answerOf({ model: [2700, bytes] }).series[0]!;

  test.each([9000, 63_000, 5_000_000])('of %d bytes has an axis that fits it', (bytes) => {
    const scale = scaleOf(log, { model: modelOf(bytes) });
    expect(scale.maxBytes).toBeGreaterThan(bytes);
    expect(scale.maxBytes).toBeLessThan(bytes * 1.2);
    // For a locked axis, which may be lower.
    expect(scale.modelBytes).toBe(bytes);
  });

  test('that is not drawn leaves the axis to the log', () => {
    const scale = scaleOf(log);
    expect(scale.maxBytes).toBeLessThan(2700 * 1.2);
    expect(scale.modelBytes).toBeNull();
  });

  test('without a logged window in view sets the axis', () => {
    const scale = scaleOf(answerOf({}), { model: modelOf(63_000) });
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
    const scale = scaleOf(answerOf({ cwnd: [10_000], bdp: [bdp] }));
    expect(scale.bdpBytes).toBe(clipped);
    expect(scale.maxBytes > 20_000).toBe(clipped === null);
  },
);

describe('a finding after an early peak', () => {
  // The window falls from its peak to 2,700 bytes at 0.2 s and stays there.
  const peaked = (peak: number) =>
    answerOf({ cwnd: [peak, peak, 2700, 2700, 2700, 2700, 2700, 2700, 2700, 2700] });
  const finding = { fromUs: 200_000, toUs: 1_000_000 };

  test('that would flatten it gets the axis, the peak is clipped', () => {
    const scale = scaleOf(peaked(60_000), { finding });
    expect(scale).toMatchObject({ isFitted: true, cwndMaxBytes: 60_000, kind: 'linear', minBytes: 0 });
    expect(2700 / scale.maxBytes).toBeGreaterThan(0.4);
    expect(2700 / scale.maxBytes).toBeLessThan(0.6);
  });

  test.each([
    [10_799, false],
    [10_800, true],
  ])('a peak of %i bytes: four times the finding flattens it', (peak, isFitted) => {
    expect(scaleOf(peaked(peak), { finding }).isFitted).toBe(isFitted);
  });

  test('out of view, or with the whole on request, changes nothing', () => {
    const away = { fromUs: 2_000_000, toUs: 3_000_000 };
    for (const scale of [
      scaleOf(peaked(60_000), { finding: away }),
      scaleOf(peaked(60_000), { finding, scale: 'whole' }),
      scaleOf(peaked(60_000)),
    ]) {
      expect(scale.isFitted).toBe(false);
      expect(scale.maxBytes).toBeGreaterThan(60_000);
    }
  });

  test('a logarithmic axis holds an overshoot, too', () => {
    const answer = answerOf({ cwnd: [2700], 'bytes-in-flight': [270_000] });
    expect(scaleOf(answer, { scale: 'log' })).toMatchObject({ clippedBytes: null });
    expect(scaleOf(answer, { scale: 'whole' })).toMatchObject({ clippedBytes: 270_000 });
  });

  test('a logarithmic axis holds both, from half a packet on', () => {
    const { minBytes, maxBytes, kind, isFitted } = scaleOf(peaked(60_000), { finding, scale: 'log' });
    expect({ minBytes, kind, isFitted }).toEqual({ minBytes: 675, kind: 'log', isFitted: false });
    const share = Math.log(2700 / minBytes) / Math.log(maxBytes / minBytes);
    expect(share).toBeGreaterThan(0.2);
    // The strip for labels stays free.
    expect(Math.log(60_000 / minBytes) / Math.log(maxBytes / minBytes)).toBeCloseTo(1 - 27 / 280, 5);
  });
});

test('the largest value stays below the strip for labels', () => {
  expect(20_000 / scaleOf(answerOf({ cwnd: [20_000] })).maxBytes).toBeCloseTo(1 - 27 / 280, 5);
});
