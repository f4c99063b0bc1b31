/**
 * The delay of the path at each loss: the RTT of the newest packet of an ACK that was sent next to the lost one, above the smallest
 * RTT of the path at that time. Never of a packet that only a later ACK covers: that one waited for an ACK as well.
 */
import { lowerBound, upperBound } from '../../../base/columns/growable';
import { nthOf, rankOf } from '../../../base/columns/median';
import { spend } from '../../../base/columns/work';
import type { PathLevel } from '../path/path-levels';
import type { RttSamples } from '../path/rtt-samples';

/** Around a loss: this long, or so many of the smallest round trips where that is longer, half on either side. */
const AROUND = { us: 2e6, rtts: 20 } as const;
/** Of the RTTs around a loss at most so many are ranked. */
const MOST_SAMPLES = 256;
/** They are ranked once for the losses of each of so many parts of half of the time. */
const PARTS = 8;
/** A sample of a packet that was sent further away than this says nothing of the path at the loss. */
const NEAR = { us: 20_000, rtts: 2 } as const;
/** Losses on either side, with the loss itself 15 in all. */
export const EITHER_SIDE = 7;
/** Most of the delays at the losses around are no smaller. */
const USUAL_SHARE = 0.25;

/** Parallel columns, one entry per loss; µs, NaN where nothing near it was measured. Delays are those above the smallest RTT. */
export interface DelaysAtLosses {
  readonly delayUs: Float64Array;
  /** The smallest RTT of the path then. */
  readonly minRttUs: Float64Array;
  /** What most of the delays at the losses around it exceed. */
  readonly usualUs: Float64Array;
  /** Median over the losses around it of the share of the RTTs around that are smaller, 0 to 1. */
  readonly rank: Float64Array;
  /** Delays around a loss with a delay that a tenth and nine tenths of them stay below: ranked for who asks, losses in their order. */
  spreadAround(loss: number): Spread;
}

interface Spread {
  readonly leastUs: number;
  readonly mostUs: number;
}

/** Half of the time that counts as around a loss, µs. @param minRttUs NaN where it is not known. */
export function aroundUs(minRttUs: number): number {
  return Math.max(AROUND.us, AROUND.rtts * minRttUs || 0) / 2;
}

/** The sample of the packet that was sent next to a time, where that is near; -1 where none is. */
function sampleNear({ sentUs }: RttSamples, timeUs: number, nearUs: number): number {
  const after = upperBound(sentUs, timeUs);
  const isBefore = after === sentUs.length || timeUs - sentUs[after - 1] <= sentUs[after] - timeUs;
  const nearest = isBefore ? after - 1 : after;
  return Math.abs(sentUs[nearest] - timeUs) <= nearUs ? nearest : -1;
}

/** @param lostUs times at which the lost packets were sent, ascending, µs. */
export function delaysAtLosses(
  samples: RttSamples,
  levels: readonly PathLevel[],
  lostUs: Float64Array,
): DelaysAtLosses {
  const column = (): Float64Array => new Float64Array(lostUs.length).fill(Number.NaN);
  const [delayUs, minRttUs, ranks] = [column(), column(), column()];
  const nearest = new Int32Array(lostUs.length);
  const levelOf = new Uint32Array(lostUs.length);
  const around = new RttsAround(samples);
  let at = 0;
  lostUs.forEach((timeUs, i) => {
    while (levels[at + 1]?.fromUs <= timeUs) at++;
    const { rttMinUs } = levels[at];
    levelOf[i] = at;
    minRttUs[i] = rttMinUs;
    nearest[i] = sampleNear(samples, timeUs, Math.max(NEAR.us, NEAR.rtts * rttMinUs));
    if (nearest[i] < 0) return;
    const rtt = samples.rttUs[nearest[i]];
    around.moveTo(levels[at], timeUs);
    delayUs[i] = Math.max(0, rtt - rttMinUs);
    ranks[i] = around.smallerShare(rtt);
  });
  const groups = groupsOf(nearest);
  const usualUs = amongGroups(delayUs, { groups, lostUs, minRttUs }, (values) => rankOf(values, USUAL_SHARE));
  // Of an even number the lower one: more than half of the losses are to lie where the delay is high.
  const rank = amongGroups(ranks, { groups, lostUs, minRttUs }, (values) => rankOf(values, 0.5));
  const spreadAround = (loss: number): Spread => {
    const level = levels[levelOf[loss]];
    around.moveTo(level, lostUs[loss]);
    const { leastUs, mostUs } = around.spread;
    return { leastUs: Math.max(0, leastUs - level.rttMinUs), mostUs: Math.max(0, mostUs - level.rttMinUs) };
  };
  return { delayUs, minRttUs, usualUs, rank, spreadAround };
}

