/** Transport state from events: metrics carried forward, losses by method, key discard, time. */

import { describe, expect, it } from 'vitest';
import type { Series } from '../../../../../src/engine/base/columns/series.ts';
import { NOT_SET } from '../../../../../src/engine/sender/transport/transport.ts';
import { valuesOf } from '../../../../support/column-values.ts';
import { contain } from '../../../../support/containers.ts';
import { loadBytes } from '../../../../support/load.ts';
import { acknowledge, lost, metrics, replayEvents, send } from '../../../../support/replay-events.ts';
import { utf8 } from '../../../../support/split-all.ts';

const points = (series: Series): readonly (readonly number[])[] =>
  [...series.timesUs].map((timeUs, i) => [timeUs, series.values.at(i)!]);

describe('metrics', () => {
  it('are carried forward: an event without a field does not change it', () => {
    const { series } = replayEvents([
      metrics(1, { congestion_window: 13_500, bytes_in_flight: 2700 }),
      metrics(2, { bytes_in_flight: 4050 }),
      metrics(3, { congestion_window: 14_000 }),
    ]);
    expect(points(series.congestionWindow)).toEqual([
      [1000, 13_500],
      [3000, 14_000],
    ]);
    expect(series.congestionWindow.valueAt(2000)).toBe(13_500);
    expect(series.bytesInFlight.valueAt(3000)).toBe(4050);
  });

  it('take bytes in flight of 0 as a value', () => {
    const { series, events } = replayEvents([
      metrics(1, { bytes_in_flight: 1350 }),
      metrics(2, { bytes_in_flight: 0 }),
      metrics(3, { congestion_window: 1 }),
    ]);
    expect(points(series.bytesInFlight)).toEqual([
      [1000, 1350],
      [2000, 0],
    ]);
    expect([...valuesOf(events.inFlightBytes)]).toEqual([1350, 0, NOT_SET]);
  });

  it('ignore an unlimited slow start threshold', () => {
    const { series } = replayEvents([
      metrics(1, { ssthresh: 2 ** 64 }),
      metrics(2, { ssthresh: 9450 }),
      metrics(3, { ssthresh: 2 ** 53 }),
    ]);
    expect(points(series.ssthresh)).toEqual([[2000, 9450]]);
  });

  it('ignore RTTs until one is measured: 333 ms is an initial value', () => {
    const { series } = replayEvents([
      metrics(1, { min_rtt: 333, smoothed_rtt: 333 }),
      send(2, 0),
      acknowledge(42, [[0]]),
      metrics(42, { min_rtt: 40, smoothed_rtt: 40, latest_rtt: 40 }),
      metrics(50, { smoothed_rtt: 41 }),
    ]);
    expect(points(series.smoothedRtt)).toEqual([
      [42_000, 40_000],
      [50_000, 41_000],
    ]);
    expect(points(series.minRtt)).toEqual([[42_000, 40_000]]);
    expect(points(series.latestRtt)).toEqual([[42_000, 40_000]]);
  });

  it('ignore a latest RTT of 333 ms too, as long as none was measured', () => {
    const { series } = replayEvents([
      metrics(0, { latest_rtt: 333, smoothed_rtt: 333 }),
      metrics(20, { latest_rtt: 21, smoothed_rtt: 21 }),
      metrics(40, { latest_rtt: 333, smoothed_rtt: 60 }),
    ]);
    expect([series.latestRtt.length, series.latestRtt.min, series.latestRtt.max]).toEqual([
      2, 21_000, 333_000,
    ]);
    expect(series.smoothedRtt.max).toBe(60_000);
  });

  it('ignore any other initial RTT as well, as long as it does not change', () => {
    const { series } = replayEvents([
      metrics(1, { smoothed_rtt: 100 }),
      metrics(2, { smoothed_rtt: 100 }),
      metrics(3, { smoothed_rtt: 60 }),
    ]);
    expect(points(series.smoothedRtt)).toEqual([[3000, 60_000]]);
  });
});

