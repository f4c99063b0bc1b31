/**
 * What the lab is there to show, on few seeds: who is trapped and who is not, what decides the clamp, the curve after a pause, and
 * that no late wake-up fires the timer. `tests/deep/simulate.test.ts` holds the same against the recordings, on many.
 */
import { describe, expect, test } from 'vitest';
import { initialValues, type Values } from '../../src/engine/simulator/runs/scenario.ts';
import {
  FLOW_SAMPLES,
  type RunRow,
  runRow,
  runTraces,
} from '../../src/engine/simulator/runs/scenario-run.ts';
import { idleBursts } from '../support/idle-bursts.ts';
import { lateIn, refOf, refsOf, rowsOf, scenarioNamed, trappedIn } from '../support/lab-runs.ts';

describe('the incident', () => {
  test('traps some runs with the defect, and makes some of them late', () => {
    const rows = rowsOf('incident', 'defect', 30);
    expect(trappedIn(rows)).toBeGreaterThanOrEqual(8);
    expect(trappedIn(rows)).toBeLessThanOrEqual(25);
    expect(lateIn(rows)).toBeGreaterThanOrEqual(4);
    // Who is late was trapped, and for most of the time.
    for (const row of rows.filter(({ isLate }) => isLate)) expect(row.longestTrapMs).toBeGreaterThan(4000);
  });

  test.each(['fixed', 'newreno'])('traps none that is %s, and all are in time', (variant) => {
    const rows = rowsOf('incident', variant, 30);
    expect([trappedIn(rows), lateIn(rows)]).toEqual([0, 0]);
    expect(rows.every(({ completedMs }) => completedMs > 2000 && completedMs < 6000)).toBe(true);
  });

  test('traps hardly any run where each packet is delivered at its own time', () => {
    expect(trappedIn(rowsOf('incident', 'defect', 10, { grid: 0, late: 2 }))).toBeLessThanOrEqual(1);
  });
});

test('of the eight cells of the ablation only the full one traps', () => {
  const trapped = scenarioNamed('ablation')
    .variants(initialValues(scenarioNamed('ablation')))
    .map(({ id }): readonly [string, number] => [id, trappedIn(rowsOf('ablation', id, 10))]);
  expect(trapped).toHaveLength(8);
  expect(trapped.filter(([, runs]) => runs > 0).map(([id]) => id)).toEqual(['loss-avoidance-floor']);
});

describe('of the idle rules', () => {
  test.each(['shift-from-last-activity', 'shift-epoch-only', 'none', 'threshold-2', 'threshold-4'])(
    '%s never traps',
    (variant) => {
      const rows = rowsOf('rules', variant, 20);
      expect([trappedIn(rows), lateIn(rows)]).toEqual([0, 0]);
    },
  );

  test.each(['shift-from-last-send', 'shift-at-ack', 'threshold-0', 'threshold-0.5'])(
    '%s traps some runs',
    (variant) => {
      const trapped = trappedIn(rowsOf('rules', variant, 20));
      expect(trapped).toBeGreaterThanOrEqual(5);
      expect(trapped).toBeLessThan(20);
    },
  );
});

/**
 * The clamp and the new epoch put the boundary exactly at the first packet of a burst that begins with nothing in flight. Whether what is
 * sent at the boundary counts as sent after it (`<`) or not (`<=`) then decides over all packets with that one time: over
 * the burst where they share it, over its first packet where each has its own.
 */
