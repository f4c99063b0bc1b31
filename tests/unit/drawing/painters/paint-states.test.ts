/** Painting states: shares of time stacked to the full height, equal columns as one rectangle. */
import { expect, test } from 'vitest';
import { paintStates, visibleChanges } from '../../../../src/drawing/painters/paint-states.ts';
import { sharesWithin } from '../../../../src/drawing/panels/build/shares.ts';
import { type Viewport, windowFor } from '../../../../src/drawing/surface/viewport.ts';
import type { ColumnWindow } from '../../../../src/engine/base/columns/series.ts';
import { type StateSlice, StateTimeline } from '../../../../src/engine/base/columns/state-timeline.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';

const extent = { fromUs: 0, toUs: 256_000 };
const viewport = { ...extent, width: 256 };
const window = windowFor(viewport, extent);
const fills = [
  { color: 'blue', pattern: 'solid' },
  { color: 'orange', pattern: 'diagonal' },
] as const;

const visibleShares = (slice: StateSlice, own: ColumnWindow, { fromUs, toUs }: Viewport): readonly number[] =>
  sharesWithin(slice, own, fromUs, toUs).map(({ share }) => share);

test('500 changes show as the share of time they take, not as one colour', () => {
  const timeline = new StateTimeline();
  for (let i = 0; i < 250; i++) {
    timeline.push(i * 1024, 'congestion_avoidance');
    timeline.push(i * 1024 + 256, 'recovery');
  }
  const slice = timeline.query(window, extent.toUs);
  const [avoidance, recovery] = visibleShares(slice, window, viewport);
  expect(avoidance).toBeCloseTo(0.25, 2);
  expect(recovery).toBeCloseTo(0.75, 2);
  expect(visibleChanges(slice, window, viewport)).toBe(499);
  const surface = new RecordingSurface(256, 100);
  paintStates(surface, slice, window, viewport, fills);
  const area = (color: string): number =>
    surface.rects
      .filter((rect) => rect.fill.color === color)
      .reduce((sum, { width, height }) => sum + width * height, 0);
  expect(area('orange') / (area('orange') + area('blue'))).toBeCloseTo(0.75, 1);
});

test('a long state is one rectangle over the whole height', () => {
  const timeline = new StateTimeline();
  timeline.push(0, 'slow_start');
  const surface = new RecordingSurface(256, 100);
  paintStates(surface, timeline.query(window, extent.toUs), window, viewport, fills);
  const whole = surface.rects.filter(({ height }) => height === 100);
  expect(whole).toHaveLength(1);
  expect(whole[0]?.width).toBeCloseTo(256.5, 0);
});

test('no run of a colour is narrower than four pixels, and the area of each is its share', () => {
  const timeline = new StateTimeline();
  for (let i = 0; i < 25; i++) {
    timeline.push(i * 10_000, 'congestion_avoidance');
    timeline.push(i * 10_000 + 1500, 'recovery');
  }
  const zoomed = { fromUs: 20_000, toUs: 148_000, width: 384 };
  for (const port of [viewport, zoomed, { fromUs: 0, toUs: 256_000, width: 97 }]) {
    const own = windowFor(port, extent);
    const slice = timeline.query(own, extent.toUs);
    const surface = new RecordingSurface(port.width, 100);
    paintStates(surface, slice, own, port, fills);
    const widths = surface.rects.map(({ width }) => width - 0.5);
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(4);
    const shares = visibleShares(slice, own, port);
    const areas = fills.map(({ color }) =>
      surface.rects
        .filter(({ fill }) => fill.color === color)
        .reduce((sum, { width, height }) => sum + (width - 0.5) * height, 0),
    );
    const drawn = (areas[0] as number) / ((areas[0] as number) + (areas[1] as number));
    expect(drawn).toBeCloseTo(shares[0] as number, 2);
  }
});

test('every cell is full, also where the trace ends within one', () => {
  const timeline = new StateTimeline();
  timeline.push(0, 'congestion_avoidance');
  timeline.push(100_300, 'recovery');
  const end = 201_700;
  const surface = new RecordingSurface(256, 100);
  paintStates(surface, timeline.query(window, end), window, viewport, fills);
  const heights = new Map<number, number>();
  for (const { x, height } of surface.rects) heights.set(x, (heights.get(x) ?? 0) + height);
  for (const height of heights.values()) expect(height).toBeCloseTo(100, 6);
});

test('time without a logged state stays empty', () => {
  const timeline = new StateTimeline();
  timeline.push(128_000, 'recovery');
  const surface = new RecordingSurface(256, 100);
  paintStates(surface, timeline.query(window, extent.toUs), window, viewport, fills);
  expect(Math.min(...surface.rects.map(({ x }) => x))).toBeCloseTo(128, 0);
});
