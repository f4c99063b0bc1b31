/**
 * What the path carries, by time, with its proof. Delivery is the path's own rate where a queue stands in it: then it is never idle,
 * and ACKs come as fast as it carries. Elsewhere delivery shows only that it carries at least so much.
 *
 *   RTT        ▁▂▃▄▅▆▆▆▆▆▆▆▃▁▁▁         proved from where every RTT stands above the smallest, over three round trips of an
 *   delivered  ▁▃▅▆▆▆▆▆▆▆▆▆▆▂▂▂         even rate; the value holds before and after, until another proof contradicts it, or
 *   rate       ├──── proved ───────┤     more than that is delivered
 *
 * What a policer drops proves its rate likewise (loss-kinds/policed-rate.ts). No rate is forgotten by age; one whose queue does not explain
 * how long packets take is not proved from then on, unless the next proof says the same. A queue of ACKs raises RTTs as well: there
 * delivery follows the flight, and is less even than that of a full path.
 */
import { lowerBound } from '../../../base/columns/growable';
import { medianOf, rankOf } from '../../../base/columns/median';
import type { TransportState } from '../transport';
import { followShare } from './follow-share';
import type { PathLevel } from './path-levels';
import type { PathSamples } from './path-samples';

/** Times are µs. */
export interface CarriedRate {
  readonly fromUs: number;
  readonly toUs: number;
  /** Bytes per µs. */
  readonly rate: number;
  readonly proof: 'proved' | 'atLeast';
}

const T = {
  /** A window of a proof: so many round trips, so long, so many packets. */
  rounds: 3,
  leastUs: 15_000,
  packets: 10,
  /** … and ACKs: of fewer the thirds are as even as one likes. */
  acks: 9,
  /** Every RTT in it is above the smallest by this share of it and this time, */
  queueShare: 0.25,
  queueUs: 3000,
  /** and the sender's own pacer held for no more than this share of that, */
  heldShare: 0.25,
  /** so many datagrams are in flight, and each third of it delivers the same but for this share. */
  flightPackets: 3.5,
  evenShare: 0.25,
  /** An ACK that comes later than this share of the window after the one before it stands at the end of a silence. */
  silenceShare: 0.2,
  /** Proofs further apart than this contradict one another. */
  sameShare: 0.2,
  /** Those of a full path are the same: the middle half of them within this share. */
  spreadShare: 0.06,
  /** One alone is chance, unless its thirds are as even as this. */
  aloneShare: 0.08,
  /** Packets of a queue wait as long as their flight says: the middle half of them within this share. */
  steadyShare: 0.2,
  /** RTTs follow the flight in full, give or take this share. */
  followShare: 0.5,
  /** More than this times a rate, delivered over so many round trips, ends it. */
  moreShare: 1.25,
  moreRounds: 5,
} as const;

/** Of the proofs of one rate so many are kept. */
const MOST_PROOFS = 1024;

/** Samples in order of time. */
interface Course {
  readonly samples: PathSamples;
  /** The smallest RTT of the path then, µs. */
  readonly minUs: Float64Array;
  /** 1 where the packet waited in a queue, and the sender had asked for more. */
  readonly isQueued: Uint8Array;
  /** The least flight that fills a path, bytes. */
  readonly leastBytes: number;
}

function courseOf(state: TransportState, samples: PathSamples, levels: readonly PathLevel[]): Course {
  const { sentUs, heldUs, rttUs, flightBytes } = samples;
  const [pausedUs, resumedUs] = [state.pauses.startUs.view(), state.pauses.endUs.view()];
  const leastBytes = T.flightPackets * state.datagramBytes;
  const minRttUs = new Float64Array(rttUs.length);
  const isQueued = new Uint8Array(rttUs.length);
  let [place, pause] = [0, 0];
  for (let i = 0; i < rttUs.length; i++) {
    while (resumedUs[pause] <= sentUs[i]) pause++;
    while (place + 1 < levels.length && sentUs[i] >= levels[place + 1].fromUs) place++;
    const minUs = levels[place].rttMinUs;
    minRttUs[i] = minUs;
    if (rttUs[i] <= minUs * (1 + T.queueShare) || rttUs[i] <= minUs + T.queueUs) continue;
    if (heldUs[i] > T.heldShare * (rttUs[i] - minUs)) continue;
    const isPaused = pausedUs[pause] <= sentUs[i];
    if (flightBytes[i] >= leastBytes && !isPaused) isQueued[i] = 1;
  }
  return { samples, minUs: minRttUs, isQueued, leastBytes };
}

