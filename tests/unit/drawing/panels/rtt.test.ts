/** RTT: three lines with their values, logged or rebuilt, and an axis that one late sample cannot flatten. */
import { describe, expect, test } from 'vitest';
import { rtt } from '../../../../src/drawing/panels/rtt.ts';
import {
  COLUMN_US,
  columnMs,
  END,
  openEvents,
  openTrace,
  paintOn,
  pointsOf,
} from '../../../support/panel-context.ts';
import { corpusPath, heldDuring, rawMetric, rawRecords } from '../../../support/raw-trace.ts';
import { acknowledge, metrics, send } from '../../../support/replay-events.ts';

/** The latest RTT jumps from 12 to 200 ms in column 300; the others stay low. */
const trace = await openEvents([
  send(0, 0),
  metrics(columnMs(10), { min_rtt: 10, smoothed_rtt: 12, latest_rtt: 12 }),
  metrics(columnMs(200), { smoothed_rtt: 15, latest_rtt: 20 }),
  metrics(columnMs(300), { smoothed_rtt: 16, latest_rtt: 200 }),
  metrics(columnMs(302), { latest_rtt: 14 }),
  END,
]);
const whole = trace.context();

test('at the cursor are the values at that time, in ms', () => {
  expect([...rtt.values(whole, 250 * COLUMN_US)]).toEqual([
    ['latest-rtt', '20.0 ms'],
    ['smoothed-rtt', '15.0 ms'],
    ['min-rtt', '10.0 ms'],
  ]);
  expect(rtt.values(whole, 5 * COLUMN_US).size).toBe(0);
});

test('sentence and table give the range of each line', () => {
  expect(rtt.sentence(whole)).toBe(
    'RTT: latest 12.0 ms to 200.0 ms, smoothed 12.0 ms to 16.0 ms, min 10.0 ms.',
  );
  expect(rtt.cells(whole, 0, 128 * COLUMN_US)).toEqual(['12.0 ms', '12.0 ms', '10.0 ms']);
  expect(rtt.cells(whole, 0, 8 * COLUMN_US)).toEqual(['–', '–', '–']);
});

describe('the axis', () => {
  test('extends to three times the smoothed RTT and states what is above', () => {
    const { painted } = paintOn(rtt, whole);
    expect(painted.max).toBeCloseTo(16_000 * 3 * 1.15, 6);
    expect(painted.clipped).toBe('Clipped: the latest RTT reaches 200.0 ms in view.');
  });

  test('fits the visible values and clips nothing if the late sample is out of view', () => {
    const early = trace.context({ fromUs: 0, toUs: 256 * COLUMN_US });
    const { painted } = paintOn(rtt, early);
    expect(painted.max).toBeCloseTo(20_000 * 1.15, 6);
    expect(painted.clipped).toBeUndefined();
  });

  test('keeps a lock, and a lock above everything clips nothing', () => {
    expect(paintOn(rtt, whole, 30_000).painted).toMatchObject({ max: 30_000 });
    expect(paintOn(rtt, whole, 30_000).painted.clipped).toContain('200.0 ms');
    expect(paintOn(rtt, whole, 300_000).painted.clipped).toBeUndefined();
  });

  test('does not mention a clipped line that is hidden', () => {
    const { painted, surface } = paintOn(rtt, trace.context({ hidden: ['rtt/latest-rtt'] }));
    expect(painted.clipped).toBeUndefined();
    expect(pointsOf(surface, 'latest-rtt')).toEqual([]);
  });

  test('has ticks in round ms', () => {
    const { axisText } = paintOn(rtt, whole);
    expect([0, 20_000, 25_500].map(axisText)).toEqual(['0 µs', '20 ms', '25.5 ms']);
  });
});

test('the lines are at their values, the minimum until the end of the trace', () => {
  const { surface, axisMax } = paintOn(rtt, whole);
  const min = pointsOf(surface, 'min-rtt');
  for (const [, y] of min) expect(((100 - y) / 100) * axisMax).toBeCloseTo(10_000, 3);
  expect(Math.min(...min.map(([x]) => x))).toBeCloseTo(10.5, 6);
  expect(Math.max(...min.map(([x]) => x))).toBeCloseTo(512, 6);
  for (const id of ['latest-rtt', 'smoothed-rtt'])
    for (const [, y] of pointsOf(surface, id)) expect(y).toBeGreaterThanOrEqual(-2);
});

