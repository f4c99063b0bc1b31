/**
 * Are logged RTTs in the unit they should be in? Several stacks log µs or seconds where the drafts want ms, and
 * new ones will. Packets and their ACKs give round trips of their own: where the logged ones differ from those
 * by about 1,000 or 1,000,000, as a median over several, the unit is wrong and the factor is known.
 *
 * Every other difference is left alone: ACK delays, smoothing and clocks of whole ms explain factors of a few.
 */

/** Pairs that a verdict needs, and the most that are looked at. */
const ENOUGH = 8;
const MOST = 64;
/** A median ratio within this factor of a power is taken as that power. */
const TOLERANCE = 2;
const POWERS = [1e3, 1e6, 1e-3, 1e-6] as const;
/** A ratio this near to 1 settles that the unit is right. */
const RIGHT = 3;

export interface RttRescaling {
  /** What logged RTTs were multiplied by. */
  readonly factor: number;
  /** Median of logged to rebuilt, before. */
  readonly ratio: number;
  /** Pairs that the median was taken of. */
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
   * Takes a logged RTT and the one rebuilt from an ACK about the same time, both µs and above 0.
   * @returns the rescaling, once, when the pairs so far agree on one; else null.
   */
  note(loggedUs: number, rebuiltUs: number): RttRescaling | null {
    if (this.#settled || !(loggedUs > 0) || !(rebuiltUs > 0)) return null;
    this.#ratios.push(loggedUs / rebuiltUs);
    const samples = this.#ratios.length;
    if (samples < ENOUGH || samples % ENOUGH !== 0) return null;
    const ratio = [...this.#ratios].sort((a, b) => a - b)[samples >> 1] as number;
    const power = POWERS.find((candidate) => isNear(ratio, candidate, TOLERANCE));
    this.#settled = power !== undefined || isNear(ratio, 1, RIGHT) || samples >= MOST;
    return power === undefined ? null : { factor: 1 / power, ratio, samples };
  }
}

function isNear(ratio: number, wanted: number, factor: number): boolean {
  return ratio >= wanted / factor && ratio <= wanted * factor;
}
