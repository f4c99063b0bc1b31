/**
 * Checks the unit of logged RTTs. Several stacks log µs or seconds instead of the drafts' ms, and new ones will.
 * Packets and their ACKs give RTTs too: if the median ratio of logged to rebuilt ones is about 1,000 or 1,000,000 (or
 * the inverse), the unit is wrong and the factor is known. Where no ACK ranges are logged, no RTT was longer than the time since
 * the first packet: how long its answer took says which unit it is.
 *
 * Every other difference is ignored: ACK delays, smoothing and clocks of whole ms explain factors of a few.
 */
import { medianOf } from '../../base/columns/median';

/** Pairs needed for a verdict, and the maximum used. */
const MIN_PAIRS = 8;
const MOST = 64;
/** A median ratio within this factor of a power of 1,000 is taken as that power. */
const TOLERANCE = 2;
const POWERS = [1e3, 1e6, 1e-3, 1e-6] as const;
/** A ratio this close to 1 means that the unit is right. */
const RIGHT = 3;
/** Half-way, as a ratio, between two units: so far from what it is compared with, a time is of another unit. */
const APART = Math.sqrt(1e3);
const SMALLER_UNITS = [1e-3, 1e-6] as const;

export interface RttRescaling {
  readonly factor: number;
  /** Median of logged RTTs to rebuilt ones before; of one to the time since the first packet. */
  readonly ratio: number;
  /** Number of pairs of the median. */
  readonly samples: number;
}

export class RttUnitCheck {
  readonly #ratios: number[] = [];
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
    const samples = this.#ratios.length;
    if (samples < MIN_PAIRS || samples % MIN_PAIRS !== 0) return null;
    const ratio = medianOf(Float64Array.from(this.#ratios));
    const power = POWERS.find((candidate) => isNear(ratio, candidate, TOLERANCE));
    this.#settled = power !== undefined || isNear(ratio, 1, RIGHT) || samples >= MOST;
    return power === undefined ? null : { factor: 1 / power, ratio, samples };
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
    this.#settled = true;
    return { factor, ratio: loggedUs / sinceUs, samples: 1 };
  }
}

function isNear(ratio: number, wanted: number, factor: number): boolean {
  return ratio >= wanted / factor && ratio <= wanted * factor;
}
