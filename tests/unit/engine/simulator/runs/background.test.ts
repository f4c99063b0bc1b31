/** Traffic of others: how much it is, how large its transfers are, that seeds change it, and that no run without it knows of it. */
import { describe, expect, test } from 'vitest';
import {
  Background,
  type BackgroundSettings,
  LEAST_BYTES,
  MEAN_BYTES,
  PACKET_BYTES,
  transferBytes,
} from '../../../../../src/engine/simulator/runs/background.ts';
import { EventQueue } from '../../../../../src/engine/simulator/runs/event-queue.ts';
import { NO_FLOW } from '../../../../../src/engine/simulator/runs/packet.ts';
import { type RunSettings, simulate } from '../../../../../src/engine/simulator/runs/run.ts';
import { Arrivals, flowOf } from '../../../../support/simulated.ts';

const SETTINGS: BackgroundSettings = { rateMbit: 20, rttMs: 100, datagramBytes: PACKET_BYTES };

function arrivals(seconds: number, seed = 1, changes: Partial<BackgroundSettings> = {}): Arrivals {
  const events = new EventQueue();
  const to = new Arrivals();
  new Background(events, { ...SETTINGS, ...changes }, { seed, name: 'down', to });
  events.run(seconds * 1e6);
  return to;
}

const bytesOf = ({ packets }: Arrivals): number => packets.reduce((all, { sizeBytes }) => all + sizeBytes, 0);

describe('its rate', () => {
  test('is the one asked for, within a few percent over many transfers', () => {
    const seconds = 300;
    const rounds = { datagramBytes: 64_500 };
    const mbit = [1, 2, 3].map((seed) => (bytesOf(arrivals(seconds, seed, rounds)) * 8) / 1e6 / seconds);
    expect(mbit.reduce((all, one) => all + one, 0) / mbit.length / 20).toBeCloseTo(1, 1);
    for (const one of mbit) expect(Math.abs(one / 20 - 1)).toBeLessThan(0.1);
  });

  test('is the same in larger datagrams, which are fewer', () => {
    const [fine, coarse] = [arrivals(20), arrivals(20, 1, { datagramBytes: 20 * PACKET_BYTES })];
    expect(bytesOf(coarse)).toBe(bytesOf(fine));
    expect(coarse.packets.length).toBeLessThan(fine.packets.length / 2);
    expect(Math.max(...coarse.packets.map(({ sizeBytes }) => sizeBytes))).toBeGreaterThan(10 * PACKET_BYTES);
  });
});

describe('a transfer', () => {
  const EVENLY = Array.from({ length: 100_000 }, (_, i) => (i + 0.5) / 100_000);

  test('has three packets at least and a thousand times as many at most, in the mean what the rate is made of', () => {
    expect(transferBytes(0)).toBe(LEAST_BYTES);
    expect(transferBytes(1 - 2 ** -32)).toBeCloseTo(1000 * LEAST_BYTES, -2);
    const mean = EVENLY.reduce((all, share) => all + transferBytes(share), 0) / EVENLY.length;
    expect(mean / MEAN_BYTES).toBeCloseTo(1, 2);
  });

  test('is heavy-tailed: twice as large is 2^(4/3) times as rare', () => {
    const above = (bytes: number): number => EVENLY.filter((share) => transferBytes(share) > bytes).length;
    expect(above(20_000) / above(40_000)).toBeCloseTo(2 ** (4 / 3), 1);
  });

  test('begins with two packets, and doubles in each round trip up to 43', () => {
    // One long transfer: rounds are bursts at one time.
    const { atUs, packets } = arrivals(60, 3, { rateMbit: 0.02, rttMs: 50 });
    const rounds = new Map<number, number>();
    for (const us of atUs) rounds.set(us, (rounds.get(us) ?? 0) + 1);
    const sizes = [...rounds.values()];
    expect(Math.max(...sizes)).toBeLessThanOrEqual(43);
    for (const size of sizes) expect(size).toBeLessThanOrEqual(43);
    expect(sizes[0]).toBe(2);
    expect(packets.every(({ flow, sizeBytes }) => flow === NO_FLOW && sizeBytes <= PACKET_BYTES)).toBe(true);
  });
});

test('the same seed gives the same packets, another one others', () => {
  const times = (seed: number): readonly number[] => arrivals(2, seed).atUs;
  expect(times(5)).toEqual(times(5));
  expect(times(6)).not.toEqual(times(5));
});

describe('beside a flow', () => {
  const run = (background?: RunSettings['background']): ReturnType<typeof simulate> => {
    const link = { delayMs: 10, rateMbit: 10, bufferBytes: 25_000 };
    const flow = flowOf({ name: 'newreno' }, { writes: [{ atMs: 0, bytes: 1e9 }] });
    const settings = { seed: 1, limitMs: 5000, down: link, up: link, flows: [flow] };
    return simulate(background === undefined ? settings : { ...settings, background });
  };
  const half = { ...SETTINGS, rateMbit: 5 };

  test('it takes of the path what it asks for, and reaches no endpoint', () => {
    const [alone, beside] = [run(), run({ down: half, up: null })];
    const read = ({ flows }: ReturnType<typeof simulate>): number => flows[0]?.readBytes ?? Number.NaN;
    expect(read(beside)).toBeLessThan(0.75 * read(alone));
    expect(beside.down.deliveredBytes).toBeGreaterThan(read(beside) * 1.2);
    expect(beside.up.deliveredBytes).toBeLessThan(alone.up.deliveredBytes * 1.5);
  });

  test('none of it in either direction is the run without it', () => {
    expect(run({ down: null, up: null })).toEqual(run());
  });
});
