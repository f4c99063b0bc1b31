/** Rates: over at least four pixels and one round trip, on the window's grid, with gaps where nothing is known. */
import { describe, expect, test } from 'vitest';
import type { PanelContext } from '../../../../src/drawing/panels/panel.ts';
import { paintRates, ratesOf, spanAt, spanColumns } from '../../../../src/drawing/panels/rate-panel.ts';
import { rateOf } from '../../../../src/drawing/panels/readings.ts';
import { bitRate } from '../../../../src/drawing/panels/words.ts';
import { COLUMN_US, columnMs, END, openEvents, PALETTE, pointsOf } from '../../../support/panel-context.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';
import { metrics, send, type TimedEvent } from '../../../support/replay-events.ts';

/** One packet of 1,000 bytes in the middle of each of the first 256 columns, then silence. */
const packets: readonly TimedEvent[] = Array.from({ length: 256 }, (_, i) => send(columnMs(i + 0.5), i));
const { context } = await openEvents([...packets, END]);
const whole = context();
const PER_SECOND = 1000 / (COLUMN_US / 1e6);

const withRtt = (base: PanelContext, rttUs: number): PanelContext => ({
  ...base,
  answer: { ...base.answer, rttUs },
});

describe('the span of a rate', () => {
  test('is four pixels if no RTT is known', () => {
    expect(spanColumns(whole)).toBe(4);
  });

  test('is as many round trips as requested if they are longer than four pixels', () => {
    expect(spanColumns(withRtt(whole, 10 * COLUMN_US))).toBe(10);
    expect(spanColumns(withRtt(whole, 10 * COLUMN_US), 6)).toBe(60);
    expect(spanColumns(withRtt(whole, COLUMN_US / 3))).toBe(4);
  });

  test('is never longer than the window', () => {
    expect(spanColumns(withRtt(whole, 1e12))).toBe(whole.answer.window.columns);
  });

  test('is on a grid that does not move with the requested time', () => {
    const inside = [8, 9.5, 11.99].map((column) => spanAt(whole, column * COLUMN_US));
    expect(inside).toEqual(Array(3).fill([8 * COLUMN_US, 12 * COLUMN_US]));
  });

  test('ends with the window and does not exist outside it', () => {
    const { fromUs, columnUs, columns } = whole.answer.window;
    expect(spanAt(whole, fromUs + (columns - 1) * columnUs)?.[1]).toBe(fromUs + columns * columnUs);
    expect(spanAt(whole, -1)).toBeNull();
    expect(spanAt(whole, 1e9)).toBeNull();
  });
});

test('a mean rate is bytes over time, for any part of whole columns', () => {
  expect(rateOf(whole.answer, 'sent-total', 0, 256 * COLUMN_US)).toBeCloseTo(PER_SECOND, 6);
  expect(rateOf(whole.answer, 'sent-total', 0, 512 * COLUMN_US)).toBeCloseTo(PER_SECOND / 2, 6);
  expect(rateOf(whole.answer, 'sent-total', 300 * COLUMN_US, 400 * COLUMN_US)).toBe(0);
  expect(rateOf(whole.answer, 'sent-total', -9e6, -8e6)).toBeNaN();
});

describe('painted rates', () => {
  const entry = { id: 'sent-total', label: 'sent', swatch: 'line', color: '--slot-1' } as const;
  const paint = (base: PanelContext, lockedMax: number | null = null) => {
    const surface = new RecordingSurface(512, 100);
    let axisMax = 0;
    const axis = (max: number): void => {
      axisMax = max;
    };
    const tools = { surface, palette: PALETTE, lockedMax, axis };
    const painted = paintRates('throughput', [entry], base, tools, bitRate);
    return { points: pointsOf(surface, 'sent-total'), painted, axisMax };
  };

  test('are at their height while packets are sent, and at zero in a pause', () => {
    const { points, painted, axisMax } = paint(whole);
    expect(painted.max).toBe(axisMax);
    const heightOf = (y: number): number => ((100 - y) / 100) * axisMax;
    for (const [x, y] of points) expect(heightOf(y)).toBeCloseTo(x <= 256 && y < 100 ? PER_SECOND : 0, 3);
    expect(points.filter(([x]) => x < 256).every(([, y]) => y < 100)).toBe(true);
    expect(points.filter(([x]) => x > 260).every(([, y]) => y === 100)).toBe(true);
  });

  test('leave space above the highest, and follow the visible range', () => {
    expect(paint(whole).axisMax).toBeGreaterThan(PER_SECOND);
    expect(paint(whole).axisMax).toBeLessThan(PER_SECOND * 1.5);
    const silence = context({ fromUs: 300 * COLUMN_US, toUs: 500 * COLUMN_US });
    expect(paint(silence).axisMax).toBe(1);
  });

  test('keep a locked axis', () => {
    const { points, axisMax } = paint(whole, PER_SECOND * 4);
    expect(axisMax).toBe(PER_SECOND * 4);
    expect(points[0]?.[1]).toBeCloseTo(75, 6);
  });

  test('are left out when their series is hidden', () => {
    expect(paint(context({ hidden: ['throughput/sent-total'] })).points).toEqual([]);
    expect(paint(context({ hidden: ['received/sent-total'] })).points).not.toEqual([]);
  });

  test('end with the trace', () => {
    expect(Math.max(...paint(whole).points.map(([x]) => x))).toBeLessThanOrEqual(513);
  });
});

test.each<[end: number, from: number, to: number, packetsIn: number]>([
  [505, 504, 505, 1],
  [506.75, 504, 506.75, 2],
  [507, 504, 507, 2],
  // Less than a column is no time to take a rate over.
  [508.75, 508, 509, 1],
])('the last rate is taken over the time that was traced, to column %d', async (end, from, to, packetsIn) => {
  const sent = packets.map((_, i) => send(columnMs(i * 2 + 0.5), i)).filter(([ms]) => ms < columnMs(end));
  const trace = await openEvents([...sent, [columnMs(end), END[1], END[2]]]);
  const viewed = trace.context({ fromUs: 0, toUs: 512 * COLUMN_US });
  expect(viewed.snapshot.extent.toUs).toBe(end * COLUMN_US);
  const steps = ratesOf(viewed, 'sent-total');
  steps.slice(1).forEach(({ fromUs }, i) => {
    expect(fromUs).toBe(steps[i]?.toUs);
  });
  const columns = Math.ceil(to - from);
  const last = steps.at(-1);
  expect([last?.fromUs, last?.toUs]).toEqual([from * COLUMN_US, to * COLUMN_US]);
  expect(last?.rate).toBeCloseTo((packetsIn / columns) * PER_SECOND, 6);
  for (const { rate } of steps.slice(0, -1)) expect(rate).toBeCloseTo(PER_SECOND / 2, 6);
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
