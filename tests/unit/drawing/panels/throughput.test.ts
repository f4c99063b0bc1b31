/** Throughput: bytes sent and bytes acknowledged for the first time, as bits per second. */
import { describe, expect, test } from 'vitest';
import { throughput } from '../../../../src/drawing/panels/throughput.ts';
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
import { acknowledge, metrics, send } from '../../../support/replay-events.ts';

/** 256 packets of 1,000 B, one per column; the first half of them is acknowledged, in column 300. */
const sends = Array.from({ length: 256 }, (_, i) => send(columnMs(i + 0.5), i));
const trace = await openEvents([...sends, acknowledge(columnMs(300.5), [[0, 127]]), END]);
const whole = trace.context();
/** 1,000 B per column. */
const FULL = '3.9 Mbit/s';

test('at the cursor is the rate of the span around it', () => {
  expect(throughput.values(whole, 100 * COLUMN_US).get('sent-total')).toBe(FULL);
  expect(throughput.values(whole, 400 * COLUMN_US).get('sent-total')).toBe('0 bit/s');
  expect(throughput.values(whole, 400 * COLUMN_US).get('acked-total')).toBe('0 bit/s');
  expect(throughput.values(whole, -1).size).toBe(0);
});

test('sentence and table give means', () => {
  expect(throughput.sentence(whole)).toMatch(
    /^On average in view: sent 2\.0 Mbit\/s, acknowledged \(in flight\) 97\d kbit\/s\.$/,
  );
  expect(throughput.cells(whole, 0, 128 * COLUMN_US)[0]).toBe(FULL);
  expect(throughput.cells(whole, 256 * COLUMN_US, 384 * COLUMN_US)).toEqual(['0 bit/s', FULL]);
});

test('before the first acknowledgement nothing is acknowledged: no text is "NaN"', () => {
  const texts = [
    ...throughput.values(whole, 10 * COLUMN_US).values(),
    ...throughput.cells(whole, 0, 128 * COLUMN_US),
    throughput.sentence(trace.context({ fromUs: 0, toUs: 64 * COLUMN_US })),
  ];
  expect(texts.filter((text) => text.includes('NaN'))).toEqual([]);
});

test('sent and acknowledged are two lines, each of them hidden by its own key', () => {
  const { surface } = paintOn(throughput, whole);
  expect(pointsOf(surface, 'sent-total').length).toBeGreaterThan(10);
  expect(pointsOf(surface, 'acked-total').length).toBeGreaterThan(10);
  const hidden = paintOn(throughput, trace.context({ hidden: ['throughput/sent-total'] })).surface;
  expect(pointsOf(hidden, 'sent-total')).toEqual([]);
  expect(pointsOf(hidden, 'acked-total').length).toBeGreaterThan(10);
});

test('a trace without packets names packet_sent, one without ACKs shows only what was sent', async () => {
  const bare = await openEvents([metrics(0, { congestion_window: 12000 }), END]);
  expect(throughput.missing(bare.snapshot)).toContain('packet_sent');
  const unacked = await openEvents([send(0, 0), END]);
  expect(throughput.missing(unacked.snapshot)).toBeNull();
  expect(throughput.legend(unacked.context()).map(({ label }) => label)).toEqual(['sent']);
});

test('on a real trace the mean of every quarter is the bytes of its records', async () => {
  const file = corpusPath('sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz');
  const records = rawRecords(file);
  const trace = await openTrace(file);
  const length = 2 ** 24;
  const view = trace.context({ width: 1024, fromUs: 0, toUs: length });
  for (let quarter = 0; quarter < 4; quarter++) {
    const [fromUs, toUs] = [(quarter * length) / 4, ((quarter + 1) * length) / 4];
    const sent = rawBytes(records, 'packet_sent', fromUs / 1000, toUs / 1000);
    const megabits = ((sent * 8) / ((toUs - fromUs) / 1e6) / 1e6).toFixed(1);
    expect(throughput.cells(view, fromUs, toUs)[0]).toBe(`${megabits} Mbit/s`);
  }
});

describe('the pacing rate that the stack logs', () => {
  const paced = async (bitsPerSecond: number) => {
    const pacing = metrics(columnMs(0.5), { pacing_rate: bitsPerSecond });
    return (await openEvents([pacing, ...sends, END])).context();
  };

  test('is a line of its own: a value at the cursor, a range in sentence and table', async () => {
    const context = await paced(8_000_000);
    expect(throughput.values(context, 100 * COLUMN_US).get('pacing-rate')).toBe('8.0 Mbit/s');
    expect(throughput.sentence(context)).toMatch(/sent 2\.0 Mbit\/s; pacing rate, as logged 8\.0 Mbit\/s\.$/);
    expect(throughput.cells(context, 0, 128 * COLUMN_US)).toEqual([FULL, '8.0 Mbit/s']);
    const { surface } = paintOn(throughput, context);
    expect(pointsOf(surface, 'pacing-rate').length).toBeGreaterThan(1);
    const hidden = paintOn(throughput, { ...context, hidden: new Set(['throughput/pacing-rate']) }).surface;
    expect(pointsOf(hidden, 'pacing-rate')).toEqual([]);
  });

  test('far above the rate of sending leaves the panel, and a note says where it lies', async () => {
    expect(paintOn(throughput, await paced(7_000_000)).painted.clipped).toBeUndefined();
    expect(paintOn(throughput, await paced(80_000_000)).painted.clipped).toBe(
      'Clipped: a logged rate reaches 80.0 Mbit/s.',
    );
  });

  test('without a limit is none', async () => {
    const context = await paced(2 ** 64 * 8);
    expect(throughput.legend(context).map(({ id }) => id)).toEqual(['sent-total']);
  });
});
