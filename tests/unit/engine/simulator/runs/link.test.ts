/** One direction of a path, each of its parts for itself. What holds for any settings is a property. */
import { describe, expect, test } from 'vitest';
import { EventQueue } from '../../../../../src/engine/simulator/runs/event-queue.ts';
import { Link, PacketLimit } from '../../../../../src/engine/simulator/runs/link.ts';
import type { LinkSettings } from '../../../../../src/engine/simulator/runs/link-settings.ts';
import type { Packet } from '../../../../../src/engine/simulator/runs/packet.ts';
import { Random } from '../../../../../src/engine/simulator/runs/random.ts';
import { Arrivals, packetOf } from '../../../../support/simulated.ts';

interface Sending {
  readonly seed?: number;
  readonly name?: string;
  /** Of each packet. */
  readonly about?: Partial<Packet>;
}

/** Sends packets at these times. */
function through(
  settings: LinkSettings,
  timesUs: readonly number[],
  { seed = 1, name = 'down', about = {} }: Sending = {},
): { readonly link: Link; readonly arrivals: Arrivals } {
  const events = new EventQueue();
  const arrivals = new Arrivals();
  const link = new Link(events, settings, { seed, name, to: arrivals, limit: null });
  timesUs.forEach((atUs, number) => {
    events.run(atUs);
    link.take(packetOf({ number, ...about }), atUs);
  });
  events.run(1e12);
  return { link, arrivals };
}

const evenly = (count: number, everyUs: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => i * everyUs);

