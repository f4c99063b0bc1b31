/** A receiver's panels: bytes that arrive, the gaps between packets, and the ACKs it sends. */
import { expect, test } from 'vitest';
import { acksSent } from '../../../../src/drawing/panels/acks-sent.ts';
import { receiveGaps } from '../../../../src/drawing/panels/receive-gaps.ts';
import { received } from '../../../../src/drawing/panels/received.ts';
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
import { send, type TimedEvent } from '../../../support/replay-events.ts';

const arrive = (column: number, packet_number: number): TimedEvent => [
  columnMs(column),
  'quic:packet_received',
  { header: { packet_type: '1RTT', packet_number }, raw: { length: 1000 }, frames: [{ frame_type: 'ping' }] },
];
const ack = (column: number, number: number): TimedEvent =>
  send(columnMs(column), number, {
    bytes: 40,
    frames: [{ frame_type: 'ack', acked_ranges: [[0, number]] }],
  });

/** A packet per column for 100 columns, silence for 200, then a packet per column again; every tenth is acknowledged. */
const arrivals = [...Array(100).keys(), ...Array.from({ length: 200 }, (_, i) => 300 + i)];
const trace = await openEvents([
  ...arrivals.flatMap((column, i) =>
    i % 10 === 9 ? [arrive(column + 0.25, i), ack(column + 0.5, i)] : [arrive(column + 0.25, i)],
  ),
  END,
]);
const whole = trace.context();

test('at the cursor are rate, longest gap and ACKs of the span', () => {
  // No RTT: the mean is over an eighth of the trace to both sides, less to the near end.
  const at = 50 * COLUMN_US;
  expect(received.values(whole, at).get('received-total')).toBe('3.8 Mbit/s');
  expect(receiveGaps.values(whole, at).get('receive-gap')).toBe('2.05 ms');
  expect(acksSent.values(whole, at).get('acks-sent-total')).toMatch(/^\d+\/s$/);
  expect(receiveGaps.values(whole, -1).size).toBe(0);
  expect(acksSent.values(whole, -1).size).toBe(0);
  expect(received.values(whole, 200 * COLUMN_US).get('received-total')).toBe('0 bit/s');
  expect(received.values(whole, -1).size).toBe(0);
});

test('the longest gap is named in the part in which it ends', () => {
  const gap = `${((201 * COLUMN_US) / 1000).toFixed(0)} ms`;
  expect(receiveGaps.cells(whole, 296 * COLUMN_US, 304 * COLUMN_US)[0]).toBe(gap);
  expect(receiveGaps.cells(whole, 20 * COLUMN_US, 80 * COLUMN_US)[0]).toBe('2.05 ms');
});

test('the sentences give mean rate, longest gap and ACKs', () => {
  expect(received.sentence(whole)).toBe('Received 2.3 Mbit/s on average in view.');
  expect(receiveGaps.sentence(whole)).toBe('The longest gap between packets in view is 412 ms.');
  expect(acksSent.sentence(whole)).toBe('29/s packets with ACKs sent on average in view.');
});

test('the long pause is the only tall bar among the gaps', () => {
  const { surface, painted } = paintOn(receiveGaps, whole);
  const tall = surface.rects.filter(({ height }) => height > 50);
  expect(tall).toHaveLength(1);
  expect(Math.abs((tall[0]?.x ?? 0) - 300)).toBeLessThan(4);
  expect(painted.max).toBeCloseTo(201 * COLUMN_US * 1.15, 0);
  const hidden = trace.context({ hidden: ['receive-gaps/receive-gap'] });
  expect(paintOn(receiveGaps, hidden).surface.rects).toEqual([]);
});

test('ACKs are a line at zero in the pause', () => {
  const points = pointsOf(paintOn(acksSent, whole).surface, 'acks-sent-total');
  expect(points.filter(([x]) => x > 165 && x < 235).every(([, y]) => y > 99.999)).toBe(true);
  expect(points.some(([x, y]) => x < 100 && y < 60)).toBe(true);
});

test('before the first ACK no text is "NaN"', () => {
  const texts = [
    ...[received, receiveGaps, acksSent].flatMap((panel) => [
      panel.sentence(trace.context({ fromUs: 0, toUs: 8 * COLUMN_US })),
      ...panel.cells(whole, 0, 4 * COLUMN_US),
      ...panel.values(whole, 0).values(),
    ]),
  ];
  expect(texts.filter((text) => text.includes('NaN'))).toEqual([]);
});

test('the received rate is one line, at zero in the pause', () => {
  const { surface } = paintOn(received, whole);
  const points = pointsOf(surface, 'received-total');
  expect(points.filter(([x]) => x > 165 && x < 235).every(([, y]) => y > 99.999)).toBe(true);
  expect(points.filter(([x]) => x > 365 && x < 490).every(([, y]) => y < 60)).toBe(true);
});

test('a hidden rate is not drawn', () => {
  const { surface } = paintOn(received, trace.context({ hidden: ['received/received-total'] }));
  expect(surface.lines).toEqual([]);
  expect(received.legend(whole)).toHaveLength(1);
});

test('a trace without received packets names the event', async () => {
  const bare = await openEvents([send(0, 0), END]);
  expect(received.missing(bare.snapshot)).toContain('packet_received');
  expect(receiveGaps.missing(bare.snapshot)).toContain('packet_received');
  expect(acksSent.missing(bare.snapshot)).toContain('ACK');
  for (const panel of [received, receiveGaps, acksSent]) expect(panel.missing(trace.snapshot)).toBeNull();
});

test('on a real receiver the mean rate is the bytes of its records', async () => {
  const file = corpusPath('rate-cubic-buggy-s03.client.sqlog.gz');
  const records = rawRecords(file);
  const real = await openTrace(file);
  expect(real.snapshot.summary.side).toBe('receiver');
  const view = real.context({ width: 1024, fromUs: 0, toUs: 2 ** 23 });
  const [fromUs, toUs] = [2 ** 22, 2 ** 23];
  const bits =
    (rawBytes(records, 'packet_received', fromUs / 1000, toUs / 1000) * 8) / ((toUs - fromUs) / 1e6);
  expect(received.cells(view, fromUs, toUs)[0]).toBe(`${(bits / 1e6).toFixed(1)} Mbit/s`);
});
