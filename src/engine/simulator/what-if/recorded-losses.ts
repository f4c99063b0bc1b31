/**
 * Losses of a recording as a run meets them again: by time, and within spans of equal loss by packet. The n-th packet that is sent in a
 * burst of the recording has the fate of the n-th one there: a sender that does the same loses the same packets. One that sends more
 * meets the fates of the packets recorded next, which are lost as often.
 *
 * The spans are found by splitting where that explains the fates best: each split must raise the logarithm of their likelihood, of
 * packets lost for themselves with one probability per span, by more than a price (the Bayesian information criterion).
 */
import { upperBound } from '../../base/columns/growable';
import type { RecordedFates } from '../runs/link-settings';

/** Packets in the order of sending: their times, µs, and 1 for each that was lost. */
export interface Fates {
  readonly sentUs: Float64Array;
  readonly lost: Uint8Array;
}

/** Per split, in logarithms of the number of packets: a place and a probability. */
const PRICE = 1.5;
/** Bounds the time of a search. */
const MOST_SPLITS = 500;
/** Bursts are apart by this share of a round trip; a sender without pauses begins anew after one. */
const PAUSE_SHARE = 0.25;

/** @param rttUs of the path. @param toUs the end of the last span. Empty where nothing was lost. */
export function recordedFates(
  { sentUs, lost }: Fates,
  rttUs: number,
  toUs: number,
): readonly RecordedFates[] {
  const total = lost.reduce((sum, one) => sum + one, 0);
  if (total === 0) return [];
  const before = new Uint32Array(lost.length + 1);
  lost.forEach((one, i) => {
    before[i + 1] = before[i] + one;
  });
  const starts = burstStarts(sentUs, rttUs);
  const bounds = [0, ...splits(starts, before), lost.length];
  const spans: RecordedFates[] = [];
  for (let i = 0; i + 1 < bounds.length; i++) {
    const [from, to] = [bounds[i], bounds[i + 1]];
    const fates = lost.slice(from, to);
    const isClean = before[to] === before[from];
    const own = isClean ? [from] : starts.filter((start) => start >= from && start < to);
    own.forEach((start, at) => {
      const end = own[at + 1] ?? to;
      spans.push({
        fromMs: edgeUs(sentUs, start, sentUs[0]) / 1000,
        toMs: edgeUs(sentUs, end, toUs) / 1000,
        lost: fates,
        first: start - from,
      });
    });
  }
  return spans;
}

/** First packets of the bursts, ascending. */
function burstStarts(sentUs: Float64Array, rttUs: number): readonly number[] {
  const starts = [0];
  let startUs = sentUs[0];
  for (let i = 1; i < sentUs.length; i++) {
    const atUs = sentUs[i];
    const isPause = atUs - sentUs[i - 1] >= PAUSE_SHARE * rttUs;
    if (!isPause && atUs - startUs < rttUs) continue;
    starts.push(i);
    startUs = atUs;
  }
  return starts;
}

/** Halfway between the packets before and after; outside of them all what is given. */
function edgeUs(sentUs: Float64Array, index: number, outsideUs: number): number {
  if (index === 0 || index === sentUs.length) return outsideUs;
  return (sentUs[index - 1] + sentUs[index]) / 2;
}

/** First packets of all spans but the first one, ascending. @param starts of the bursts: a span begins with one. */
function splits(starts: readonly number[], before: Uint32Array): readonly number[] {
  const packets = before.length - 1;
  const price = PRICE * Math.log(packets);
  const lostNumbers: number[] = [];
  const open: [from: number, to: number][] = [[0, packets]];
  for (let span = open.pop(); span !== undefined && lostNumbers.length < MOST_SPLITS; span = open.pop()) {
    const at = bestSplit(starts, before, span, price);
    if (at < 0) continue;
    lostNumbers.push(at);
    open.push([span[0], at], [at, span[1]]);
  }
  return lostNumbers.sort((a, b) => a - b);
}

/** The best place to split; −1 where none is worth the price. */
function bestSplit(
  starts: readonly number[],
  before: Uint32Array,
  [from, to]: readonly [number, number],
  price: number,
): number {
  const count = (a: number, b: number): number => before[b] - before[a];
  const whole = likelihood(to - from, count(from, to));
  let most = price;
  let best = -1;
  for (let at = upperBound(starts, from); (starts[at] ?? to) < to; at++) {
    const i = starts[at];
    const gain = likelihood(i - from, count(from, i)) + likelihood(to - i, count(i, to)) - whole;
    if (gain <= most) continue;
    most = gain;
    best = i;
  }
  return best;
}

/** Logarithm of the likelihood of `lost` losses among `packets`, at the probability that makes them likeliest. */
function likelihood(packets: number, lost: number): number {
  if (lost === 0 || lost === packets) return 0;
  const share = lost / packets;
  return lost * Math.log(share) + (packets - lost) * Math.log(1 - share);
}
