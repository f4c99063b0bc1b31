/**
 * The simulator's parts against slow references, its links and its books over any settings, and whole runs: nothing is delivered
 * that was not sent, all is read once, and the same settings give the same run.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ControllerSettings } from '../../src/engine/congestion/controller-settings.ts';
import { IDLE_RULES } from '../../src/engine/congestion/idle-rule.ts';
import { NewReno } from '../../src/engine/congestion/newreno.ts';
import type { EndpointSettings } from '../../src/engine/simulate/endpoint.ts';
import { EventQueue } from '../../src/engine/simulate/event-queue.ts';
import { Link, PacketLimit } from '../../src/engine/simulate/link.ts';
import { Policer, RandomLoss } from '../../src/engine/simulate/link-losses.ts';
import { LinkRate } from '../../src/engine/simulate/link-rate.ts';
import type { LinkSettings } from '../../src/engine/simulate/link-settings.ts';
import { Space } from '../../src/engine/simulate/packet.ts';
import { Codel } from '../../src/engine/simulate/queues.ts';
import { Random } from '../../src/engine/simulate/random.ts';
import { RangeSet } from '../../src/engine/simulate/range-set.ts';
import { Recovery } from '../../src/engine/simulate/recovery.ts';
import { type FlowSettings, type RunSettings, simulate } from '../../src/engine/simulate/run.ts';
import { Fate, type Sent } from '../../src/engine/simulate/sent-packets.ts';
import { loadBytes } from '../support/load.ts';
import { strictFault } from '../support/qlog-strict.ts';
import { Arrivals, CLIENT, flowOf, packetOf, SERVER } from '../support/simulated.ts';
import { traceOf } from '../support/simulated-trace.ts';
import { draws } from '../support/tier.ts';

const NEVER = Number.POSITIVE_INFINITY;
const seeds = fc.nat(1e9);
const sum = (values: Iterable<number>): number => [...values].reduce((all, value) => all + value, 0);
const real = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

describe('EventQueue', () => {
  /** What is done when a part is called, by the number of the call: another is scheduled so much later. */
  const answers = fc.array(fc.record({ part: fc.nat(7), afterUs: fc.constantFrom(0, 0, 1, 2, 5, NEVER) }), {
    minLength: 1,
    maxLength: 40,
    size: 'max',
  });
  const acts = fc.array(
    fc.oneof(
      fc.record({ part: fc.nat(7), dueUs: fc.oneof(fc.nat(60), fc.constant(NEVER)) }),
      fc.record({ runUs: fc.nat(20) }),
    ),
    { maxLength: 40, size: 'max' },
  );

  it('calls what a list that is looked through calls, in the same order', () => {
    fc.assert(
      fc.property(answers, acts, (answered, steps) => {
        const events = new EventQueue();
        const dueUs = new Array<number>(8).fill(NEVER);
        const [calls, due]: [string[], string[]] = [[], []];
        const answer = (call: number): (typeof answered)[number] | undefined => answered[call];
        for (let id = 0; id < 8; id++)
          events.add({
            fire(nowUs) {
              const next = answer(calls.push(`${id} ${nowUs}`) - 1);
              if (next !== undefined) events.schedule(next.part, nowUs + next.afterUs);
            },
          });
        let nowUs = 0;
        for (const step of steps) {
          if ('part' in step) {
            events.schedule(step.part, Math.max(nowUs, step.dueUs));
            dueUs[step.part] = Math.max(nowUs, step.dueUs);
            continue;
          }
          nowUs += step.runUs;
          events.run(nowUs);
          for (;;) {
            const atUs = Math.min(...dueUs);
            if (atUs > nowUs) break;
            const id = dueUs.indexOf(atUs);
            dueUs[id] = NEVER;
            const next = answer(due.push(`${id} ${atUs}`) - 1);
            if (next !== undefined) dueUs[next.part] = atUs + next.afterUs;
          }
          expect(calls).toEqual(due);
          expect([events.nowUs, events.events]).toEqual([nowUs, due.length]);
        }
      }),
      { numRuns: draws(1000) },
    );
  });
});

