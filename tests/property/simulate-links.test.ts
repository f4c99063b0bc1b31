/** Links of a simulation over any settings: nothing is delivered that was not taken, in order, at no higher rate; CoDel as its RFC. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventQueue } from '../../src/engine/simulator/runs/event-queue.ts';
import { Link, PacketLimit } from '../../src/engine/simulator/runs/link.ts';
import { Policer, RandomLoss } from '../../src/engine/simulator/runs/link-losses.ts';
import { LinkRate } from '../../src/engine/simulator/runs/link-rate.ts';
import type { Packet } from '../../src/engine/simulator/runs/packet.ts';
import { Codel } from '../../src/engine/simulator/runs/queues.ts';
import { Random } from '../../src/engine/simulator/runs/random.ts';
import { Arrivals, packetOf } from '../support/simulated.ts';
import {
  highestMbit,
  links,
  rates,
  spreadUs,
  through,
  timesOf,
  traffic,
} from '../support/simulated-links.ts';
import { draws } from '../support/tier.ts';

const NEVER = Number.POSITIVE_INFINITY;
const seeds = fc.nat(1e9);
const sum = (values: Iterable<number>): number => [...values].reduce((all, value) => all + value, 0);
const real = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

describe('any link', () => {
  it('delivers, has lost, or holds each packet that it took, and in the end holds none', () => {
    fc.assert(
      fc.property(links, traffic, seeds, (settings, packets, seed) => {
        let faults = 0;
        const { link, arrivals } = through(settings, packets, seed, ({ counts }) => {
          if (counts.taken !== counts.delivered + sum(Object.values(counts.lost)) + counts.inside) faults++;
        });
        const { counts } = link;
        expect([faults, counts.taken, counts.inside]).toEqual([0, packets.length, 0]);
        expect([counts.delivered, counts.deliveredBytes]).toEqual([
          arrivals.packets.length,
          sum(arrivals.packets.map(({ sizeBytes }) => sizeBytes)),
        ]);
        expect(counts.marked).toBe(arrivals.packets.filter(({ isMarked }) => isMarked).length);
        expect(new Set(arrivals.numbers).size).toBe(counts.delivered);
        expect(arrivals.packets.filter(({ isMarked, isEcnCapable }) => isMarked && !isEcnCapable)).toEqual(
          [],
        );
        expect(arrivals.atUs.every((atUs, i) => i === 0 || atUs >= (arrivals.atUs[i - 1] as number))).toBe(
          true,
        );
      }),
      { numRuns: draws(600) },
    );
  });

  it('delivers none before its propagation, on its grid, and without reordering in order', () => {
    fc.assert(
      fc.property(links, traffic, seeds, (settings, packets, seed) => {
        const { arrivals } = through(settings, packets, seed);
        const times = timesOf(packets);
        const { delayMs, gridMs = 0, gridPhaseMs, reordering, rateMbit } = settings;
        const sendingUs = ({ sizeBytes }: { sizeBytes: number }): number =>
          rateMbit == null ? 0 : (sizeBytes * 8) / highestMbit(settings);
        const early = arrivals.packets.map(
          (packet, i) =>
            (times[packet.number] as number) +
            delayMs * 1000 +
            sendingUs(packet) -
            (arrivals.atUs[i] as number),
        );
        expect(Math.max(0, ...early)).toBeLessThan(1e-6);
        if (rateMbit == null)
          expect(Math.min(0, ...early)).toBeGreaterThanOrEqual(-spreadUs(settings) - 1e-6);
        if (reordering == null) expect(arrivals.numbers).toEqual([...arrivals.numbers].sort((a, b) => a - b));
        if (gridMs === 0) return;
        const phaseUs = (gridPhaseMs ?? new Random(seed, 'grid').share() * gridMs) * 1000;
        const off = arrivals.atUs.map((atUs) => {
          const steps = (atUs - phaseUs) / (gridMs * 1000);
          return Math.abs(steps - Math.round(steps));
        });
        expect(Math.max(0, ...off)).toBeLessThan(1e-6);
      }),
      { numRuns: draws(600) },
    );
  });

  it('never delivers faster than its rate, over whatever time', () => {
    fc.assert(
      fc.property(links, rates, traffic, seeds, (any, rateMbit, packets, seed) => {
        const settings = { ...any, rateMbit };
        const { arrivals } = through(settings, packets, seed);
        const perUs = highestMbit(settings) / 8;
        const slackUs = spreadUs(settings);
        let most = 0;
        for (let from = 0; from < arrivals.atUs.length; from++) {
          let bytes = 0;
          for (let to = from; to < arrivals.atUs.length; to++) {
            bytes += (arrivals.packets[to] as { sizeBytes: number }).sizeBytes;
            const overUs = (arrivals.atUs[to] as number) - (arrivals.atUs[from] as number) + slackUs;
            most = Math.max(most, bytes - perUs * overUs);
          }
        }
        // One packet may have been sent before the time began.
        expect(most).toBeLessThanOrEqual(1500 + 1e-6);
      }),
      { numRuns: draws(400) },
    );
  });

  it('marks and drops at the tail by a queue that is counted through', () => {
    const settings = fc.record({
      rateMbit: rates,
      bufferBytes: fc.integer({ min: 0, max: 20_000 }),
      aboveMs: real(0, 10),
    });
    fc.assert(
      fc.property(settings, traffic, ({ rateMbit, bufferBytes, aboveMs }, packets) => {
        const { arrivals } = through({ delayMs: 3, rateMbit, bufferBytes, ecn: { aboveMs } }, packets, 1);
        const times = timesOf(packets);
        const taken: { number: number; startUs: number; endUs: number; isMarked: boolean }[] = [];
        packets.forEach(({ sizeBytes, isEcnCapable }, number) => {
          const atUs = times[number] as number;
          const waiting = taken.filter(({ startUs }) => startUs > atUs);
          const startUs = Math.max(atUs, taken.at(-1)?.endUs ?? 0);
          const queued = sum(waiting.map((one) => packets[one.number]?.sizeBytes ?? 0));
          if (startUs > atUs && queued + sizeBytes > bufferBytes) return;
          const isMarked = isEcnCapable && startUs - atUs > aboveMs * 1000;
          taken.push({ number, startUs, endUs: startUs + (sizeBytes * 8) / rateMbit, isMarked });
        });
        expect(arrivals.numbers).toEqual(taken.map(({ number }) => number));
        expect(arrivals.packets.map(({ isMarked }) => isMarked)).toEqual(
          taken.map(({ isMarked }) => isMarked),
        );
        const offUs = arrivals.atUs.map((atUs, i) => Math.abs(atUs - (taken[i]?.endUs ?? 0) - 3000));
        expect(Math.max(0, ...offUs)).toBeLessThan(1e-6);
      }),
      { numRuns: draws(600) },
    );
  });

  it('shares its packet limit with the other direction: never more inside, and none dropped before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        real(0, 10),
        real(0, 5),
        traffic,
        fc.func(fc.boolean()),
        (limit, delayMs, jitterMs, packets, isUp) => {
          const events = new EventQueue();
          const shared = new PacketLimit(limit);
          const [arrivals, expected] = [new Arrivals(), { inside: 0, lost: 0 }];
          const linkOf = (name: string): Link =>
            new Link(events, { delayMs, jitterMs }, { seed: 1, name, to: arrivals, limit: shared });
          const both = [linkOf('down'), linkOf('up')] as const;
          const times = timesOf(packets);
          packets.forEach((_, number) => {
            const atUs = times[number] as number;
            events.run(atUs);
            expected.inside = number - expected.lost - arrivals.packets.length;
            if (expected.inside >= limit) expected.lost++;
            both[isUp(number) ? 1 : 0].take(packetOf({ number }), atUs);
            expect(sum(both.map(({ counts }) => counts.inside))).toBe(Math.min(limit, expected.inside + 1));
          });
          expect(sum(both.map(({ counts }) => counts.lost.limited))).toBe(expected.lost);
        },
      ),
      { numRuns: draws(300) },
    );
  });
});

describe('losses', () => {
  const RUNS = 1000;
  /**
   * Runs of lost packets, and of packets between them, have lengths by chance, each geometric: their deviation is below their mean. The
   * mean of so many is farther from its own than this share, eight deviations, once in 10^11 draws (Chernoff).
   */
  const APART = 8 / Math.sqrt(RUNS);

  it('come with the share that is set, each packet for itself or in runs of the length that is set', () => {
    fc.assert(
      fc.property(seeds, real(0.01, 0.5), real(1, 8), (seed, share, burst) => {
        const loss = new RandomLoss([{ fromMs: 0, toMs: 1e6, share, burst }], new Random(seed, 'down loss'));
        let [lost, kept, runs, before] = [0, 0, 0, false];
        for (let i = 0; runs < RUNS; i++) {
          const isLost = loss.loses(i * 100);
          if (before && !isLost) runs++;
          if (isLost) lost++;
          else if (runs < RUNS) kept++;
          before = isLost;
        }
        // Where each packet is lost for itself, runs have a length by chance.
        const length = burst > 1 ? burst : 1 / (1 - share);
        const between = (length * (1 - share)) / share;
        expect(Math.abs(lost / RUNS / length - 1)).toBeLessThan(APART);
        expect(Math.abs(kept / RUNS / between - 1)).toBeLessThan(APART);
      }),
      { numRuns: draws(300) },
    );
  });

  it('of a policer keep what passes below its rate and its bucket, over whatever time', () => {
    const settings = fc.record({ rateMbit: real(0.5, 50), bucketBytes: fc.integer({ min: 0, max: 20_000 }) });
    fc.assert(
      fc.property(settings, traffic, ({ rateMbit, bucketBytes }, packets) => {
        const policer = new Policer({ rateMbit, bucketBytes });
        const passed: { atUs: number; sizeBytes: number }[] = [];
        const perUs = rateMbit / 8;
        const times = timesOf(packets);
        packets.forEach(({ sizeBytes }, number) => {
          const atUs = times[number] as number;
          const drops = policer.drops(sizeBytes, atUs);
          /** The fullest that any time until now allows. */
          let [room, bytes] = [bucketBytes, 0];
          for (const one of [...passed].reverse()) {
            bytes += one.sizeBytes;
            room = Math.min(room, bucketBytes + perUs * (atUs - one.atUs) - bytes);
          }
          if (Math.abs(room - sizeBytes) > 1e-6) expect(drops).toBe(room < sizeBytes);
          if (!drops) passed.push({ atUs, sizeBytes });
        });
      }),
      { numRuns: draws(300) },
    );
  });
});

