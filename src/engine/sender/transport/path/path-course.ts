/**
 * The path in time: its smallest RTT and what it carries, as intervals that follow one another. The one owner of both; see
 * `path-levels.ts` and `carried-rate.ts` for what proves them.
 */
import type { TransportState } from '../transport';
import { type CarriedRate, carriedRates, type ProvedRate } from './carried-rate';
import { type PathLevel, pathLevels } from './path-levels';
import { type PathSamples, pathSamples } from './path-samples';

/** Times are µs. */
export interface PathInterval {
  readonly fromUs: number;
  readonly toUs: number;
  /** The smallest RTT; NaN where none was measured. */
  readonly rttMinUs: number;
  /** What the path carries, bytes per µs; NaN where nothing is known. */
  readonly rate: number;
  /** `atLeast`: it may carry more. */
  readonly proof: CarriedRate['proof'] | null;
  /** Why it begins; `rate` where what it carries has changed. */
  readonly by: PathLevel['by'] | 'rate';
}

/** What the intervals are made of. */
export interface PathCourse {
  readonly samples: PathSamples;
  readonly levels: readonly PathLevel[];
}

/** Null where the trace shows no sender whose packets are acknowledged, or several paths in one line. */
export function pathCourse(state: TransportState): PathCourse | null {
  if (state.side !== 'sender' || state.pathCount > 1 || state.ackedBytes === 0) return null;
  const samples = pathSamples(state);
  return { samples, levels: pathLevels(state, samples) };
}

/** In order of time, each beginning where the one before ends. @param policed what a policer's drops prove; null for none. */
export function pathIntervals(
  state: TransportState,
  { samples, levels }: PathCourse,
  policed: ProvedRate | null = null,
): readonly PathInterval[] {
  const rates = carriedRates(state, samples, levels, policed);
  // After the last rate nothing may be known.
  const endsUs = rates.map(({ toUs }) => toUs).filter((us) => us < state.lastUs);
  const bordersUs = [...[...levels, ...rates].map(({ fromUs }) => fromUs), ...endsUs];
  const startsUs = [...new Set(bordersUs)].sort((a, b) => a - b);
  let [level, rate] = [0, 0];
  return startsUs.map((fromUs, i): PathInterval => {
    while (level + 1 < levels.length && levels[level + 1].fromUs <= fromUs) level++;
    while (rate + 1 < rates.length && rates[rate + 1].fromUs <= fromUs) rate++;
    const shown = rates[rate];
    const isKnown = shown !== undefined && shown.fromUs <= fromUs && fromUs < shown.toUs;
    return {
      fromUs,
      toUs: startsUs[i + 1] ?? state.lastUs,
      rttMinUs: levels[level].rttMinUs,
      rate: isKnown ? shown.rate : Number.NaN,
      proof: isKnown ? shown.proof : null,
      by: levels[level].fromUs === fromUs ? levels[level].by : 'rate',
    };
  });
}
