/** Congestion: the window on top, values as bytes and packets, marks where packets were lost. */

import { describe, expect, test } from 'vitest';
import { congestion } from '../../../../../src/drawing/panels/congestion/congestion.ts';
import { count } from '../../../../../src/engine/base/text/figures.ts';
import {
  COLUMN_US,
  columnMs,
  END,
  openEvents,
  openTrace,
  paintOn,
  pointsOf,
} from '../../../../support/panel-context.ts';
import { corpusPath, heldDuring, rawMetric, rawRecords } from '../../../../support/raw-trace.ts';
import { acknowledge, metrics, send, type TimedEvent } from '../../../../support/replay-events.ts';

const trace = await openEvents([
  ...[1, 2].map((i) => send(0, i, { bytes: 1350 })),
  acknowledge(5, [[1, 2]]),
  metrics(columnMs(10), { congestion_window: 13500, bytes_in_flight: 2700, ssthresh: 14000 }),
  metrics(columnMs(200), { congestion_window: 2700, cf_lost_packets: { total: 3, delta: 3 } }),
  metrics(columnMs(300), { bytes_in_flight: 0 }),
  END,
]);
const whole = trace.context();

test('at the cursor are bytes, and the window in packets too', () => {
  expect([...congestion.values(whole, 250 * COLUMN_US)]).toEqual([
    ['cwnd', '2,700 B (2 packets)'],
    ['bytes-in-flight', '2,700 B'],
    ['ssthresh', '14,000 B'],
  ]);
});

test('sentence and table give ranges and losses', () => {
  expect(congestion.sentence(whole)).toBe(
    'window (cwnd) 2,700 B to 13,500 B, in flight 0 B to 2,700 B, threshold (ssthresh) 14,000 B; 3 packets lost.',
  );
  expect(congestion.cells(whole, 256 * COLUMN_US, 512 * COLUMN_US)).toEqual([
    '2,700 B',
    '0 B to 2,700 B',
    '14,000 B',
    '0 lost',
    'slow_start 100.0 %',
  ]);
});

test('the legend states how losses were found', () => {
  expect(congestion.legend(whole).map(({ label }) => label)).toEqual([
    'window (cwnd)',
    'in flight',
    'threshold (ssthresh)',
    'loss (counted)',
    'phase (rebuilt)',
  ]);
});

describe('the picture', () => {
  test('steps the window at its values, painted last', () => {
    const { surface, axisMax } = paintOn(congestion, whole);
    const valueAt = (y: number): number => Math.round(((100 - y) / 100) * axisMax);
    expect(new Set(pointsOf(surface, 'cwnd').map(([, y]) => valueAt(y)))).toEqual(new Set([13500, 2700]));
    expect(surface.lines.at(-1)?.stroke.color).toBe('cwnd');
  });

  test('marks a loss at its time, and not where it is hidden', () => {
    const marks = paintOn(congestion, whole).surface.rects.filter(({ fill }) => fill.color === 'loss');
    expect(marks).toHaveLength(1);
    expect(Math.abs((marks[0]?.x ?? 0) - 200)).toBeLessThan(2);
    const hidden = paintOn(congestion, trace.context({ hidden: ['congestion/loss'] }));
    expect(hidden.surface.rects.filter(({ fill }) => fill.color === 'loss')).toEqual([]);
  });

  test('rescales to the visible values, and to the others when a series is hidden', () => {
    const late = { fromUs: 256 * COLUMN_US, toUs: 500 * COLUMN_US };
    expect(paintOn(congestion, whole).axisMax).toBeGreaterThan(13500);
    expect(paintOn(congestion, trace.context(late)).axisMax).toBeLessThan(4000);
    const ssthreshOnly = trace.context({ hidden: ['congestion/ssthresh'] });
    expect(paintOn(congestion, ssthreshOnly).axisMax).toBeCloseTo(13500 * 1.12, 6);
    expect(paintOn(congestion, trace.context(late), 50_000).axisMax).toBe(50_000);
  });
});

