/**
 * The rate and the room of whatever drops packets because too many come: a queue of b bytes that drains at rate r, or a
 * token bucket of b bytes that fills at rate r (RFC 2697 §3). Both drop a packet exactly when
 *
 *   backlog(t) = max(0, backlog(before) − r · elapsed) + bytes delivered since
 *
 * has no room left in b, so the sent packets and their fates alone give r and b: under the right rate the backlog stands
 * near b at every loss and below it at every packet that arrived. Losses that do not depend on the sender have the same
 * backlog as all packets, whatever the rate. RTTs then tell queue from policer: a backlog in a queue takes backlog / r.
 */
import { medianOf } from '../../../base/columns/median';
import type { FlightRows } from './flight-rows';

/**
 * Rates that are tried: multiples of the mean rate of delivery, in steps of this share, then finer around the best. At a
 * rate far below the mean the backlog is nearly the number of packets sent, and that explains any losses that are close
 * together; so what a short transfer exceeds only once is not reported.
 */
const LOWEST_RATE = 0.9;
const HIGHEST_RATE = 10;
const STEP = 0.02;
const FINE_STEP = 0.002;
/** Pairs of losses that are this share of all losses apart, and how many of each. */
const PAIRS = { shares: [0.5, 0.25, 0.125, 0.0625], perShare: 16 } as const;
/** Bounds the time of a fit; a long trace is fitted on the packets around its losses. */
const MAX_PACKETS = 8192;
/** Rates whose fit is this close to the best one explain the losses as well: the one with the least spread is taken. */
const AS_GOOD = 0.1;
/** Width of "near b": this share of b, or packets where those are more, but never more than the last share. */
const NEAR = { share: 0.05, packets: 3, mostShare: 0.25 } as const;

interface Tried {
  /** Bytes per µs. */
  readonly rate: number;
  /** Median backlog at the losses, bytes. */
  readonly roomBytes: number;
  /** Share of the losses with a backlog near the room minus the share of delivered packets there: −1 to 1. */
  readonly fit: number;
  /** Mean distance of the backlog at the losses from the room, as a share of the room. */
  readonly spread: number;
}

export interface RateLimit extends Tried {
  /** The best fit of any rate. */
  readonly fit: number;
  /** The lowest and the highest rate that explain the losses as well, bytes per µs, and the room at the lowest, bytes. */
  readonly lowestRate: number;
  readonly highestRate: number;
  readonly lowestRoomBytes: number;
}

/** How far from the room a backlog may be and still count as full, bytes. */
function nearBytes(roomBytes: number, packetBytes: number): number {
  return Math.max(NEAR.share * roomBytes, Math.min(NEAR.packets * packetBytes, NEAR.mostShare * roomBytes));
}

/** The packets that a fit uses, and the losses among them that it must explain. Columns have one entry per packet. */
class Fitting {
  readonly #sentUs: Float64Array;
  /** Time since the packet before. */
  readonly #gapsUs: Float64Array;
  /** What the packet adds to the backlog: nothing if it was lost. */
  readonly #deliveredBytes: Float64Array;
  /** Packets that were not lost. */
  readonly #delivered: number;
  readonly #losses: Uint32Array;
  /** Of each rate that is tried at a time. */
  readonly #backlogs: Backlogs;
  readonly #packetBytes: number;

