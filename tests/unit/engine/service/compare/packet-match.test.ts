/** Packets of two logs matched: made connections over made paths, against what was made, and what cannot be matched. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LossMark, type PacketColumns } from '../../../../../src/engine/reading/contract/packet-columns.ts';
import {
  areOfOneSender,
  isMatched,
  type MatchedPackets,
  matchPackets,
} from '../../../../../src/engine/service/compare/packet-match.ts';
import { PacketSpace } from '../../../../../src/qlog-schema/index.ts';
import { type MadePacket, madePackets } from '../../../../support/made-packets.ts';
import { draws, SEED } from '../../../../support/tier.ts';

const { initial, handshake, application } = PacketSpace;

function matched(a: PacketColumns, b: PacketColumns): MatchedPackets {
  const match = matchPackets(a, b);
  if (!isMatched(match)) throw new Error(`not matched: ${match}`);
  return match;
}

/** A packet per ms of application data; 3 and 5 of them are lost, and the clocks are 1 s apart. */
const every = (count: number, stepUs: number): readonly MadePacket[] =>
  Array.from({ length: count }, (_, i) => ({ space: application, number: i, us: i * stepUs }));
const later = (packets: readonly MadePacket[], us: number): readonly MadePacket[] =>
  packets.map((packet) => ({ ...packet, us: packet.us + us }));
const without = (packets: readonly MadePacket[], ...numbers: readonly number[]): readonly MadePacket[] =>
  packets.filter(({ number }) => !numbers.includes(number));

describe('two logs of one connection', () => {
  const fromA = every(100, 1000).map((packet) =>
    packet.number === 3 ? { ...packet, mark: LossMark.declared } : packet,
  );
  const fromB = later(every(100, 1000), 1e6);
  const a = madePackets(fromA, without(later(fromB, 10_000 - 1e6), 7));
  const b = madePackets(fromB, without(later(fromA, 10_000 + 1e6), 3, 5));
  const match = matched(a, b);

  test('have the offset that makes the smallest delays of both directions equal', () => {
    expect(match.offsetUs).toBe(-1e6);
    expect(match.clocks.driftPpm).toBe(0);
    expect(new Set([...match.fromA.delaysUs, ...match.fromB.delaysUs])).toEqual(new Set([10_000]));
  });

  test('have the packets that were lost between them, and what the sender says of them', () => {
    expect([...match.fromA.lostUs]).toEqual([3000, 5000]);
    expect([...match.fromA.lostMarks]).toEqual([LossMark.declared, LossMark.none]);
    expect([...match.fromB.lostUs]).toEqual([7000]);
    expect([match.fromA.delaysUs.length, match.fromB.delaysUs.length]).toEqual([98, 99]);
  });

  test('are the same the other way round, on the other clock', () => {
    const turned = matched(b, a);
    expect(turned.offsetUs).toBe(1e6);
    expect([...turned.fromB.lostUs]).toEqual([1_003_000, 1_005_000]);
    expect([...turned.fromA.lostUs]).toEqual([1_007_000]);
  });

  test('split a path that is slower in one direction evenly: that cannot be seen', () => {
    const slow = madePackets(fromB, later(fromA, 30_000 + 1e6));
    const { offsetUs, fromA: there, fromB: back } = matched(a, slow);
    expect(offsetUs).toBe(-1e6 - 10_000);
    expect([there.delaysUs[0], back.delaysUs[0]]).toEqual([20_000, 20_000]);
  });

  test('tell what arrived though it was declared lost, and what arrived though nobody logged it sent', () => {
    const marked = fromA.map((packet) => ({ ...packet, mark: LossMark.declared }));
    expect(
      matched(madePackets(marked, a.received.numbers.length > 0 ? later(fromB, 10_000 - 1e6) : []), b).fromA,
    ).toMatchObject({ falselyDeclared: 98 });
    const gappy = madePackets(without(fromA, 50, 51), later(fromB, 10_000 - 1e6));
    expect(matched(gappy, b).fromA.unlogged).toBe(2);
    // What lies before the first and after the last packet of the log is not missing in it.
    const part = madePackets(fromA.slice(20, 80), later(fromB, 10_000 - 1e6));
    expect(matched(part, b).fromA.unlogged).toBe(0);
  });

  test('count packets with another size in the two', () => {
    const other = madePackets(
      fromB,
      later(fromA, 1e6).map((packet) => ({ ...packet, size: 1183 })),
    );
    expect(matched(a, other).fromA).toMatchObject({ sized: 100, sameSize: 0 });
    const unsized = madePackets(
      fromB,
      later(fromA, 1e6).map((packet) => ({ ...packet, size: 0 })),
    );
    expect(matched(a, unsized).fromA).toMatchObject({ sized: 0, sameSize: 0 });
  });
});

