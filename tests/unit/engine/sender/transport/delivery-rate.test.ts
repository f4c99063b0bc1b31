/** Delivery rate samples: the rules of the draft one by one, against a slow copy of it, and against links of known rate. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { medianOf } from '../../../../../src/engine/base/columns/median.ts';
import { Series } from '../../../../../src/engine/base/columns/series.ts';
import { DeliveryRate } from '../../../../../src/engine/sender/transport/delivery-rate.ts';
import {
  emptyOutcome,
  InFlightLedger,
  type SpaceLedger,
} from '../../../../../src/engine/sender/transport/ledger.ts';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { PacketSpace } from '../../../../../src/qlog-schema/index.ts';
import { loadTrace } from '../../../../support/load.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import {
  acknowledge,
  lost,
  metrics,
  replayEvents,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';
import { draws, SEED } from '../../../../support/tier.ts';

type Sample = readonly [timeMs: number, bytesPerSecond: number];

const pointsOf = ({ timesUs, values }: Series): readonly Sample[] =>
  [...timesUs].map((timeUs, i) => [timeUs / 1000, Math.round(values.at(i))]);

function samplesOf({ rebuilt }: TransportState) {
  return { free: pointsOf(rebuilt.deliveryRate), limited: pointsOf(rebuilt.deliveryRateLimited) };
}

const window = (bytes: number): TimedEvent => metrics(0, { congestion_window: bytes, smoothed_rtt: 20 });

/** The window is full, so that the application never pauses. */
const FULL = window(2000);

describe('a sample', () => {
  it('is what was delivered since the last ACK before its packet, over that time', () => {
    const { free, limited } = samplesOf(
      replayEvents([
        FULL,
        send(0, 0),
        send(10, 1),
        acknowledge(20, [[0]]),
        send(20, 2),
        acknowledge(30, [[1]]),
        send(30, 3),
        acknowledge(40, [[2]]),
        acknowledge(50, [[3]]),
      ]),
    );
    // 1,000 bytes in 20 ms, 2,000 in 30 since both left with nothing acknowledged; then 2,000 in 20 ms each.
    expect(free).toEqual([
      [20, 50_000],
      [30, 66_667],
      [40, 100_000],
      [50, 100_000],
    ]);
    expect(limited).toEqual([]);
  });

  it('takes the time of sending where ACKs come closer together than the packets were sent', () => {
    const { free } = samplesOf(
      replayEvents([
        FULL,
        send(0, 0),
        acknowledge(20, [[0]]),
        ...[21, 31, 41, 51].map((timeMs, i) => send(timeMs, i + 1)),
        acknowledge(61, [[1]]),
        acknowledge(62, [[2]]),
        send(62, 5),
        acknowledge(63, [[3]]),
        acknowledge(64, [[4]]),
        acknowledge(65, [[5]]),
      ]),
    );
    // Packet 5 knows of 2,000 bytes delivered before it: 3,000 since then in 3 ms of ACKs, but 62 − 31 ms of sending.
    expect(free.at(-1)).toEqual([65, Math.round(3000 / 0.031)]);
  });

  it('is one per ACK, however many packets it acknowledges, and none for an ACK of nothing new', () => {
    const { free } = samplesOf(
      replayEvents([
        FULL,
        ...[0, 1, 2, 3].map((number) => send(number, number)),
        acknowledge(20, [[0, 3]]),
        acknowledge(25, [[0, 3]]),
      ]),
    );
    expect(free).toEqual([[20, 200_000]]);
  });

  it('begins anew with the first packet after nothing was in flight', () => {
    const { free } = samplesOf(
      replayEvents([FULL, send(0, 0), acknowledge(20, [[0]]), send(21, 1), acknowledge(41, [[1]])]),
    );
    expect(free).toEqual([
      [20, 50_000],
      [41, 50_000],
    ]);
  });

  it('counts what is acknowledged late as delivered, and packets of all spaces', () => {
    const { free } = samplesOf(
      replayEvents([
        FULL,
        send(0, 0, { type: 'initial' }),
        send(1, 0),
        send(2, 1),
        lost(15, 0),
        acknowledge(22, [[1]]),
        acknowledge(23, [[0]]),
        acknowledge(24, [[0]], { type: 'initial' }),
      ]),
    );
    expect(free).toEqual([
      [22, Math.round(1000 / 0.022)],
      [23, Math.round(2000 / 0.023)],
      [24, Math.round(3000 / 0.024)],
    ]);
  });

  it('leaves out what is in no flight: an ACK alone delivers nothing', () => {
    const bare = { frames: [{ frame_type: 'ack', acked_ranges: [[0]] }] };
    const { free } = samplesOf(
      replayEvents([FULL, send(0, 0, bare), send(1, 1), send(2, 2, bare), acknowledge(21, [[0, 2]])]),
    );
    expect(free).toEqual([[21, 50_000]]);
  });

  it('goes on without packets whose keys are discarded: nothing is in flight after them', () => {
    const { free } = samplesOf(
      replayEvents([
        FULL,
        // A client discards its Initial keys when it sends its first Handshake packet.
        send(0, 0, { type: 'initial' }),
        send(1, 0, { type: 'handshake' }),
        acknowledge(21, [[0]], { type: 'handshake' }),
      ]),
    );
    expect(free).toEqual([[21, 50_000]]);
  });

  it('needs sizes', () => {
    const unsized = (timeMs: number, number: number) => send(timeMs, number, { bytes: 0 });
    expect(samplesOf(replayEvents([FULL, unsized(0, 0), acknowledge(20, [[0]])])).free).toEqual([]);
  });

  it('needs a time: none is infinite on a clock of whole ms', () => {
    expect(samplesOf(replayEvents([FULL, send(5, 0), acknowledge(5, [[0]])])).free).toEqual([]);
  });
});

