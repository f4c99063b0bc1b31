/** A path as it is played, without a clock: what is delivered when, and the truth of each datagram. */
import { describe, expect, test } from 'vitest';
import { EventQueue } from '../../../../src/engine/simulator/runs/event-queue.ts';
import { Link } from '../../../../src/engine/simulator/runs/link.ts';
import type { LinkSettings } from '../../../../src/engine/simulator/runs/link-settings.ts';
import { initialValues } from '../../../../src/engine/simulator/runs/scenario.ts';
import { INCIDENT, incidentRun } from '../../../../src/engine/simulator/runs/scenarios/incident.ts';
import { latenessOf } from '../../../../src/node/relay/lateness.ts';
import { Datagram, type Direction, PlayedPath } from '../../../../src/node/relay/played-path.ts';
import { truthText } from '../../../../src/node/relay/truth.ts';
import { Arrivals, packetOf } from '../../../support/simulated.ts';

const SIZE = 1000;
const STRAIGHT: LinkSettings = { delayMs: 5 };

/** Sends datagrams down at these times, and lets the player be called each 100 µs. */
function played(
  down: LinkSettings,
  timesUs: readonly number[],
  {
    up = STRAIGHT,
    direction = 'down',
    seed = 1,
  }: { up?: LinkSettings; direction?: Direction; seed?: number } = {},
): readonly Datagram[] {
  const path = new PlayedPath({ seed, down, up }, (datagram) => {
    datagram.deliveredUs = nowUs;
  });
  let nowUs = 0;
  const until = (untilUs: number): void => {
    for (nowUs = Math.ceil(nowUs / 100) * 100; nowUs < untilUs; nowUs += 100) path.run(nowUs);
  };
  for (const atUs of timesUs) {
    until(atUs);
    nowUs = atUs;
    path.take(new Datagram(direction, 0, SIZE, atUs, 0, new Uint8Array(SIZE)));
  }
  until(2e6);
  expect(path.dueUs).toBe(Number.POSITIVE_INFINITY);
  return path.datagrams;
}

const evenly = (count: number, everyUs: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => i * everyUs);
const fates = (datagrams: readonly Datagram[]): readonly (string | null)[] =>
  datagrams.map(({ droppedBy }) => droppedBy);

describe('a played path', () => {
  test('delivers each datagram when it is due, and lets go of it', () => {
    const [first, second] = played(STRAIGHT, [0, 250]);
    expect([first?.dueUs, second?.dueUs]).toEqual([5000, 5250]);
    expect([first?.deliveredUs, second?.deliveredUs]).toEqual([5000, 5300]);
    expect([first?.lateUs, second?.lateUs]).toEqual([0, 50]);
    expect(first?.message).toBeNull();
  });

  test('each direction has losses, a queue and a delay of its own', () => {
    const lossy: LinkSettings = { delayMs: 1, losses: [{ fromMs: 0, toMs: 10, share: 1 }] };
    expect(fates(played(lossy, [0, 9999, 10_000]))).toEqual(['random', 'random', null]);
    expect(fates(played(STRAIGHT, [0, 5000], { up: lossy, direction: 'up' }))).toEqual(['random', 'random']);
    expect(fates(played(lossy, [0, 5000], { direction: 'up' }))).toEqual([null, null]);
  });

  test('a full queue, a policer and a packet limit are what dropped it', () => {
    // 1,000 bytes take a ms.
    const queued = played({ delayMs: 0, rateMbit: 8, bufferBytes: 2000 }, [0, 0, 0, 0]);
    expect(fates(queued)).toEqual([null, null, null, 'queue']);
    expect(queued.map(({ leftUs, takenUs }) => leftUs - takenUs)).toEqual([1000, 2000, 3000, Number.NaN]);
    const policer = { rateMbit: 8, bucketBytes: 1000 };
    expect(fates(played({ delayMs: 0, policer }, [0, 0, 1000]))).toEqual([null, 'policed', null]);
    expect(fates(played({ delayMs: 5, packetLimit: 1 }, [0, 0, 6000]))).toEqual([null, 'limited', null]);
  });

  test('steps of rate and delay, an outage, and reordering are played', () => {
    const stepped = played(
      { delayMs: 1, delaySteps: [{ fromMs: 10, delayMs: 20 }], holds: [{ fromMs: 50, toMs: 80 }] },
      [0, 15_000, 40_000],
    );
    expect(stepped.map(({ dueUs }) => dueUs)).toEqual([1000, 35_000, 80_000]);
    const late = played({ delayMs: 1, reordering: { share: 0.5, delayMs: 3 } }, evenly(50, 500));
    const order = late.toSorted((a, b) => a.deliveredUs - b.deliveredUs);
    expect(order).not.toEqual(late);
    expect(late.filter(({ dueUs, takenUs }) => dueUs - takenUs > 3999).length).toBeGreaterThan(10);
  });

  test('of a seed are lost those that the simulator loses on the same path', () => {
    const values = initialValues(INCIDENT);
    const timesUs = evenly(200, 5000);
    const lostOf = (seed: number): readonly number[] => {
      const { down } = incidentRun(values, { name: 'newreno' }, seed);
      const lost = fates(played(down, timesUs, { seed })).flatMap((fate, i) => (fate === 'random' ? i : []));
      const arrivals = new Arrivals();
      const events = new EventQueue();
      const link = new Link(events, down, { seed, name: 'down', to: arrivals, limit: null });
      for (const [number, atUs] of timesUs.entries()) link.take(packetOf({ number }), atUs);
      events.run(2e6);
      expect(lost).toEqual(timesUs.map((_, i) => i).filter((i) => !arrivals.numbers.includes(i)));
      return lost;
    };
    expect(lostOf(1)).not.toEqual(lostOf(2));
    expect(lostOf(1).length).toBeGreaterThan(30);
  });
});

test('the truth has a line per datagram, with its fate', () => {
  const lines = truthText(played({ delayMs: 5, rateMbit: 8, bufferBytes: 0 }, [0, 0])).split('\n');
  expect(lines.filter((line) => !line.startsWith('#'))).toEqual([
    'direction\tclient\tbytes\tcame\tfate\tqueued\tdue\tsent_on\tlate',
    'down\t0\t1000\t0\tdelivered\t1000\t6000\t6000\t0',
    'down\t0\t1000\t0\tqueue\t\t\t\t',
    '',
  ]);
});

test('lateness is that of what was delivered, with the time that it waited unread', () => {
  const datagrams = Array.from({ length: 100 }, (_, i) => {
    const datagram = new Datagram('up', 0, SIZE, 0, i === 0 ? 1500 : 0, null);
    datagram.dueUs = 5000;
    // The first is sent on 600 µs after it was due, the last never.
    datagram.deliveredUs = i === 0 ? 5600 : i === 99 ? Number.NaN : 5000 + i;
    return datagram;
  });
  const [one] = datagrams;
  expect(one?.lateUs).toBe(2100);
  expect(latenessOf(datagrams, 2000)).toEqual({ p50Us: 50, p99Us: 2100, maxUs: 2100, lateShare: 1 / 99 });
  expect(latenessOf(datagrams.slice(1), 2000)).toMatchObject({ maxUs: 98, lateShare: 0 });
  expect(latenessOf(datagrams.slice(99), 2000)).toBeNull();
});
