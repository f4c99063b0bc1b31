/**
 * The smallest RTT of the path, which may change while a connection lasts. A queue raises RTTs as well, so that the level rises only
 * where it is seen without one:
 *
 *   RTT   80 |            · ··:·.·:··· · ·      nothing in ten round trips comes near the old level, though
 *            |    .:·:.  ·                      the flight fell to half, and the smallest RTTs are the same
 *         20 | ·.·    ·.·                       at flights that differ: those of a queue would differ too
 *            |──────────────|──────────────────
 *              level 20 ms    level 80 ms
 *
 * It falls at once. A path that packets name anew (RFC 9000 §9) begins with the first RTT after it.
 */
import { lowerBound } from '../../../base/columns/growable';
import { rankOf } from '../../../base/columns/median';
import { pathChanges } from '../connectivity/life-paths';
import { smallestOf } from '../smallest-rtt';
import type { TransportState } from '../transport';
import type { PathSamples } from './path-samples';

export interface PathLevel {
  /** Of packets sent from this time on, before the other, µs; the first begins with the trace, the last ends with it. */
  readonly fromUs: number;
  readonly toUs: number;
  /** The smallest RTT in it, µs; NaN for none. */
  readonly rttMinUs: number;
  /** Why it begins: with the trace, where packets name another path, or where RTTs show that it became longer or shorter. */
  readonly by: 'start' | 'path' | 'rtt';
  /** RTTs of packets sent from this time on are above it to its end, by a queue or by a longer path, µs; NaN for none. */
  readonly undecidedUs: number;
}

/** The smallest RTT at a time, µs: of parts in order of time, of which the first holds what was before it; NaN for none. */
export function rttMinAt(
  parts: readonly { readonly fromUs: number; readonly rttMinUs: number }[],
  timeUs: number,
): number {
  return (parts.findLast(({ fromUs }) => fromUs <= timeUs) ?? parts[0])?.rttMinUs ?? Number.NaN;
}

/** An RTT is above a level by more than this share of it and this time. */
export const RTT_STEP = { share: 0.2, us: 3000 } as const;

const T = {
  /** A level is left by RTTs that are above it for so many round trips. */
  rounds: 10,
  /** In those the flight falls to this share of its highest, */
  flightShare: 0.5,
  /** RTTs this near to the smallest stand in so many of them, at flights that differ this much, */
  floorShare: 1.05,
  floorRounds: 4,
  floorFlights: 1.3,
  /** and the lowest flight is delivered at less than this share of the rate of others: no queue holds the path busy. */
  idleShare: 0.85,
  /** It became longer where an RTT is above that of a queue by this share of what the path became longer by. */
  onsetShare: 0.5,
  fasterRank: 0.75,
  /** ACKs are silent for as long as the path became longer by, give or take this share of it. */
  silenceShare: 0.5,
} as const;

/** A smaller RTT counts where the next one is this near: one alone is of a record that is out of order. */
const SINGLE_SHARE = 0.6;

/** Of a rise that lasts the newest round trips are kept: a queue that stands for ever costs no more than one that does not. */
const MAX_ROUNDS = 64;

export const isAbove = (rttUs: number, levelUs: number): boolean =>
  rttUs > levelUs * (1 + RTT_STEP.share) && rttUs > levelUs + RTT_STEP.us;

interface Round {
  /** The first of its samples. */
  readonly first: number;
  readonly leastUs: number;
  /** In flight when the packet with the smallest RTT was sent, bytes: so much is delivered in that RTT. */
  readonly flightBytes: number;
  /** Delivered in the round trip, bytes per µs. */
  readonly rate: number;
}

/** Where a path became longer: the first sample of the round trips with the new RTT, and of the one before them. */
interface Onset {
  readonly earliest: number;
  readonly first: number;
  /** The smallest RTT since, µs. */
  readonly leastUs: number;
  /** The sample at which that is decided. */
  readonly decided: number;
  /** What was delivered in the faster round trips since, and in the fastest, bytes per µs. */
  readonly rate: number;
  readonly fastest: number;
}

/** Round trips in which no RTT comes near the level before. */
class Rise {
  readonly sample: number;
  #rounds: Round[] = [];
  #mostBytes = 0;
  #first: number;
  #startUs: number;
  #startBytes: number;
  #leastUs = Number.POSITIVE_INFINITY;
  #flightBytes = 0;

  constructor({ ackedUs, ackedBytes }: PathSamples, first: number) {
    this.sample = first;
    this.#first = first;
    this.#startUs = ackedUs[first];
    this.#startBytes = ackedBytes[first];
  }

