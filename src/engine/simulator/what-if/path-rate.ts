/**
 * What limits the rate of a path, and which losses that explains: a queue or a policer as the kinds of its losses tell (loss-kinds/);
 * where too few are lost for that, the rate whose queue explains the round trips.
 */
import { lowerBound } from '../../base/columns/growable';
import { medianOf, rankOf } from '../../base/columns/median';
import type { FlightRows } from '../../sender/transport/loss-kinds/flight-rows';
import { LOSS_KINDS, type LossKinds } from '../../sender/transport/loss-kinds/loss-kinds';
import type { PathInterval } from '../../sender/transport/path/path-course';
import { type RateStep, VirtualLink } from '../../sender/transport/path/virtual-link';
import { rateSteps } from './path-steps';

/** Rates are bytes per µs. */
export interface PathRate {
  /** Of a queue; null where none is seen. */
  readonly rate: number | null;
  /** Other rates from a time on, ascending; none where it stays. */
  readonly steps: readonly RateStep[];
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
  /** Rates that are tried, as multiples of the usual one that is seen, and their steps; finer around those seen, and the best. */
  lowest: 0.5,
  highest: 20,
  step: 1.03,
  seenAcks: 12,
  seenShares: [0.5, 0.75, 0.9],
  nearStep: 1.002,
  nearSteps: 10,
  fineStep: 1.0002,
  /** Sends from where the run begins that a rate is tried on. */
  maxPackets: 4096,
  /** Packets are lost in a full queue where it is as long as it ever is, nearly; such losses belong to it. */
  full: 0.9,
  fullLoss: 0.7,
} as const;

/**
 * How long each packet takes to pass a queue that drains at this rate, µs, its own time included; a lost one waits and is dropped.
 * @param steps other rates from a time on, ascending. @param of rows; 0 before them.
 */
export function passingUs(
  { sentUs, sizeBytes, lost }: FlightRows,
  rate: number,
  steps: readonly RateStep[] = [],
  of: { readonly from: number; readonly to: number } = { from: 0, to: sentUs.length },
): Float64Array {
  const passing = new Float64Array(of.to);
  const link = new VirtualLink(0, rate, steps);
  for (let row = of.from; row < of.to; row++) {
    const atUs = sentUs[row];
    if (lost[row] === 0) link.send(atUs, sizeBytes[row]);
    passing[row] = Math.max(0, link.freeUs - atUs);
  }
  return passing;
}

/** Mean distance of round trips from their median, without their packets' time in the queue, µs; and that median. */
function spreadOf(
  samples: Uint32Array,
  rttUs: Uint32Array,
  passing: Float64Array | null,
): readonly [meanUs: number, medianUs: number] {
  const rest = Float64Array.from(samples, (row) => rttUs[row] - (passing?.[row] ?? 0));
  const medianUs = medianOf(rest.slice());
  return [rest.reduce((sum, us) => sum + Math.abs(us - medianUs), 0) / rest.length, medianUs];
}

/** The rate whose queue explains the round trips; null where none does. */
function rateByDelays(rows: FlightRows, fromUs: number): number | null {
  const { delays, sentUs } = rows;
  const from = lowerBound(sentUs, fromUs);
  const sent = { from, to: Math.min(sentUs.length, from + T.maxPackets) };
  const samples = delays.samples.filter((row) => row >= sent.from && row < sent.to);
  if (samples.length < T.minSamples) return null;
  const [without, medianUs] = spreadOf(samples, delays.rttUs, null);
  if (without < T.leastVariation * medianUs) return null;
  let least = T.explained * without;
  let best: number | null = null;
  const tryRates = (from: number, to: number, step: number): void => {
    for (let rate = from; rate < to; rate *= step) {
      const [spread] = spreadOf(samples, delays.rttUs, passingUs(rows, rate, [], sent));
      if (spread >= least) continue;
      least = spread;
      best = rate;
    }
  };
  const seen = deliveryRates(rows, samples);
  const middle = medianOf(seen.slice());
  tryRates(T.lowest * middle, T.highest * middle, T.step);
  // A queue that never empties tells a rate to some thousandths, and ACKs come at it.
  for (const share of T.seenShares) {
    const rate = rankOf(seen.slice(), share);
    tryRates(rate / T.nearStep ** T.nearSteps, rate * T.nearStep ** T.nearSteps, T.nearStep);
  }
  if (best !== null) tryRates(best / T.nearStep, best * T.nearStep, T.fineStep);
  return best;
}