describe('what counts as lost', () => {
  const fromB = every(60, 1000);
  const toA = later(fromB, 10_000);

  test('is nothing that was sent while the other log did not run', () => {
    // The server's log begins with the sixth packet, and ends with the fiftieth.
    const fromA = every(60, 1000);
    const b = madePackets(fromB.slice(15, 50), later(fromA.slice(6, 40), 10_000), {
      fromUs: 16_000,
      toUs: 50_000,
    });
    const { lostUs, beyondEnds } = matched(madePackets(fromA, toA), b).fromA;
    expect([[...lostUs], beyondEnds]).toEqual([[], 26]);
  });

  test('is the end of the transfer where the other log goes on longer than any packet took', () => {
    const fromA = every(60, 1000);
    const short = madePackets(fromB, later(fromA.slice(0, 50), 10_000), { toUs: 65_000 });
    // Sent at 50 to 59 ms; the slowest packet took 10 ms.
    expect(matched(madePackets(fromA, toA), short).fromA.lostUs).toHaveLength(5);
    expect(matched(madePackets(fromA, toA), short).fromA.beyondEnds).toBe(5);
    const long = madePackets(fromB, later(fromA.slice(0, 50), 10_000), { toUs: 500_000 });
    expect(matched(madePackets(fromA, toA), long).fromA.lostUs).toHaveLength(10);
    expect(matched(madePackets(fromA, toA), long).fromA.beyondEnds).toBe(0);
  });

  test('is of the handshake only what was sent before its last packet arrived: keys are dropped then', () => {
    const hello = [0, 1, 2, 3].map((number) => ({ space: initial, number, us: number * 1000 }));
    const rest = [0, 1].map((number) => ({ space: handshake, number, us: 5000 + number }));
    const fromA = [...hello, ...rest, ...later(every(60, 1000), 6000)];
    const received = later([hello[0], hello[2], ...later(every(60, 1000), 6000)] as MadePacket[], 10_000);
    const { lostUs, beyondEnds } = matched(
      madePackets(fromA, toA),
      madePackets(fromB, received, { toUs: 1e6 }),
    ).fromA;
    expect([[...lostUs], beyondEnds]).toEqual([[1000], 0]);
  });
});

describe('drift', () => {
  /** Random queues of up to 20 ms over 20 ms of path; the second clock goes faster by so much. */
  function drifting(ppm: number, seed: number): MatchedPackets {
    let state = seed;
    const random = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    const onB = (us: number): number => us * (1 + ppm * 1e-6) - 5e6;
    const onlyQueue = (): number => 20_000 + (random() < 0.3 ? 0 : random() * 20_000);
    const [sentA, gotB, sentB, gotA]: MadePacket[][] = [[], [], [], []];
    for (let number = 0; number < 3000; number++) {
      const us = number * 20_000;
      sentA?.push({ space: application, number, us });
      gotB?.push({ space: application, number, us: onB(us + onlyQueue()) });
      sentB?.push({ space: application, number, us: onB(us) });
      gotA?.push({ space: application, number, us: us + onlyQueue() });
    }
    return matched(madePackets(sentA ?? [], gotA ?? []), madePackets(sentB ?? [], gotB ?? []));
  }

  test.each([100, -100, 50, -300])('of %d ppm is found, and the delays are without it', (ppm) => {
    const { clocks, fromA, fromB } = drifting(ppm, 7);
    expect(Math.abs(clocks.driftPpm - ppm)).toBeLessThan(2);
    for (const { delaysUs } of [fromA, fromB]) {
      const [early, late] = [delaysUs.slice(0, 300), delaysUs.slice(-300)].map((some) => Math.min(...some));
      expect(Math.abs((early as number) - 20_000)).toBeLessThan(200);
      expect(Math.abs((late as number) - 20_000)).toBeLessThan(200);
    }
  });

  test.each([0, 10, -20])('of %d ppm over one minute is not told', (ppm) => {
    expect(drifting(ppm, 11).clocks.driftPpm).toBe(0);
  });

  test('is no queue that grows in one direction', () => {
    const fromA = every(1000, 1000);
    const fromB = every(1000, 1000);
    const queued = fromA.map((packet) => ({ ...packet, us: packet.us * 1.05 + 10_000 }));
    const { clocks, fromA: there } = matched(
      madePackets(fromA, later(fromB, 10_000)),
      madePackets(fromB, queued),
    );
    expect(clocks.driftPpm).toBe(0);
    expect(Math.max(...there.delaysUs)).toBeGreaterThan(50_000);
  });
});

