/** Records that stand twice are read once; what only looks alike is left as it is. */
import { expect, test } from 'vitest';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import {
  acknowledge,
  metrics,
  replayEvents,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';

const LOG: readonly TimedEvent[] = Array.from({ length: 30 }, (_, i) => [
  send(i * 10, i, { frames: [{ frame_type: 'stream', stream_id: 0, offset: i * 900, length: 900 }] }),
  metrics(i * 10 + 1, { bytes_in_flight: 1000 }),
  acknowledge(i * 10 + 5, [[i]]),
]).flat();

const figuresOf = ({
  sentPackets,
  receivedPackets,
  ackedBytes,
  events,
  ledger,
  delivery,
}: TransportState) => ({
  ...{ sentPackets, receivedPackets, ackedBytes },
  events: events.length,
  outOfOrder: ledger.outOfOrder,
  application: delivery.applicationBytes,
});

test.each([
  ['all records', LOG.flatMap((event) => [event, event]), 90],
  ['all but the first ones', LOG.flatMap((event, i) => (i < 3 ? [event] : [event, event])), 87],
])('%s twice are one log', (_, events, leftOut) => {
  const doubled = replayEvents(events);
  expect(figuresOf(doubled)).toEqual(figuresOf(replayEvents(LOG)));
  expect(doubled.doubledRecords).toBe(leftOut);
});

test('a log with some repeated packets is left as it is', () => {
  const events = LOG.flatMap((event, i) => (i % 30 === 0 ? [event, event] : [event]));
  const { doubledRecords, ledger } = replayEvents(events);
  expect([doubledRecords, ledger.outOfOrder]).toEqual([0, 3]);
});

test('metrics that stay the same are not packets', () => {
  const events = LOG.flatMap((event) => (event[1].includes('metrics') ? [event, event] : [event]));
  expect(replayEvents(events).doubledRecords).toBe(0);
});

test('packets of two paths that are sent together are none', () => {
  const events = LOG.flatMap(([timeMs, name, data]) =>
    [0, 1].map((path_id): TimedEvent => [timeMs, name, { ...data, path_id }]),
  );
  const { doubledRecords, pathCount, sentPackets } = replayEvents(events);
  expect([doubledRecords, pathCount, sentPackets]).toEqual([0, 2, 60]);
});