describe('bytes in flight', () => {
  it('are rebuilt from packets and ACKs where none are logged', () => {
    const state = replayEvents([
      send(0, 0),
      send(1, 1, { bytes: 500 }),
      send(2, 2, { frames: [{ frame_type: 'ack' }] }),
      acknowledge(10, [[0]]),
      lost(11, 1),
    ]);
    expect(points(state.series.bytesInFlightRebuilt)).toEqual([
      [0, 1000],
      [1000, 1500],
      [10_000, 500],
      [11_000, 0],
    ]);
    expect(state.inFlight.info.origin).toBe('rebuilt');
    expect([...valuesOf(state.events.ackedBytes)]).toEqual([0, 0, 0, 1000, 0]);
  });

  it('are never drawn from two origins', () => {
    const state = replayEvents([send(0, 0), metrics(1, { bytes_in_flight: 1000 }), send(2, 1)]);
    expect(state.filledSeries().map(({ info }) => info.id)).toEqual(['bytes-in-flight', 'sent-total']);
    expect(points(state.series.bytesInFlightRebuilt)).toEqual([[0, 1000]]);
    expect(state.inFlight.info.origin).toBe('logged');
  });

  it('decrease by the packets of discarded keys, at once and without a loss', () => {
    const state = replayEvents([
      send(0, 0, { type: 'initial' }),
      send(1, 0),
      [2, 'security:key_discarded', { key_type: 'server_initial_secret' }],
    ]);
    expect(points(state.series.bytesInFlightRebuilt)).toEqual([
      [0, 1000],
      [1000, 2000],
      [2000, 1000],
    ]);
    expect(state.losses.summary.packets).toBe(0);
    expect(state.ledger.inFlightBytes).toBe(1000);
  });

  it('drop the Initial packets of a client when it first sends a Handshake packet', () => {
    const { ledger } = replayEvents([
      send(0, 0, { type: 'initial' }),
      send(1, 0, { type: 'handshake', bytes: 300 }),
    ]);
    expect([ledger.initial.inFlightBytes, ledger.handshake.inFlightBytes]).toEqual([0, 300]);
  });

  it('drop the Initial packets of a server when it first receives a Handshake packet, not when it sends one', () => {
    const start = [
      acknowledge(0, [], { type: 'initial' }),
      send(1, 0, { type: 'initial' }),
      send(2, 0, { type: 'handshake', bytes: 300 }),
    ];
    expect(replayEvents(start).ledger.inFlightBytes).toBe(1300);
    expect(replayEvents([...start, acknowledge(3, [], { type: 'handshake' })]).ledger.inFlightBytes).toBe(
      300,
    );
  });

  it('drop the Handshake packets of a server when it sends HANDSHAKE_DONE', () => {
    const { ledger, losses } = replayEvents([
      acknowledge(0, [], { type: 'initial' }),
      send(1, 0, { type: 'handshake' }),
      send(2, 0, { bytes: 200, frames: [{ frame_type: 'handshake_done' }] }),
    ]);
    expect(ledger.inFlightBytes).toBe(200);
    expect(losses.summary.packets).toBe(0);
  });
});