describe('LinkRate', () => {
  it('sends a packet over just the time in which its rate carries its bytes', () => {
    const steps = fc.array(fc.record({ afterMs: real(0.01, 5), rateMbit: fc.constantFrom(0, 1, 8, 100) }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        rates,
        steps,
        fc.array(fc.nat(20_000), { minLength: 1, maxLength: 10 }),
        rates,
        (first, changes, starts, last) => {
          let fromMs = 0;
          const rateSteps = [...changes, { afterMs: 1, rateMbit: last }].map(({ afterMs, rateMbit }) => {
            fromMs += afterMs;
            return { fromMs, rateMbit };
          });
          const rate = new LinkRate(first, rateSteps);
          const spans = [{ fromMs: 0, rateMbit: first }, ...rateSteps];
          for (const startUs of starts.sort((a, b) => a - b)) {
            const endUs = rate.endUs(startUs, 1000);
            const bytes = spans.map(({ fromMs, rateMbit }, i) => {
              const [fromUs, toUs] = [fromMs * 1000, (spans[i + 1]?.fromMs ?? NEVER) * 1000];
              return (rateMbit / 8) * Math.max(0, Math.min(endUs, toUs) - Math.max(startUs, fromUs));
            });
            expect(Math.abs(sum(bytes) - 1000)).toBeLessThan(1e-6);
          }
        },
      ),
      { numRuns: draws(500) },
    );
  });
});