describe('if the stack logs none', () => {
  const exchange = [
    send(columnMs(10), 0),
    acknowledge(columnMs(10) + 40, [[0]]),
    send(columnMs(100), 1),
    acknowledge(columnMs(100) + 80, [[1]]),
  ];

  test('the lines are those rebuilt from packets, and labelled so', async () => {
    // RFC 9002 §5.3: 7/8 · 40 + 1/8 · 80 = 45 ms.
    const bare = await openEvents([...exchange, END]);
    expect(rtt.missing(bare.snapshot)).toBeNull();
    const view = bare.context();
    expect(rtt.sentence(view)).toBe(
      'RTT: latest (rebuilt) 40.0 ms to 80.0 ms, smoothed (rebuilt) 40.0 ms to 45.0 ms, min (rebuilt) 40.0 ms.',
    );
    expect([...rtt.values(view, 300 * COLUMN_US).values()]).toEqual(['80.0 ms', '45.0 ms', '40.0 ms']);
    expect(rtt.cells(view, 0, 64 * COLUMN_US)).toEqual(['40.0 ms', '40.0 ms', '40.0 ms']);
    const { surface, axisMax } = paintOn(rtt, view);
    expect(axisMax).toBeCloseTo(80_000 * 1.15, 6);
    for (const [, y] of pointsOf(surface, 'min-rtt-from-packets'))
      expect(((100 - y) / 100) * axisMax).toBeCloseTo(40_000, 3);
    expect(pointsOf(surface, 'smoothed-rtt-from-packets').length).toBeGreaterThan(0);
  });

  test('a late rebuilt sample is clipped like a logged one, and not when it is hidden', async () => {
    const late = await openEvents([
      ...exchange.slice(0, 2),
      send(columnMs(100), 1),
      acknowledge(columnMs(100) + 400, [[1]]),
      END,
    ]);
    expect(paintOn(rtt, late.context()).painted.clipped).toBe(
      'Clipped: the latest RTT reaches 400.0 ms in view.',
    );
    const hidden = late.context({ hidden: ['rtt/latest-rtt-from-packets'] });
    expect(paintOn(rtt, hidden).painted.clipped).toBeUndefined();
  });

  test('a logged quantity is drawn as logged only, next to a rebuilt one that is not logged', async () => {
    const some = await openEvents([
      ...exchange,
      metrics(columnMs(200), { smoothed_rtt: 41 }),
      metrics(columnMs(201), { smoothed_rtt: 47 }),
      END,
    ]);
    const view = some.context();
    expect(rtt.legend(view).map(({ label }) => label)).toEqual([
      'latest (rebuilt)',
      'smoothed',
      'min (rebuilt)',
    ]);
    expect(pointsOf(paintOn(rtt, view).surface, 'smoothed-rtt-from-packets')).toEqual([]);
  });

  test('a real stack that logs no min RTT has the rebuilt one', async () => {
    const file = new URL('../../../corpus/other/kwik-0.10.8_loss5MB_server.qlog.gz', import.meta.url)
      .pathname;
    const { context } = await openTrace(file);
    expect(rtt.legend(context()).map(({ label }) => label)).toEqual(['latest', 'smoothed', 'min (rebuilt)']);
  });
});

test('a trace without RTTs names the event that would log them', async () => {
  const bare = await openEvents([send(0, 0), END]);
  expect(rtt.missing(bare.snapshot)).toContain('metrics_updated');
  expect(rtt.missing(trace.snapshot)).toBeNull();
});

test('on the incident the values are those of the records, at a hundred times', async () => {
  const file = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
  const records = rawRecords(file);
  const smoothed = rawMetric(records, 'smoothed_rtt');
  const latest = rawMetric(records, 'latest_rtt');
  const view = (await openTrace(file)).context({ width: 930 });
  const { fromUs, columnUs } = view.answer.window;
  for (let timeMs = 100; timeMs < 9900; timeMs += 98) {
    const values = rtt.values(view, timeMs * 1000);
    const startUs = fromUs + Math.floor((timeMs * 1000 - fromUs) / columnUs) * columnUs;
    const fits = (id: string, points: typeof latest): void => {
      const held = heldDuring(points, startUs / 1000, (startUs + columnUs) / 1000);
      const [low, high] = [Math.min(...held), Math.max(...held)].map((ms) => `${ms.toFixed(1)} ms`);
      expect(values.get(id), `${id} at ${timeMs} ms`).toBe(low === high ? low : `${low} to ${high}`);
    };
    fits('smoothed-rtt', smoothed);
    fits('latest-rtt', latest);
  }
});