describe('with a boundary that never passes now', () => {
  const clamped = ['cubic:shift-clamped', 'cubic:reset'];

  test.each(clamped)('%s traps where all packets of a burst have one time', (variant) => {
    const rows = rowsOf('rules', variant, 20, { gap: 0 });
    expect(trappedIn(rows)).toBeGreaterThanOrEqual(8);
    expect(lateIn(rows)).toBeGreaterThanOrEqual(5);
  });

  test.each([...clamped, 'cubic:shift-skipped'])('%s does not trap with < in place of <=', (variant) => {
    expect(trappedIn(rowsOf('rules', `${variant}:<`, 20, { gap: 0 }))).toBe(0);
  });

  test.each([...clamped, 'cubic:shift-skipped'])(
    '%s does not trap where each packet has its own',
    (variant) => {
      for (const gap of [1, 11.5]) {
        expect(trappedIn(rowsOf('rules', variant, 10, { gap })), `${gap} µs`).toBe(0);
        expect(trappedIn(rowsOf('rules', `${variant}:<`, 10, { gap })), `${gap} µs, <`).toBe(0);
      }
    },
  );

  test('shift-skipped does not trap at one time either: where it would pass now, nothing is moved', () => {
    expect(trappedIn(rowsOf('rules', 'cubic:shift-skipped', 20, { gap: 0 }))).toBe(0);
  });

  /** By how much ACKs of both packets of a window of two raised it, bytes; of bursts that began with nothing in flight. */
  const growth = (variant: string, gap: number): readonly number[] =>
    refsOf('rules', variant, 15, { gap, stalls: 0, megabytes: 0.3, limit: 4 }).flatMap((ref) =>
      idleBursts(runTraces(ref).sender)
        .filter(({ cwndBytes, packets, thenBytes }) => cwndBytes === 2700 && packets === 2 && thenBytes > 0)
        .map(({ thenBytes, cwndBytes }) => thenBytes - cwndBytes),
    );
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;

  test('a window of two does not grow at all at one time, and at full speed with <', () => {
    const held = growth('cubic:shift-clamped', 0);
    expect(held.length).toBeGreaterThan(500);
    expect(held.filter((bytes) => bytes !== 0)).toEqual([]);
    const free = growth('cubic:shift-clamped:<', 0);
    expect(free.length).toBeGreaterThan(10);
    expect(Math.min(...free)).toBeGreaterThan(0);
    // The clamp moves the boundary of a recovery too, so that a few bursts are others.
    expect(mean(free) / mean(growth('cubic:shift-epoch-only', 0))).toBeCloseTo(1, 1);
  });

  test('a window of two grows at half speed where each packet has its own time, with < at full speed', () => {
    const half = growth('cubic:shift-clamped', 11.5);
    const full = growth('cubic:shift-clamped:<', 11.5);
    expect(Math.min(half.length, full.length)).toBeGreaterThan(10);
    expect(Math.min(...half)).toBeGreaterThan(0);
    expect(mean(half) / mean(full)).toBeGreaterThan(0.4);
    expect(mean(half) / mean(full)).toBeLessThan(0.6);
    expect(mean(full)).toBeCloseTo(mean(growth('cubic:shift-epoch-only', 11.5)), 6);
  });
});

