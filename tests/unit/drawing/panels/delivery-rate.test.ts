/** Delivery rate: samples where they are, hollow if application-limited, beside the rate of sending. */
import { describe, expect, test } from 'vitest';
import { deliveryRate } from '../../../../src/drawing/panels/delivery-rate.ts';
import {
  COLUMN_US,
  columnMs,
  END,
  openEvents,
  openTrace,
  paintOn,
  pointsOf,
} from '../../../support/panel-context.ts';
import { corpusPath, rawBytes, rawRecords } from '../../../support/raw-trace.ts';
import { acknowledge, metrics, send, type TimedEvent } from '../../../support/replay-events.ts';

const [FREE, LIMITED] = ['delivery-rate', 'delivery-rate-app-limited'];

/** A packet that is acknowledged ten columns later: 1,000 bytes in 20.48 ms. */
const trip = (column: number, number: number): readonly TimedEvent[] => [
  send(columnMs(column), number),
  acknowledge(columnMs(column + 10), [[number]]),
];
const RATE = '391 kbit/s';

/** A window that one packet fills, used from column 0 to 200; then room, and a packet in column 400 after a pause. */
const trace = await openEvents([
  metrics(0, { congestion_window: 1000 }),
  ...trip(0, 0),
  metrics(columnMs(10), { smoothed_rtt: 20.48 }),
  ...Array.from({ length: 19 }, (_, i) => trip(10 * (i + 1), i + 1)).flat(),
  metrics(columnMs(200), { congestion_window: 10_000 }),
  ...trip(400, 20),
  END,
]);
const whole = trace.context();
const valuesAt = (column: number) => Object.fromEntries(deliveryRate.values(whole, column * COLUMN_US));

test('at the cursor are the newest sample and the rate of sending', () => {
  expect(valuesAt(100.5)).toEqual({ 'sent-total': RATE, [FREE as string]: RATE });
  // The rate of sending is a mean over 40 columns on both sides, weighted by distance.
  expect(valuesAt(410.5)).toEqual({ 'sent-total': '72.0 kbit/s', [LIMITED as string]: RATE });
});

test('a sample holds for a round trip, no longer: where nothing is acknowledged there is none', () => {
  expect(valuesAt(209)[FREE as string]).toBe(RATE);
  expect(Object.keys(valuesAt(212))).toEqual(['sent-total']);
  expect(valuesAt(300)).toEqual({ 'sent-total': '0 bit/s' });
  expect(deliveryRate.values(whole, -1).size).toBe(0);
});

test('sentence and table give the range of samples, and a dash for none', () => {
  expect(deliveryRate.sentence(whole)).toMatch(
    /^Delivery rate per ACK in view: 391 kbit\/s; application-limited 391 kbit\/s; sent 16\d kbit\/s on average\.$/,
  );
  expect(deliveryRate.cells(whole, 0, 128 * COLUMN_US)).toEqual(['397 kbit/s', RATE, '–']);
  expect(deliveryRate.cells(whole, 256 * COLUMN_US, 384 * COLUMN_US)).toEqual(['0 bit/s', '–', '–']);
  const early = trace.context({ toUs: 64 * COLUMN_US });
  expect(deliveryRate.sentence(early)).not.toContain('application-limited');
});

describe('the picture', () => {
  const { surface, axisMax } = paintOn(deliveryRate, whole);

  test('has a square per sample at its value, not joined', () => {
    const boxes = surface.rects.filter(({ fill }) => fill.color === 'slot-3');
    // The twentieth is in the column of the last packet of the window, three columns are a mark.
    expect(boxes).toHaveLength(20);
    for (const { y, width, height } of boxes) {
      expect(((100 - (y + height / 2)) / 100) * axisMax).toBeCloseTo(1000 / 0.02048, -1);
      expect([Math.floor(width), height]).toEqual([3, 3]);
    }
    expect(Math.max(...boxes.map(({ x }) => x))).toBeLessThan(210);
  });

  test('has hollow ones for application-limited samples', () => {
    const points = pointsOf(surface, 'slot-6');
    expect(points).toHaveLength(5);
    for (const [x] of points) expect(Math.abs(x - 410)).toBeLessThan(4);
  });

  test('leaves out what is hidden', () => {
    const without = (id: string) =>
      paintOn(deliveryRate, trace.context({ hidden: [`delivery-rate/${id}`] })).surface;
    expect(without(FREE as string).rects).toEqual([]);
    expect(pointsOf(without(LIMITED as string), 'slot-6')).toEqual([]);
    expect(pointsOf(without('sent-total'), 'sent-total')).toEqual([]);
  });

  test('keeps a lock, and what is above it stays on the panel', () => {
    const locked = paintOn(deliveryRate, whole, 1000);
    expect(locked.painted.max).toBe(1000);
    for (const { y } of locked.surface.rects) expect(y).toBeGreaterThanOrEqual(-2);
  });
});