function partOf({ samples, minUs, isQueued, leastBytes }: Course, from: number, to: number): Course {
  const { sentUs, heldUs, ackedUs, rttUs, ackedBytes, flightBytes } = samples;
  return {
    samples: {
      sentUs: sentUs.subarray(from, to),
      heldUs: heldUs.subarray(from, to),
      ackedUs: ackedUs.subarray(from, to),
      rttUs: rttUs.subarray(from, to),
      ackedBytes: ackedBytes.subarray(from, to),
      flightBytes: flightBytes.subarray(from, to),
    },
    minUs: minUs.subarray(from, to),
    isQueued: isQueued.subarray(from, to),
    leastBytes,
  };
}

/** A rate, bytes per µs, and the time in which it is proved, µs. */
export interface ProvedRate {
  readonly fromUs: number;
  readonly toUs: number;
  readonly rate: number;
}

interface Proof extends ProvedRate {
  /** How far a third of it is from the mean, as a share of that. */
  readonly unevenShare: number;
}

/** Bytes acknowledged up to a time within a window of samples; between two ACKs they come evenly, but for those after a silence. */
function deliveredAt(
  { samples: { ackedUs, ackedBytes } }: Course,
  timeUs: number,
  from: number,
  to: number,
): number {
  const after = lowerBound(ackedUs, timeUs, from, to);
  if (ackedUs[after] === timeUs || after === from) return ackedBytes[after];
  const [lastUs, nextUs] = [ackedUs[after - 1], ackedUs[after]];
  if (nextUs - lastUs > T.silenceShare * (ackedUs[to] - ackedUs[from])) return ackedBytes[after - 1];
  const share = (timeUs - lastUs) / (nextUs - lastUs);
  return ackedBytes[after - 1] + share * (ackedBytes[after] - ackedBytes[after - 1]);
}

/** The proof that a window of samples gives; null for none. */
function proofOf(course: Course, from: number, to: number): Proof | null {
  const { ackedUs, ackedBytes } = course.samples;
  const [fromUs, toUs] = [ackedUs[from], ackedUs[to]];
  const thirdUs = (toUs - fromUs) / 3;
  const rate = (ackedBytes[to] - ackedBytes[from]) / (toUs - fromUs);
  let unevenShare = 0;
  let before = ackedBytes[from];
  for (let third = 1; third <= 3; third++) {
    const bytes = third === 3 ? ackedBytes[to] : deliveredAt(course, fromUs + third * thirdUs, from, to);
    unevenShare = Math.max(unevenShare, Math.abs((bytes - before) / thirdUs / rate - 1));
    before = bytes;
  }
  if (!(unevenShare <= T.evenShare)) return null;
  return { fromUs, toUs, rate, unevenShare };
}

/** Proofs in order, of windows that overlap by two thirds. */
function* proofsOf(course: Course, datagramBytes: number): Generator<Proof> {
  const { samples, isQueued } = course;
  const { ackedUs, rttUs, ackedBytes } = samples;
  for (let from = 0; from < isQueued.length; from++) {
    let to = from;
    const isLong = (): boolean =>
      to - from >= T.acks &&
      ackedUs[to] - ackedUs[from] >= Math.max(T.rounds * rttUs[to], T.leastUs) &&
      ackedBytes[to] - ackedBytes[from] >= T.packets * datagramBytes;
    while (isQueued[to] === 1 && !isLong()) to++;
    if (isQueued[to] !== 1) {
      from = to;
      continue;
    }
    const proof = proofOf(course, from, to);
    if (proof !== null) yield proof;
    from += Math.floor((to - from) / 3);
  }
}

