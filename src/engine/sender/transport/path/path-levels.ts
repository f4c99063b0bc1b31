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
import { nextAbove } from '../../../base/columns/next-bound';
import { pathChanges } from '../connectivity/life-paths';
import type { TransportState } from '../transport';
import { type RttSamples, smallestOf } from './rtt-samples';

export interface PathLevel {
  /** Of packets sent from this time on, before the other, µs; the first begins with the trace, the last ends with it. */
  readonly fromUs: number;
  readonly toUs: number;
  /** The smallest RTT in it, µs; NaN for none. */
  readonly rttMinUs: number;
}

const T = {
  /** A level is left by RTTs that are above it by this share of it and this time. */
  share: 0.2,
  us: 3000,
  /** … for so many round trips, in which the flight falls to this share of its highest, */
  rounds: 10,
  flightShare: 0.5,
  /** while RTTs this near to the smallest stand in so many round trips, at flights that differ this much. */
  floorShare: 1.1,
  floorRounds: 3,
  floorFlights: 1.5,
} as const;

/** A smaller RTT counts where the next one is this near: one alone is of a record that is out of order. */
const SINGLE_SHARE = 0.6;

/** Of a rise that lasts the newest round trips are kept: a queue that stands for ever costs no more than one that does not. */
const KEPT_ROUNDS = 64;

const isAbove = (rttUs: number, levelUs: number): boolean =>
  rttUs > levelUs * (1 + T.share) && rttUs > levelUs + T.us;

interface Round {
  readonly leastUs: number;
  /** The lowest flight of its sends, bytes. */
  readonly flightBytes: number;
}

/** Round trips in which no RTT comes near the level before. */
class Rise {
  /** The first of its samples. */
  readonly first: number;
  #rounds: Round[] = [];
  #count = 0;
  #mostBytes = 0;
  #startUs: number;
  #leastUs = Number.POSITIVE_INFINITY;
  #flightBytes = Number.POSITIVE_INFINITY;

  constructor(first: number, ackedUs: number) {
    this.first = first;
    this.#startUs = ackedUs;
  }

  /** @returns whether it is decided that the path became longer. */
  add(ackedUs: number, rttUs: number, flightBytes: number): boolean {
    this.#leastUs = Math.min(this.#leastUs, rttUs);
    this.#flightBytes = Math.min(this.#flightBytes, flightBytes);
    if (ackedUs - this.#startUs < this.#leastUs) return false;
    this.#rounds.push({ leastUs: this.#leastUs, flightBytes: this.#flightBytes });
    if (this.#rounds.length > KEPT_ROUNDS) this.#rounds = this.#rounds.slice(KEPT_ROUNDS / 2);
    this.#count++;
    this.#mostBytes = Math.max(this.#mostBytes, this.#flightBytes);
    this.#startUs = ackedUs;
    this.#leastUs = Number.POSITIVE_INFINITY;
    this.#flightBytes = Number.POSITIVE_INFINITY;
    return this.#count >= T.rounds && this.#isSeenWithoutQueue;
  }

  get #isSeenWithoutQueue(): boolean {
    const leastBytes = Math.min(...this.#rounds.map((round) => round.flightBytes));
    if (leastBytes > T.flightShare * this.#mostBytes) return false;
    const leastUs = Math.min(...this.#rounds.map((round) => round.leastUs));
    const floor = this.#rounds
      .filter((round) => round.leastUs <= T.floorShare * leastUs)
      .map((round) => round.flightBytes)
      .sort((a, b) => a - b);
    // One at the top alone is of a burst that counts as in flight while the queue fills.
    return floor.length >= T.floorRounds && floor[floor.length - 2] >= T.floorFlights * Math.max(1, floor[0]);
  }
}

/** A level while samples are added to it. */
class Level {
  readonly fromUs: number;
  readonly first: number;
  leastUs: number;
  /** Round trips with an RTT near it. */
  #rounds = 0;
  #nearUs = Number.NEGATIVE_INFINITY;

  constructor(fromUs: number, first: number, leastUs: number) {
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
    return this.#rounds >= T.floorRounds;
  }

  lower(rttUs: number): void {
    if (rttUs * T.floorShare < this.leastUs) this.#rounds = 0;
    this.leastUs = rttUs;
  }
}

/** Bytes in flight at times that ascend. */
class Flights {
  readonly #timesUs: Float64Array;
  readonly #values: Float64Array;
  #after = 0;

  constructor({ flightFromPackets: { timesUs, values } }: TransportState) {
    this.#timesUs = timesUs.slice();
    this.#values = values.slice();
  }

  at(timeUs: number): number {
    this.#after = nextAbove(this.#timesUs, timeUs, this.#after);
    return this.#values[this.#after - 1] ?? 0;
  }
}

interface Samples {
  readonly samples: RttSamples;
  readonly from: number;
  readonly to: number;
}

/** The levels by RTTs alone, of samples in which no packet names another path. */
function levelsOf({ samples, from, to }: Samples, flights: Flights, startUs: number): readonly Level[] {
  const { ackedUs, sentUs, rttUs } = samples;
  let level = new Level(startUs, from, rttUs[from] ?? Number.NaN);
  const levels = [level];
  let rise: Rise | null = null;
  for (let i = from; i < to; i++) {
    const rtt = rttUs[i];
    if (isAbove(rtt, level.leastUs)) {
      rise ??= new Rise(i, ackedUs[i]);
      if (!rise.add(ackedUs[i], rtt, flights.at(sentUs[i]))) continue;
      level = new Level(sentUs[rise.first], rise.first, smallestOf(rttUs.subarray(rise.first, i + 1)));
      levels.push(level);
      rise = null;
      continue;
    }
    rise = null;
    if (rtt < level.leastUs) {
      if (!(rttUs[i + 1] <= rtt / SINGLE_SHARE)) continue;
      if (level.isSeen && isAbove(level.leastUs, rtt)) {
        level = new Level(sentUs[i], i, rtt);
        levels.push(level);
      } else level.lower(rtt);
    }
    level.near(ackedUs[i], rtt);
  }
  return levels;
}

/** In order of time; the first holds what was sent before any other. */
export function pathLevels(state: TransportState, samples: RttSamples): readonly PathLevel[] {
  const flights = new Flights(state);
  const changes = pathChanges(state.connectivity, state.role).map(({ timeUs }) => timeUs);
  const startsUs = [state.firstUs, ...changes];
  const places = [0, ...changes.map((us) => lowerBound(samples.sentUs, us))];
  return startsUs.flatMap((startUs, k) => {
    const span = { samples, from: places[k], to: places[k + 1] ?? samples.sentUs.length };
    const levels = levelsOf(span, flights, startUs);
    return levels.map(({ fromUs, first }, i) => ({
      fromUs,
      toUs: levels[i + 1]?.fromUs ?? startsUs[k + 1] ?? state.lastUs,
      rttMinUs: smallestOf(samples.rttUs.subarray(first, levels[i + 1]?.first ?? span.to)),
    }));
  });
}