describe('RangeSet', () => {
  const range = fc.tuple(fc.nat(60), fc.nat(12)).map(([from, length]) => [from, from + length] as const);
  const act = fc.oneof(
    { weight: 8, arbitrary: fc.record({ add: range }) },
    { weight: 1, arbitrary: fc.record({ dropBelow: fc.nat(70) }) },
  );

  it('holds what a set of numbers holds', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60, size: 'max' }), range, (acts, asked) => {
        const ranges = new RangeSet();
        const slow = new Set<number>();
        for (const step of acts) {
          if ('add' in step) {
            const [from, to] = step.add;
            const before = slow.size;
            for (let number = from; number < to; number++) slow.add(number);
            expect(ranges.add(from, to)).toBe(slow.size - before);
          } else {
            ranges.dropBelow(step.dropBelow);
            for (const number of [...slow]) if (number < step.dropBelow) slow.delete(number);
          }
          const due: number[] = [];
          for (let number = 0; number <= 80; number++)
            if (slow.has(number) !== slow.has(number - 1)) due.push(number);
          expect(ranges.bounds).toEqual(due);
          expect([ranges.count, ranges.end]).toEqual([due.length / 2, due.at(-1) ?? 0]);
          let contiguous = 0;
          while (slow.has(contiguous)) contiguous++;
          expect(ranges.contiguous).toBe(contiguous);
          const [from, to] = asked;
          const all = Array.from({ length: to - from }, (_, i) => from + i);
          if (to > from) expect(ranges.has(from, to)).toBe(all.every((number) => slow.has(number)));
        }
      }),
      { numRuns: draws(300) },
    );
  });
});

/** Packets on their way to a link: the time after the one before, bytes, and whether they may be marked. */
const traffic = fc.array(
  fc.record({
    afterUs: fc.oneof(fc.constant(0), fc.nat(300), fc.nat(4000)),
    sizeBytes: fc.integer({ min: 40, max: 1500 }),
    isEcnCapable: fc.boolean(),
  }),
  { minLength: 1, maxLength: 120, size: 'max' },
);
type Traffic = readonly {
  readonly afterUs: number;
  readonly sizeBytes: number;
  readonly isEcnCapable: boolean;
}[];

const timesOf = (packets: Traffic): readonly number[] => {
  let atUs = 0;
  return packets.map(({ afterUs }) => {
    atUs += afterUs;
    return atUs;
  });
};

/** Sends it; `after` is called behind each packet, and once all have arrived. */
function through(
  settings: LinkSettings,
  packets: Traffic,
  seed: number,
  after: (link: Link) => void = () => {},
): { readonly link: Link; readonly arrivals: Arrivals } {
  const events = new EventQueue();
  const arrivals = new Arrivals();
  const link = new Link(events, settings, { seed, name: 'down', to: arrivals, limit: null });
  const times = timesOf(packets);
  packets.forEach(({ sizeBytes, isEcnCapable }, number) => {
    const atUs = times[number] as number;
    events.run(atUs);
    link.take(packetOf({ number, sizeBytes, isEcnCapable }), atUs);
    after(link);
  });
  events.run(1e12);
  after(link);
  return { link, arrivals };
}

const rates = fc.constantFrom(1, 8, 20, 100);
const links: fc.Arbitrary<LinkSettings> = fc.record(
  {
    delayMs: real(0, 50),
    jitterMs: real(0, 10),
    reordering: fc.option(fc.record({ share: real(0, 0.3), delayMs: real(0, 10) })),
    gridMs: fc.constantFrom(0, 1, 5, 0.25),
    // Of whole 64ths: their multiples are exact.
    gridPhaseMs: fc.nat(320).map((parts) => parts / 64),
    rateMbit: fc.option(rates),
    rateSteps: fc
      .uniqueArray(real(1, 100), { maxLength: 3 })
      .chain((times) =>
        fc.tuple(
          ...times
            .sort((a, b) => a - b)
            .map((fromMs) => fc.record({ fromMs: fc.constant(fromMs), rateMbit: rates })),
        ),
      ),
    bufferBytes: fc.option(fc.integer({ min: 1500, max: 30_000 })),
    queue: fc.constantFrom('drop-tail', 'codel'),
    ecn: fc.option(fc.record({ aboveMs: real(0, 10) })),
    losses: fc.array(fc.record({ fromMs: fc.constant(0), toMs: real(0, 100), share: real(0, 0.5) }), {
      maxLength: 1,
    }),
    policer: fc.option(
      fc.record({ rateMbit: real(0.5, 20), bucketBytes: fc.integer({ min: 1500, max: 20_000 }) }),
    ),
  },
  { requiredKeys: ['delayMs'] },
);

