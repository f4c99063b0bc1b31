/** The books of a connection balance after any events, and no order of ACK ranges changes them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PacketFate } from '../../src/engine/sender/transport/packet-fate.ts';
import { packetsIn } from '../../src/engine/sender/transport/sequence.ts';
import type { TransportState } from '../../src/engine/sender/transport/transport.ts';
import { acknowledge, lost, metrics, replayEvents, send, type TimedEvent } from '../support/replay-events.ts';
import { draws } from '../support/tier.ts';

const number = fc.nat(40);
const type = fc.constantFrom('initial', 'handshake', '1RTT');
const stream = fc
  .record({ offset: fc.nat(3000), length: fc.nat(1000) })
  .map((frame) => ({ frame_type: 'stream', stream_id: 0, ...frame }));
const frames = fc.oneof(
  { weight: 4, arbitrary: stream.map((frame) => [frame]) },
  { weight: 1, arbitrary: fc.constant([{ frame_type: 'ack' }]) },
);

type Step = (timeMs: number) => TimedEvent;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ number, type, bytes: fc.nat(1500), frames }).map(
      ({ number: n, ...options }): Step =>
        (timeMs) =>
          send(timeMs, n, options),
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.array(fc.tuple(number, number), { maxLength: 4 }), type, fc.option(number))
      .map(([ranges, space, ce]): Step => {
        const options = { type: space, ...(ce === null ? {} : { ce }) };
        return (timeMs) => acknowledge(timeMs, ranges, options);
      }),
  },
  {
    weight: 1,
    arbitrary: number.map(
      (n): Step =>
        (timeMs) =>
          lost(timeMs, n),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .record(
        { bytes_in_flight: fc.nat(20_000), congestion_window: fc.nat(20_000), pto_count: fc.nat(3) },
        { requiredKeys: [] },
      )
      .map(
        (data): Step =>
          (timeMs) =>
            metrics(timeMs, data),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.nat(30).map(
      (total): Step =>
        (timeMs) =>
          metrics(timeMs, { cf_lost_packets: { total, delta: 1 } }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('server_initial_secret', 'client_handshake_secret').map(
      (key_type): Step =>
        (timeMs) => [timeMs, 'security:key_discarded', { key_type }],
    ),
  },
);

const events = fc.array(fc.tuple(fc.nat(200), step), { maxLength: 80 }).map((steps) => {
  let timeMs = 0;
  return steps.map(([gapMs, make]) => {
    timeMs += gapMs;
    return make(timeMs);
  });
});

/** Everything that the events leave after, as plain values. */
function figures(state: TransportState): unknown {
  return {
    packets: packetsIn(state.ledger, 0, Number.POSITIVE_INFINITY, 1000),
    flight: [state.ledger.inFlightBytes, state.ledger.presumedBytes],
    losses: [...state.losses.timesUs],
    series: state.allSeries().map((series) => [series.info.id, ...series.values]),
    ptos: state.ptos.summary,
  };
}

describe('a connection', () => {
  it('never has less than nothing in flight, and knows the fate of each byte it sent', () => {
    fc.assert(
      fc.property(events, (list) => {
        const state = replayEvents(list);
        const { packets } = packetsIn(state.ledger, 0, Number.POSITIVE_INFINITY, 1000);
        const outstanding = packets
          .filter(({ fate }) => fate === PacketFate.outstanding)
          .reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
        expect(state.ledger.inFlightBytes).toBe(outstanding);
        expect(state.ledger.presumedBytes).toBeGreaterThanOrEqual(0);
        expect(state.flightFromPackets.min).not.toBeLessThan(0);
        for (const { settledUs, sentUs } of packets) expect(settledUs).not.toBeLessThan(sentUs);
      }),
      { numRuns: draws(300) },
    );
  });

  it('has spans and instants in order, and totals that never fall', () => {
    fc.assert(
      fc.property(events, (list) => {
        const state = replayEvents(list);
        const { goodputTotal, resentTotal } = state.rebuilt;
        for (const ascending of [
          goodputTotal.values,
          resentTotal.values,
          state.ptos.timesUs,
          state.pauses.startUs.view(),
          state.pauses.endUs.view(),
        ])
          expect([...ascending]).toEqual([...ascending].sort((a, b) => a - b));
        for (const spans of [state.recovery.spans, state.persistentCongestion.spans]) {
          for (const { startUs, endUs } of spans.within(0, 1e12)) expect(endUs).not.toBeLessThan(startUs);
        }
      }),
      { numRuns: draws(200) },
    );
  });

  it('is the same for any order of the ranges of an ACK', () => {
    fc.assert(
      fc.property(events, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (list, order) => {
        const shuffled = list.map((event): TimedEvent => {
          const [timeMs, name, data] = event;
          const [ack] = (data as { frames?: readonly { acked_ranges?: readonly unknown[] }[] }).frames ?? [];
          const ranges = ack?.acked_ranges;
          if (ranges === undefined) return event;
          const acked_ranges = order.flatMap((i) => (i < ranges.length ? [ranges[i]] : []));
          return [timeMs, name, { ...data, frames: [{ ...ack, acked_ranges }] }];
        });
        expect(figures(replayEvents(shuffled))).toEqual(figures(replayEvents(list)));
      }),
      { numRuns: draws(200) },
    );
  });
});