/** Proofs in a row that do not contradict one another. */
interface Group {
  readonly fromUs: number;
  toUs: number;
  rate: number;
  readonly proofs: Proof[];
}

/** Proofs of both do not contradict one another. */
export const isSameRate = (rate: number, other: number): boolean => Math.abs(rate / other - 1) <= T.sameShare;

function groupsOf(proofs: Iterable<Proof>): readonly Group[] {
  const groups: Group[] = [];
  for (const proof of proofs) {
    const last = groups.at(-1);
    if (last === undefined || !isSameRate(proof.rate, last.rate)) {
      groups.push({ fromUs: proof.fromUs, toUs: proof.toUs, rate: proof.rate, proofs: [proof] });
      continue;
    }
    last.toUs = proof.toUs;
    if (last.proofs.length >= MOST_PROOFS) continue;
    last.proofs.push(proof);
    // What contradicts the rate is held against a median of each doubling.
    if ((last.proofs.length & (last.proofs.length - 1)) === 0) last.rate = rateOf(last.proofs);
  }
  const sure = groups.filter(({ proofs: own }) => isSure(own));
  for (const group of sure) group.rate = rateOf(group.proofs);
  return sure;
}

function isSure(proofs: readonly Proof[]): boolean {
  const [first] = proofs;
  if (proofs.length === 1) return first !== undefined && first.unevenShare <= T.aloneShare;
  const rates = Float64Array.from(proofs, ({ rate }) => rate);
  return rankOf(rates, 0.75) - rankOf(rates, 0.25) <= T.spreadShare * medianOf(rates);
}

const rateOf = (proofs: readonly Proof[]): number => medianOf(Float64Array.from(proofs, ({ rate }) => rate));

/** A queue of an even rate: RTTs of the time of the proofs follow the flight. */
function followsFlight(
  { samples: { ackedUs, flightBytes, rttUs } }: Course,
  { fromUs, toUs }: ProvedRate,
): boolean {
  const [from, to] = [lowerBound(ackedUs, fromUs), lowerBound(ackedUs, toUs)];
  return Math.abs(followShare(flightBytes.subarray(from, to), rttUs.subarray(from, to)) - 1) < T.followShare;
}

/** In a queue a packet waits for all that is in flight before it, at its rate. */
function isSteady(
  { samples: { ackedUs, flightBytes, rttUs } }: Course,
  { fromUs, toUs, rate }: ProvedRate,
): boolean {
  const from = lowerBound(ackedUs, fromUs);
  const waits = Float64Array.from(
    rttUs.subarray(from, lowerBound(ackedUs, toUs)),
    (us, i) => (us * rate) / flightBytes[from + i],
  );
  return rankOf(waits, 0.75) - rankOf(waits, 0.25) <= T.steadyShare;
}

/**
 * From when on within a time packets take longer than the path and a queue of all that is in flight, at a rate, for a round trip and more,
 * µs; NaN for never. The path carries less then, or became longer, or is held.
 */
function slowerFrom(course: Course, { rate, toUs: fromUs }: ProvedRate, toUs: number): number {
  const { samples, minUs, leastBytes } = course;
  const { ackedUs, rttUs, heldUs, flightBytes } = samples;
  let first = -1;
  for (let i = lowerBound(ackedUs, fromUs); i < ackedUs.length && ackedUs[i] <= toUs; i++) {
    const queuedUs = minUs[i] + flightBytes[i] / rate;
    const ownUs = rttUs[i] - heldUs[i];
    if (
      flightBytes[i] < leastBytes ||
      ownUs <= queuedUs * (1 + T.queueShare) ||
      ownUs <= queuedUs + T.queueUs
    ) {
      first = -1;
      continue;
    }
    if (first < 0) first = i;
    if (i - first >= T.acks && ackedUs[i] - ackedUs[first] >= minUs[i]) return ackedUs[first];
  }
  return Number.NaN;
}