/** The longest time that a link adds to sending and propagation, µs. */
const spreadUs = ({ jitterMs = 0, gridMs = 0, reordering }: LinkSettings): number =>
  1000 * (jitterMs + gridMs + (reordering?.delayMs ?? 0));
const highestMbit = ({ rateMbit, rateSteps = [] }: LinkSettings): number =>
  Math.max(rateMbit ?? 0, ...rateSteps.map((step) => step.rateMbit));

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
  const PACKETS = 4000;

  it('come with the share that is set, each packet for itself or in runs of the length that is set', () => {
    fc.assert(
      fc.property(seeds, real(0.01, 0.5), real(1, 8), (seed, share, burst) => {
        const loss = new RandomLoss([{ fromMs: 0, toMs: 1e6, share, burst }], new Random(seed, 'down loss'));
        let [lost, runs, before] = [0, 0, false];
        for (let i = 0; i < PACKETS; i++) {
          const isLost = loss.loses(i * 100);
          if (isLost) lost++;
          if (isLost && !before) runs++;
          before = isLost;
        }
        // Losses that come in runs say as much as so many fewer packets.
        const deviation = Math.sqrt((share * (1 - share) * 2 * burst) / PACKETS);
        expect(Math.abs(lost / PACKETS - share)).toBeLessThan(6 * deviation);
        // Where each packet is lost for itself, runs have a length by chance.
        const length = burst > 1 ? burst : 1 / (1 - share);
        expect(Math.abs(lost / runs - length)).toBeLessThan(6 * Math.sqrt((length * length) / runs));
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
        const queue = new Codel(
          events,
          new LinkRate(8, []),
          null,
          false,
          ({ number }) => void left.push(number),
        );
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
        expect(queue.dropped).toBe(rfc.dropped.length);
        dropped += queue.dropped;
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

describe('Recovery', () => {
  const packet = (sentUs: number, sizeBytes: number, isAckEliciting: boolean): Sent => ({
    sentUs,
    sizeBytes,
    isAckEliciting,
    offset: 0,
    dataBytes: 0,
    ackLargest: -1,
    isHandshakeDone: false,
    maxData: 0,
    fate: Fate.unsettled,
  });
  const act = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        space: fc.nat(2),
        sizeBytes: fc.integer({ min: 40, max: 1350 }),
        elicits: fc.boolean(),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        space: fc.nat(2),
        ack: fc.array(fc.tuple(fc.nat(60), fc.nat(6)), { minLength: 1, maxLength: 3 }),
        ceCount: fc.nat(3),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ timer: true as const }) },
    { weight: 1, arbitrary: fc.record({ discard: fc.nat(1) }) },
  );

  it('counts each packet once: acknowledged, lost, discarded or in flight', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(act, fc.nat(40_000)), { maxLength: 120, size: 'max' }),
        fc.record({
          adaptsThreshold: fc.boolean(),
          undoesSpurious: fc.boolean(),
          persistentCongestion: fc.boolean(),
        }),
        (acts, settings) => {
          /** What became of each packet that elicits an ACK, by space and number. */
          const fates = new Map<Sent, 'flight' | 'acked' | 'lost' | 'spurious' | 'gone'>();
          const all: Sent[][] = [[], [], []];
          const move = (sent: Sent, allowed: readonly string[], to: 'acked' | 'lost'): void => {
            if (!sent.isAckEliciting) return;
            const fate = fates.get(sent) as string;
            expect(allowed).toContain(fate);
            fates.set(sent, fate === 'lost' ? 'spurious' : to);
          };
          const recovery = new Recovery(new NewReno(1350, 50_000), settings, {
            acked: (_space, sent) => move(sent, ['flight', 'lost'], 'acked'),
            lost: (_space, _number, sent) => move(sent, ['flight'], 'lost'),
          });
          recovery.isWindowLimited = true;
          const gone = [false, false, false];
          let nowUs = 0;
          for (const [step, afterUs] of acts) {
            nowUs += afterUs;
            if ('sizeBytes' in step) {
              const space = (gone[step.space] === true ? Space.application : step.space) as Space;
              const sent = packet(nowUs, step.sizeBytes, step.elicits);
              expect(recovery.nextNumber(space)).toBe(all[space]?.length);
              recovery.sent(space, sent);
              all[space]?.push(sent);
              if (sent.isAckEliciting) fates.set(sent, 'flight');
            } else if ('ack' in step) {
              const space = step.space as Space;
              const numbers = (all[space] as Sent[]).length;
              const known = new RangeSet();
              for (const [from, length] of step.ack)
                known.add(Math.min(from, numbers), Math.min(from + length, numbers));
              const { bounds } = known;
              const ranges: number[] = [];
              for (let i = bounds.length - 2; i >= 0; i -= 2)
                ranges.push((bounds[i + 1] as number) - 1, bounds[i] as number);
              if (ranges.length > 0 && !gone[space])
                recovery.acked(space, { ranges, delayUs: 0, ceCount: step.ceCount }, nowUs);
            } else if ('timer' in step) {
              const dueUs = recovery.timerUs(true, false);
              if (dueUs < NEVER) {
                nowUs = Math.max(nowUs, dueUs);
                recovery.timedOut(nowUs, true, Space.initial);
              }
            } else {
              recovery.discard(step.discard as Space);
              gone[step.discard] = true;
              for (const sent of all[step.discard] as Sent[])
                if (fates.get(sent) === 'flight') fates.set(sent, 'gone');
            }
            const count = (...names: readonly string[]): number =>
              sum([...fates.values()].map((fate) => (names.includes(fate) ? 1 : 0)));
            expect(recovery.sentCount).toBe(fates.size);
            expect(recovery.lostCount).toBe(count('lost', 'spurious'));
            expect(recovery.spuriousCount).toBe(count('spurious'));
            const flight = [...fates].filter(([, fate]) => fate === 'flight');
            expect(recovery.inFlightBytes).toBe(sum(flight.map(([{ sizeBytes }]) => sizeBytes)));
            expect(recovery.controller.cwndBytes).toBeGreaterThanOrEqual(2700);
          }
        },
      ),
      { numRuns: draws(250) },
    );
  });

  it('declares persistent congestion just where §7.6.2 has it', () => {
    const sends = fc.array(
      fc.record({
        afterUs: fc.nat(700_000),
        elicits: fc.boolean(),
        isAcked: fc.nat(4).map((of) => of === 0),
      }),
      { minLength: 2, maxLength: 12, size: 'max' },
    );
    const found = { due: 0, not: 0 };
    fc.assert(
      fc.property(sends, fc.nat(3), (packets, sampledAfter) => {
        const lost: number[] = [];
        const settled = { acked: () => {}, lost: (_space: Space, number: number) => void lost.push(number) };
        const recovery = new Recovery(new NewReno(1350, 50_000), {}, settled);
        const sent: Sent[] = [];
        let nowUs = 0;
        const send = (elicits: boolean): number => {
          recovery.sent(Space.application, packet(nowUs, 1000, elicits));
          return sent.push(packet(nowUs, 1000, elicits)) - 1;
        };
        const acked = new RangeSet();
        const ack = (): void => {
          const ranges = [...acked.bounds].reverse().map((bound, i) => (i % 2 === 0 ? bound - 1 : bound));
          recovery.acked(Space.application, { ranges, delayUs: 0, ceCount: 0 }, nowUs);
        };
        const add = (number: number): number => acked.add(number, number + 1);
        let sampledUs = NEVER;
        const late: number[] = [];
        packets.forEach(({ afterUs, elicits, isAcked }, i) => {
          nowUs += afterUs + 1;
          if (i === Math.min(sampledAfter, packets.length - 1)) {
            add(send(true));
            nowUs += 100_000;
            ack();
            sampledUs = nowUs;
          }
          nowUs++;
          const number = send(elicits);
          if (isAcked) late.push(number);
        });
        // Three more, of which the last is acknowledged together with some of the others.
        nowUs++;
        const last = [0, 0, 0].map(() => send(true)).at(-1) as number;
        for (const number of [...late, last]) add(number);
        nowUs += 100_000;
        const before = lost.length;
        ack();
        // Two lost packets that elicit an ACK, sent after the first sample, and none between them acknowledged.
        const counted = lost
          .slice(before)
          .filter(
            (number) => sent[number]?.isAckEliciting === true && (sent[number]?.sentUs ?? 0) > sampledUs,
          );
        const isDue = counted.some((first) =>
          counted.some((second) => {
            const between = sent.some(
              (_, number) => first < number && number < second && acked.has(number, number + 1),
            );
            const apartUs = (sent[second]?.sentUs ?? 0) - (sent[first]?.sentUs ?? 0);
            return !between && apartUs > recovery.rtt.persistentCongestionUs;
          }),
        );
        expect(recovery.persistentCongestions).toBe(isDue ? 1 : 0);
        found[isDue ? 'due' : 'not']++;
      }),
      { numRuns: draws(1500) },
    );
    expect(found.due).toBeGreaterThan(10);
    expect(found.not).toBeGreaterThan(10);
  });
});