describe('a sample is application-limited', () => {
  /** Two packets fill the window; the next two are sent so many ms after their ACK. */
  const afterPause = (pauseMs: number): readonly number[] => {
    const { limited } = samplesOf(
      replayEvents([
        FULL,
        send(0, 0),
        send(0, 1),
        acknowledge(20, [[0, 1]]),
        send(20 + pauseMs, 2),
        send(20 + pauseMs, 3),
        acknowledge(40 + pauseMs, [[2]]),
        acknowledge(41 + pauseMs, [[3]]),
      ]),
    );
    return limited.map(([timeMs]) => timeMs);
  };

  it('after a pause longer than pacing explains', () => {
    // A datagram of 1,200 bytes, 2,000 per 20 ms, at 1.25 times that rate: 9.6 ms; two of them, and 1 ms for a timer.
    expect(afterPause(21)).toEqual([61, 62]);
    expect(afterPause(20)).toEqual([]);
  });

  it('until more is delivered than was in flight at the pause', () => {
    const { free, limited } = samplesOf(
      replayEvents([
        window(10_000),
        send(0, 0),
        acknowledge(20, [[0]]),
        ...[1, 2, 3, 4].map((number) => send(100, number)),
        acknowledge(120, [[1, 2]]),
        send(120, 5),
        acknowledge(121, [[3, 4]]),
        acknowledge(140, [[5]]),
      ]),
    );
    expect(limited.map(([timeMs]) => timeMs)).toEqual([120, 121]);
    expect(free.map(([timeMs]) => timeMs)).toEqual([20, 140]);
  });

  it('not while flow control holds the sender', () => {
    const blocked = [{ frame_type: 'ping' }, { frame_type: 'data_blocked', limit: 1 }];
    const { limited } = samplesOf(
      replayEvents([
        window(10_000),
        send(0, 0, { frames: blocked }),
        acknowledge(20, [[0]]),
        send(500, 1, { frames: blocked }),
        acknowledge(520, [[1]]),
      ]),
    );
    expect(limited).toEqual([]);
  });
});

/** The draft, word by word: every packet keeps its own state, and nothing is forgotten. */
class SlowRate {
  readonly samples: Sample[] = [];
  readonly #packets = new Map<
    string,
    { sent: number; bytes: number; state: readonly [number, number, number] }
  >();
  #delivered = 0;
  #deliveredTime = 0;
  #firstSent = 0;