/** Delivery over so many round trips up to each sample, bytes per µs: over the time in which they were sent or acknowledged. */
interface Deliveries {
  /** The first sample of each; the rate is 0 where there are not so many round trips. */
  readonly first: Uint32Array;
  readonly rate: Float64Array;
}

function deliveries({ samples }: Course, rounds: number): Deliveries {
  const { ackedUs, sentUs, rttUs, ackedBytes } = samples;
  const first = new Uint32Array(ackedUs.length);
  const rate = new Float64Array(ackedUs.length);
  let from = 0;
  for (let to = 1; to < ackedUs.length; to++) {
    const leastUs = rounds * rttUs[to];
    while (from + 1 < to && ackedUs[to] - ackedUs[from + 1] >= leastUs) from++;
    const us = Math.max(ackedUs[to] - ackedUs[from], sentUs[to] - sentUs[from]);
    first[to] = from;
    if (ackedUs[to] - ackedUs[from] >= leastUs && us > 0) rate[to] = (ackedBytes[to] - ackedBytes[from]) / us;
  }
  return { first, rate };
}

/** The highest value up to each place, and from it on. */
interface Highest {
  readonly before: Float64Array;
  readonly after: Float64Array;
}

function highestOf(values: Float64Array): Highest {
  const [before, after] = [values.slice(), values.slice()];
  for (let i = 1; i < values.length; i++) before[i] = Math.max(before[i], before[i - 1]);
  for (let i = values.length - 2; i >= 0; i--) after[i] = Math.max(after[i], after[i + 1]);
  return { before, after };
}

/** The rates of one path while they are found. */
class Rates {
  readonly found: CarriedRate[] = [];
  readonly #course: Course;
  readonly #ackedUs: Float64Array;
  #short: Deliveries | null = null;
  #long: Deliveries | null = null;
  #highest: Highest | null = null;

  constructor(course: Course) {
    this.#course = course;
    this.#ackedUs = course.samples.ackedUs;
  }

