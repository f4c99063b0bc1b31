/** Findings while a trace is read: found in what is there, never for more than a small share of the time, and gone when all is judged. */
import { describe, expect, test } from 'vitest';
import { LookTimes, SoFar } from '../../../../../src/engine/service/answers/so-far.ts';
import { ENTRIES } from '../../../../support/corpus/list.ts';
import { openSubject } from '../../../../support/corpus/subject.ts';

/**
 * Reads events at a steady rate, and looks where that is due.
 * @param cost of a look, ms per event. @returns the share of the events at each look, and the share of the time that all took.
 */
function reading(wholeMs: number, events: number, cost: number) {
  const times = new LookTimes();
  const looks: number[] = [];
  let spentMs = 0;
  for (let readMs = 0; readMs < wholeMs; readMs += 100) {
    const share = readMs / wholeMs;
    const read = Math.round(events * share);
    if (!times.isDue({ elapsedMs: readMs + spentMs, share, events: read })) continue;
    looks.push(share);
    const ms = read * cost;
    spentMs += ms;
    times.looked(read, ms);
  }
  return { looks, spent: spentMs / (wholeMs + spentMs) };
}

describe('looks are due', () => {
  test('never in a file that is read at once', () => {
    expect(reading(400, 200_000, 0.0003).looks).toEqual([]);
  });

  test('a few times in one that takes long, for at most 3 % of the time', () => {
    for (const [wholeMs, cost] of [
      [20_000, 0.0002],
      [20_000, 0.0005],
      [60_000, 0.0001],
    ] as const) {
      const { looks, spent } = reading(wholeMs, 6_000_000, cost);
      expect(looks.length, String(cost)).toBeGreaterThan(0);
      expect(spent, String(cost)).toBeLessThanOrEqual(0.03);
    }
  });

  test('all the way through one from a slow source, each time with half as much again', () => {
    const { looks, spent } = reading(80_000, 500_000, 0.0005);
    expect(looks.at(-1)).toBeGreaterThan(0.6);
    expect(spent).toBeLessThan(0.03);
    for (const [i, share] of looks.slice(1).entries())
      expect(share / (looks[i] as number)).toBeGreaterThan(1.45);
  });

  test('once, where the first cost far more than was foreseen', () => {
    const { looks, spent } = reading(20_000, 6_000_000, 0.005);
    expect(looks).toHaveLength(1);
    expect(spent).toBeLessThan(0.05);
  });

  test('while its source stands still, as soon as the time it takes is a small share', () => {
    const times = new LookTimes();
    times.looked(1000, 80);
    const read = { share: 0.5, events: 4000 };
    expect(times.isBehind(read.events)).toBe(true);
    expect(times.isDue({ ...read, elapsedMs: 1500 })).toBe(false);
    expect(times.isDue({ ...read, elapsedMs: 8000 })).toBe(true);
    times.looked(read.events, 300);
    expect(times.isBehind(read.events)).toBe(false);
  });

  test('of a stream of unknown length only as far as its time allows', () => {
    const times = new LookTimes();
    const read = { elapsedMs: 1000, share: null };
    expect(times.isDue({ ...read, events: 100_000 })).toBe(false);
    expect(times.isDue({ ...read, events: 10_000 })).toBe(true);
    expect(times.isDue({ ...read, events: 0 })).toBe(false);
  });
});

test('what is found is critical or a warning, in what is there, and the trace is judged as if nobody had looked', () => {
  const entry = ENTRIES.find(({ file }) => file === 'rate2-both-cubic-buggy-s09.server.sqlog.gz');
  if (entry === undefined) throw new Error('the trace is not in the corpus');
  const { main, state } = openSubject(entry);
  const soFar = new SoFar();
  soFar.look(main, { elapsedMs: 100, share: 0.5 });
  expect(soFar.newest).toBeNull();
  soFar.look(main, { elapsedMs: 1000, share: 0.5 });
  const newest = soFar.newest;
  expect(newest?.toUs).toBe(state.lastUs);
  expect(newest?.findings[0]).toMatchObject({ id: 'death-spiral', severity: 'critical' });
  expect(newest?.findings.every(({ severity }) => severity !== 'info')).toBe(true);
});
