/** Queues before a limited rate: drop-tail, and CoDel by the text of RFC 8289. */
import { describe, expect, test } from 'vitest';
import { EventQueue } from '../../../../../src/engine/simulator/runs/event-queue.ts';
import { LinkRate } from '../../../../../src/engine/simulator/runs/link-rate.ts';
import type { Packet } from '../../../../../src/engine/simulator/runs/packet.ts';
import { Codel, DropTail } from '../../../../../src/engine/simulator/runs/queues.ts';
import { packetOf } from '../../../../support/simulated.ts';

/** 1,000 bytes take a ms. */
const RATE_MBIT = 8;
const PACKET_US = 1000;

describe('DropTail', () => {
  const queueOf = (
    bufferBytes: number | null,
    markAboveMs: number | null = null,
  ): { queue: DropTail<Packet>; left: number[] } => {
    const left: number[] = [];
    const leave = (_: Packet, atUs: number): void => void left.push(atUs);
    return { queue: new DropTail(new LinkRate(RATE_MBIT, []), bufferBytes, markAboveMs, leave), left };
  };
  const offer = (queue: DropTail<Packet>, times: readonly number[]): readonly boolean[] =>
    times.map((atUs) => queue.offer(packetOf(), atUs));

  test('packets leave one after the other, each when its last bit is sent', () => {
    const { queue, left } = queueOf(null);
    offer(queue, [0, 0, 100, 5000]);
    expect(left).toEqual([1000, 2000, 3000, 6000]);
  });

  test('holds its buffer beside the packet that is being sent', () => {
    const { queue, left } = queueOf(2000);
    expect(offer(queue, [0, 0, 0, 0])).toEqual([true, true, true, false]);
    expect(offer(queue, [999, 1000, 1000])).toEqual([false, true, false]);
    expect(left).toEqual([1000, 2000, 3000, 4000]);
  });

  test('of a shaper a bucket passes at once, full at first and after a pause, and then the rate holds', () => {
    const left: number[] = [];
    const leave = (_: Packet, atUs: number): void => void left.push(atUs);
    // The bucket holds 3 packets, the buffer one.
    const queue = new DropTail<Packet>(new LinkRate(RATE_MBIT, []), 1000, null, leave, 3 * PACKET_US);
    expect(offer(queue, [0, 0, 0, 0, 0, 0])).toEqual([true, true, true, true, true, false]);
    expect(left).toEqual([0, 0, 0, 1000, 2000]);
    offer(queue, [10_000, 10_000, 10_000, 10_000, 10_000]);
    expect(left.slice(5)).toEqual([10_000, 10_000, 10_000, 11_000, 12_000]);
  });

  test('without a buffer a packet is sent where the line is free', () => {
    const { queue } = queueOf(0);
    expect(offer(queue, [0, 500, 1000])).toEqual([true, false, true]);
  });

  test('marks packets that allow it and would wait for longer than told', () => {
    const { queue } = queueOf(null, 2);
    const packets = Array.from({ length: 5 }, (_, i) => packetOf({ isEcnCapable: i !== 3 }));
    for (const packet of packets) queue.offer(packet, 0);
    expect(packets.map(({ isMarked }) => isMarked)).toEqual([false, false, false, false, true]);
  });

  test('keeps its books over many thousands of packets', () => {
    const { queue, left } = queueOf(3000);
    let dropped = 0;
    // Three packets in the time of two: a third is dropped once the buffer is full.
    for (let i = 0; i < 9000; i++) if (!queue.offer(packetOf(), (i * 2 * PACKET_US) / 3)) dropped++;
    expect(Math.abs(dropped - 3000)).toBeLessThan(10);
    expect(left.length + dropped).toBe(9000);
  });
});

interface Course {
  readonly queue: Codel<Packet>;
  readonly dropped: number;
  /** By packet that left: when it came, when its turn came, its own. */
  readonly left: { readonly cameUs: number; readonly turnUs: number; readonly packet: Packet }[];
  /** When packets were dropped or marked. */
  readonly actedUs: number[];
  readonly refused: number;
}

interface CodelOptions {
  readonly marks?: boolean;
  readonly bufferBytes?: number | null;
  /** Of all packets; as it marks by default. */
  readonly isEcnCapable?: boolean;
}

/** Packets at these times through CoDel. */
function codel(
  timesUs: readonly number[],
  { marks = false, bufferBytes = null, isEcnCapable = marks }: CodelOptions = {},
): Course {
  const events = new EventQueue();
  const left: { cameUs: number; turnUs: number; packet: Packet }[] = [];
  const actedUs: number[] = [];
  let dropped = 0;
  const queue = new Codel(events, new LinkRate(RATE_MBIT, []), bufferBytes, marks, {
    leave: (packet: Packet, atUs) => {
      const turnUs = atUs - PACKET_US;
      left.push({ cameUs: timesUs[packet.number] as number, turnUs, packet });
      if (packet.isMarked) actedUs.push(turnUs);
    },
    drop: (_, atUs) => {
      dropped++;
      actedUs.push(atUs);
    },
  });
  let refused = 0;
  timesUs.forEach((atUs, number) => {
    events.run(atUs);
    if (!queue.offer(packetOf({ number, isEcnCapable }), atUs)) refused++;
  });
  events.run(1e12);
  return { queue, dropped, left, actedUs, refused };
}

