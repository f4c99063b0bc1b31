/** Exact figures of a span, against the records of real traces counted one by one. */
import { describe, expect, test } from 'vitest';
import { middleOf } from '../../../../../src/engine/base/columns/median.ts';
import type { Measured } from '../../../../../src/engine/reading/contract/parts.ts';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { measure } from '../../../../../src/engine/service/answers/measure.ts';
import { loadTrace } from '../../../../support/load.ts';
import {
  corpusPath,
  heldAt,
  type RawRecord,
  rawLosses,
  rawMetric,
  rawRecords,
  rawStates,
} from '../../../../support/raw-trace.ts';
import { acknowledge, lost, metrics, replayEvents, send } from '../../../../support/replay-events.ts';

const NOT_IN_FLIGHT = ['ack', 'connection_close'];

function measured(state: TransportState, fromUs: number, toUs: number): Measured {
  return measure(state, { fromUs, toUs });
}

interface Ack {
  readonly timeUs: number;
  readonly bytes: number;
}

/** Bytes of in-flight packets that each ACK acknowledges first, followed packet by packet. */
function acksOf(records: readonly RawRecord[]): readonly Ack[] {
  const outstanding = new Map<string, number>();
  const acks: Ack[] = [];
  for (const { time, name, data } of records) {
    const frames = (data.frames ?? []) as readonly { frame_type: string; acked_ranges?: number[][] }[];
    if (name === 'quic:packet_sent' && frames.some((frame) => !NOT_IN_FLIGHT.includes(frame.frame_type)))
      outstanding.set(`${data.header.packet_type} ${data.header.packet_number}`, data.raw.length);
    if (name !== 'quic:packet_received') continue;
    let bytes = 0;
    for (const [from, to] of frames.flatMap((frame) => frame.acked_ranges ?? [])) {
      for (let number = from as number; number <= (to ?? (from as number)); number++) {
        const key = `${data.header.packet_type} ${number}`;
        bytes += outstanding.get(key) ?? 0;
        outstanding.delete(key);
      }
    }
    if (bytes > 0) acks.push({ timeUs: Math.round(time * 1000), bytes });
  }
  return acks;
}

/** Median of the smoothed RTTs that are new inside, else what held before; ms. The initial 333 ms is no RTT. */
function medianRtt(
  records: readonly RawRecord[],
  within: (timeMs: number) => boolean,
  fromMs: number,
): number {
  const logged = rawMetric(records, 'smoothed_rtt')
    .filter(({ value }) => Math.abs(value - 333) > 0.001)
    .filter(({ value }, i, all) => i === 0 || value !== all[i - 1]?.value);
  const inside = logged.filter(({ timeMs }) => within(timeMs)).map(({ value }) => value);
  if (inside.length === 0) return heldAt(logged, fromMs);
  return middleOf(Float64Array.from(inside).sort());
}