/** `dequeue` and `dodequeue` of RFC 8289 §5, as the text has them. */
class CodelOfRfc {
  readonly queue: { number: number; atUs: number; sizeBytes: number }[] = [];
  readonly dropped: number[] = [];
  #bytes = 0;
  #firstAbove = 0;
  #dropNext = 0;
  #count = 0;
  #lastCount = 0;
  #dropping = false;

  #dodequeue(now: number): { p: CodelOfRfc['queue'][number] | undefined; ok: boolean } {
    const p = this.queue.shift();
    if (p === undefined) {
      this.#firstAbove = 0;
      return { p, ok: false };
    }
    let ok = false;
    this.#bytes -= p.sizeBytes;
    if (now - p.atUs < 5000 || this.#bytes <= 1500) this.#firstAbove = 0;
    else if (this.#firstAbove === 0) this.#firstAbove = now + 100_000;
    else if (now >= this.#firstAbove) ok = true;
    return { p, ok };
  }

  enqueue(packet: CodelOfRfc['queue'][number]): void {
    this.queue.push(packet);
    this.#bytes += packet.sizeBytes;
  }

  dequeue(now: number): CodelOfRfc['queue'][number] | undefined {
    let r = this.#dodequeue(now);
    if (this.#dropping) {
      if (!r.ok) this.#dropping = false;
      while (now >= this.#dropNext && this.#dropping) {
        this.dropped.push(r.p?.number ?? Number.NaN);
        this.#count++;
        r = this.#dodequeue(now);
        if (!r.ok) this.#dropping = false;
        else this.#dropNext += 100_000 / Math.sqrt(this.#count);
      }
    } else if (r.ok) {
      this.dropped.push(r.p?.number ?? Number.NaN);
      r = this.#dodequeue(now);
      this.#dropping = true;
      const delta = this.#count - this.#lastCount;
      this.#count = 1;
      if (delta > 1 && now - this.#dropNext < 16 * 100_000) this.#count = delta;
      this.#dropNext = now + 100_000 / Math.sqrt(this.#count);
      this.#lastCount = this.#count;
    }
    return r.p;
  }
}

describe('CoDel', () => {
  it('drops the packets that the text of RFC 8289 drops', () => {
    /** Phases of load: how long, and which share of the rate; long enough for its intervals. */
    const phases = fc.array(fc.record({ ms: fc.integer({ min: 50, max: 1500 }), load: real(0.3, 3) }), {
      minLength: 1,
      maxLength: 6,
    });
    /** It leaves its state of dropping, and comes back to it sooner and later. */
    const OVER_AND_OVER = [1500, 300, 1200, 700, 1200, 1400, 1200, 2500, 1500].map((ms, i) => ({
      ms,
      load: i % 2 === 0 ? 1.6 : 0.4,
    }));
    const BRIEFLY = Array.from({ length: 24 }, (_, i) => ({
      ms: i % 2 === 0 ? 230 + 5 * i : 400,
      load: i % 2 === 0 ? 1.15 : 0.3,
    }));
    let dropped = 0;
    fc.assert(
      fc.property(phases, seeds, (loads, seed) => {
        const random = new Random(seed, 'sizes');
        const packets: { number: number; atUs: number; sizeBytes: number }[] = [];
        let [atUs, untilUs] = [0, 0];
        for (const { ms, load } of loads) {
          untilUs += ms * 1000;
          for (; atUs < untilUs; atUs += 1000 / load)
            packets.push({
              number: packets.length,
              atUs,
              sizeBytes: 500 + Math.floor(1000 * random.share()),
            });
        }
        const rfc = new CodelOfRfc();
        const due: number[] = [];
        let freeUs = 0;
        for (let next = 0; next < packets.length || rfc.queue.length > 0; ) {
          if (rfc.queue.length === 0) freeUs = Math.max(freeUs, packets[next]?.atUs ?? 0);
          // What comes just when the line is free is there before it is asked for.
          while (next < packets.length && (packets[next]?.atUs ?? NEVER) <= freeUs)
            rfc.enqueue(packets[next++] as (typeof packets)[number]);
          const sent = rfc.dequeue(freeUs);
          if (sent === undefined) continue;
          due.push(sent.number);
          freeUs += sent.sizeBytes;
        }
        const events = new EventQueue();
        const left: number[] = [];
        let gone = 0;
        const queue = new Codel(events, new LinkRate(8, []), null, false, {
          leave: ({ number }: Packet) => void left.push(number),
          drop: () => void gone++,
        });
        const source = events.add({
          fire: (nowUs) => {
            const { number, sizeBytes } = packets[offered++] as (typeof packets)[number];
            queue.offer(packetOf({ number, sizeBytes }), nowUs);
            if (offered < packets.length) events.schedule(source, packets[offered]?.atUs ?? NEVER);
          },
        });
        let offered = 0;
        events.schedule(source, 0);
        events.run(1e12);
        expect(left).toEqual(due);
        expect(gone).toBe(rfc.dropped.length);
        dropped += gone;
      }),
      {
        numRuns: draws(300),
        examples: [
          [OVER_AND_OVER, 1],
          [BRIEFLY, 2],
        ],
      },
    );
    expect(dropped).toBeGreaterThan(20);
  });
});
