/** Why the stack declared packets lost: totals per reason, as it logs them. */
import { expect, test } from 'vitest';
import { contain } from '../../../../support/containers.ts';
import { loadBytes } from '../../../../support/load.ts';
import { lost, replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';
import { utf8 } from '../../../../support/split-all.ts';

const sends = Array.from({ length: 10 }, (_, i) => send(0, i));
const EVENTS: readonly TimedEvent[] = [
  ...sends,
  lost(10, 1, { trigger: 'reordering_threshold' }),
  lost(11, 2, { trigger: 'time_threshold' }),
  lost(12, 3, { trigger: 'reordering_threshold' }),
  lost(13, 4, { trigger: 'pto_expired' }),
  lost(14, 5, { trigger: 'another' }),
  lost(15, 6),
];

const totals = ({ series }: ReturnType<typeof replayEvents>) => ({
  'packet threshold': [...series.lostByPacketThreshold.values],
  'time threshold': [...series.lostByTimeThreshold.values],
  PTO: [...series.lostByPto.values],
});

test('each reason has its running total; other words and none have no reason', () => {
  expect(totals(replayEvents(EVENTS))).toEqual({
    'packet threshold': [1, 2],
    'time threshold': [1],
    PTO: [1],
  });
});

test('an event for several packets counts them all', () => {
  const together: TimedEvent = [
    10,
    'recovery:packets_lost',
    {
      header: { packet_type: '1RTT' },
      largest_lost_packet_num: 4,
      lost_packets: 4,
      trigger: 'time_threshold',
    },
  ];
  expect(totals(replayEvents([...sends, together]))['time threshold']).toEqual([4]);
});

test('a stack that writes the same reason for every loss has none', () => {
  const header = { qlog_format: 'JSON-SEQ', qlog_version: '0.3', title: 'quinn', trace: {} };
  const texts = EVENTS.map(([time, name, data]) => JSON.stringify({ time, name, data }));
  const { pipeline } = loadBytes(utf8(contain('JSON-SEQ', texts, header)));
  expect(pipeline.state.losses.summary.packets).toBe(6);
  expect(totals(pipeline.state)).toEqual({ 'packet threshold': [], 'time threshold': [], PTO: [] });
});