describe('after a pause', () => {
  const RTT_MS = 100;
  const scenario = scenarioNamed('idle-burst');

  interface Course {
    readonly rows: { readonly [variant: string]: RunRow };
    readonly idleMs: number;
    /** Where the pause ends. */
    readonly endMs: number;
    readonly stepMs: number;
  }

  function courseOf(changes: Values): Course {
    const values: Values = { ...initialValues(scenario), rtt: RTT_MS, ...changes };
    const [begin, idle, after] = ['begin', 'idle', 'after'].map((id) => 1000 * (values[id] as number));
    const rows = scenario
      .variants(values)
      .map(({ id }): [string, RunRow] => [id, runRow(refOf('idle-burst', id, values))]);
    const [beginMs, idleMs, afterMs] = [begin, idle, after] as [number, number, number];
    return {
      rows: Object.fromEntries(rows),
      idleMs,
      endMs: beginMs + idleMs,
      stepMs: (beginMs + idleMs + afterMs) / (FLOW_SAMPLES - 1),
    };
  }

  /** The uninterrupted window one round trip before and after the same time without the pause, by the samples around it. */
  function bounds({ rows, idleMs, stepMs }: Course, atMs: number): readonly [number, number] {
    const { windowBytes } = rows.uninterrupted as RunRow;
    const sample = (at: number): number => windowBytes[at] as number;
    return [
      sample(Math.floor((atMs - idleMs - RTT_MS) / stepMs)),
      sample(Math.ceil((atMs - idleMs + RTT_MS) / stepMs)),
    ];
  }

  /** Samples after the pause, from this many round trips on, with their bounds. */
  function samplesOf(
    course: Course,
    variant: string,
    fromRtts: number,
  ): readonly { readonly bytes: number; readonly low: number; readonly high: number }[] {
    return Array.from((course.rows[variant] as RunRow).windowBytes, (bytes, i) => ({
      ...{ bytes, atMs: i * course.stepMs },
    }))
      .filter(({ atMs }) => atMs >= course.endMs + fromRtts * RTT_MS)
      .map(({ bytes, atMs }) => {
        const [low, high] = bounds(course, atMs);
        return { bytes, low, high };
      });
  }

  test.each<[string, Values]>([
    ['of 3 s', { begin: 3, idle: 3, after: 1.5 }],
    ['of 12 s', { begin: 2, idle: 12, after: 3 }],
  ])('%s the shifted curve is the uninterrupted one, later by it, within one round trip', (_, changes) => {
    const course = courseOf(changes);
    for (const row of Object.values(course.rows)) expect([row.reductions, row.timeouts]).toEqual([1, 0]);
    const shifted = samplesOf(course, 'shift', 0);
    expect(shifted.length).toBeGreaterThan(40);
    // The time between an ACK and the next send is what is left: some bytes of a window of 250,000.
    const isWithin = (bytes: number, low: number, high: number): boolean =>
      bytes >= low && bytes <= high + 135;
    expect(shifted.filter(({ bytes, low, high }) => !isWithin(bytes, low, high))).toEqual([]);
    // It is growth that is compared, and no flat line.
    expect((shifted.at(-1)?.bytes ?? 0) - (shifted[0]?.bytes ?? 0)).toBeGreaterThan(8 * 1350);
    // Without a rule it is larger, from the third round trip on.
    const without = samplesOf(course, 'none', 3).slice(0, 15);
    expect(without.filter(({ bytes, high }) => bytes <= high + 1350)).toEqual([]);
  });

  test('without a rule a long one is followed by half of the window more per round trip', () => {
    const course = courseOf({ begin: 2, idle: 12, after: 3 });
    const [before = Number.NaN] = samplesOf(course, 'none', 0).map(({ bytes }) => bytes);
    // Three round trips after the pause two ACKs of a whole window have come; a new epoch grows by a few packets.
    const [after = Number.NaN] = samplesOf(course, 'none', 4).map(({ bytes }) => bytes);
    const [anew = Number.NaN] = samplesOf(course, 'reset', 4).map(({ bytes }) => bytes);
    expect(after / before).toBeGreaterThan(1.8);
    expect(anew / before).toBeLessThan(1.05);
  });
});

describe('a late host', () => {
  const timeouts = (id: string, changes: Values): number => {
    const row = runRow(refOf('late-host', id, { seconds: 0.5, ...changes }));
    // A probe reduces no window, and nothing is lost.
    expect([row.lostPackets, row.reductions], id).toEqual([0, 0]);
    return row.timeouts;
  };
  const ids = scenarioNamed('late-host')
    .variants(initialValues(scenarioNamed('late-host')))
    .map(({ id }) => id);

  test('of 400 µs or less fires no probe timer with a max_ack_delay of 25 ms, on a slow and on a fast path', () => {
    const short = ids.filter((id) => /-(100|200|400)us$/.test(id));
    expect(short).toHaveLength(21);
    for (const rate of [20, 1000])
      expect(short.filter((id) => timeouts(id, { rate, delay: '25' }) > 0)).toEqual([]);
  });

  test('fires it with a max_ack_delay of 0, where it is later than a round trip and a ms', () => {
    expect(timeouts('0.1ms-2000us', { rate: 1000, delay: '0' })).toBeGreaterThan(50);
    expect(timeouts('0.1ms-2000us', { rate: 1000, delay: '25' })).toBe(0);
    expect(timeouts('10ms-2000us', { rate: 1000, delay: '0' })).toBe(0);
    expect(timeouts('0.1ms-400us', { rate: 1000, delay: '0' })).toBe(0);
  });
});