/** RTTs of a level around times that ascend. */
class RttsAround {
  readonly #samples: RttSamples;
  readonly #rtts = new Float64Array(MOST_SAMPLES);
  #spread: Spread | null = null;
  #level: PathLevel | null = null;
  #part = Number.NaN;
  #taken = 0;
  /** What was asked for last. */
  #rttUs = Number.NaN;
  #share = Number.NaN;

  constructor(samples: RttSamples) {
    this.#samples = samples;
  }

  moveTo(level: PathLevel, timeUs: number): void {
    const half = aroundUs(level.rttMinUs);
    const part = Math.floor((timeUs * PARTS) / half);
    if (level !== this.#level || part !== this.#part) this.#take(level, ((part + 0.5) * half) / PARTS, half);
    this.#level = level;
    this.#part = part;
  }

  /** The share of them that is smaller; of those that are the same, half. Next to losses in a row stands one sample. */
  smallerShare(rttUs: number): number {
    if (rttUs === this.#rttUs) return this.#share;
    const [rtts, taken] = [this.#rtts, this.#taken];
    let [smaller, same] = [0, 0];
    for (let i = 0; i < taken; i++) {
      if (rtts[i] < rttUs) smaller++;
      else if (rtts[i] === rttUs) same++;
    }
    this.#rttUs = rttUs;
    this.#share = (smaller + smaller + same) / 2 / taken;
    return this.#share;
  }

  /** RTTs that a tenth and nine tenths of them stay below. */
  get spread(): Spread {
    const rtts = this.#rtts.subarray(0, this.#taken);
    const tenths = (n: number): number => nthOf(rtts, Math.floor((rtts.length * n) / 10));
    this.#spread ??= { leastUs: tenths(1), mostUs: tenths(9) };
    return this.#spread;
  }

  #take({ fromUs, toUs }: PathLevel, timeUs: number, half: number): void {
    const { sentUs, rttUs } = this.#samples;
    const from = lowerBound(sentUs, Math.max(fromUs, timeUs - half));
    const to = upperBound(sentUs, Math.min(toUs, timeUs + half));
    const step = Math.max(1, Math.ceil((to - from) / MOST_SAMPLES));
    let taken = 0;
    for (let at = from; at < to; at += step) this.#rtts[taken++] = rttUs[at];
    this.#spread = null;
    this.#taken = taken;
    this.#rttUs = Number.NaN;
    spend(taken);
  }
}

/** First losses of those in a row next to which one sample stands: it says no more of a hundred than of one. */
function groupsOf(nearest: Int32Array): readonly number[] {
  return [...nearest.keys()].filter((i) => i === 0 || nearest[i] !== nearest[i - 1]);
}

interface Groups {
  readonly groups: readonly number[];
  readonly lostUs: Float64Array;
  readonly minRttUs: Float64Array;
}

/** A figure of the values of the groups around each loss, given to all of its group. */
function amongGroups(
  values: Float64Array,
  { groups, lostUs, minRttUs }: Groups,
  of: (around: Float64Array) => number,
): Float64Array {
  const figures = new Float64Array(values.length);
  const near = new Float64Array(2 * EITHER_SIDE + 1);
  groups.forEach((first, group) => {
    const mostUs = aroundUs(minRttUs[first]);
    const end = Math.min(groups.length, group + EITHER_SIDE + 1);
    let count = 0;
    for (let k = Math.max(0, group - EITHER_SIDE); k < end; k++) {
      const i = groups[k];
      if (!Number.isNaN(values[i]) && Math.abs(lostUs[i] - lostUs[first]) <= mostUs)
        near[count++] = values[i];
    }
    figures.fill(of(near.subarray(0, count)), first, groups[group + 1]);
  });
  return figures;
}