/** So many packets at even distances. */
const evenly = (count: number, everyUs: number, fromUs = 0): readonly number[] =>
  Array.from({ length: count }, (_, i) => fromUs + i * everyUs);

describe('CoDel', () => {
  test('below its target it drops nothing and delays nothing, however long', () => {
    // Bursts of 5: the last waits 4 ms.
    const timesUs = evenly(2000, 5 * PACKET_US).flatMap((atUs) => [atUs, atUs, atUs, atUs, atUs]);
    const { queue, dropped, left } = codel(timesUs);
    expect([dropped, left.length, queue.waiting]).toEqual([0, 10_000, 0]);
    expect(Math.max(...left.map(({ cameUs, turnUs }) => turnUs - cameUs))).toBe(4000);
  });

  test('a burst above the target that drains within an interval loses nothing', () => {
    const bursts = evenly(50, 200 * PACKET_US).flatMap((atUs) => new Array<number>(100).fill(atUs));
    const { dropped, left } = codel(bursts);
    expect(Math.max(...left.map(({ cameUs, turnUs }) => turnUs - cameUs))).toBeGreaterThan(50_000);
    expect(dropped).toBe(0);
  });

  test('the first drop comes an interval after the target was passed, the next by the control law', () => {
    // Twice the rate: the queue grows by a packet per packet that leaves.
    const { left, actedUs } = codel(evenly(3000, PACKET_US / 2));
    const above = left.find(({ cameUs, turnUs }) => turnUs - cameUs >= 5000)?.turnUs ?? Number.NaN;
    let dueUs = above + 100_000;
    for (let count = 1; count <= 30; count++) {
      const overUs = (actedUs[count - 1] as number) - dueUs;
      expect(overUs, `drop ${count}`).toBeGreaterThanOrEqual(count === 1 ? 0 : -1e-6);
      expect(overUs, `drop ${count}`).toBeLessThan(PACKET_US);
      // §5.5: the first counts from the time at which it came, the others from when they were due.
      dueUs = (count === 1 ? (actedUs[0] as number) : dueUs) + 100_000 / Math.sqrt(count);
    }
  });

  test('a constant overload drains to near the target, where drop-tail would hold a full buffer', () => {
    const { left, dropped } = codel(evenly(21_000, PACKET_US * 0.95));
    const late = left.filter(({ cameUs }) => cameUs > 10e6).map(({ cameUs, turnUs }) => turnUs - cameUs);
    const mean = late.reduce((all, waitedUs) => all + waitedUs, 0) / late.length;
    expect(mean).toBeLessThan(2 * 5000);
    expect(dropped / 21_000).toBeGreaterThan(0.04);
    // Without drops the wait would have grown to 0.5 s by then, and to 1 s in the end.
    expect(Math.max(...left.map(({ cameUs, turnUs }) => turnUs - cameUs))).toBeLessThan(200_000);
  });

  test('where packets allow it, it marks in place of each drop, and delivers all', () => {
    const timesUs = evenly(1000, PACKET_US / 2);
    const marked = codel(timesUs, { marks: true });
    expect([marked.dropped, marked.left.length]).toEqual([0, 1000]);
    expect(marked.actedUs.length).toBeGreaterThan(5);
    const plain = codel(timesUs);
    expect(marked.actedUs.slice(0, 5)).toEqual(plain.actedUs.slice(0, 5));
    expect(plain.left.some(({ packet }) => packet.isMarked)).toBe(false);
  });

  test('where packets do not allow it, it drops although it would mark', () => {
    const { dropped, left } = codel(evenly(1000, PACKET_US / 2), { marks: true, isEcnCapable: false });
    expect(dropped).toBeGreaterThan(5);
    expect(left.some(({ packet }) => packet.isMarked)).toBe(false);
  });

  test('its buffer has an end as well, beside the packet that is being sent', () => {
    const { dropped, left, refused } = codel(new Array<number>(100).fill(0), { bufferBytes: 10_000 });
    expect([left.length, refused, dropped]).toEqual([11, 89, 0]);
  });

  test('packets keep their order, and those that wait are counted', () => {
    const events = new EventQueue();
    const numbers: number[] = [];
    const queue = new Codel(events, new LinkRate(RATE_MBIT, []), null, false, {
      leave: ({ number }: Packet) => void numbers.push(number),
      drop: () => expect.unreachable(),
    });
    for (let number = 0; number < 10; number++) queue.offer(packetOf({ number }), 0);
    events.run(3500);
    expect([numbers, queue.waiting]).toEqual([[0, 1, 2, 3], 6]);
    events.run(1e6);
    expect([numbers.length, queue.waiting]).toEqual([10, 0]);
  });
});
