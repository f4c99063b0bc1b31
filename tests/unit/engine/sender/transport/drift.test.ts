/** Rebuilt bytes in flight beside logged ones, and how far they lie apart. */
import { describe, expect, it } from 'vitest';
import { Series } from '../../../../../src/engine/base/columns/series.ts';
import { Drift } from '../../../../../src/engine/sender/transport/drift.ts';
import { acknowledge, lost, metrics, replayEvents, send } from '../../../../support/replay-events.ts';

const points = (series: Series): readonly (readonly number[])[] =>
  [...series.timesUs].map((timeUs, i) => [timeUs, series.values.at(i)!]);

it('a drift counts as equal below one byte, in either direction, and keeps the largest and the first', () => {
  const info = { id: 'd', name: 'd', unit: 'bytes', shape: 'step', origin: 'rebuilt' } as const;
  const drift = new Drift(new Series(info));
  expect(drift.summary).toEqual({ compared: 0, equal: 0, largestBytes: 0, firstApartUs: Number.NaN });
  for (const [i, apart] of [0, 0.9, -0.9].entries()) drift.compare(i, 1000 + apart, 1000);
  expect(drift.summary).toMatchObject({ compared: 3, equal: 3, firstApartUs: Number.NaN });
  for (const [i, apart] of [1, -7, 5].entries()) drift.compare(10 + i, 1000 + apart, 1000);
  expect(drift.summary).toEqual({ compared: 6, equal: 3, largestBytes: 7, firstApartUs: 10 });
});

describe('the rebuilt flight', () => {
  it('continues in addition to the logged one, from the first packet to the last', () => {
    const state = replayEvents([
      send(0, 0),
      metrics(1, { bytes_in_flight: 1000 }),
      send(2, 1, { bytes: 500 }),
      acknowledge(10, [[0]]),
    ]);
    expect(points(state.flightFromPackets)).toEqual([
      [0, 1000],
      [2000, 1500],
      [10_000, 500],
    ]);
    expect(state.inFlight.info.id).toBe('bytes-in-flight');
  });

  it('is in the list of all series, and not among those drawn by default', () => {
    const state = replayEvents([send(0, 0), metrics(1, { bytes_in_flight: 900 })]);
    const ids = (series: readonly Series[]): readonly string[] => series.map(({ info }) => info.id);
    expect(ids(state.filledSeries())).toEqual(['bytes-in-flight', 'sent-total']);
    expect(ids(state.allSeries())).toEqual([
      'bytes-in-flight',
      'sent-total',
      'bytes-in-flight-from-packets',
      'flight-drift',
    ]);
    expect(state.findSeries('flight-drift')?.last).toBe(100);
  });

  it('is the default series if nothing is logged', () => {
    const state = replayEvents([send(0, 0)]);
    expect(state.flightFromPackets.info.id).toBe('bytes-in-flight-rebuilt');
    expect(state.rebuilt.bytesInFlight.length).toBe(0);
  });
});

describe('the drift', () => {
  it('is rebuilt minus logged at each logged value', () => {
    const { drift, rebuilt } = replayEvents([
      send(0, 0),
      metrics(1, { bytes_in_flight: 1000 }),
      send(2, 1),
      metrics(3, { bytes_in_flight: 2700 }),
      acknowledge(10, [[0, 1]]),
      metrics(11, { bytes_in_flight: 0 }),
    ]);
    expect(points(rebuilt.flightDrift)).toEqual([
      [1000, 0],
      [3000, -700],
      [11_000, 0],
    ]);
    expect(drift.summary).toEqual({ compared: 3, equal: 2, largestBytes: 700, firstApartUs: 3000 });
  });

  it('is not computed without packets', () => {
    const { drift, rebuilt } = replayEvents([metrics(1, { bytes_in_flight: 1000 })]);
    expect(drift.summary).toEqual({ compared: 0, equal: 0, largestBytes: 0, firstApartUs: Number.NaN });
    expect(rebuilt.flightDrift.length).toBe(0);
  });

  it('compares after the loss counter of the same event', () => {
    const { drift } = replayEvents([
      ...[0, 1, 2, 3].map((number) => send(number, number)),
      acknowledge(20, [[3]]),
      metrics(20, { bytes_in_flight: 2000, cf_lost_packets: { total: 1, delta: 1 } }),
    ]);
    expect(drift.summary.equal).toBe(1);
  });

  it('never takes its losses from the logged flight', () => {
    const rounds = [0, 1, 2, 3, 4].flatMap((round) => [
      send(round * 10, round),
      metrics(round * 10, { bytes_in_flight: 1000 }),
      acknowledge(round * 10 + 5, [[round]]),
      metrics(round * 10 + 5, { bytes_in_flight: 0 }),
    ]);
    const { drift, losses } = replayEvents([
      ...rounds,
      send(100, 5),
      send(100, 6),
      metrics(100, { bytes_in_flight: 2000 }),
      acknowledge(101, [[6]]),
      metrics(101, { bytes_in_flight: 0 }),
    ]);
    expect(losses.summary).toEqual({ method: 'in-flight-drop', packets: 1 });
    expect(drift.summary).toMatchObject({ largestBytes: 1000, firstApartUs: 101_000 });
  });
});

describe('late evidence', () => {
  it('reverts losses inferred before: the counter decides', () => {
    const { ledger, losses } = replayEvents([
      ...[0, 1, 2, 3, 4, 5].map((number) => send(number, number)),
      acknowledge(20, [[4, 5]]),
      metrics(20, { cf_lost_packets: { total: 1, delta: 1 } }),
    ]);
    expect(losses.summary).toEqual({ method: 'counted', packets: 1 });
    // The thresholds found four, by numbers and by time; only one is counted.
    expect(ledger.inFlightBytes).toBe(3000);
  });

  it('does so for logged losses too, and not for the loss of an MTU probe', () => {
    const start = [...[0, 1, 2, 3, 4, 5].map((number) => send(number, number)), acknowledge(20, [[4, 5]])];
    expect(replayEvents([...start, lost(21, 1)]).ledger.inFlightBytes).toBe(3000);
    const probe = replayEvents([...start, lost(21, 3, { is_mtu_probe_packet: true })]);
    expect(probe.losses.method).toBe('ack-gap');
    expect(
      replayEvents([...start, lost(21, 3, { is_mtu_probe_packet: true }), lost(22, 1)]).ledger.inFlightBytes,
    ).toBe(2000);
  });

  it('lets a counter include packets that are not in flight, as quiche does', () => {
    const ack = { frames: [{ frame_type: 'ack', acked_ranges: [[0]] }], bytes: 60 };
    const { ledger } = replayEvents([
      send(0, 0, ack),
      ...[1, 2, 3, 4].map((number) => send(0, number)),
      acknowledge(20, [[4]]),
      metrics(20, { cf_lost_packets: { total: 2, delta: 2 } }),
    ]);
    // Packets 0 and 1 are three numbers below: one ACK alone, one in flight.
    expect(ledger.inFlightBytes).toBe(2000);
  });

  it('declares losses by time without a later ACK', () => {
    const { losses } = replayEvents([send(0, 0), send(20, 1), acknowledge(40, [[1]]), send(41, 2)]);
    // 9/8 of the RTT of 20 ms are over 22.5 ms after packet 0 was sent, which the ACK tells of.
    expect([...losses.timesUs]).toEqual([40_000]);
    const later = replayEvents([send(0, 0), send(1, 1), acknowledge(40, [[1]]), send(50, 2)]);
    expect([...later.losses.timesUs]).toEqual([50_000]);
  });
});
