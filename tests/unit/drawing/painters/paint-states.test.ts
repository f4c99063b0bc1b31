/** Painting states: shares of time stacked to the full height, equal columns as one rectangle. */
import { expect, test } from 'vitest';
import { paintStates, visibleChanges, visibleShares } from '../../../../src/drawing/painters/paint-states.ts';
import { windowFor } from '../../../../src/drawing/surface/viewport.ts';
import { StateTimeline } from '../../../../src/engine/columns/state-timeline.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';

const extent = { fromUs: 0, toUs: 256_000 };
const viewport = { ...extent, width: 256 };
const window = windowFor(viewport, extent);
const fills = [
  { color: 'blue', pattern: 'solid' },
  { color: 'orange', pattern: 'diagonal' },
] as const;

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

test('time without a logged state stays empty', () => {
  const timeline = new StateTimeline();
  timeline.push(128_000, 'recovery');
  const surface = new RecordingSurface(256, 100);
  paintStates(surface, timeline.query(window, extent.toUs), window, viewport, fills);
  expect(Math.min(...surface.rects.map(({ x }) => x))).toBeCloseTo(128, 0);
});