describe('losses', () => {
  /** Packets 0 to 9, 10 ms apart; 5 to 9 are acknowledged 50 ms after the last. */
  const gap = [
    ...Array.from({ length: 10 }, (_, number) => send(number * 10, number)),
    acknowledge(140, [[5, 9]]),
  ];

  it('are inferred from gaps of the ACKs when nothing better is logged', () => {
    // The largest acknowledged is 9, so that 0 to 4 are all three numbers after it.
    const { losses } = replayEvents(gap);
    expect(losses.summary).toEqual({ method: 'ack-gap', packets: 5 });
    expect([...losses.timesUs]).toEqual([140_000]);
  });

  it('are those of the loss counter if there is one', () => {
    const { losses, ledger } = replayEvents([
      metrics(0, { cf_lost_packets: { total: 0, delta: 0 } }),
      ...gap,
      metrics(141, { cf_lost_packets: { total: 2, delta: 2 } }),
      metrics(142, { cf_lost_packets: { total: 2, delta: 0 } }),
      metrics(143, { cf_lost_packets: { total: 3, delta: 1 } }),
    ]);
    expect(losses.summary).toEqual({ method: 'counted', packets: 3 });
    expect([...losses.timesUs]).toEqual([141_000, 143_000]);
    expect(ledger.inFlightBytes).toBe(2000);
  });

  it('of a counter beyond the packets are damage, and not told', () => {
    const counted = (...totals: readonly number[]) =>
      replayEvents([
        ...[0, 1, 2, 3].map((number) => send(number, number)),
        ...totals.map((total, i) => metrics(100 + i, { cf_lost_packets: { total } })),
      ]).losses.of('counted');
    expect([...counted(1, 2_764_472_320, 2).packets]).toEqual([1, 1]);
    expect([...counted(4).packets]).toEqual([4]);
    expect([...counted(5).packets]).toEqual([]);
    // Each packet is lost once, also of a counter that begins anew.
    expect([...counted(3, 0, 1).packets]).toEqual([3, 1]);
    expect([...counted(3, 0, 2).packets]).toEqual([3]);
  });

  it('of a counter for each path rise as the counter that goes on', () => {
    const { losses } = replayEvents([
      ...Array.from({ length: 10 }, (_, number) => send(number, number)),
      // From the third record on, path 0 and its successor in turn.
      ...[4, 0, 5, 1, 3].map((total, i) => metrics(100 + i, { cf_lost_packets: { total } })),
    ]);
    expect([...losses.of('counted').packets]).toEqual([4, 1, 1, 2]);
  });

  it('of a counter in a log without packets are not bounded', () => {
    const { losses } = replayEvents([metrics(0, { cf_lost_packets: { total: 7 } })]);
    expect(losses.summary).toEqual({ method: 'counted', packets: 7 });
  });

  it('are the logged ones if there are any, before any counter', () => {
    const { losses, ledger } = replayEvents([
      metrics(0, { cf_lost_packets: { total: 0 } }),
      ...gap,
      lost(141, 0),
      metrics(142, { cf_lost_packets: { total: 5 } }),
    ]);
    expect(losses.summary).toEqual({ method: 'logged', packets: 1 });
    expect(ledger.inFlightBytes).toBe(4000);
  });

  it('follow the logged bytes in flight, once these held across three ACKs, before the gaps of the ACKs', () => {
    const { losses } = replayEvents([
      ...[0, 1, 2].flatMap((number) => [
        send(number * 10, number),
        metrics(number * 10, { bytes_in_flight: 1000 }),
        acknowledge(number * 10 + 5, [[number]]),
        metrics(number * 10 + 5, { bytes_in_flight: 0 }),
      ]),
      ...[3, 4, 5].map((number) => send(30, number)),
      metrics(30, { bytes_in_flight: 3000 }),
      acknowledge(35, [[5]]),
      metrics(35, { bytes_in_flight: 1000 }),
    ]);
    expect(losses.summary).toEqual({ method: 'in-flight-drop', packets: 1 });
  });

  it('are inferred from a reduction of window and ssthresh if nothing else is logged', () => {
    const { losses } = replayEvents([
      metrics(1, { congestion_window: 20_000, ssthresh: 2 ** 64 }),
      metrics(2, { congestion_window: 19_000 }),
      metrics(3, { congestion_window: 10_000, ssthresh: 10_000 }),
    ]);
    expect(losses.summary).toEqual({ method: 'window-cut', packets: 1 });
    expect([...losses.timesUs]).toEqual([3000]);
  });

  it('are not known where nothing else is logged, and window and ssthresh fall in records of their own', () => {
    const { losses } = replayEvents([
      metrics(1, { congestion_window: 20_000 }),
      metrics(2, { ssthresh: 14_000 }),
      metrics(3, { congestion_window: 14_000 }),
      metrics(4, { ssthresh: 9800 }),
      metrics(5, { congestion_window: 9800 }),
    ]);
    expect(losses.isKnown).toBe(false);
  });

  it('do not count MTU probes', () => {
    const { losses, ledger } = replayEvents([send(0, 0), lost(1, 0, { is_mtu_probe_packet: true })]);
    expect(losses.method).not.toBe('logged');
    expect(ledger.inFlightBytes).toBe(0);
  });

  it('do not count one that the thresholds take for lost, before or after the log says that it is an MTU probe', () => {
    const sent = [0, 1, 2, 3, 4, 5].map((number) => send(number, number));
    const ack = acknowledge(20, [
      [0, 0],
      [2, 5],
    ]);
    const probe = lost(20, 1, { is_mtu_probe_packet: true });
    for (const records of [
      [ack, probe],
      [probe, ack],
    ])
      expect(replayEvents([...sent, ...records]).losses.summary).toEqual({ method: 'ack-gap', packets: 0 });
  });

  it('that are acknowledged later are counted as spurious', () => {
    const state = replayEvents([send(0, 0), lost(5, 0), acknowledge(9, [[0]])]);
    expect(state.spuriousLosses).toBe(1);
    expect(state.ackedBytes).toBe(0);
    expect(state.losses.summary.packets).toBe(1);
  });
});