  /** @returns where the path became longer; null while it is not decided that it did. */
  add(samples: PathSamples, sample: number): Onset | null {
    const rttUs = samples.rttUs[sample];
    const ackedUs = samples.ackedUs[sample];
    if (rttUs < this.#leastUs) {
      this.#leastUs = rttUs;
      this.#flightBytes = samples.flightBytes[sample];
    }
    if (ackedUs - this.#startUs < this.#leastUs) return null;
    const ackedBytes = samples.ackedBytes[sample];
    this.#rounds.push({
      first: this.#first,
      leastUs: this.#leastUs,
      flightBytes: Math.max(1, this.#flightBytes),
      rate: (ackedBytes - this.#startBytes) / (ackedUs - this.#startUs),
    });
    if (this.#rounds.length > MAX_ROUNDS) this.#rounds = this.#rounds.slice(MAX_ROUNDS / 2);
    this.#mostBytes = Math.max(this.#mostBytes, this.#flightBytes);
    this.#first = sample;
    this.#startUs = ackedUs;
    this.#startBytes = ackedBytes;
    this.#leastUs = Number.POSITIVE_INFINITY;
    return this.#decided(sample);
  }

  #decided(sample: number): Onset | null {
    const rounds = this.#rounds;
    if (rounds.length < T.rounds) return null;
    let leastUs = Number.POSITIVE_INFINITY;
    for (let i = rounds.length - T.rounds; i < rounds.length; i++)
      leastUs = Math.min(leastUs, rounds[i].leastUs);
    const { from, lowest, floorRounds, highBytes, fastest } = floorOf(rounds, leastUs);
    if (floorRounds < T.floorRounds || highBytes < T.floorFlights * lowest.flightBytes) return null;
    const isLow = lowest.flightBytes <= T.flightShare * this.#mostBytes;
    if (!isLow || lowest.flightBytes / lowest.leastUs >= T.idleShare * fastest) return null;
    return {
      earliest: rounds[Math.max(0, from - 1)].first,
      first: rounds[from].first,
      decided: sample,
      leastUs,
      fastest,
      // Asked for where the fastest one does not decide.
      get rate() {
        const rates = Float64Array.from(rounds.slice(from), ({ rate }) => rate);
        return rankOf(rates, T.fasterRank);
      },
    };
  }
}

/** What the round trips up to the last one that is below the floor say of it: of those whose smallest RTT is near that of all. */
interface Floor {
  /** The first of the round trips. */
  readonly from: number;
  readonly floorRounds: number;
  readonly lowest: Round;
  /** The highest flight of them but for one: one at the top alone is of a burst that counts as in flight while the queue fills. */
  readonly highBytes: number;
  /** The highest rate of all. */
  readonly fastest: number;
}

/** One loop, backwards: a queue that stands for ever asks at each round trip. @param floorUs the smallest RTT of the last ones. */
function floorOf(rounds: readonly Round[], floorUs: number): Floor {
  let [floorRounds, highestBytes, highBytes, fastest] = [0, 0, 0, 0];
  let lowest = rounds[rounds.length - 1];
  let from = rounds.length;
  for (; from > 0; from--) {
    const round = rounds[from - 1];
    const { leastUs, flightBytes, rate } = round;
    if (leastUs * T.floorShare < floorUs) break;
    if (rate > fastest) fastest = rate;
    if (leastUs > T.floorShare * floorUs) continue;
    // Of equal ones the first.
    if (floorRounds++ === 0 || flightBytes <= lowest.flightBytes) lowest = round;
    if (flightBytes > highestBytes) [highestBytes, highBytes] = [flightBytes, highestBytes];
    else if (flightBytes > highBytes) highBytes = flightBytes;
  }
  return { from, floorRounds, lowest, highBytes, fastest };
}

/** A level while samples are added to it. */
class Level {
  readonly fromUs: number;
  readonly first: number;
  /** The first sample that is all of this path: of packets that were on their way as it became longer the RTT lies in between. */
  readonly settled: number;
  readonly by: 'start' | 'rise' | 'fall';
  leastUs: number;
  undecidedUs = Number.NaN;
  /** Round trips with an RTT near it. */
  #rounds = 0;
  #nearUs = Number.NEGATIVE_INFINITY;

  constructor(by: Level['by'], fromUs: number, first: number, leastUs: number, settled = first) {
    this.settled = settled;
    this.by = by;
    this.fromUs = fromUs;
    this.first = first;
    this.leastUs = leastUs;
  }

