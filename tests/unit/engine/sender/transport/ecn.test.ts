/** What ACKs report of marked packets, per packet number space, and when that may not be believed. */
import { describe, expect, it, test } from 'vitest';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { lost, replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';

interface Ack {
  readonly ect0?: number;
  readonly ect1?: number;
  readonly ce?: number;
  readonly type?: string;
}

let received = 0;
const ack = (
  timeMs: number,
  from: number,
  to: number,
  { type = '1RTT', ...counts }: Ack = {},
): TimedEvent => [
  timeMs,
  'quic:packet_received',
  {
    header: { packet_type: type, packet_number: received++ },
    raw: { length: 60 },
    frames: [{ frame_type: 'ack', acked_ranges: [[from, to]], ...counts }],
  },
];

/** Packets sent with ECT(0), one per ms. */
function capable(from: number, to: number, ecn = 'ECT(0)'): readonly TimedEvent[] {
  return Array.from({ length: to - from + 1 }, (_, i): TimedEvent => {
    const [timeMs, name, data] = send(from + i, from + i);
    return [timeMs, name, { ...data, ecn }];
  });
}
const plain = (from: number, to: number) => capable(from, to, 'Not-ECT');

const marksOf = ({ series: { ceTotal } }: TransportState) =>
  [...ceTotal.timesUs].map((timeUs, i) => [timeUs / 1000, ceTotal.values.at(i)]);

const eventsOf = ({ ecn }: TransportState) => [...ecn.eventsUs.view()].map((timeUs) => timeUs / 1000);

describe('packets marked CE', () => {
  it('are counted in each packet number space by itself', () => {
    const state = replayEvents([
      send(0, 0, { type: 'initial' }),
      ack(10, 0, 0, { ect0: 0, ect1: 0, ce: 1, type: 'initial' }),
      ...plain(11, 14),
      ack(20, 11, 12, { ect0: 2, ect1: 0, ce: 0 }),
      ack(21, 11, 14, { ect0: 3, ect1: 0, ce: 1 }),
    ]);
    expect(marksOf(state)).toEqual([
      [10, 1],
      [21, 2],
    ]);
    expect(state.ecn).toMatchObject({ failure: null, ackedPackets: 5, firstUs: 10_000, lastUs: 21_000 });
  });

  it('are news in an ACK of nothing new, and none in an older ACK', () => {
    const state = replayEvents([
      ...plain(0, 9),
      ack(20, 0, 5, { ect0: 5, ect1: 0, ce: 1 }),
      ack(21, 0, 4, { ect0: 5, ect1: 0, ce: 0 }),
      ack(22, 0, 5, { ect0: 5, ect1: 0, ce: 2 }),
      ack(23, 0, 9, { ect0: 8, ect1: 0, ce: 2 }),
    ]);
    expect(marksOf(state)).toEqual([
      [20, 1],
      [22, 2],
    ]);
    expect(state.ecn).toMatchObject({ failure: null, ackedPackets: 10 });
  });

  it('of a log that begins late are those after its first counts', () => {
    const state = replayEvents([
      ...plain(100, 103),
      ack(120, 100, 101, { ect0: 80, ect1: 0, ce: 22 }),
      ack(121, 100, 103, { ect0: 81, ect1: 0, ce: 23 }),
    ]);
    expect(marksOf(state)).toEqual([[121, 1]]);
    expect(state.ecn.failure).toBeNull();
  });

  it('are not known from an ACK without counts', () => {
    const { ecn } = replayEvents([...plain(0, 3), ack(20, 0, 3)]);
    expect(ecn).toMatchObject({ failure: null, ackedPackets: 0, firstUs: Number.NaN });
  });
});

describe('a congestion event', () => {
  it('begins with a mark on packets that were all sent after the last one began', () => {
    const state = replayEvents([
      ...plain(0, 9),
      ack(20, 0, 4, { ect0: 4, ect1: 0, ce: 1 }),
      ack(21, 0, 9, { ect0: 8, ect1: 0, ce: 2 }),
      ...plain(22, 29),
      // Half of the packets of this ACK were sent before the one at 40 ms that begins an event.
      ack(40, 22, 25, { ect0: 11, ect1: 0, ce: 3 }),
      ...plain(41, 42),
      ack(60, 22, 41, { ect0: 15, ect1: 0, ce: 4 }),
      ack(62, 22, 42, { ect0: 15, ect1: 0, ce: 5 }),
    ]);
    expect(eventsOf(state)).toEqual([20, 40, 62]);
  });

  it('is none within the recovery from a loss', () => {
    const state = replayEvents([
      ...plain(0, 9),
      ack(20, 1, 4, { ect0: 4, ect1: 0, ce: 0 }),
      lost(20, 0),
      ack(25, 1, 9, { ect0: 7, ect1: 0, ce: 2 }),
      ...plain(30, 31),
      ack(50, 1, 31, { ect0: 8, ect1: 0, ce: 3 }),
    ]);
    expect(eventsOf(state)).toEqual([50]);
  });
});

test.each([
  ['marks', { ect0: 1, ect1: 0, ce: 10 }],
  ['ECT(0)', { ect0: 11, ect1: 0, ce: 0 }],
  ['ECT(1)', { ect0: 0, ect1: 2_764_472_320, ce: 0 }],
  ['all together', { ect0: 4, ect1: 4, ce: 3 }],
])(
  'counts of more packets than were sent are damage, and neither told nor held against ECN: %s',
  (_, counts) => {
    const around = (...damaged: readonly TimedEvent[]) => {
      const state = replayEvents([
        ...capable(0, 9),
        ack(20, 0, 4, { ect0: 4, ect1: 0, ce: 1 }),
        ...damaged,
        ack(22, 0, 9, { ect0: 7, ect1: 0, ce: 3 }),
      ]);
      return [marksOf(state), state.ecn.failure, state.ecn.ackedPackets];
    };
    const sound = [
      [
        [20, 1],
        [22, 3],
      ],
      null,
      10,
    ];
    expect(around()).toEqual(sound);
    expect(around(ack(21, 0, 7, counts))).toEqual(sound);
  },
);

test('counts of as many packets as were sent are believed, and all where none is logged as sent', () => {
  expect(marksOf(replayEvents([...capable(0, 9), ack(20, 0, 9, { ect0: 8, ect1: 0, ce: 2 })]))).toEqual([
    [20, 2],
  ]);
  const unsent = [ack(20, 0, 9, { ect0: 10, ect1: 0, ce: 0 }), ack(21, 0, 19, { ect0: 10, ect1: 0, ce: 10 })];
  expect(marksOf(replayEvents(unsent))).toEqual([[21, 10]]);
});

describe('counts are not believed', () => {
  const failureOf = (...events: readonly TimedEvent[]) => {
    const { failure } = replayEvents(events).ecn;
    return failure === null ? null : [failure.reason, failure.timeUs / 1000];
  };

  it('if each of the first ten packets is marked', () => {
    const all = (packets: number, ect0 = 0) =>
      failureOf(
        ...plain(0, 19),
        ...Array.from({ length: packets }, (_, i) => ack(30 + i, 0, i, { ect0, ect1: 0, ce: i + 1 - ect0 })),
      );
    expect(all(9)).toBeNull();
    expect(all(10)).toEqual(['all-marked', 39]);
    expect(all(20, 1)).toBeNull();
  });

  it('unless only marks are reported at all: then nothing says that all are marked', () => {
    expect(failureOf(...plain(0, 19), ack(30, 0, 19, { ce: 20 }))).toBeNull();
  });

  it('if packets sent with ECT are acknowledged without counts', () => {
    expect(failureOf(...capable(0, 1), ack(20, 0, 1))).toEqual(['bleached', 20]);
    expect(failureOf(...plain(0, 1), ack(20, 0, 1))).toBeNull();
    const counted = [...capable(0, 3), ack(20, 0, 1, { ect0: 2, ect1: 0, ce: 0 })];
    expect(failureOf(...counted, ack(21, 0, 3))).toEqual(['counts-missing', 21]);
  });

  it('if a count falls, but not in an ACK that comes late', () => {
    const first = [...plain(0, 9), ack(20, 0, 5, { ect0: 5, ect1: 0, ce: 1 })];
    expect(failureOf(...first, ack(21, 0, 6, { ect0: 7, ect1: 0, ce: 0 }))).toEqual(['counts-fell', 21]);
    expect(failureOf(...first, ack(21, 0, 6, { ect0: 4, ect1: 0, ce: 3 }))).toEqual(['counts-fell', 21]);
    expect(failureOf(...first, ack(21, 0, 4, { ect0: 4, ect1: 0, ce: 0 }))).toBeNull();
  });

  it('if they do not cover the packets sent with ECT', () => {
    const first = [...capable(0, 9), ack(20, 0, 5, { ect0: 6, ect1: 0, ce: 0 })];
    expect(failureOf(...first, ack(21, 0, 9, { ect0: 9, ect1: 0, ce: 0 }))).toEqual(['not-covered', 21]);
    expect(failureOf(...first, ack(21, 0, 9, { ect0: 9, ect1: 0, ce: 1 }))).toBeNull();
    // Acknowledged by an ACK that comes late: RFC 9000 §13.4.2.1 exempts it.
    const late = [...capable(0, 9), ack(20, 5, 9, { ect0: 6, ect1: 0, ce: 0 })];
    expect(failureOf(...late, ack(21, 0, 4, { ect0: 6, ect1: 0, ce: 0 }))).toBeNull();
  });

  describe('if the log says that ECN was given up', () => {
    const givenUp: TimedEvent = [20, 'recovery:ecn_state_updated', { old: 'testing', new: 'failed' }];

    it('for the reason that the next ACK shows, which the log may write after it', () => {
      expect(failureOf(...capable(0, 1), givenUp, ack(20, 0, 1))).toEqual(['bleached', 20]);
      const marked = Array.from({ length: 9 }, (_, i) => ack(19, 0, i, { ect0: 0, ect1: 0, ce: i + 1 }));
      const last = ack(20, 0, 9, { ect0: 0, ect1: 0, ce: 10 });
      expect(failureOf(...capable(0, 9), ...marked, givenUp, last)).toEqual(['all-marked', 20]);
    });

    it('without one, if that ACK shows none', () => {
      const counts = { ect0: 2, ect1: 0, ce: 0 };
      expect(failureOf(...capable(0, 3), givenUp, ack(20, 0, 1, counts), ack(21, 0, 3))).toEqual([
        'given-up',
        20,
      ]);
    });
  });

  it('from then on: what is acknowledged later is left out, marks are still known', () => {
    const state = replayEvents([
      ...plain(0, 9),
      ack(20, 0, 5, { ect0: 5, ect1: 0, ce: 1 }),
      ack(21, 0, 6, { ect0: 4, ect1: 0, ce: 3 }),
      ack(22, 0, 9, { ect0: 6, ect1: 0, ce: 4 }),
    ]);
    expect(state.ecn).toMatchObject({ ackedPackets: 6, lastUs: 20_000 });
    expect(state.ceMarksUs.length).toBe(3);
  });
});