  constructor({ sentUs, sizeBytes, lost }: FlightRows, losses: Uint32Array) {
    const first = losses[0];
    const from = first < MAX_PACKETS / 2 ? 0 : first - MAX_PACKETS / 4;
    const to = Math.min(lost.length, from + MAX_PACKETS);
    this.#sentUs = sentUs.subarray(from, to);
    this.#losses = losses.filter((row) => row < to).map((row) => row - from);
    this.#gapsUs = this.#sentUs.map((us, i) => us - (this.#sentUs[i - 1] ?? us));
    this.#deliveredBytes = Float64Array.from(sizeBytes.subarray(from, to), (bytes, i) =>
      lost[from + i] === 0 ? bytes : 0,
    );
    this.#delivered = lost.subarray(from, to).reduce((sum, isLost) => sum + 1 - isLost, 0);
    const backlogs = (): Float64Array => new Float64Array(to - from);
    this.#backlogs = [backlogs(), backlogs(), backlogs(), backlogs()];
    this.#packetBytes = sizeBytes.subarray(from, to).reduce((a, b) => Math.max(a, b), 0);
  }

  /** Mean rate of delivery, bytes per µs. */
  get meanRate(): number {
    const bytes = this.#deliveredBytes.reduce((a, b) => a + b, 0);
    return bytes / (this.#sentUs[this.#sentUs.length - 1] - this.#sentUs[0]);
  }

  /**
   * Rates of delivery between two losses, bytes per µs: the limit's own where the room never emptied in between, however
   * long that was, and so finer than any step.
   */
  get betweenLosses(): readonly number[] {
    let sum = 0;
    const deliveredBefore = this.#deliveredBytes.map((bytes) => {
      sum += bytes;
      return sum - bytes;
    });
    const count = this.#losses.length;
    return PAIRS.shares.flatMap((share) => {
      const apart = Math.floor(count * share);
      const step = Math.max(1, Math.floor((count - apart) / PAIRS.perShare));
      const rates: number[] = [];
      for (let i = 0; apart > 0 && i + apart < count; i += step) {
        const [a, b] = [this.#losses[i], this.#losses[i + apart]];
        const bytes = deliveredBefore[b] - deliveredBefore[a];
        rates.push(bytes / (this.#sentUs[b] - this.#sentUs[a]));
      }
      return rates;
    });
  }

  /**
   * @param backlogs under `rate`.
   * @returns null if the fit is less than `leastFit`.
   */
  at(rate: number, backlogs: Float64Array, leastFit: number): Tried | null {
    const atLosses = Float64Array.from(this.#losses, (row) => backlogs[row]);
    const roomBytes = medianOf(atLosses);
    const near = nearBytes(roomBytes, this.#packetBytes);
    let explained = 0;
    let distance = 0;
    for (const bytes of atLosses) {
      distance += Math.abs(bytes - roomBytes);
      if (Math.abs(bytes - roomBytes) <= near) explained++;
    }
    const share = explained / atLosses.length;
    if (share < leastFit) return null;
    const full = countFrom(backlogs, roomBytes - near) - countFrom(atLosses, roomBytes - near);
    return {
      rate,
      roomBytes,
      fit: share - full / Math.max(1, this.#delivered),
      spread: distance / atLosses.length / Math.max(1, roomBytes),
    };
  }

  /**
   * Backlog before each packet, bytes, under each of four rates; valid until the next call. Each step of one waits for the
   * step before it: four beside one another take hardly longer.
   */
  backlogsAt([rateA, rateB, rateC, rateD]: Rates): Backlogs {
    const gapsUs = this.#gapsUs;
    const deliveredBytes = this.#deliveredBytes;
    const backlogs = this.#backlogs;
    const [a, b, c, d] = backlogs;
    let backlogA = 0;
    let backlogB = 0;
    let backlogC = 0;
    let backlogD = 0;
    for (let i = 0; i < gapsUs.length; i++) {
      const gapUs = gapsUs[i];
      const bytes = deliveredBytes[i];
      backlogA = Math.max(0, backlogA - rateA * gapUs);
      backlogB = Math.max(0, backlogB - rateB * gapUs);
      backlogC = Math.max(0, backlogC - rateC * gapUs);
      backlogD = Math.max(0, backlogD - rateD * gapUs);
      a[i] = backlogA;
      b[i] = backlogB;
      c[i] = backlogC;
      d[i] = backlogD;
      backlogA += bytes;
      backlogB += bytes;
      backlogC += bytes;
      backlogD += bytes;
    }
    // Not looked at again: V8 compiles the loop before it has seen what comes after it.
    return backlogs;
  }
}

type Rates = readonly [number, number, number, number];
type Backlogs = readonly [Float64Array, Float64Array, Float64Array, Float64Array];
/** Rates that are tried at a time. */
const AT_ONCE = 4;

/** Number of values that are at least `least`. */
function countFrom(values: Float64Array, least: number): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) if (values[i] >= least) count++;
  return count;
}

/** Rates that were tried; those whose fit is too far from the best one are left out. */
class Trials {
  readonly #fitting: Fitting;
  readonly #tried: Tried[] = [];
  best: Tried | null = null;

  constructor(fitting: Fitting) {
    this.#fitting = fitting;
  }

  try(rates: readonly number[]): void {
    for (let at = 0; at < rates.length; at += AT_ONCE) {
      const rate = (i: number): number => rates[Math.min(at + i, rates.length - 1)];
      const backlogs = this.#fitting.backlogsAt([rate(0), rate(1), rate(2), rate(3)]);
      for (let i = 0; i < Math.min(AT_ONCE, rates.length - at); i++)
        this.#take(rate(i), backlogs[i] as Float64Array);
    }
  }

  #take(rate: number, backlogs: Float64Array): void {
    const tried = this.#fitting.at(rate, backlogs, (this.best?.fit ?? -1) - AS_GOOD);
    if (tried === null) return;
    this.#tried.push(tried);
    if (this.best === null || tried.fit > this.best.fit) this.best = tried;
  }

  /** Those that explain the losses as well as the best one. */
  get good(): readonly Tried[] {
    const best = this.best?.fit ?? 0;
    return this.#tried.filter(({ fit }) => fit >= best - AS_GOOD);
  }
}

/**
 * The rate limit under which the given losses make most sense; null where no rate can be tried.
 * @param losses rows of lost packets, ascending.
 */
export function fitRateLimit(rows: FlightRows, losses: Uint32Array): RateLimit | null {
  if (losses.length === 0) return null;
  const fitting = new Fitting(rows, losses);
  const mean = fitting.meanRate;
  if (!(mean > 0) || !Number.isFinite(mean)) return null;
  const trials = new Trials(fitting);
  const steps: number[] = [];
  for (let times = LOWEST_RATE; times <= HIGHEST_RATE; times *= 1 + STEP) steps.push(mean * times);
  const isTried = (rate: number): boolean => rate >= LOWEST_RATE * mean && rate <= HIGHEST_RATE * mean;
  trials.try([...steps, ...fitting.betweenLosses.filter(isTried)]);
  const coarse = trials.best?.rate ?? mean;
  const fine: number[] = [];
  for (let share = -STEP; share <= STEP; share += FINE_STEP) fine.push(coarse * (1 + share));
  trials.try(fine);
  const { best, good } = trials;
  if (best === null) return null;
  const lowest = good.reduce((a, b) => (b.rate < a.rate ? b : a));
  return {
    ...good.reduce((a, b) => (b.spread < a.spread ? b : a)),
    fit: best.fit,
    lowestRate: lowest.rate,
    highestRate: good.reduce((highest, { rate }) => Math.max(highest, rate), 0),
    lowestRoomBytes: lowest.roomBytes,
  };
}

/**
 * Backlog before each packet of the whole trace, bytes. At a loss that finds the room all but used up the backlog is
 * the room, so that the error of the rate does not add up.
 * @param slackBytes what counts as used up.
 */
export function backlogUnder(rows: FlightRows, limit: RateLimit, slackBytes: number): Float64Array {
  const { sentUs, sizeBytes, lost } = rows;
  const before = new Float64Array(lost.length);
  let backlog = 0;
  let lastUs = sentUs[0] ?? 0;
  for (let i = 0; i < before.length; i++) {
    const nowUs = sentUs[i];
    backlog = Math.max(0, backlog - limit.rate * (nowUs - lastUs));
    lastUs = nowUs;
    before[i] = backlog;
    if (lost[i] === 0) backlog += sizeBytes[i];
    else if (backlog >= limit.roomBytes - slackBytes) backlog = limit.roomBytes;
  }
  return before;
}
