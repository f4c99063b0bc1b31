/** Rates as lines: of the sliding means that the worker takes, with their width beside the title. */
import { describe, expect, test } from 'vitest';
import { rateOf } from '../../../../../src/drawing/panels/build/answer-values.ts';
import {
  isWithin,
  paintRates,
  rateAt,
  ratePanel,
  widthWords,
} from '../../../../../src/drawing/panels/build/rate-panel.ts';
import type { PanelContext } from '../../../../../src/drawing/panels/panel.ts';
import { axisBitRate } from '../../../../../src/drawing/surface/ticks.ts';
import { bitRate } from '../../../../../src/engine/base/text/bit-rate.ts';
import {
  COLUMN_US,
  columnMs,
  END,
  openEvents,
  PALETTE,
  pointsOf,
} from '../../../../support/panel-context.ts';
import { RecordingSurface } from '../../../../support/recording-surface.ts';
import { metrics, send, type TimedEvent } from '../../../../support/replay-events.ts';

/** One packet of 1,000 bytes in the middle of each of the first 256 columns, then silence. */
const packets: readonly TimedEvent[] = Array.from({ length: 256 }, (_, i) => send(columnMs(i + 0.5), i));
const { context } = await openEvents([...packets, END]);
const whole = context();
const PER_SECOND = 1000 / (COLUMN_US / 1e6);

describe('a rate at a time', () => {
  test('is that of the mean around it, and held where the mean would reach beyond the trace', () => {
    const line = { fromUs: 1000, stepUs: 100, values: Float64Array.of(10, 20, 40) };
    expect([0, 1000, 1050, 1150, 1200, 9000].map((us) => rateAt(line, us))).toEqual([10, 10, 15, 30, 40, 40]);
  });

  test('does not exist outside the window', () => {
    expect(isWithin(whole, 100)).toBe(true);
    expect(isWithin(whole, -1)).toBe(false);
    expect(isWithin(whole, 1e9)).toBe(false);
  });
});

test('the width stands beside the title, in two digits', () => {
  const panel = ratePanel({
    fields: [],
    ...{
      id: 'throughput',
      title: 'Throughput',
      height: 80,
      side: 'both',
      about: { shows: 'A rate.', good: 'Flat.', bad: 'None.', axis: 'bits per second' },
      lines: [],
      missing: '',
    },
    ...{ format: bitRate, axisFormat: axisBitRate, sentence: () => '' },
  });
  expect(panel.figure?.(whole)).toBe('per 130 ms');
  const widths = [8192, 62_304, 140_000, 1_234_567].map((widthUs) => {
    const rates = { fromUs: 0, stepUs: 1, widthUs, totals: [], transitions: new Float64Array(1) };
    return widthWords({ ...whole, answer: { ...whole.answer, parts: { ...whole.answer.parts, rates } } });
  });
  // It is taken from one width on both sides: beyond a view of 1.02 s that is more than is in view.
  expect(widths).toEqual([
    'per 8.2 ms',
    'per 62 ms',
    'per 140 ms',
    'per 1.2 s, a mean that reaches beyond the view',
  ]);
  const without = { ...whole.answer, parts: { ...whole.answer.parts, rates: null } };
  expect(widthWords({ ...whole, answer: without })).toBe('');
});

test('a mean rate is bytes over time, for any part of whole columns', () => {
  expect(rateOf(whole.answer, 'sent-total', 0, 256 * COLUMN_US)).toBeCloseTo(PER_SECOND, 6);
  expect(rateOf(whole.answer, 'sent-total', 0, 512 * COLUMN_US)).toBeCloseTo(PER_SECOND / 2, 6);
  expect(rateOf(whole.answer, 'sent-total', 300 * COLUMN_US, 400 * COLUMN_US)).toBe(0);
  expect(rateOf(whole.answer, 'sent-total', -9e6, -8e6)).toBeNaN();
});

describe('painted rates', () => {
  const entry = {
    id: 'sent-total',
    label: 'sent',
    swatch: 'line',
    color: '--slot-1',
    line: { width: 1, dash: [] },
  } as const;
  const paint = (base: PanelContext, lockedMax: number | null = null) => {
    const surface = new RecordingSurface(512, 100);
    let axisMax = 0;
    const axis = (max: number): void => {
      axisMax = max;
    };
    const tools = { surface, palette: PALETTE, lockedMax, axis };
    const painted = paintRates('throughput', [entry], base, tools, {
      format: bitRate,
      axisFormat: axisBitRate,
    });
    return { points: pointsOf(surface, 'sent-total'), painted, axisMax };
  };

  test('are at their height while packets are sent, and at zero in a pause', () => {
    const { points, painted, axisMax } = paint(whole);
    expect(painted.max).toBe(axisMax);
    const heightOf = (y: number): number => ((100 - y) / 100) * axisMax;
    // The mean covers 163 pixels on both sides.
    const [sending, pausing] = [points.filter(([x]) => x < 90), points.filter(([x]) => x > 420)];
    expect(Math.min(sending.length, pausing.length)).toBeGreaterThanOrEqual(1);
    for (const [, y] of sending) expect(heightOf(y) / PER_SECOND).toBeCloseTo(1, 2);
    for (const [, y] of pausing) expect(heightOf(y)).toBeCloseTo(0, 6);
  });

  test('leave space above the highest, and follow the visible range', () => {
    expect(paint(whole).axisMax).toBeGreaterThan(PER_SECOND);
    expect(paint(whole).axisMax).toBeLessThan(PER_SECOND * 1.5);
    const silence = context({ fromUs: 430 * COLUMN_US, toUs: 500 * COLUMN_US });
    expect(paint(silence).axisMax).toBe(1);
  });

  test('keep a locked axis', () => {
    const { points, axisMax } = paint(whole, PER_SECOND * 4);
    expect(axisMax).toBe(PER_SECOND * 4);
    expect(points[0]?.[1]).toBeCloseTo(75, 3);
  });

  test('are left out when their series is hidden', () => {
    expect(paint(context({ hidden: ['throughput/sent-total'] })).points).toEqual([]);
    expect(paint(context({ hidden: ['received/sent-total'] })).points).not.toEqual([]);
  });

  test('end with the trace', () => {
    expect(Math.max(...paint(whole).points.map(([x]) => x))).toBeLessThanOrEqual(513);
  });
});

test('rates read in the unit of their size', () => {
  expect([12, 1250, 1e5, 195_000, 4e7, 4e8].map(bitRate)).toEqual([
    '96 bit/s',
    '10.0 kbit/s',
    '800 kbit/s',
    '1.6 Mbit/s',
    '320 Mbit/s',
    '3.20 Gbit/s',
  ]);
});

test('the round trip of a rate is the median of the smoothed RTT in view', async () => {
  const rtts = [10, 30, 20].map((smoothed_rtt, i) =>
    metrics(columnMs(100 + i * 100), { smoothed_rtt, latest_rtt: smoothed_rtt }),
  );
  const trace = await openEvents([send(0, 0), ...rtts, END]);
  expect(trace.context().answer.rttUs).toBe(20_000);
  expect(trace.context({ fromUs: 250 * COLUMN_US, toUs: 290 * COLUMN_US }).answer.rttUs).toBe(30_000);
});