const controllers: fc.Arbitrary<ControllerSettings> = fc.oneof(
  fc.constant({ name: 'newreno' as const }),
  fc.constant({ name: 'cubic-2008' as const }),
  fc.record(
    {
      name: fc.constant('cubic' as const),
      idleRule: fc.constantFrom(...IDLE_RULES),
      countsAtBoundary: fc.boolean(),
      reductionBase: fc.constantFrom('window' as const, 'flight' as const),
      minimumDatagrams: fc.constantFrom(1, 2, 4),
    },
    { requiredKeys: ['name'] },
  ),
);

const ends: fc.Arbitrary<Partial<EndpointSettings>> = fc.record(
  {
    paces: fc.boolean(),
    usesEcn: fc.boolean(),
    ackEvery: fc.constantFrom(1, 2, 10),
    maxAckDelayMs: fc.constantFrom(0, 5, 25),
    receiveWindowBytes: fc.option(fc.integer({ min: 6000, max: 100_000 })),
    recovery: fc.record(
      {
        packetThreshold: fc.constantFrom(3, 5),
        adaptsThreshold: fc.boolean(),
        persistentCongestion: fc.boolean(),
        undoesSpurious: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

/** Losses end, so that all comes to its end. */
const paths: fc.Arbitrary<LinkSettings> = links.map((link) => ({
  ...link,
  delayMs: Math.max(0.1, link.delayMs),
  losses: (link.losses ?? []).map((span) => ({ ...span, toMs: 20 * span.toMs })),
  policer:
    link.policer == null ? null : { rateMbit: Math.max(2, link.policer.rateMbit), bucketBytes: 20_000 },
}));

const flows: fc.Arbitrary<FlowSettings> = fc
  .record({
    controller: controllers,
    server: ends,
    client: ends,
    isUpload: fc.boolean(),
    writes: fc.array(fc.record({ atMs: fc.nat(300), bytes: fc.integer({ min: 1, max: 150_000 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    host: fc.boolean(),
  })
  .map(({ controller, server, client, isUpload, writes, host }) =>
    flowOf(controller, {
      server: { ...SERVER, ...(host ? {} : { host: {} }), ...server },
      client: { ...CLIENT, ...(host ? {} : { host: {} }), ...client },
      isUpload,
      writes: writes.sort((a, b) => a.atMs - b.atMs),
    }),
  );

/** CoDel decides when a packet's turn comes: what a burst gives it ahead of time is left to hosts without a gap. */
const runs: fc.Arbitrary<RunSettings> = fc
  .record({ seed: seeds, flow: flows, down: paths, up: paths })
  .map(({ seed, flow, down, up }) => {
    const usesCodel = down.queue === 'codel' || up.queue === 'codel';
    const plain = (end: EndpointSettings): EndpointSettings => (usesCodel ? { ...end, host: {} } : end);
    return {
      seed,
      limitMs: 60_000,
      down,
      up,
      flows: [{ ...flow, server: plain(flow.server), client: plain(flow.client) }],
    };
  });

describe('any run', () => {
  it('brings all that was written, once, and is over then', () => {
    fc.assert(
      fc.property(runs, (settings) => {
        const outcome = simulate(settings);
        const [flow] = settings.flows as [FlowSettings];
        const [told] = outcome.flows as [(typeof outcome.flows)[number]];
        const written = sum(flow.writes.map(({ bytes }) => bytes));
        expect(told.readBytes).toBe(written);
        expect(outcome.endMs).toBe(told.completedMs);
        expect(told.lostPackets).toBeLessThanOrEqual(told.sentPackets);
        expect(told.spuriousPackets).toBeLessThanOrEqual(told.lostPackets);
        for (const link of [outcome.down, outcome.up])
          expect(link.taken).toBe(link.delivered + sum(Object.values(link.lost)) + link.inside);
        const [data, path] = flow.isUpload ? [outcome.up, settings.up] : [outcome.down, settings.down];
        expect(data.deliveredBytes).toBeGreaterThan(written);
        if (path.rateMbit != null)
          expect(data.deliveredBytes).toBeLessThanOrEqual((highestMbit(path) / 8) * outcome.endMs * 1000);
      }),
      { numRuns: draws(300) },
    );
  });

  it('is what its two traces say: sent before received, in credit, counted', () => {
    fc.assert(
      fc.property(runs, (settings) => {
        const { flows: told, traces } = simulate(settings, { traced: 0 });
        const [outcome] = told as [(typeof told)[number]];
        const { sender, receiver } = traces as NonNullable<typeof traces>;
        expect([strictFault(sender), strictFault(receiver)]).toEqual([null, null]);
        const [from, to] = [traceOf(sender), traceOf(receiver)];
        const { isUpload } = settings.flows[0] as FlowSettings;
        const [there, back] = isUpload ? [settings.up, settings.down] : [settings.down, settings.up];
        for (const [one, other, { delayMs }] of [
          [from, to, there],
          [to, from, back],
        ] as const) {
          const early = other.received.map(
            ({ id, time }) => (one.sent.get(id)?.time ?? NEVER) + delayMs - time,
          );
          expect(Math.max(...early)).toBeLessThan(0.002);
        }
        expect(Math.max(...from.sentEnds.map(({ end, credit }) => end - credit))).toBeLessThanOrEqual(0);
        const eliciting = [...from.sent.values()].filter(({ elicits }) => elicits);
        expect([eliciting.length, from.lost.length]).toEqual([outcome.sentPackets, outcome.lostPackets]);
        const lostIds = new Set(from.lost);
        expect(lostIds.size).toBe(outcome.lostPackets);
        // HANDSHAKE_DONE ends what is in flight of the handshake; an upload of few bytes is over before it comes.
        const open = eliciting.filter(
          ({ id }) =>
            (id.startsWith('1RTT') || (id.startsWith('handshake') && !from.isDone)) &&
            !from.acked.has(id) &&
            !lostIds.has(id),
        );
        expect(from.flightBytes).toBe(sum(open.map(({ size }) => size)));
        const spurious = [...lostIds].filter((id) => from.acked.has(id)).length;
        expect(spurious).toBeGreaterThanOrEqual(outcome.spuriousPackets);
      }),
      { numRuns: draws(150) },
    );
  });

  it('is the same for the same settings, and another for another seed', () => {
    fc.assert(
      fc.property(runs, (any) => {
        const losses = [{ fromMs: 0, toMs: 2000, share: 0.2 }];
        const settings = {
          ...any,
          down: { ...any.down, losses },
          up: { ...any.up, losses },
          flows: any.flows.map((flow) => ({ ...flow, writes: [{ atMs: 0, bytes: 100_000 }] })),
        };
        const options = { traced: 0, samples: 50 };
        const first = simulate(settings, options);
        expect(simulate(settings, options)).toEqual(first);
        const other = simulate({ ...settings, seed: settings.seed + 1 }, options);
        expect(other.traces).not.toEqual(first.traces);
        // Nothing depends on being watched.
        const { traces: _traces, flows: watched, packetEvents: _events, ...rest } = first;
        const { traces, flows: plain, packetEvents: _plainEvents, ...plainRest } = simulate(settings);
        expect(traces).toBeNull();
        expect(plainRest).toEqual(rest);
        expect(plain.map(({ windowBytes: _w, ...one }) => one)).toEqual(
          watched.map(({ windowBytes: _w, ...one }) => one),
        );
      }),
      { numRuns: draws(60) },
    );
  });

  it('of several flows over one path completes them all, within its rate', () => {
    const several = fc.record({
      seed: seeds,
      rateMbit: fc.constantFrom(4, 10, 40),
      queue: fc.constantFrom('drop-tail' as const, 'codel' as const),
      flows: fc.array(fc.record({ flow: flows, startMs: fc.nat(500), accessDelayMs: real(0, 20) }), {
        minLength: 2,
        maxLength: 4,
      }),
    });
    fc.assert(
      fc.property(several, ({ seed, rateMbit, queue, flows: made }) => {
        const path: LinkSettings = { delayMs: 5, rateMbit, queue, bufferBytes: 40_000 };
        const settings = made.map(({ flow, startMs, accessDelayMs }) => ({
          ...flow,
          startMs,
          accessDelayMs,
        }));
        const outcome = simulate({ seed, limitMs: 120_000, down: path, up: path, flows: settings });
        outcome.flows.forEach(({ readBytes, completedMs }, i) => {
          const { writes, startMs, accessDelayMs } = settings[i] as (typeof settings)[number];
          expect(readBytes).toBe(sum(writes.map(({ bytes }) => bytes)));
          // Two and a half round trips at the least, and the start.
          expect(completedMs).toBeGreaterThan(startMs + 3 * (5 + accessDelayMs));
        });
        expect(outcome.endMs).toBe(Math.max(...outcome.flows.map(({ completedMs }) => completedMs)));
        for (const link of [outcome.down, outcome.up]) {
          expect(link.deliveredBytes).toBeLessThanOrEqual((rateMbit / 8) * outcome.endMs * 1000);
          expect(link.taken).toBe(link.delivered + sum(Object.values(link.lost)) + link.inside);
        }
      }),
      { numRuns: draws(100) },
    );
  });

  it('is read by the engine without a fault, with its own figures', () => {
    fc.assert(
      fc.property(runs, (settings) => {
        const { flows: told, traces } = simulate(settings, { traced: 0 });
        const [outcome] = told as [(typeof told)[number]];
        const { sender, receiver } = traces as NonNullable<typeof traces>;
        const read = loadBytes(new TextEncoder().encode(sender));
        expect([read.problems, read.pipeline.skippedRecords]).toEqual([[], 0]);
        const { state } = read.pipeline;
        expect(state.sentInFlightPackets).toBe(outcome.sentPackets);
        if (outcome.lostPackets > 0)
          expect(state.losses.summary).toEqual({ method: 'logged', packets: outcome.lostPackets });
        expect(state.series.bytesInFlight.last).toBe(traceOf(sender).flightBytes);
        const other = loadBytes(new TextEncoder().encode(receiver));
        expect([other.problems, other.pipeline.skippedRecords]).toEqual([[], 0]);
      }),
      { numRuns: draws(60) },
    );
  });
});