  near(ackedUs: number, rttUs: number): void {
    if (rttUs > T.floorShare * this.leastUs || ackedUs - this.#nearUs < this.leastUs) return;
    this.#nearUs = ackedUs;
    this.#rounds++;
  }

  /** RTTs stood at it: a smaller one is another path, not one whose queue was never empty. */
  get isSeen(): boolean {
    return this.#rounds >= T.rounds;
  }

  lower(rttUs: number): void {
    if (rttUs * T.floorShare < this.leastUs) this.#rounds = 0;
    this.leastUs = rttUs;
  }
}

interface Samples {
  readonly samples: PathSamples;
  readonly from: number;
  readonly to: number;
  readonly datagramBytes: number;
}

/** The levels by RTTs alone, of samples in which no packet names another path. */
function levelsOf({ samples, from, to, datagramBytes }: Samples, startUs: number): readonly Level[] {
  const { ackedUs, sentUs, rttUs } = samples;
  let level = new Level('start', startUs, from, rttUs[from] ?? Number.NaN);
  const levels = [level];
  let rise: Rise | null = null;
  for (let i = from; i < to; i++) {
    const rtt = rttUs[i];
    // It came back: the path had not become longer.
    while (level.by === 'rise' && !isAbove(rtt, levels[levels.length - 2].leastUs)) {
      levels.pop();
      level = levels[levels.length - 1];
    }
    if (isAbove(rtt, level.leastUs)) {
      rise ??= new Rise(samples, i);
      const onset = rise.add(samples, i);
      if (onset === null) continue;
      // A packet of full size takes its time even where it waits in no queue.
      const isLonger = (rate: number): boolean =>
        isAbove(onset.leastUs - datagramBytes / rate, level.leastUs);
      if (!isLonger(onset.fastest) || !isLonger(onset.rate)) continue;
      const first = firstLonger(samples, onset, level.leastUs);
      level = new Level('rise', sentUs[first], first, onset.leastUs, Math.max(first, onset.first));
      levels.push(level);
      rise = null;
      continue;
    }
    rise = null;
    if (rtt < level.leastUs) {
      if (!(rttUs[i + 1] <= rtt / SINGLE_SHARE)) continue;
      if (level.isSeen && isAbove(level.leastUs, rtt)) {
        level = new Level('fall', sentUs[i], i, rtt);
        levels.push(level);
      } else level.lower(rtt);
    }
    level.near(ackedUs[i], rtt);
  }
  if (rise !== null) level.undecidedUs = sentUs[rise.sample];
  return levels;
}

/**
 * The sample after a silence of ACKs that is like the time by which the path became longer; else the first with an RTT that no queue
 * of the path before makes.
 */
function firstLonger(
  { ackedUs, rttUs, flightBytes }: PathSamples,
  { earliest, first, decided, leastUs, rate }: Onset,
  beforeUs: number,
): number {
  const longerUs = leastUs - beforeUs;
  const isLonger = (i: number): boolean =>
    rttUs[i] - Math.max(beforeUs, flightBytes[i] / rate) > T.onsetShare * longerUs;
  let last = first;
  while (last < decided && !isLonger(last)) last++;
  for (let i = Math.max(1, earliest); i < last; i++)
    if (Math.abs(ackedUs[i] - ackedUs[i - 1] - longerUs) < T.silenceShare * longerUs) return i;
  return last;
}

/** In order of time; the first holds what was sent before any other. */
export function pathLevels(state: TransportState, samples: PathSamples): readonly PathLevel[] {
  const changes = pathChanges(state.connectivity, state.role);
  const startsUs = [state.firstUs, ...changes.map(({ timeUs }) => timeUs)];
  // Until it is validated, packets may take the path before.
  const places = [
    0,
    ...changes.map(({ timeUs, validatedUs }) => lowerBound(samples.sentUs, validatedUs || timeUs)),
  ];
  return startsUs.flatMap((startUs, k) => {
    const to = places[k + 1] ?? samples.sentUs.length;
    const span = { samples, from: places[k], to, datagramBytes: state.datagramBytes };
    const levels = levelsOf(span, startUs);
    return levels.map(({ fromUs, settled, by, undecidedUs }, i) => ({
      fromUs,
      undecidedUs,
      by: by !== 'start' ? 'rtt' : k > 0 ? 'path' : 'start',
      toUs: levels[i + 1]?.fromUs ?? startsUs[k + 1] ?? state.lastUs,
      rttMinUs: smallestOf(samples.rttUs.subarray(settled, levels[i + 1]?.first ?? to)),
    }));
  });
}