describe('Link', () => {
  test('delays each packet by the propagation', () => {
    const { arrivals } = through({ delayMs: 6 }, [0, 0, 10, 500]);
    expect(arrivals.atUs).toEqual([6000, 6000, 6010, 6500]);
  });

  test('loses what a recording lost, and counts it', () => {
    const recorded = [{ fromMs: 1, toMs: 2, lost: Uint8Array.of(0, 1) }];
    const { arrivals, link } = through({ delayMs: 6, recorded }, [0, 1000, 1100, 1200, 1300, 2000]);
    expect(arrivals.numbers).toEqual([0, 1, 3, 5]);
    expect(link.counts.lost.random).toBe(2);
  });

  test('holds what would arrive in a time until its end, in order', () => {
    const { arrivals } = through(
      { delayMs: 1, holds: [{ fromMs: 2, toMs: 5 }] },
      [0, 1000, 1500, 3900, 4000],
    );
    expect(arrivals.atUs).toEqual([1000, 5000, 5000, 5000, 5000]);
    expect(arrivals.numbers).toEqual([0, 1, 2, 3, 4]);
  });

  test('before it a limited rate: a packet arrives with its last bit', () => {
    const { arrivals } = through({ delayMs: 6, rateMbit: 8 }, [0, 0, 5000]);
    expect(arrivals.atUs).toEqual([7000, 8000, 12_000]);
  });

  test('a rate that changes is that of its time', () => {
    const steps = [{ fromMs: 2, rateMbit: 4 }];
    const { arrivals } = through({ delayMs: 1, rateMbit: 8, rateSteps: steps }, [0, 0, 0, 0]);
    expect(arrivals.atUs).toEqual([2000, 3000, 5000, 7000]);
  });

  test('jitter is drawn for each packet, and changes no order', () => {
    const { arrivals } = through({ delayMs: 10, jitterMs: 4 }, evenly(500, 1000));
    const delays = arrivals.atUs.map((atUs, i) => atUs - i * 1000);
    expect(arrivals.numbers).toEqual(evenly(500, 1));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(10_000);
    expect(Math.min(...delays)).toBeLessThan(10_200);
    expect(Math.max(...delays)).toBeGreaterThan(13_800);
    expect(Math.max(...delays)).toBeLessThanOrEqual(14_000);
  });

  test('a packet that is held back comes after later ones, which do not wait for it', () => {
    const reordering = { share: 0.1, delayMs: 5 };
    const { arrivals, link } = through({ delayMs: 10, reordering }, evenly(1000, 1000));
    const late = arrivals.numbers.filter((number, i) => arrivals.atUs[i] !== number * 1000 + 10_000);
    const delays = arrivals.numbers.map((number, i) => (arrivals.atUs[i] as number) - number * 1000);
    expect(new Set(delays)).toEqual(new Set([10_000, 15_000]));
    expect(late.length).toBeGreaterThan(60);
    expect(late.length).toBeLessThan(140);
    const [first] = late as [number];
    expect(arrivals.numbers.indexOf(first)).toBeGreaterThan(arrivals.numbers.indexOf(first + 4));
    expect(link.counts.delivered).toBe(1000);
  });

  test('on a grid packets arrive at its first time from their arrival on, several at once', () => {
    const { arrivals } = through(
      { delayMs: 6, gridMs: 1, gridPhaseMs: 0.25 },
      [0, 200, 250, 251, 1250, 1251],
    );
    expect(arrivals.atUs).toEqual([6250, 6250, 6250, 7250, 7250, 8250]);
  });

  test('the phase of a grid comes from the seed, and is the same for both directions', () => {
    const phase = (name: string, seed: number): number =>
      (through({ delayMs: 0, gridMs: 1 }, [5000], { name, seed }).arrivals.atUs[0] as number) % 1000;
    expect(phase('up', 1)).toBe(phase('down', 1));
    expect(phase('up', 1)).toBeCloseTo(new Random(1, 'grid').share() * 1000, 6);
    expect(phase('up', 2)).not.toBeCloseTo(phase('up', 1), 1);
  });

  test('losses are those of its name and seed, and counted', () => {
    const losses = [{ fromMs: 0, toMs: 1000, share: 0.3 }];
    const lost = (name: string, seed: number): readonly number[] => {
      const { arrivals, link } = through({ delayMs: 1, losses }, evenly(500, 1000), { name, seed });
      expect(link.counts.lost).toEqual({
        random: 500 - arrivals.packets.length,
        policed: 0,
        limited: 0,
        queue: 0,
      });
      return arrivals.numbers;
    };
    expect(lost('down', 1)).toEqual(lost('down', 1));
    expect(lost('up', 1)).not.toEqual(lost('down', 1));
    expect(lost('down', 2)).not.toEqual(lost('down', 1));
  });

  test('what joins a datagram is lost with it, or not at all', () => {
    const losses = [{ fromMs: 0, toMs: 10_000, share: 0.5 }];
    const events = new EventQueue();
    const arrivals = new Arrivals();
    const link = new Link(
      events,
      { delayMs: 1, losses },
      { seed: 1, name: 'down', to: arrivals, limit: null },
    );
    for (let number = 0; number < 600; number++)
      link.take(packetOf({ number, joins: number % 3 !== 0 }), Math.floor(number / 3) * 1000);
    events.run(1e9);
    const datagrams = new Map<number, number>();
    for (const number of arrivals.numbers)
      datagrams.set(Math.floor(number / 3), (datagrams.get(Math.floor(number / 3)) ?? 0) + 1);
    expect([...datagrams.values()].filter((packets) => packets !== 3)).toEqual([]);
    expect(Math.abs(datagrams.size - 100)).toBeLessThan(30);
  });

  test('drops are counted by what dropped: the policer, the queue', () => {
    const policed = through({ delayMs: 1, policer: { rateMbit: 8, bucketBytes: 3000 } }, [0, 0, 0, 0, 0]);
    expect(policed.link.counts).toMatchObject({ taken: 5, delivered: 3, lost: { policed: 2 } });
    const queued = through({ delayMs: 1, rateMbit: 8, bufferBytes: 1000 }, [0, 0, 0, 0, 0]);
    expect(queued.link.counts).toMatchObject({
      taken: 5,
      delivered: 2,
      deliveredBytes: 2000,
      lost: { queue: 3 },
    });
    const codel = through({ delayMs: 1, rateMbit: 8, queue: 'codel' }, evenly(1000, 500));
    expect(codel.link.counts.lost.queue).toBeGreaterThan(5);
    expect(codel.link.counts.delivered + codel.link.counts.lost.queue).toBe(1000);
  });

  test('marks are counted where the packets arrive', () => {
    const settings: LinkSettings = { delayMs: 1, rateMbit: 8, ecn: { aboveMs: 2 } };
    const { link, arrivals } = through(settings, [0, 0, 0, 0, 0], { about: { isEcnCapable: true } });
    expect(link.counts.marked).toBe(2);
    expect(arrivals.packets.map(({ isMarked }) => isMarked)).toEqual([false, false, false, true, true]);
    expect(through(settings, [0, 0, 0, 0, 0]).link.counts.marked).toBe(0);
  });

  test('packets under way are counted until they arrive', () => {
    const events = new EventQueue();
    const settings: LinkSettings = { delayMs: 5, rateMbit: 8, queue: 'codel' };
    const link = new Link(events, settings, { seed: 1, name: 'up', to: new Arrivals(), limit: null });
    for (let i = 0; i < 8; i++) link.take(packetOf(), 0);
    const inside = [0, 3500, 6500, 1e6].map((atUs) => {
      events.run(atUs);
      return link.counts.inside;
    });
    expect(inside).toEqual([8, 8, 7, 0]);
  });

  test('holds many packets under way, in order', () => {
    const { arrivals } = through({ delayMs: 1000 }, evenly(5000, 10));
    expect(arrivals.numbers).toEqual(evenly(5000, 1));
    expect(arrivals.atUs.every((atUs, i) => atUs === 1e6 + i * 10)).toBe(true);
  });
});

describe('PacketLimit', () => {
  /** Two directions with one limit. */
  function pair(settings: LinkSettings, limit: number): { events: EventQueue; links: [Link, Link] } {
    const events = new EventQueue();
    const shared = new PacketLimit(limit);
    const linkOf = (name: string): Link =>
      new Link(events, settings, { seed: 1, name, to: new Arrivals(), limit: shared });
    return { events, links: [linkOf('down'), linkOf('up')] };
  }

  test('both directions together hold so many packets, and drop more', () => {
    const { events, links } = pair({ delayMs: 10 }, 3);
    const [down, up] = links;
    down.take(packetOf(), 0);
    up.take(packetOf(), 0);
    down.take(packetOf(), 0);
    up.take(packetOf(), 0);
    down.take(packetOf(), 0);
    expect([down.counts.lost.limited, up.counts.lost.limited]).toEqual([1, 1]);
    events.run(10_000);
    up.take(packetOf(), 10_000);
    expect([up.counts.taken, up.counts.lost.limited]).toEqual([3, 1]);
  });

  test('does not hold where a rate has a queue of its own', () => {
    const { links } = pair({ delayMs: 10, rateMbit: 8 }, 1);
    for (let i = 0; i < 5; i++) links[0].take(packetOf(), 0);
    expect(links[0].counts.lost.limited).toBe(0);
  });
});
