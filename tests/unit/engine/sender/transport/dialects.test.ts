/** What the replay makes of logs that leave things out, write them in other units, or count them together. */

import { describe, expect, it } from 'vitest';
import { EventBatch } from '../../../../../src/engine/base/columns/event-batch.ts';
import { Replay } from '../../../../../src/engine/sender/transport/replay.ts';
import { EventKind, MetricField, PacketFlag, PacketSpace } from '../../../../../src/qlog-schema/index.ts';
import { valuesOf } from '../../../../support/column-values.ts';
import {
  acknowledge,
  lost,
  metrics,
  replayEvents,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';

/** A received packet with the frames given. */
const receive = (timeMs: number, type: string, frames?: readonly object[], bytes = 100): TimedEvent => [
  timeMs,
  'quic:packet_received',
  {
    header: { packet_type: type, packet_number: timeMs },
    raw: { length: bytes },
    ...(frames === undefined ? {} : { frames }),
  },
];
const crypto = [{ frame_type: 'crypto' }];
const done = [{ frame_type: 'handshake_done' }];

describe('the role', () => {
  const roleOf = (...events: readonly TimedEvent[]) => replayEvents(events).role;

  it('is client for the sender of the first Initial', () => {
    expect(roleOf(send(0, 0, { type: 'initial' }), receive(1, 'initial', crypto))).toBe('client');
    expect(roleOf(receive(0, 'initial', crypto), send(1, 0, { type: 'initial' }))).toBe('server');
  });

  it('is corrected by HANDSHAKE_DONE, which only servers send', () => {
    expect(roleOf(send(0, 0, { type: 'initial' }), send(1, 0, { frames: done }))).toBe('server');
    expect(roleOf(receive(0, 'initial', crypto), receive(1, '1RTT', done))).toBe('client');
  });

  it('follows the first Handshake packet if the log begins later', () => {
    expect(roleOf(receive(0, 'handshake', crypto), send(1, 0, { type: 'handshake' }))).toBe('client');
    expect(roleOf(send(0, 0, { type: 'handshake' }), receive(1, 'handshake', crypto))).toBe('server');
  });

  it('stays unknown with 1-RTT packets only, or with an Initial in the middle', () => {
    expect(roleOf(send(0, 0), receive(1, '1RTT'))).toBe('unknown');
    expect(roleOf(send(0, 0), send(1, 0, { type: 'initial' }))).toBe('unknown');
  });
});

describe('the role that a header names', () => {
  const roleOf = (role: 'client' | 'server', ...events: readonly TimedEvent[]) =>
    replayEvents(events, role).role;

  it('stands before the first Initial, which may be missing', () => {
    expect(roleOf('client', receive(0, 'initial', crypto), send(1, 0, { type: 'initial' }))).toBe('client');
    expect(roleOf('server', send(0, 0))).toBe('server');
  });

  it('does not stand against HANDSHAKE_DONE', () => {
    expect(roleOf('client', receive(0, 'initial', crypto), send(1, 0, { frames: done }))).toBe('server');
  });
});

describe('windows below one datagram', () => {
  const window = (timeMs: number, congestion_window: number, bytes_in_flight: number) =>
    metrics(timeMs, { congestion_window, bytes_in_flight, ssthresh: 20 });

  it('are packets, of the size of those that were sent', () => {
    const { series, units } = replayEvents([
      window(0, 10, 0),
      send(1, 0, { bytes: 1200 }),
      window(2, 11, 1),
      window(3, 12, 1),
    ]);
    expect([...series.congestionWindow.values]).toEqual([11 * 1200, 12 * 1200]);
    expect([...series.bytesInFlight.values]).toEqual([1200]);
    expect([...series.ssthresh.values]).toEqual([20 * 1200]);
    expect(units.windowsInPackets).toBe(3);
  });

  it('are left out where no packet says their size', () => {
    const { series } = replayEvents([window(0, 10, 3), window(1, 12, 4)]);
    const { congestionWindow, bytesInFlight, ssthresh } = series;
    expect([congestionWindow.length, bytesInFlight.length, ssthresh.length]).toEqual([0, 0, 0]);
  });

  it('are bytes where the first one is', () => {
    const { series, units } = replayEvents([window(0, 12_000, 0), window(1, 1000, 0)]);
    expect([[...series.congestionWindow.values], units.windowsInPackets]).toEqual([[12_000, 1000], 0]);
  });
});

describe('the side', () => {
  const unsized = (timeMs: number, name: string, packet_number: number): TimedEvent => [
    timeMs,
    name,
    { header: { packet_type: '1RTT', packet_number } },
  ];

  it('is decided by packets if one direction has no sizes (quinn)', () => {
    const received = Array.from({ length: 5 }, (_, i) => unsized(i + 1, 'quic:packet_received', i));
    expect(replayEvents([send(0, 0), ...received]).side).toBe('receiver');
    const sent = Array.from({ length: 9 }, (_, i) => send(i, i));
    expect(replayEvents([...sent, unsized(20, 'quic:packet_received', 0)]).side).toBe('sender');
  });

  it('is decided by packets if no size is logged at all', () => {
    const one = unsized(0, 'quic:packet_sent', 0);
    const two = [1, 2].map((time) => unsized(time, 'quic:packet_received', time));
    expect(replayEvents([one, ...two]).side).toBe('receiver');
    expect(replayEvents([one]).side).toBe('sender');
  });
});

/** Round trips of 20 ms, each logged in another unit after its ACK. */
function roundTrips(count: number, unit: number, field = 'latest_rtt'): readonly TimedEvent[] {
  return Array.from({ length: count }, (_, i) => {
    const at = i * 30;
    const wobble = 1 + (i % 3) / 10;
    return [
      send(at, i),
      acknowledge(at + 20, [[i]]),
      metrics(at + 20, { [field]: 20 * unit * wobble, min_rtt: 20 * unit }),
    ] as const;
  }).flat();
}

describe('RTTs in a wrong unit', () => {
  it.each([
    ['µs for ms', 1000, 1e-3],
    ['seconds for ms', 1e-3, 1e3],
    ['ns for ms', 1e6, 1e-6],
  ])('are found by the round trips of packets, and put right from the start: %s', (_, unit, factor) => {
    for (const field of ['latest_rtt', 'smoothed_rtt']) {
      const { series, units } = replayEvents(roundTrips(20, unit, field));
      expect(units.rtt?.factor).toBeCloseTo(factor, 12);
      expect(units.rtt?.samples).toBe(8);
      const line = field === 'latest_rtt' ? series.latestRtt : series.smoothedRtt;
      expect(line.length).toBeGreaterThan(10);
      expect(line.min).toBeCloseTo(field === 'latest_rtt' ? 20_000 : line.values.at(0)!, 3);
      expect(line.max).toBeCloseTo(24_000, 3);
      expect(series.minRtt.last).toBeCloseTo(20_000, 3);
    }
  });

  it('need three round trips', () => {
    expect(replayEvents(roundTrips(2, 1000)).units.rtt).toBeNull();
    expect(replayEvents(roundTrips(3, 1000)).units.rtt?.samples).toBe(3);
  });

  it.each([1, 3, 0.2, 100, 30_000])('are not rescaled when they differ by %d', (unit) => {
    const { series, units } = replayEvents(roundTrips(100, unit));
    expect(units.rtt).toBeNull();
    expect(series.latestRtt.values.at(0)).toBeCloseTo(20_000 * unit, 3);
  });

  it('cannot be detected without ACKs', () => {
    const logged = Array.from({ length: 20 }, (_, i) => metrics(i, { latest_rtt: 20_000 + i }));
    expect(replayEvents(logged).units.rtt).toBeNull();
  });
});

describe('losses that are logged together', () => {
  const together = (timeMs: number, data: object): TimedEvent => [timeMs, 'quic:packet_lost', data];

  it('count with their number, and take the oldest packets up to the largest out of flight', () => {
    const { losses, ledger, series } = replayEvents([
      ...[0, 1, 2, 3, 4].map((number) => send(number, number)),
      together(10, { largest_lost_packet_num: 3, lost_packets: 3, lost_bytes: 3000 }),
    ]);
    expect(losses.summary).toEqual({ method: 'logged', packets: 3 });
    expect(ledger.inFlightBytes).toBe(2000);
    expect(series.bytesInFlightRebuilt.last).toBe(2000);
  });

  it('declare no packet above the largest lost', () => {
    const { losses, ledger } = replayEvents([
      send(0, 0),
      send(1, 1),
      together(2, { largest_lost_packet_num: 0, lost_packets: 1 }),
    ]);
    expect(ledger.inFlightBytes).toBe(1000);
    expect(losses.summary.packets).toBe(1);
  });

  it('are damage, and not told, where they are more than have numbers', () => {
    const lostOf = (data: object, sent = 3) => {
      const { losses, ledger, series } = replayEvents([
        ...Array.from({ length: sent }, (_, number) => send(number, number)),
        together(10, { ...data, trigger: 'time_threshold' }),
      ]);
      const { packets } = losses.summary;
      return [packets, series.lostByTimeThreshold.last || 0, sent * 1000 - ledger.inFlightBytes];
    };
    expect(lostOf({ largest_lost_packet_num: 1, lost_packets: 2 })).toEqual([2, 2, 2000]);
    expect(lostOf({ largest_lost_packet_num: 1, lost_packets: 3 })).toEqual([0, 0, 0]);
    expect(lostOf({ largest_lost_packet_num: 1e12, lost_packets: 3 })).toEqual([3, 3, 3000]);
    expect(lostOf({ largest_lost_packet_num: 1e12, lost_packets: 4 })).toEqual([0, 0, 0]);
    expect(lostOf({ lost_packets: 3 })).toEqual([3, 3, 3000]);
    expect(lostOf({ lost_packets: 4 })).toEqual([0, 0, 0]);
    // A log without its packets: the numbers alone.
    expect(lostOf({ largest_lost_packet_num: 1, lost_packets: 2 }, 0)).toEqual([2, 2, 0]);
    expect(lostOf({ largest_lost_packet_num: 1, lost_packets: 3 }, 0)).toEqual([0, 0, 0]);
  });

  it('add up with those that are logged singly', () => {
    const { losses } = replayEvents([send(0, 0), send(1, 1), lost(2, 0), together(3, { lost_packets: 1 })]);
    expect(losses.summary.packets).toBe(2);
  });
});

/** A batch of rows written by hand, for hints that no file needs to tell. */
function batchOf(fill: (batch: EventBatch) => void): EventBatch {
  const batch = new EventBatch();
  fill(batch);
  return batch;
}

const sendAndAck = batchOf((batch) => {
  const sent = batch.begin(EventKind.packetSent, 0, 0, 1);
  batch.space[sent] = PacketSpace.application;
  batch.flags[sent] = PacketFlag.ackEliciting | PacketFlag.inFlight;
  batch.packetNumber[sent] = 0;
  batch.sizeBytes[sent] = 1000;
  const logged = batch.begin(EventKind.metricsUpdated, 1000, 0, 2);
  batch.addPair(logged, MetricField.bytesInFlight, 1000);
  const during = batch.begin(EventKind.metricsUpdated, 2000, 0, 2);
  batch.addPair(during, MetricField.congestionWindow, 12_000);
  const acked = batch.begin(EventKind.packetReceived, 3000, 0, 3);
  batch.space[acked] = PacketSpace.application;
  batch.addPair(acked, 0, 0);
  batch.begin(EventKind.metricsUpdated, 4000, 0, 2);
});

describe('omitted zeros', () => {
  const flightOf = (replay: Replay) => {
    replay.consume(sendAndAck);
    replay.end();
    const { bytesInFlight } = replay.state.series;
    return [...bytesInFlight.timesUs].map((timeUs, i) => [timeUs, bytesInFlight.values.at(i)]);
  };

  it('end the flight with metrics that omit it, once no packet is outstanding', () => {
    const replay = new Replay({ omitsZeros: true });
    expect(flightOf(replay)).toEqual([
      [1000, 1000],
      [4000, 0],
    ]);
    expect(valuesOf(replay.state.events.inFlightBytes).at(-1)).toBe(0);
  });

  it('are not assumed without the hint, which may come late', () => {
    expect(flightOf(new Replay())).toEqual([[1000, 1000]]);
    const replay = new Replay();
    replay.configure({ omitsZeros: true });
    expect(flightOf(replay).length).toBe(2);
  });
});

describe('rows', () => {
  it('keep the id of the name that was logged', () => {
    const replay = new Replay();
    replay.consume(sendAndAck);
    replay.end();
    expect([...valuesOf(replay.state.events.nameId)]).toEqual([1, 2, 2, 3, 2]);
  });

  it('take a state inside metrics', () => {
    const { states } = replayEvents([[0, 'recovery:cwnd_update', { cwnd: 1, cc_phase: 'slow_start' }]]);
    expect([...states.names]).toEqual(['slow_start']);
  });
});