test('several samples of one mark are a bar from the smallest to the largest', async () => {
  const dense = await openEvents([
    metrics(0, { congestion_window: 1000 }),
    ...trip(0, 0),
    send(columnMs(10), 1),
    acknowledge(columnMs(12), [[1]]),
    END,
  ]);
  const context = dense.context({ width: 64 });
  const { surface, axisMax } = paintOn(deliveryRate, context);
  const [bar] = surface.rects.filter(({ fill }) => fill.color === 'slot-3');
  const [low, high] = [1000 / 0.02048, 1000 / 0.004096];
  expect(bar?.y).toBeCloseTo(100 - (high / axisMax) * 100, 6);
  expect(bar?.height).toBeCloseTo(((high - low) / axisMax) * 100, 6);
});

describe('without samples it says why', () => {
  const reason = async (...events: readonly TimedEvent[]) =>
    deliveryRate.missing((await openEvents([...events, END])).snapshot);
  const received: TimedEvent = [
    1,
    'quic:packet_received',
    {
      header: { packet_type: '1RTT', packet_number: 1 },
      raw: { length: 1200 },
      frames: [{ frame_type: 'stream', stream_id: 0, offset: 0, length: 1100 }],
    },
  ];

  test('no packets, no ACKs, no sizes, or the receiver’s log', async () => {
    expect(await reason(metrics(0, { congestion_window: 1000 }))).toContain('no sent packets are logged');
    expect(await reason(send(0, 0))).toContain('holds an ACK of a sent packet');
    expect(await reason(send(0, 0, { bytes: 0 }), acknowledge(20, [[0]]))).toContain('no sizes');
    expect(await reason(send(0, 0, { bytes: 40 }), received, acknowledge(20, [[0]]))).toContain('receiver');
    expect(await reason(...trip(0, 0))).toBeNull();
  });
});

test('on a real trace the samples of a full link are its rate', async () => {
  const file = corpusPath('sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz');
  const trace = await openTrace(file);
  const view = trace.context({ width: 1024, fromUs: 0, toUs: 2 ** 24 });
  const [fromUs, toUs] = [2 ** 23, 2 ** 23 + 2 ** 22];
  const [sent, delivered] = deliveryRate.cells(view, fromUs, toUs);
  const megabits =
    (rawBytes(rawRecords(file), 'packet_sent', fromUs / 1000, toUs / 1000) * 8) / (2 ** 22 / 1e6) / 1e6;
  expect(sent).toBe(`${megabits.toFixed(1)} Mbit/s`);
  expect(delivered).toMatch(/ to 2\.\d Mbit\/s$/);
  expect([...deliveryRate.values(view, fromUs).keys()]).toContain('delivery-rate');
});

test('the rate that the stack logs is a line beside the samples', async () => {
  const logged = metrics(columnMs(20), { delivery_rate: 800_000 });
  const context = (await openEvents([...trip(0, 0), logged, ...trip(30, 1), END])).context();
  expect(deliveryRate.legend(context).map(({ id }) => id)).toContain('delivery-rate-logged');
  expect(deliveryRate.values(context, 100 * COLUMN_US).get('delivery-rate-logged')).toBe('800 kbit/s');
  expect(deliveryRate.sentence(context)).toContain('; logged as 800 kbit/s; sent');
  expect(pointsOf(paintOn(deliveryRate, context).surface, 'delivery-rate-logged').length).toBeGreaterThan(1);
});
