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
import { medianOf } from '../../columns/median';
import type { FlightRows } from './flight-rows';

/**
 * Rates that are tried: multiples of the mean rate of delivery, in steps of this share, then finer around the best. At a
 * rate far below the mean the backlog is nearly the number of packets sent, and that explains any losses that are close
 * together; so what a short transfer exceeds only once is not told.
 */
const LOWEST_RATE = 0.9;
const HIGHEST_RATE = 10;
const STEP = 0.005;
const FINE_STEP = 0.001;
/** Pairs of losses that are this share of all losses apart, and how many of each. */
const PAIRS = { shares: [0.5, 0.25, 0.125, 0.0625], perShare: 16 } as const;
/** Bounds the time of a fit; a long trace is fitted on the packets around its losses. */
const MAX_PACKETS = 16_384;
/** Rates whose fit is this close to the best one explain the losses as well: the one with the least spread is taken. */
const AS_GOOD = 0.1;
/** Width of "near b": this share of b, or packets where those are more, but never more than the share behind. */
const NEAR = { share: 0.05, packets: 3, mostShare: 0.25 } as const;

/** One rate that was tried. */
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

/** Backlog before each packet from row `from` to `to`, bytes, written to `into`. */
function backlogs(rows: FlightRows, from: number, to: number, rate: number, into: Float64Array): void {
  const { sentUs, sizeBytes, lost } = rows;
  let backlog = 0;
  let lastUs = sentUs[from] as number;
  for (let i = from; i < to; i++) {
    const nowUs = sentUs[i] as number;
    backlog = Math.max(0, backlog - rate * (nowUs - lastUs));
    lastUs = nowUs;
    into[i - from] = backlog;
    if (lost[i] === 0) backlog += sizeBytes[i] as number;
  }
}

/** How far from the room a backlog may be and still count as full, bytes. */
function nearBytes(roomBytes: number, packetBytes: number): number {
  return Math.max(NEAR.share * roomBytes, Math.min(NEAR.packets * packetBytes, NEAR.mostShare * roomBytes));
}

/** Rows that a fit uses, and the losses among them that it must explain. */
class Fitting {
  readonly #rows: FlightRows;
  readonly #from: number;
  readonly #to: number;
  readonly #losses: Uint32Array;
  readonly #backlogs: Float64Array;
  readonly #packetBytes: number;

  constructor(rows: FlightRows, losses: Uint32Array) {
    this.#rows = rows;
    const total = rows.lost.length;
    const first = losses[0] as number;
    this.#from = first < MAX_PACKETS / 2 ? 0 : first - MAX_PACKETS / 4;
    this.#to = Math.min(total, this.#from + MAX_PACKETS);
    this.#losses = losses.filter((row) => row < this.#to);
    this.#backlogs = new Float64Array(this.#to - this.#from);
    this.#packetBytes = rows.sizeBytes.subarray(this.#from, this.#to).reduce((a, b) => Math.max(a, b), 0);
  }

  /** Mean rate of delivery, bytes per µs. */
  get meanRate(): number {
    const { sentUs, sizeBytes, lost } = this.#rows;
    let bytes = 0;
    for (let i = this.#from; i < this.#to; i++) if (lost[i] === 0) bytes += sizeBytes[i] as number;
    return bytes / ((sentUs[this.#to - 1] as number) - (sentUs[this.#from] as number));
  }

  /**
   * Rates of delivery between two losses, bytes per µs: the limit's own where the room never emptied in between, however
   * long that was, and so finer than any step.
   */
  get betweenLosses(): readonly number[] {
    const { sentUs, sizeBytes, lost } = this.#rows;
    const delivered = new Float64Array(this.#to - this.#from + 1);
    for (let i = this.#from; i < this.#to; i++) {
      const at = i - this.#from;
      delivered[at + 1] = (delivered[at] as number) + (lost[i] === 0 ? (sizeBytes[i] as number) : 0);
    }
    const count = this.#losses.length;
    return PAIRS.shares.flatMap((share) => {
      const apart = Math.floor(count * share);
      const step = Math.max(1, Math.floor((count - apart) / PAIRS.perShare));
      const rates: number[] = [];
      for (let i = 0; apart > 0 && i + apart < count; i += step) {
        const [a, b] = [this.#losses[i] as number, this.#losses[i + apart] as number];
        const bytes = (delivered[b - this.#from] as number) - (delivered[a - this.#from] as number);
        rates.push(bytes / ((sentUs[b] as number) - (sentUs[a] as number)));
      }
      return rates;
    });
  }

  at(rate: number): Tried {
    const backlog = this.#backlogs;
    backlogs(this.#rows, this.#from, this.#to, rate, backlog);
    const atLoss = Float64Array.from(this.#losses, (row) => backlog[row - this.#from] as number);
    const roomBytes = medianOf(atLoss);
    const near = nearBytes(roomBytes, this.#packetBytes);
    let explained = 0;
    let distance = 0;
    for (const bytes of atLoss) {
      distance += Math.abs(bytes - roomBytes);
      if (Math.abs(bytes - roomBytes) <= near) explained++;
    }
    let delivered = 0;
    let full = 0;
    for (let i = 0; i < backlog.length; i++) {
      if (this.#rows.lost[this.#from + i] === 1) continue;
      delivered++;
      if ((backlog[i] as number) >= roomBytes - near) full++;
    }
    return {
      rate,
      roomBytes,
      fit: explained / atLoss.length - full / Math.max(1, delivered),
      spread: distance / atLoss.length / Math.max(1, roomBytes),
    };
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
  const tried: Tried[] = [];
  for (let times = LOWEST_RATE; times <= HIGHEST_RATE; times *= 1 + STEP)
    tried.push(fitting.at(mean * times));
  for (const rate of fitting.betweenLosses)
    if (rate >= LOWEST_RATE * mean && rate <= HIGHEST_RATE * mean) tried.push(fitting.at(rate));
  const coarse = best(tried).rate;
  for (let share = -STEP; share <= STEP; share += FINE_STEP) tried.push(fitting.at(coarse * (1 + share)));
  const top = best(tried);
  const good = tried.filter(({ fit }) => fit >= top.fit - AS_GOOD);
  const lowest = good.reduce((a, b) => (b.rate < a.rate ? b : a));
  return {
    ...good.reduce((a, b) => (b.spread < a.spread ? b : a)),
    fit: top.fit,
    lowestRate: lowest.rate,
    highestRate: good.reduce((highest, { rate }) => Math.max(highest, rate), 0),
    lowestRoomBytes: lowest.roomBytes,
  };
}

function best(tried: readonly Tried[]): Tried {
  return tried.reduce((a, b) => (b.fit > a.fit ? b : a));
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
    const nowUs = sentUs[i] as number;
    backlog = Math.max(0, backlog - limit.rate * (nowUs - lastUs));
    lastUs = nowUs;
    before[i] = backlog;
    if (lost[i] === 0) backlog += sizeBytes[i] as number;
    else if (backlog >= limit.roomBytes - slackBytes) backlog = limit.roomBytes;
  }
  return before;
}
