/** The smallest RTT as levels in time: what moves it, and what only looks so. */
import { describe, expect, test } from 'vitest';
import { pathLevels } from '../../../../../../src/engine/sender/transport/path/path-levels.ts';
import { pathSamples } from '../../../../../../src/engine/sender/transport/path/path-samples.ts';
import type { TransportState } from '../../../../../../src/engine/sender/transport/transport.ts';
import { tracePath } from '../../../../../support/corpus/list.ts';
import { LINK_RTT_MS, type Link, overLink } from '../../../../../support/full-link.ts';
import { loadTrace } from '../../../../../support/load.ts';
import { acknowledge, replayEvents, send, type TimedEvent } from '../../../../../support/replay-events.ts';

const RTT_MS = LINK_RTT_MS;

/** From and smallest RTT of each level, ms. */
function levelsOf(state: TransportState) {
  return pathLevels(state, pathSamples(state)).map(({ fromUs, rttMinUs }) => [
    Math.round(fromUs / 1000),
    Math.round(rttMinUs / 1000),
  ]);
}

const overPath = (link: Link, ...more: readonly TimedEvent[]) =>
  levelsOf(replayEvents([...overLink(link), ...more].sort(([a], [b]) => a - b)));

/** A window that grows from the least packets to the most and falls again, every so many ms. */
const sawtooth = (least: number, most: number, ms: number) => (atMs: number) =>
  Math.round(least + ((most - least) * (atMs % ms)) / ms);

describe('queues move no level', () => {
  test('one of 10 s that stands', () => {
    const window = (ms: number): number => (ms < 500 || ms > 10_500 ? 5 : 80);
    expect(overPath({ endMs: 12_000, window, bytesPerMs: () => 1000 })).toEqual([[0, 21]]);
    // … nor one that stays until the end.
    expect(overPath({ endMs: 10_500, window: (ms) => (ms < 500 ? 5 : 80), bytesPerMs: () => 1000 })).toEqual([
      [0, 21],
    ]);
  });

  test('the sawtooth of Reno over a buffer of several BDPs', () => {
    const wide = sawtooth(80, 160, 1500);
    const window = (ms: number): number => (ms < 300 ? 5 : wide(ms));
    expect(overPath({ endMs: 12_000, window, bytesPerMs: () => 1000 })).toEqual([[0, 21]]);
  });

  test('a spiral of 6 s', () => {
    const { state } = loadTrace(tracePath('rate-cubic-buggy-s03.server.sqlog.gz')).pipeline;
    expect(levelsOf(state)).toHaveLength(1);
  });
});

describe('a path that becomes longer', () => {
  /** At 2 s, 60 ms longer; the flight stays below the BDP. */
  const longer = (lastsMs: number, addedMs = 60, window = sawtooth(8, 20, 400)) =>
    overPath({
      endMs: 2000 + lastsMs,
      window,
      bytesPerMs: () => 10_000,
      baseMs: (ms) => (ms < 2000 ? RTT_MS : RTT_MS + addedMs),
    });

  test('begins a level after ten round trips, where the flight fell to half', () => {
    const [first, second, ...more] = longer(3000);
    expect(more).toEqual([]);
    expect([first?.[1], second?.[1]]).toEqual([20, 80]);
    expect(second?.[0]).toBeGreaterThan(1970);
    expect(second?.[0]).toBeLessThan(2030);
    expect(longer(700)).toHaveLength(1);
    expect(longer(1200)).toHaveLength(2);
  });

  test('is told from a queue by its flight alone: one that stays as it is proves nothing', () => {
    expect(longer(3000, 60, () => 20)).toHaveLength(1);
  });

  test('is longer by more than a fifth and 3 ms, and by what a packet takes at the rate that is delivered', () => {
    expect(longer(3000, 4.5)).toHaveLength(1);
    expect(longer(3000, 6.5)).toHaveLength(2);
    expect(longer(3000, 4.5, sawtooth(60, 160, 400))).toHaveLength(2);
  });

  test('begins where the RTT is no longer that of its queue, though the queue had stood for long', () => {
    const [, second, ...more] = overPath({
      endMs: 4000,
      window: (ms) => (ms < 200 ? 5 : ms < 2100 ? 60 : sawtooth(8, 60, 400)(ms)),
      bytesPerMs: () => 1000,
      baseMs: (ms) => (ms < 2000 ? RTT_MS : 75),
    });
    expect(more).toEqual([]);
    expect(second?.[1]).toBe(76);
    expect(second?.[0]).toBeGreaterThan(1900);
    expect(second?.[0]).toBeLessThan(2100);
  });
});

test('a path that becomes shorter begins a level at once, where the one before had stood', () => {
  const levels = overPath({
    endMs: 2100,
    window: () => 20,
    bytesPerMs: () => 10_000,
    baseMs: (ms) => (ms < 2000 ? 80 : RTT_MS),
  });
  expect(levels).toEqual([
    [0, 80],
    [expect.toSatisfy((ms: number) => ms >= 2000 && ms < 2100), 20],
  ]);
});

test('a queue that is empty for the first time late is none', () => {
  const window = (ms: number): number => Math.max(2, 80 - Math.floor(ms / 25));
  expect(overPath({ endMs: 3000, window, bytesPerMs: () => 1000 })).toHaveLength(1);
});

test('one RTT alone that is far too small is none', () => {
  const events = overLink({ endMs: 1000, window: () => 4, bytesPerMs: () => 10_000 });
  const early = [send(500.01, 90_000), acknowledge(500.06, [[90_000, 90_000]])];
  expect(levelsOf(replayEvents([...events, ...early].sort(([a], [b]) => a - b)))).toEqual([[0, 20]]);
});

test('a path that packets name anew begins a level there, longer or not', () => {
  const challenge = (timeMs: number): TimedEvent => [
    timeMs,
    'quic:packet_received',
    {
      header: { packet_type: '1RTT', packet_number: 1e6 + timeMs },
      raw: { length: 1200 },
      frames: [{ frame_type: 'path_challenge', data: 'aabbccdd' }],
    },
  ];
  const link = { endMs: 1400, window: () => 20, bytesPerMs: () => 10_000 };
  const levels = overPath({ ...link, baseMs: (ms) => (ms < 1000 ? RTT_MS : 60) }, challenge(1000));
  expect(levels).toEqual([
    [0, 20],
    [1000, 60],
  ]);
  expect(overPath(link, challenge(1000))).toEqual([
    [0, 20],
    [1000, 20],
  ]);
});
