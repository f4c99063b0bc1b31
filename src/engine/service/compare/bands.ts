/**
 * Many runs of one case over one another: per time the median and the band in which eight of ten runs lie, of the runs that
 * have a value then. A run counts from its first to its last value: one that has finished is no zero.
 */
import { middleOf, nearestRank } from '../../base/columns/median';
import type { RunSamples, SampledQuantity, Samples } from '../../reading/contract/samples';
import { type OutlineLandmark, outlineLandmarkUs } from './align';
import { LEAST_RUNS } from './groups';

export interface SampledRun {
  readonly samples: Samples;
  readonly offsetUs: number;
}

/** Edges of the band, nearest rank: always values that a run had. */
const LOW = 0.1;
const HIGH = 0.9;

export interface Band {
  /** Time of the first value on the common axis, µs. */
  readonly fromUs: number;
  readonly stepUs: number;
  /** Per step; NaN where fewer than `LEAST_RUNS` runs have a value. */
  readonly low: Float64Array;
  readonly median: Float64Array;
  readonly high: Float64Array;
  readonly runs: Uint32Array;
}

/** When a band begins and how long it is: shared by groups that are drawn over one another. */
export interface BandGrid {
  readonly fromUs: number;
  readonly stepUs: number;
  readonly steps: number;
}

export interface AlignedGroups {
  /** Of each group those that show the landmark. */
  readonly groups: readonly (readonly SampledRun[])[];
  /** Where all of them have it: its median over all runs, µs; NaN where no run shows it. */
  readonly landmarkUs: number;
  /** Of each group, how many do not show it. */
  readonly without: readonly number[];
}

/** Lays the landmark of every run over its median: times stay near those of a trace. */
export function alignedGroups(
  groups: readonly (readonly Pick<RunSamples, 'samples' | 'landmarks'>[])[],
  at: OutlineLandmark,
): AlignedGroups {
  const shown = groups.map((runs) =>
    runs.flatMap(({ samples, landmarks }) => {
      const us = outlineLandmarkUs(landmarks, at);
      return Number.isNaN(us) ? [] : [{ samples, us }];
    }),
  );
  const landmarkUs = middleOf(Float64Array.from(shown.flat(), ({ us }) => us).sort());
  return {
    groups: shown.map((runs) => runs.map(({ samples, us }) => ({ samples, offsetUs: landmarkUs - us }))),
    landmarkUs,
    without: groups.map((runs, i) => runs.length - (shown[i]?.length ?? 0)),
  };
}

/** The last loss where most runs show one, else the handshake, else the start. */
export function groupsLandmark(runs: readonly Pick<RunSamples, 'landmarks'>[]): OutlineLandmark {
  const proposals = ['last-loss', 'handshake'] as const;
  const isShown = (at: OutlineLandmark): boolean =>
    runs.filter(({ landmarks }) => !Number.isNaN(outlineLandmarkUs(landmarks, at))).length * 2 > runs.length;
  return proposals.find(isShown) ?? 'start';
}

function startUs({ samples, offsetUs }: SampledRun): number {
  return samples.fromUs + offsetUs;
}

function endUs({ samples: { series, fromUs, stepUs }, offsetUs }: SampledRun): number {
  return fromUs + offsetUs + (series[0]?.values.length ?? 0) * stepUs;
}

/**
 * From where a group has enough runs for a band to where no group has: a run that begins much earlier than the others, or
 * is much longer, takes no room.
 */
export function groupsGrid(groups: readonly (readonly SampledRun[])[], steps: number): BandGrid {
  const enough = groups.filter(({ length }) => length >= LEAST_RUNS);
  if (enough.length === 0) return bandGrid(groups.flat(), steps);
  const last = LEAST_RUNS - 1;
  const starts = enough.map((runs) => runs.map(startUs).sort((a, b) => a - b)[last]);
  const ends = enough.map((runs) => runs.map(endUs).sort((a, b) => b - a)[last]);
  const [fromUs, toUs] = [Math.min(...starts), Math.max(...ends)];
  return toUs > fromUs ? { fromUs, stepUs: (toUs - fromUs) / steps, steps } : bandGrid(enough.flat(), steps);
}

/** From the first to the last value of all runs. @param steps at least 1. */
export function bandGrid(runs: readonly SampledRun[], steps: number): BandGrid {
  let fromUs = Number.POSITIVE_INFINITY;
  let toUs = Number.NEGATIVE_INFINITY;
  for (const { samples, offsetUs } of runs) {
    const length = samples.series[0]?.values.length ?? 0;
    if (length === 0) continue;
    fromUs = Math.min(fromUs, samples.fromUs + offsetUs);
    toUs = Math.max(toUs, samples.fromUs + offsetUs + length * samples.stepUs);
  }
  if (!(toUs > fromUs)) return { fromUs: 0, stepUs: 1, steps };
  return { fromUs, stepUs: (toUs - fromUs) / steps, steps };
}

export function bandOf(
  runs: readonly SampledRun[],
  quantity: SampledQuantity,
  { fromUs, stepUs, steps }: BandGrid,
): Band {
  const all = runs.flatMap(({ samples, offsetUs }) => {
    const values = samples.series.find((series) => series.quantity === quantity)?.values;
    return values === undefined ? [] : { values, fromUs: samples.fromUs + offsetUs, stepUs: samples.stepUs };
  });
  const empty = (): Float64Array => new Float64Array(steps).fill(Number.NaN);
  const [low, median, high] = [empty(), empty(), empty()];
  const counts = new Uint32Array(steps);
  const at = new Float64Array(all.length);
  for (let step = 0; step < steps; step++) {
    const timeUs = fromUs + (step + 0.5) * stepUs;
    let count = 0;
    for (const run of all) {
      const value = run.values[Math.floor((timeUs - run.fromUs) / run.stepUs)];
      if (value !== undefined && !Number.isNaN(value)) at[count++] = value;
    }
    counts[step] = count;
    if (count < LEAST_RUNS) continue;
    const sorted = at.subarray(0, count).sort();
    low[step] = sorted[nearestRank(LOW, count)];
    median[step] = middleOf(sorted);
    high[step] = sorted[nearestRank(HIGH, count)];
  }
  return { fromUs, stepUs, low, median, high, runs: counts };
}
