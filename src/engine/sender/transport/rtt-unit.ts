/**
 * Checks the unit of logged RTTs. Several stacks log µs or seconds instead of the drafts' ms, and new ones will.
 * Packets and their ACKs give RTTs too: if the median ratio of logged to rebuilt ones is about 1,000 or 1,000,000 (or
 * the inverse), one of the two units is wrong and the factor is known. It is that of the times where by them no path could be so
 * long, or no handshake so short. Where no ACK ranges are logged, no RTT was longer than the time since
 * the first packet: how long its answer took says which unit it is.
 *
 * Every other difference is ignored: ACK delays, smoothing and clocks of whole ms explain factors of a few.
 */
import { medianOf } from '../../base/columns/median';

/** Pairs needed for a verdict, and the maximum used. */
const MIN_PAIRS = 8;
const MOST = 64;
/** Pairs of a short log, where all agree. */
const FEW_PAIRS = 3;
/** A median ratio within this factor of a power of 1,000 is taken as that power. */
const TOLERANCE = 2;
const POWERS = [1e3, 1e6, 1e-3, 1e-6] as const;
/** A ratio this close to 1 means that the unit is right. */
const RIGHT = 3;
/** Half-way, as a ratio, between two units: so far from what it is compared with, a time is of another unit. */
const APART = Math.sqrt(1e3);
const SMALLER_UNITS = [1e-3, 1e-6] as const;
/** On a path so long each Initial is sent again before its answer; an answer so late came after two probes (RFC 9002 §6.2.2). */
const LONGEST_US = 1_000_000;
const LONGEST_ANSWER_US = 3_000_000;
/** Packet and ACK pass two kernels and two programs; an answer to an Initial takes a key exchange as well: 500 µs and more within a host. */
const SHORTEST_US = 40;
const SHORTEST_ANSWER_US = 300;
/** Where ACK delays are as far off as RTTs, it is one unit that is wrong rather than two, unless the path is within a host. */
const LOCAL_US = 1000;

export interface RttRescaling {
  readonly factor: number;
  /** Median of logged RTTs to rebuilt ones before; of one to the time since the first packet. */
  readonly ratio: number;
  /** Number of pairs of the median. */
  readonly samples: number;
}

/** Times of the log that are in another unit than its RTTs. */
export interface TimeUnit {
  /** What times are to be multiplied by. */
  readonly factor: number;
  /** About the RTT that the stack logs, and the time from a packet to its ACK, µs. */
  readonly loggedUs: number;
  readonly rebuiltUs: number;
}

export class RttUnitCheck {
  readonly #ratios: number[] = [];
  readonly #rebuiltUs: number[] = [];
  /** By the log's times, until pairs come. */
  #byTime: RttRescaling | null = null;
  #settled = false;

  /** True while further pairs may change the verdict. */
  get open(): boolean {
    return !this.#settled;
  }

  /**
   * Adds a logged RTT and one rebuilt from an ACK at about the same time, both µs and above 0.
   * @returns the rescaling, once, when the pairs agree on one; else null.
   */
  note(loggedUs: number, rebuiltUs: number): RttRescaling | null {
    if (this.#settled || !(loggedUs > 0) || !(rebuiltUs > 0)) return null;
    this.#ratios.push(loggedUs / rebuiltUs);
    this.#rebuiltUs.push(rebuiltUs);
    const samples = this.#ratios.length;
    if (samples < MIN_PAIRS || samples % MIN_PAIRS !== 0) return null;
    const ratio = medianOf(Float64Array.from(this.#ratios));
    const power = POWERS.find((candidate) => isNear(ratio, candidate, TOLERANCE));
    this.#settled = power !== undefined || isNear(ratio, 1, RIGHT) || samples >= MOST;
    return power === undefined ? null : { factor: 1 / power, ratio, samples };
  }

  /** The log ends. @returns as `note`, by fewer pairs. */
  end(): RttRescaling | null {
    const samples = this.#ratios.length;
    if (this.#settled || (samples > 0 && samples < FEW_PAIRS)) return null;
    this.#settled = true;
    if (samples === 0) return this.#byTime;
    const power = POWERS.find((one) => this.#ratios.every((ratio) => isNear(ratio, one, TOLERANCE)));
    const ratio = medianOf(Float64Array.from(this.#ratios));
    return power === undefined ? null : { factor: 1 / power, ratio, samples };
  }

  /**
   * Whether it is not the RTTs that are in another unit but the times. @param answerUs see `noteTime`.
   * @param delayRatio the largest of a logged ACK delay to the time that its packet was under way.
   * @returns null for RTTs in another unit.
   */
  timesOf({ ratio, factor }: RttRescaling, answerUs: number, delayRatio: number): TimeUnit | null {
    const rebuiltUs = this.#rebuiltUs.length > 0 ? medianOf(Float64Array.from(this.#rebuiltUs)) : answerUs;
    const isLong = ratio < 1 && (rebuiltUs > LONGEST_US || answerUs > LONGEST_ANSWER_US);
    const isImpossible = rebuiltUs < SHORTEST_US || answerUs < SHORTEST_ANSWER_US;
    const isShort = ratio > 1 && (isImpossible || (delayRatio > APART && rebuiltUs < LOCAL_US));
    return isLong || isShort ? { factor: 1 / factor, loggedUs: rebuiltUs / factor, rebuiltUs } : null;
  }

  /**
   * Holds a logged RTT against the log's times: it cannot be longer than the connection at that time.
   * @param sinceUs since the first packet was sent, µs; NaN where the log does not hold it.
   * @param answerUs from that packet to the first one that answers it, µs: about an RTT; NaN for none.
   * @returns the rescaling, once, where one unit agrees with both; else null.
   */
  noteTime(loggedUs: number, sinceUs: number, answerUs: number): RttRescaling | null {
    if (this.#settled || !(loggedUs > APART * sinceUs)) return null;
    const factor = SMALLER_UNITS.find((one) => isNear(loggedUs * one, answerUs, APART));
    if (factor === undefined || loggedUs * factor > sinceUs * TOLERANCE) return null;
    this.#byTime = { factor, ratio: loggedUs / sinceUs, samples: (this.#byTime?.samples ?? 0) + 1 };
    // Pairs tell it better, where the log holds any.
    if (this.#byTime.samples < MIN_PAIRS) return null;
    this.#settled = true;
    return this.#byTime;
  }
}

function isNear(ratio: number, wanted: number, factor: number): boolean {
  return ratio >= wanted / factor && ratio <= wanted * factor;
}
