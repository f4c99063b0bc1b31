/**
 * What limits the rate of a path, and which losses that explains: a queue or a policer as the kinds of its losses tell (loss-kinds/);
 * where too few are lost for that, the rate whose queue explains the round trips.
 */
import { medianOf, rankOf } from '../columns/median';
import type { FlightRows } from '../transport/loss-kinds/flight-rows';
import { LOSS_KINDS, type LossKinds } from '../transport/loss-kinds/loss-kinds';

/** Rates are bytes per µs. */
export interface PathRate {
  /** Of a queue; null where none is seen. */
  readonly rate: number | null;
  /** What the queue holds; null where it was never full. */
  readonly bufferBytes: number | null;
  readonly policer: { readonly rate: number; readonly bucketBytes: number } | null;
  /** Rows of the losses that this explains. */
  readonly explained: readonly number[];
}

const T = {
  minSamples: 30,
  /** A rate explains the round trips where they differ from its queue's by this share of what they differ by without, or less. */
  explained: 0.5,
  /** Where they differ by less than this share of their length they tell no rate. */
  leastVariation: 0.05,
  /** Rates that are tried, as multiples of the mean, and their steps; finer around the best. */
  lowest: 0.8,
  highest: 30,
  step: 1.03,
  fineStep: 1.003,
  maxPackets: 20_000,
  /** Packets are lost in a full queue where it is as long as it ever is, nearly; such losses belong to it. */
  full: 0.9,
  fullLoss: 0.7,
} as const;

/** How long each packet takes to pass a queue that drains at this rate, µs, its own time included; a lost one waits and is dropped. */
export function passingUs({ sentUs, sizeBytes, lost }: FlightRows, rate: number, rows: number): Float64Array {
  const passing = new Float64Array(rows);
  let freeUs = 0;
  for (let row = 0; row < rows; row++) {
    const atUs = sentUs[row] as number;
    if (lost[row] === 0) freeUs = Math.max(freeUs, atUs) + (sizeBytes[row] as number) / rate;
    passing[row] = Math.max(0, freeUs - atUs);
  }
  return passing;
}

/** Mean distance of round trips from their median, without their packets' time in the queue, µs; and that median. */
function spreadOf(
  samples: Uint32Array,
  rttUs: Uint32Array,
  passing: Float64Array | null,
): readonly [meanUs: number, medianUs: number] {
  const rest = Float64Array.from(samples, (row) => (rttUs[row] as number) - (passing?.[row] ?? 0));
  const medianUs = medianOf(rest.slice());
  return [rest.reduce((sum, us) => sum + Math.abs(us - medianUs), 0) / rest.length, medianUs];
}

/** The rate whose queue explains the round trips; null where none does. */
function rateByDelays(rows: FlightRows, fromUs: number): number | null {
  const { delays, sentUs, sizeBytes, lost } = rows;
  const count = Math.min(sentUs.length, T.maxPackets);
  const samples = delays.samples.filter((row) => row < count && (sentUs[row] as number) >= fromUs);
  if (samples.length < T.minSamples) return null;
  const [without, medianUs] = spreadOf(samples, delays.rttUs, null);
  if (without < T.leastVariation * medianUs) return null;
  const delivered = sizeBytes
    .subarray(0, count)
    .reduce((sum, bytes, row) => sum + (lost[row] === 0 ? bytes : 0), 0);
  const mean = delivered / ((sentUs[count - 1] as number) - (sentUs[0] as number));
  let least = T.explained * without;
  let found: number | null = null;
  const tryRates = (from: number, to: number, step: number): void => {
    for (let rate = from; rate < to; rate *= step) {
      const [spread] = spreadOf(samples, delays.rttUs, passingUs(rows, rate, count));
      if (spread >= least) continue;
      least = spread;
      found = rate;
    }
  };
  tryRates(T.lowest * mean, T.highest * mean, T.step);
  if (found !== null) tryRates(found / T.step, found * T.step, T.fineStep);
  return found;
}

/** @param fromUs only the round trips of packets sent then, or later. */
export function pathRate(rows: FlightRows, kinds: LossKinds | null, fromUs: number): PathRate {
  const limit = kinds?.limit ?? null;
  if (kinds !== null && limit !== null) {
    const isOf = (kind: number): boolean => ['queue-full', 'policed'].includes(LOSS_KINDS[kind] as string);
    const explained = [...rows.losses].filter((_, i) => isOf(kinds.kinds[i] as number));
    const { rate, roomBytes } = limit;
    return kinds.counts.policed > 0
      ? { rate: null, bufferBytes: null, policer: { rate, bucketBytes: roomBytes }, explained }
      : { rate, bufferBytes: roomBytes, policer: null, explained };
  }
  const rate = rateByDelays(rows, fromUs);
  const unlimited = { rate, bufferBytes: null, policer: null, explained: [] };
  if (rate === null || rows.losses.length === 0) return unlimited;
  const passing = passingUs(rows, rate, rows.sentUs.length);
  const waitUs = medianOf(Float64Array.from(rows.losses, (row) => passing[row] as number));
  if (waitUs < T.full * rankOf(passing.slice(), T.full)) return unlimited;
  const explained = [...rows.losses].filter((row) => (passing[row] as number) >= T.fullLoss * waitUs);
  return { rate, bufferBytes: waitUs * rate, policer: null, explained };
}