  send(key: string, now: number, bytes: number, inFlight: number): void {
    if (inFlight === 0) {
      this.#firstSent = now;
      this.#deliveredTime = now;
    }
    const state = [this.#delivered, this.#deliveredTime, this.#firstSent] as const;
    this.#packets.set(key, { sent: now, bytes, state });
  }

  ack(keys: readonly string[], now: number): void {
    const newly = keys.flatMap((key) => {
      const packet = this.#packets.get(key);
      this.#packets.delete(key);
      return packet ?? [];
    });
    const newest = newly.at(-1);
    if (newest === undefined) return;
    this.#delivered += newly.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#deliveredTime = now;
    this.#firstSent = newest.sent;
    const [delivered, deliveredTime, firstSent] = newest.state;
    const interval = Math.max(newest.sent - firstSent, now - deliveredTime);
    if (interval > 0) this.samples.push([now, (this.#delivered - delivered) / (interval / 1e6)]);
  }
}

const step = fc.record({
  gapUs: fc.nat(3000),
  packets: fc.integer({ min: 1, max: 4 }),
  bytes: fc.integer({ min: 1, max: 1500 }),
  space: fc.constantFrom(PacketSpace.application, PacketSpace.application, PacketSpace.handshake),
  /** How many packets after the newest one the ACK ends, and how many it holds. */
  after: fc.nat(6),
  length: fc.nat(8),
});

const rates = (): Series =>
  new Series({ id: 'a', name: '', unit: 'bytes/s', shape: 'line', origin: 'rebuilt' });

describe('against the draft', () => {
  it('gives the same samples, whatever is sent, acknowledged late, or never', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 400, maxLength: 500 }), (steps) => {
        const ledger = new InFlightLedger();
        const fast = rates();
        const rate = new DeliveryRate(ledger, { deliveryRate: fast, deliveryRateLimited: fast });
        const slow = new SlowRate();
        const next = [0, 0, 0];
        let nowUs = 0;
        for (const { gapUs, packets, bytes, space, after, length } of steps) {
          nowUs += gapUs;
          ledger.context.nowUs = nowUs;
          const books = ledger.space(space) as SpaceLedger;
          for (let i = 0; i < packets; i++) {
            const number = next[space] as number;
            next[space] = number + 1;
            rate.sending(nowUs, space, ledger.inFlightBytes);
            slow.send(`${space}/${number}`, nowUs, bytes, ledger.inFlightBytes);
            books.send(number, bytes, nowUs, true);
          }
          const to = (next[space] as number) - 1 - after;
          const from = Math.max(0, to - length);
          const outcome = emptyOutcome(space);
          books.ackRange(from, to, outcome);
          rate.acked(nowUs, outcome, Number.NaN);
          const keys = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => `${space}/${from + i}`);
          slow.ack(keys, nowUs);
        }
        expect([...fast.timesUs]).toEqual(slow.samples.map(([timeUs]) => timeUs));
        [...fast.values].forEach((value, i) => {
          expect(value / (slow.samples[i]?.[1] as number)).toBeCloseTo(1, 9);
        });
      }),
      { numRuns: draws(100), seed: SEED },
    );
  });

  it.each([
    ['the smallest RTT', 20_000, 1],
    ['less than the smallest RTT', 20_001, 0],
  ])('gives a sample over %s: %i µs (§4.1.2.3)', (_, minRttUs, count) => {
    const ledger = new InFlightLedger();
    const samples = rates();
    const rate = new DeliveryRate(ledger, { deliveryRate: samples, deliveryRateLimited: samples });
    rate.sending(0, PacketSpace.application, 0);
    ledger.application.send(0, 1000, 0, true);
    const outcome = emptyOutcome();
    ledger.application.ackRange(0, 0, outcome);
    rate.acked(20_000, outcome, minRttUs);
    expect(samples.length).toBe(count);
  });

  it('keeps states while a packet is outstanding, and a bounded number of them', () => {
    const ledger = new InFlightLedger();
    const fast = rates();
    const rate = new DeliveryRate(ledger, { deliveryRate: fast, deliveryRateLimited: fast });
    const books = ledger.application;
    const acked = (number: number, nowUs: number): void => {
      const outcome = emptyOutcome();
      books.ackRange(number, number, outcome);
      rate.acked(nowUs, outcome, Number.NaN);
    };
    for (let number = 0; number < 5000; number++) {
      rate.sending(number * 10, PacketSpace.application, ledger.inFlightBytes);
      books.send(number, 100, number * 10, true);
      if (number > 0) acked(number, number * 10 + 5);
    }
    const before = fast.length;
    expect(before).toBe(4999);
    // Packet 0 was outstanding all the time: 5,000 packets since it left.
    acked(0, 60_000);
    expect(fast.length).toBe(before + 1);
    expect(fast.last).toBeCloseTo(500_000 / 0.06, 3);
  });
});

describe('on a link of known rate', () => {
  it.each([
    ['sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz', 2],
    ['smallbuf-1mbit-cubic-fixon.server.sqlog.gz', 1],
    ['bottleneck-10mbit-bbr2.server.sqlog.gz', 10],
  ])('of %s half of the samples are its rate, %i Mbit/s', (file, megabits) => {
    const { state } = loadTrace(corpusPath(file)).pipeline;
    const samples = state.rebuilt.deliveryRate.values;
    expect(samples.length).toBeGreaterThan(500);
    expect((medianOf(samples.slice()) * 8) / 1e6 / megabits).toBeCloseTo(1, 1);
    expect(state.rebuilt.deliveryRateLimited.length).toBeLessThan(samples.length / 20);
  });

  it('most samples of an application that writes in chunks are application-limited', () => {
    const { state } = loadTrace(corpusPath('applimited-chunks-cubic.server.sqlog.gz')).pipeline;
    const { deliveryRate, deliveryRateLimited } = state.rebuilt;
    expect(deliveryRateLimited.length).toBeGreaterThan(deliveryRate.length * 5);
  });
});