/** Bytes acknowledged per µs, over so many ACKs each. @param samples rows that ACKs came for, ascending. */
function deliveryRates({ sentUs, sizeBytes, lost, delays }: FlightRows, samples: Uint32Array): Float64Array {
  const rates: number[] = [];
  const ackedUs = (at: number): number => {
    const row = samples[at];
    return sentUs[row] + delays.rttUs[row];
  };
  for (let at = T.seenAcks; at < samples.length; at += T.seenAcks) {
    let delivered = 0;
    for (let row = samples[at - T.seenAcks] + 1; row <= samples[at]; row++)
      if (lost[row] === 0) delivered += sizeBytes[row];
    const lengthUs = ackedUs(at) - ackedUs(at - T.seenAcks);
    if (lengthUs > 0) rates.push(delivered / lengthUs);
  }
  return Float64Array.from(rates);
}

/** Rows of the losses that a rate explains. */
function ofRate({ losses }: FlightRows, kinds: LossKinds | null): readonly number[] {
  const isOf = (kind: number): boolean => ['queue-full', 'policed'].includes(LOSS_KINDS[kind] as string);
  return kinds === null ? [] : [...losses].filter((_, i) => isOf(kinds.kinds[i]));
}

/** Of a path whose rate changes: the queue is as long as at its losses. */
function changingRate(rows: FlightRows, kinds: LossKinds | null, rates: readonly RateStep[]): PathRate {
  const [{ rate }, ...steps] = rates as readonly [RateStep, ...RateStep[]];
  const explained = ofRate(rows, kinds);
  const passing = passingUs(rows, rate, steps);
  const rateAt = (atUs: number): number => (steps.findLast(({ fromUs }) => fromUs <= atUs) ?? { rate }).rate;
  const waiting = Float64Array.from(explained, (row) => passing[row] * rateAt(rows.sentUs[row]));
  const bufferBytes = explained.length === 0 ? null : medianOf(waiting);
  return { rate, steps, bufferBytes, policer: null, explained };
}

/** @param fromUs only the round trips of packets sent then, or later. @param path in time. */
export function pathRate(
  rows: FlightRows,
  kinds: LossKinds | null,
  path: readonly PathInterval[],
  fromUs: number,
): PathRate {
  const limit = kinds?.limit ?? null;
  const isPoliced = (kinds?.counts.policed ?? 0) > 0;
  const rates = rateSteps(path, fromUs);
  if (rates.length > 1 && !isPoliced) return changingRate(rows, kinds, rates);
  if (limit !== null) {
    const explained = ofRate(rows, kinds);
    const { rate, roomBytes } = limit;
    return isPoliced
      ? { rate: null, steps: [], bufferBytes: null, policer: { rate, bucketBytes: roomBytes }, explained }
      : { rate, steps: [], bufferBytes: roomBytes, policer: null, explained };
  }
  const rate = rateByDelays(rows, fromUs);
  const unlimited = { rate, steps: [], bufferBytes: null, policer: null, explained: [] };
  if (rate === null || rows.losses.length === 0) return unlimited;
  const passing = passingUs(rows, rate);
  const waitUs = medianOf(Float64Array.from(rows.losses, (row) => passing[row]));
  if (waitUs < T.full * rankOf(passing.slice(), T.full)) return unlimited;
  const explained = [...rows.losses].filter((row) => passing[row] >= T.fullLoss * waitUs);
  return { rate, steps: [], bufferBytes: waitUs * rate, policer: null, explained };
}
