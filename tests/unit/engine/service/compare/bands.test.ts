/** Runs of groups on one axis: each landmark over the median, and a grid that a single long run does not stretch. */
import { describe, expect, test } from 'vitest';
import type { RunSamples } from '../../../../../src/engine/reading/contract/samples.ts';
import {
  alignedGroups,
  bandOf,
  groupsGrid,
  groupsLandmark,
} from '../../../../../src/engine/service/compare/bands.ts';

const NONE = Number.NaN;

/** A run whose window is flat, with a last loss. */
function runOf(lastLossUs: number, lengthUs = 1000, value = 1): Pick<RunSamples, 'samples' | 'landmarks'> {
  return {
    samples: {
      ...{ fromUs: 0, stepUs: 10 },
      series: [{ quantity: 'cwnd', values: new Float64Array(lengthUs / 10).fill(value) }],
    },
    landmarks: { startUs: 0, handshakeUs: 5, firstDataUs: NONE, firstLossUs: 50, lastLossUs },
  };
}

describe('alignment', () => {
  test('lays every landmark over the median of all, and counts runs without one', () => {
    const { groups, landmarkUs, without } = alignedGroups(
      [[runOf(100), runOf(300), runOf(NONE)], [runOf(200)]],
      'last-loss',
    );
    expect([landmarkUs, without]).toEqual([200, [1, 0]]);
    expect(groups.map((runs) => runs.map(({ offsetUs }) => offsetUs))).toEqual([[100, -100], [0]]);
  });

  test('of an even number of runs takes the mean of the two in the middle', () => {
    expect(alignedGroups([[runOf(100), runOf(300)]], 'last-loss').landmarkUs).toBe(200);
  });

  test('by a landmark that no run shows has no run', () => {
    const aligned = alignedGroups([[runOf(1)], []], 'first-data');
    expect([aligned.landmarkUs, aligned.without]).toEqual([NONE, [1, 0]]);
    expect(aligned.groups).toEqual([[], []]);
  });

  test('is proposed at the last loss where most show one, else at the handshake, else at the start', () => {
    expect(groupsLandmark([runOf(1), runOf(1), runOf(NONE)])).toBe('last-loss');
    expect(groupsLandmark([runOf(1), runOf(NONE)])).toBe('handshake');
    const unknown = { landmarks: { ...runOf(NONE).landmarks, handshakeUs: NONE } };
    expect(groupsLandmark([unknown])).toBe('start');
    expect(groupsLandmark([])).toBe('start');
  });
});

describe('the grid', () => {
  const many = (number: number, lengthUs: number) =>
    Array.from({ length: number }, () => ({ ...runOf(0, lengthUs), offsetUs: 0 }));

  test('ends where every group has too few runs left', () => {
    const grid = groupsGrid([[...many(10, 1000), ...many(4, 90_000)], many(6, 2000)], 20);
    expect([grid.fromUs, grid.stepUs * grid.steps]).toEqual([0, 2000]);
    const { median } = bandOf(many(6, 2000), 'cwnd', grid);
    expect(median.some((value) => Number.isNaN(value))).toBe(false);
  });

  test('begins where a group has enough runs', () => {
    const early = many(4, 1000).map((run) => ({ ...run, offsetUs: -5000 }));
    const grid = groupsGrid([[...early, ...many(6, 1000)], many(2, 1000)], 20);
    expect([grid.fromUs, grid.stepUs * grid.steps]).toEqual([0, 1000]);
  });

  test('is that of all runs where no group has enough', () => {
    const grid = groupsGrid([many(3, 1000), many(2, 4000)], 20);
    expect(grid.stepUs * grid.steps).toBe(4000);
  });
});