describe.each([
  'rate2-both-cubic-buggy-s09.server.sqlog.gz',
  'rate-cubic-buggy-s03.client.sqlog.gz',
  'rate-reno-s12.server.sqlog.gz',
])('%s', (file) => {
  const records = rawRecords(corpusPath(file));
  const { state } = loadTrace(corpusPath(file)).pipeline;
  const acks = acksOf(records);
  const ranges: readonly (readonly [number, number])[] = [
    [0, state.lastUs],
    [100_000, 900_000],
    [2_988_000, 6_183_000],
    [state.lastUs / 2, state.lastUs / 2 + 20_000],
  ];

  test.each(ranges)('from %d to %d µs agrees with its records', (fromUs, toUs) => {
    const within = (timeMs: number): boolean => {
      const timeUs = Math.round(timeMs * 1000);
      return timeUs >= fromUs && timeUs <= toUs;
    };
    const of = (name: string): readonly RawRecord[] =>
      records.filter((record) => record.name === `quic:${name}` && within(record.time));
    const sizes = (name: string): number =>
      of(name).reduce((sum, { data }) => sum + (data.raw.length as number), 0);
    const figures = measured(state, fromUs, toUs);
    expect(figures.packetsSent).toBe(of('packet_sent').length);
    expect(figures.sentBytes).toBe(sizes('packet_sent'));
    expect(figures.receivedBytes).toBe(sizes('packet_received'));
    expect(figures.ackedBytes).toBe(
      acks.filter(({ timeUs }) => within(timeUs / 1000)).reduce((sum, { bytes }) => sum + bytes, 0),
    );
    expect(figures.packetsLost).toBe(
      rawLosses(records)
        .filter(({ timeMs }) => within(timeMs))
        .reduce((sum, { value }) => sum + value, 0),
    );
    // The first state is entered, not changed to: quiche logs what held before it.
    const first = records.find(({ name }) => name === 'quic:congestion_state_updated');
    const changes = rawStates(records).slice(first?.data.old === undefined ? 1 : 0);
    expect(figures.transitions).toBe(changes.filter(({ timeMs }) => within(timeMs)).length);
    const windows = rawMetric(records, 'congestion_window');
    expect(figures.cwndFromBytes).toBe(heldAt(windows, fromUs / 1000));
    expect(figures.cwndToBytes).toBe(heldAt(windows, toUs / 1000));
    const rttMs = medianRtt(records, within, fromUs / 1000);
    if (Number.isNaN(rttMs)) expect([figures.rttUs, figures.roundTrips]).toEqual([NaN, NaN]);
    else {
      expect(figures.rttUs / 1000).toBeCloseTo(rttMs, 6);
      expect(figures.roundTrips).toBeCloseTo((toUs - fromUs) / 1000 / rttMs, 6);
    }
  });

  test('over the whole trace equals the sums of the replay', () => {
    const whole = measured(state, 0, state.lastUs);
    expect(whole.sentBytes).toBe(state.sentBytes);
    expect(whole.ackedBytes).toBe(state.ackedBytes);
    expect(whole.transitions).toBe(state.states.transitions);
    expect(whole.ptos).toBe(state.ptos.summary.count);
    expect(whole.ptoMethod).toBe('counted');
  });
});

const small = replayEvents([
  send(0, 0),
  send(10, 1, { bytes: 500 }),
  acknowledge(20, [[0, 0]]),
  send(30, 2),
  lost(40, 1),
]);

describe('the ends of a span', () => {
  test('belong to it', () => {
    expect(measured(small, 10_000, 30_000)).toMatchObject({
      packetsSent: 2,
      sentBytes: 1500,
      ackedBytes: 1000,
    });
    expect(measured(small, 10_001, 29_999)).toMatchObject({ packetsSent: 0, sentBytes: 0, ackedBytes: 1000 });
  });

  test('may be given in either order', () => {
    expect(measured(small, 30_000, 10_000)).toEqual(measured(small, 10_000, 30_000));
  });
});

describe('missing data of a trace is not reported as zero', () => {
  test('packets without metrics: neither window nor states, and a rebuilt RTT', () => {
    const figures = measured(small, 0, 40_000);
    expect(figures).toMatchObject({ rttUs: 20_000, rttOrigin: 'rebuilt', roundTrips: 2, packetsLost: 1 });
    expect([figures.cwndFromBytes, figures.cwndToBytes, figures.transitions]).toEqual([NaN, NaN, NaN]);
  });

  test('metrics without packets: neither bytes nor packets nor PTOs', () => {
    const state = replayEvents([
      metrics(0, { congestion_window: 12_000, smoothed_rtt: 20, latest_rtt: 20 }),
      metrics(50, { congestion_window: 6000, smoothed_rtt: 30 }),
    ]);
    const figures = measured(state, 10_000, 40_000);
    expect(figures).toMatchObject({
      cwndFromBytes: 12_000,
      cwndToBytes: 12_000,
      rttUs: 20_000,
      rttOrigin: 'logged',
    });
    const { sentBytes, ackedBytes, receivedBytes, packetsSent, ptos } = figures;
    expect([sentBytes, ackedBytes, receivedBytes, packetsSent, ptos]).toEqual([NaN, NaN, NaN, NaN, NaN]);
  });

  test('a stretch without events in a trace with all of them is zero', () => {
    expect(measured(small, 31_000, 39_000)).toMatchObject({
      sentBytes: 0,
      packetsSent: 0,
      packetsLost: 0,
      ptos: 0,
    });
  });
});