describe('the times of the trace', () => {
  it('holds a backward time at its predecessor and counts it', () => {
    const state = replayEvents([send(5, 0), send(3, 1), send(4, 2), send(6, 3)]);
    expect([...valuesOf(state.events.timeUs)]).toEqual([5000, 5000, 5000, 6000]);
    expect(state.backwardSteps).toBe(2);
    expect([state.firstUs, state.lastUs]).toEqual([5000, 6000]);
  });

  it('takes no RTT from a packet whose time was moved by more than a millisecond', () => {
    const rttsOf = (sentMs: number): readonly number[] => [
      ...replayEvents([send(0, 0), send(15, 1), send(sentMs, 2), acknowledge(20, [[0, 2]])]).rebuilt.latestRtt
        .values,
    ];
    expect(rttsOf(5)).toEqual([]);
    expect(rttsOf(13.9)).toEqual([]);
    expect(rttsOf(14)).toEqual([5000]);
  });

  it('holds an event far ahead of both its neighbours, and nothing after it', () => {
    for (const wrong of [1500, 9e8]) {
      const state = replayEvents([send(5, 0), send(wrong, 1), send(7, 2), send(8, 3)]);
      expect([...valuesOf(state.events.timeUs)]).toEqual([5000, 5000, 7000, 8000]);
      expect([state.timeJumps, state.backwardSteps]).toEqual([1, 0]);
      expect([state.firstUs, state.lastUs]).toEqual([5000, 8000]);
    }
  });

  it('holds a first event that is far ahead at the second', () => {
    const state = replayEvents([send(9e8, 0), send(7, 1), send(8, 2)]);
    expect([...valuesOf(state.events.timeUs)]).toEqual([7000, 7000, 8000]);
    expect([state.firstUs, state.timeJumps]).toEqual([7000, 1]);
  });

  it('keeps a pause of any length, even with events out of order after it, and one before the last event', () => {
    const day = 86_400_000;
    const state = replayEvents([send(5, 0), send(day, 1), send(day - 2, 2), send(3 * day, 3)]);
    expect([...valuesOf(state.events.timeUs)]).toEqual([5000, day * 1000, day * 1000, 3 * day * 1000]);
    expect([state.timeJumps, state.backwardSteps]).toEqual([0, 1]);
  });

  it('treats a jump the same for any chunks', () => {
    const events = [send(5, 0), metrics(9e8, { congestion_window: 2700 }), send(7, 1)];
    const texts = events.map(([time, name, data]) => JSON.stringify({ time, name, data }));
    const bytes = utf8(contain('JSON-SEQ', texts));
    for (const chunkBytes of [1, 50, bytes.length]) {
      const { state } = loadBytes(bytes, chunkBytes).pipeline;
      expect([...valuesOf(state.events.timeUs)]).toEqual([5000, 5000, 7000]);
      expect(points(state.series.congestionWindow)).toEqual([[5000, 2700]]);
      expect(state.timeJumps).toBe(1);
    }
  });

  it('marks ACKs that raise the count of congestion marks, and only those', () => {
    const state = replayEvents([
      send(0, 0),
      send(0, 1),
      send(0, 2),
      acknowledge(1, [[0]], { ce: 0 }),
      acknowledge(2, [[0]], { ce: 2 }),
      acknowledge(3, [[0]], { ce: 2 }),
      acknowledge(4, [[0]], { ce: 1 }),
      acknowledge(5, [[0]], { ce: 3 }),
    ]);
    expect([...state.ceMarksUs]).toEqual([2000, 5000]);
  });

  it('distinguishes sender and receiver by ack-eliciting bytes', () => {
    const receive = (bytes: number) =>
      [1, 'quic:packet_received', { raw: { length: bytes }, frames: [{ frame_type: 'stream' }] }] as const;
    expect(replayEvents([send(0, 0), receive(999)]).side).toBe('sender');
    expect(replayEvents([send(0, 0), receive(1001)]).side).toBe('receiver');
    expect(replayEvents([metrics(0, { congestion_window: 1 })]).side).toBe('unknown');
  });

  it('keeps one row per event, unknown ones included', () => {
    const { events } = replayEvents([send(0, 0), [1, 'http:frame_created', {}], lost(2, 7)]);
    expect(events.length).toBe(3);
    for (const column of [events.kind, events.space, events.flags, events.packetNumber, events.sizeBytes])
      expect(column.length).toBe(3);
    for (const column of [events.ackedBytes, events.inFlightBytes, events.offset])
      expect(column.length).toBe(3);
  });
});
