/**
 * Where two candidates predict different windows, which of them does the log follow? Scores of the whole trace hide it: most
 * of the time all candidates predict nearly the same, and a window at the edge of the tolerance decides between them.
 *
 * Only time in congestion avoidance counts; the scores are in scorer.ts.
 */
import { CANDIDATES, type CandidateId } from './candidates';
import { toleranceBytes } from './scorer';

/** Shorter differences may come from which packets an ACK acknowledges, known only approximately. */
const MIN_ROUND_TRIPS = 3;
/** Of the time in which two differ, the share by which the log must follow the one for longer than the other. */
const MIN_SHARE = 0.5;

/** No two of the windows differ: most of the time. */
function areAlike(windows: Float64Array, datagramBytes: number): boolean {
  let least = windows[0];
  let most = least;
  for (let i = 1; i < windows.length; i++) {
    least = Math.min(least, windows[i]);
    most = Math.max(most, windows[i]);
  }
  return most - least <= toleranceBytes(least, datagramBytes);
}

export class CandidatePairs {
  readonly #datagramBytes: number;
  /** Per pair at `i * n + j`, i < j: time during which the two differed, µs and round trips. */
  readonly #apartUs = new Float64Array(CANDIDATES.length ** 2);
  readonly #apartTrips = new Float64Array(CANDIDATES.length ** 2);
  /** Of that time, in which the log followed i more than j, less the opposite, µs. */
  readonly #aheadUs = new Float64Array(CANDIDATES.length ** 2);
  /** The same where the log has grown in its epoch by more than the tolerance, round trips. */
  readonly #grownTrips = new Float64Array(CANDIDATES.length ** 2);

  constructor(datagramBytes: number) {
    this.#datagramBytes = datagramBytes;
  }

  /**
   * Adds a time of `us` with constant windows, bytes; `windows` in the order of `CANDIDATES`.
   * @param epochBytes the logged window with which the epoch began.
   */
  hold(us: number, windows: Float64Array, loggedBytes: number, rttUs: number, epochBytes: number): void {
    const size = this.#datagramBytes;
    if (areAlike(windows, size)) return;
    const logged = toleranceBytes(loggedBytes, size);
    const hasGrown = loggedBytes - epochBytes > logged;
    const count = windows.length;
    for (let i = 0; i < count; i++) {
      const one = windows[i];
      const tolerance = toleranceBytes(one, size);
      for (let j = i + 1; j < count; j++) {
        const other = windows[j];
        if (Math.abs(one - other) <= tolerance) continue;
        const pair = i * count + j;
        this.#apartUs[pair] = this.#apartUs[pair] + us;
        const trips = rttUs > 0 ? us / rttUs : 0;
        this.#apartTrips[pair] = this.#apartTrips[pair] + trips;
        const follows = Number(Math.abs(one - loggedBytes) <= logged);
        const followsOther = Number(Math.abs(other - loggedBytes) <= logged);
        this.#aheadUs[pair] = this.#aheadUs[pair] + (follows - followsOther) * us;
        if (hasGrown) this.#grownTrips[pair] = this.#grownTrips[pair] + (follows - followsOther) * trips;
      }
    }
  }

  /** True if the two predicted different windows at any time. */
  differ(one: CandidateId, other: CandidateId): boolean {
    return this.#apartUs[this.#pair(one, other).at] > 0;
  }

  /** True if the log follows `one` where the two differ, and does not follow `other` there. */
  rulesOut(one: CandidateId, other: CandidateId): boolean {
    const { at, sign } = this.#pair(one, other);
    const apartUs = this.#apartUs[at];
    const aheadUs = sign * this.#aheadUs[at];
    return apartUs > 0 && this.#apartTrips[at] >= MIN_ROUND_TRIPS && aheadUs >= MIN_SHARE * apartUs;
  }

  /** True if the log has grown, and follows `one` rather than `other` then, for as long. */
  growsAs(one: CandidateId, other: CandidateId): boolean {
    const { at, sign } = this.#pair(one, other);
    return sign * this.#grownTrips[at] >= MIN_ROUND_TRIPS;
  }

  #pair(one: CandidateId, other: CandidateId): { readonly at: number; readonly sign: number } {
    const [i, j] = [one, other].map((id) => CANDIDATES.findIndex((candidate) => candidate.id === id)) as [
      number,
      number,
    ];
    return i < j ? { at: i * CANDIDATES.length + j, sign: 1 } : { at: j * CANDIDATES.length + i, sign: -1 };
  }
}