describe('packets marked CE', async () => {
  const acked = (timeMs: number, to: number, ect0: number, ce: number): TimedEvent => {
    const frames = [{ frame_type: 'ack', acked_ranges: [[0, to]], ect0, ect1: 0, ce }];
    const header = { packet_type: '1RTT', packet_number: to };
    return [timeMs, 'quic:packet_received', { header, raw: { length: 40 }, frames }];
  };
  const marked = await openEvents([
    ...Array.from({ length: 10 }, (_, i) => send(0, i)),
    metrics(1, { congestion_window: 13_500 }),
    acked(columnMs(100.5), 3, 3, 1),
    acked(columnMs(300.5), 9, 7, 3),
    END,
  ]);
  const view = marked.context();

  test('are an entry of their own, below the losses', () => {
    expect(congestion.legend(view).map(({ id }) => id)).toContain('ce-total');
    expect(congestion.legend(whole).map(({ id }) => id)).not.toContain('ce-total');
    const marks = paintOn(congestion, view).surface.rects.filter(({ fill }) => fill.color === 'ce-mark');
    expect(marks.map(({ x, width }) => Math.round(x + width / 2))).toEqual([100, 300]);
    const hidden = paintOn(congestion, marked.context({ hidden: ['congestion/ce-total'] })).surface;
    expect(hidden.rects.filter(({ fill }) => fill.color === 'ce-mark')).toEqual([]);
  });

  test('are counted in sentence and table', () => {
    expect(congestion.sentence(view)).toMatch(/; 0 packets lost, 3 marked CE\.$/);
    expect(congestion.cells(view, 0, 256 * COLUMN_US).at(-1)).toBe('1 marked');
    expect(congestion.cells(view, 256 * COLUMN_US, 512 * COLUMN_US).at(-1)).toBe('2 marked');
    expect(congestion.sentence(marked.context({ fromUs: 200 * COLUMN_US }))).toContain('2 marked CE');
  });
});

test('on an overshoot the clipped value and its factor are those of the records', async () => {
  const file = corpusPath('rate-cubic-buggy-s12.server.sqlog.gz');
  const records = rawRecords(file);
  const highest = (field: string): number =>
    rawMetric(records, field).reduce((max, { value }) => Math.max(max, value), 0);
  const view = (await openTrace(file)).context({ width: 930 });
  const { painted, axisMax } = paintOn(congestion, view);
  const inFlight = highest('bytes_in_flight');
  const factor = Math.round(inFlight / highest('congestion_window'));
  expect(painted.clipped).toContain(
    `bytes in flight reach ${inFlight.toLocaleString('en-US')} B in view, ${factor} × the largest cwnd`,
  );
  expect(axisMax).toBeLessThan(2 * highest('congestion_window') * 1.2);
});

test('on the incident the values are those of the records, at a hundred times', async () => {
  const file = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
  const records = rawRecords(file);
  const view = (await openTrace(file)).context({ width: 930 });
  const { fromUs, columnUs } = view.answer.window;
  const fields = { cwnd: 'congestion_window', 'bytes-in-flight': 'bytes_in_flight' } as const;
  for (const [id, field] of Object.entries(fields)) {
    const points = rawMetric(records, field);
    for (let timeMs = 30; timeMs < 9900; timeMs += 98) {
      const shown = congestion.values(view, timeMs * 1000).get(id) ?? '';
      // Of the column that holds the time: it tells no more.
      const startUs = fromUs + Math.floor((timeMs * 1000 - fromUs) / columnUs) * columnUs;
      const held = heldDuring(points, startUs / 1000, (startUs + columnUs) / 1000);
      const due = [...new Set([Math.min(...held), Math.max(...held)])].map((value) => `${count(value)} B`);
      expect(shown.replace(/ \(.*\)/, ''), `${id} at ${timeMs} ms`).toBe(due.join(' to '));
    }
  }
});

test('what leaves the plot is marked where it does, with its value', async () => {
  const overshoot = await openEvents([
    metrics(0, { congestion_window: 10_000, bytes_in_flight: 5000 }),
    metrics(columnMs(200), { bytes_in_flight: 90_000 }),
    metrics(columnMs(210), { bytes_in_flight: 5000 }),
    END,
  ]);
  const { surface, painted } = paintOn(congestion, overshoot.context());
  expect(painted.clips).toEqual([{ x: 200.5, text: '90,000 B', color: 'bytes-in-flight' }]);
  const arrow = surface.rects.filter(({ height, y }) => height === 1 && y > 10 && y < 25);
  expect(new Set(arrow.map(({ x, width }) => x + width / 2))).toEqual(new Set([200.5]));
  const locked = paintOn(congestion, overshoot.context(), 8000).painted;
  expect(locked.clips?.map(({ text }) => text)).toEqual(['10,000 B', '90,000 B']);
});

test('the axis is fitted to a finding about the window, and to none about the life of the connection', async () => {
  const bbr2 = await openTrace(corpusPath('bbr2-loss2s-s03.server.sqlog.gz'));
  const view = bbr2.context({ width: 930 });
  const handshake = bbr2.snapshot.findings.find(({ id }) => id === 'handshake-slow');
  if (handshake === undefined) throw new Error('no slow handshake');
  const axisOf = (id: string): number => {
    const snapshot = { ...view.snapshot, findings: [{ ...handshake, id }] };
    return paintOn(congestion, { ...view, snapshot, finding: handshake.key }).axisMax;
  };
  const { axisMax } = paintOn(congestion, view);
  for (const id of ['handshake-slow', 'closed-with-error', 'path-changed'])
    expect(axisOf(id), id).toBe(axisMax);
  expect(axisOf('delivery-stall')).toBeLessThan(axisMax / 2);
});