  atLeast(fromUs: number, toUs: number): void {
    if (toUs <= fromUs) return;
    this.#short ??= deliveries(this.#course, T.rounds);
    let highest = 0;
    const { rate } = this.#short;
    this.#visit(this.#short, fromUs, toUs, (to) => {
      highest = Math.max(highest, rate[to]);
    });
    if (highest > 0) this.found.push({ fromUs, toUs, rate: highest, proof: 'atLeast' });
  }

  /** The same again, without anything between, is one. */
  proved(fromUs: number, toUs: number, rate: number): void {
    const last = this.found.at(-1);
    if (last?.proof === 'proved' && isSameRate(rate, last.rate))
      this.found[this.found.length - 1] = { ...last, toUs };
    else if (toUs > fromUs) this.found.push({ fromUs, toUs, rate, proof: 'proved' });
  }

  /** When the last delivery within a time that is more than a rate ends, and the first begins; NaN for none. */
  moreThan(
    rate: number,
    fromUs: number,
    toUs: number,
  ): { readonly firstUs: number; readonly lastUs: number } {
    this.#long ??= deliveries(this.#course, T.moreRounds);
    const { first, rate: delivered } = this.#long;
    let [firstUs, lastUs] = [Number.NaN, Number.NaN];
    this.#visit(this.#long, fromUs, toUs, (to) => {
      if (delivered[to] <= T.moreShare * rate) return;
      if (Number.isNaN(firstUs)) firstUs = this.#ackedUs[first[to]];
      lastUs = this.#ackedUs[to];
    });
    return { firstUs, lastUs };
  }

  /** More than a rate is delivered both before it is proved and after. */
  isMoreAround({ rate, fromUs, toUs }: ProvedRate): boolean {
    this.#long ??= deliveries(this.#course, T.moreRounds);
    const { first, rate: delivered } = this.#long;
    this.#highest ??= highestOf(delivered);
    const { before, after } = this.#highest;
    const most = T.moreShare * rate;
    const last = lowerBound(this.#ackedUs, fromUs) - 1;
    const next = lowerBound(first, lowerBound(this.#ackedUs, toUs));
    return before[last] > most && after[next] > most;
  }

  /** The deliveries that lie within a time. */
  #visit({ first }: Deliveries, fromUs: number, toUs: number, visit: (to: number) => void): void {
    for (let to = lowerBound(this.#ackedUs, fromUs); to < first.length && this.#ackedUs[to] <= toUs; to++)
      if (this.#ackedUs[first[to]] >= fromUs) visit(to);
  }
}

/** What a policer's drops prove stands beside what queues prove, unless a queue stood at that time. */
function withPoliced(
  queues: readonly ProvedRate[],
  policed: ProvedRate | null,
  { fromUs, toUs }: PathLevel,
): readonly ProvedRate[] {
  if (policed === null || policed.fromUs < fromUs || policed.toUs > toUs) return queues;
  if (queues.some((queue) => queue.fromUs <= policed.toUs && queue.toUs >= policed.fromUs)) return queues;
  return [...queues, policed].sort((a, b) => a.fromUs - b.fromUs);
}

function ratesOf(
  course: Course,
  proofs: Iterable<Proof>,
  level: PathLevel,
  policed: ProvedRate | null,
): readonly CarriedRate[] {
  const { fromUs, toUs, undecidedUs } = level;
  const rates = new Rates(course);
  const isDecided = (group: Group): boolean => !(group.toUs > undecidedUs) || followsFlight(course, group);
  // A host that is late for a while looks like a path that carries less for a while, but for how evenly its packets wait.
  const isSound = (group: Group): boolean =>
    isDecided(group) &&
    (!rates.isMoreAround(group) || isSteady(course, group) || followsFlight(course, group));
  const groups = withPoliced(groupsOf(proofs).filter(isSound), policed, level);
  if (groups.length === 0) rates.atLeast(fromUs, toUs);
  let nextUs = fromUs;
  groups.forEach((group, i) => {
    const next = groups[i + 1];
    const endUs = next?.fromUs ?? toUs;
    // More was delivered before the first proof, or after the last one; or the flight takes longer than that explains.
    const before = rates.moreThan(group.rate, nextUs, group.fromUs).lastUs;
    const more = rates.moreThan(group.rate, group.toUs, endUs).firstUs || endUs;
    const isSame = next !== undefined && isSameRate(next.rate, group.rate);
    const slower = isSame ? more : slowerFrom(course, group, more) || more;
    if (!Number.isNaN(before)) rates.atLeast(nextUs, before);
    rates.proved(before || nextUs, slower, group.rate);
    rates.atLeast(slower, more);
    rates.atLeast(more, endUs);
    nextUs = endUs;
  });
  return rates.found;
}

/**
 * In order of time, of every path that packets name; none where nothing is known.
 * @param policed what a policer's drops prove; null for none.
 */
export function carriedRates(
  state: TransportState,
  samples: PathSamples,
  levels: readonly PathLevel[],
  policed: ProvedRate | null = null,
): readonly CarriedRate[] {
  const course = courseOf(state, samples, levels);
  const isFirst = levels.map(({ by }) => by !== 'rtt');
  return levels.flatMap((first, i) => {
    if (!isFirst[i]) return [];
    const next = isFirst.indexOf(true, i + 1);
    const last = levels[next < 0 ? levels.length - 1 : next - 1];
    const from = i === 0 ? 0 : lowerBound(samples.sentUs, first.fromUs);
    const to = next < 0 ? samples.sentUs.length : lowerBound(samples.sentUs, last.toUs);
    const part = partOf(course, from, to);
    return ratesOf(part, proofsOf(part, state.datagramBytes), { ...last, fromUs: first.fromUs }, policed);
  });
}