describe('what cannot be matched says why', () => {
  const a = madePackets(every(10, 1000), later(every(10, 1000), 5000));
  const b = madePackets(every(10, 1000), later(every(10, 1000), 5000));

  test('several paths', () => {
    expect(matchPackets(a, { ...b, paths: 2 })).toBe('several-paths');
    expect(matchPackets({ ...a, paths: 2 }, b)).toBe('several-paths');
  });

  test.each([
    [2, 'few'],
    [0, 'few'],
    [3, 'matched'],
  ])('%d packets in a direction', (count, due) => {
    const match = matchPackets(a, madePackets(every(10, 1000), later(every(count, 1000), 5000)));
    expect(isMatched(match) ? 'matched' : match).toBe(due);
  });

  test('packets that would arrive before they were sent, whatever the clocks', () => {
    const early = madePackets(every(10, 1000), later(every(10, 1000), -9100));
    expect(matchPackets(a, early)).toBe('backwards');
    expect(isMatched(matchPackets(a, madePackets(every(10, 1000), later(every(10, 1000), -8900))))).toBe(
      true,
    );
  });
});

describe('two logs by one endpoint', () => {
  const sent = every(200, 1000).map((packet) => ({ ...packet, size: 40 + (packet.number % 9) }));
  const a = madePackets(sent, []);
  const from = (packets: readonly MadePacket[]): boolean => areOfOneSender(a, madePackets(packets, []));

  test.each([
    ['a copy', sent, true],
    ['a copy on another clock', later(sent, 7e6), true],
    ['a part', sent.slice(50, 90), true],
    ['a part that lacks packets in its middle', [...sent.slice(0, 50), ...sent.slice(80)], false],
    ['another course of the same numbers', sent.map((one) => ({ ...one, us: one.us * 1.1 })), false],
    ['other sizes', sent.map((one) => ({ ...one, size: 99 })), false],
    ['two packets', sent.slice(0, 2), false],
  ])('%s: %#', (_, packets, due) => {
    expect(from(packets)).toBe(due);
  });
});

test('any two logs: every packet is matched, lost, or out of reach, and no order of arrival matters', () => {
  const packet = fc.record({
    number: fc.nat(60),
    space: fc.constantFrom(initial, handshake, application),
    delayUs: fc.integer({ min: 1000, max: 50_000 }),
    isLost: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(packet, { selector: ({ number, space }) => `${space} ${number}`, minLength: 20 }),
      fc.integer({ min: -1e9, max: 1e9 }),
      (made, apart) => {
        const sentAt = (one: (typeof made)[number]): number => one.number * 2000 + one.space;
        const fromA = made.map((one) => ({ ...one, us: sentAt(one) }));
        const arrived = made.filter(({ isLost }) => !isLost);
        const received = arrived.map((one) => ({ ...one, us: sentAt(one) + one.delayUs + apart }));
        const back = later(every(5, 10_000), apart);
        const match = matchPackets(
          madePackets(fromA, later(back, 1000 - apart), { fromUs: 0, toUs: 1e7 }),
          madePackets(back, received, { fromUs: apart, toUs: apart + 1e7 }),
        );
        if (!isMatched(match)) {
          expect(match).toBe('few');
          expect(arrived.length).toBeLessThan(3);
          return;
        }
        const { fromA: there, offsetUs } = match;
        expect(there.delaysUs).toHaveLength(arrived.length);
        const least = Math.min(...arrived.map(({ delayUs }) => delayUs));
        // No difference between 0 and -0.
        expect(offsetUs + 0).toBe(Math.round(-apart - (least - 1000) / 2) + 0);
        const lastOf = (space: number): number =>
          Math.max(-1, ...arrived.filter((one) => one.space === space).map(sentAt));
        const due = made.filter(
          (one) => one.isLost && (one.space === application || sentAt(one) <= lastOf(one.space)),
        );
        expect([...there.lostUs]).toEqual(due.map(sentAt).sort((x, y) => x - y));
        for (let i = 1; i < there.sentUs.length; i++)
          expect(there.sentUs[i]).toBeGreaterThanOrEqual(there.sentUs[i - 1] as number);
      },
    ),
    { seed: SEED, numRuns: draws(300) },
  );
});
