/**
 * How well one model fits the log: separate scores for the reductions and for the growth between them, and the time at
 * which the log first diverged from the model.
 *
 * Only congestion avoidance is scored: slow start is the same for all candidates, and its end is taken from the log.
 */
import { float64Column } from '../../base/columns/growable';
import { MINIMUM_WINDOW_DATAGRAMS } from './controller';

/** Growth agrees within this share of the logged window, or within one datagram. */
const GROWTH_TOLERANCE = 0.05;
/** A reduction is computed from known windows: it agrees within this share of the logged result. */
const REDUCTION_TOLERANCE = 0.05;

/** Largest difference between two windows that agree, bytes. */
export function toleranceBytes(cwndBytes: number, datagramBytes: number): number {
  return Math.max(datagramBytes, GROWTH_TOLERANCE * cwndBytes);
}

export class Scorer {
  reductions = 0;
  reductionsWithin = 0;
  /** Number of times that the log grew at an ACK of packets that do not grow the model. */
  refuted = 0;
  /** Time scored, and time within the tolerance, µs. */
  scoredUs = 0;
  withinUs = 0;
  /** NaN while the log has not diverged from the model. */
  firstDivergenceUs = Number.NaN;
  /** Share of each epoch within the tolerance, NaN for an epoch without time. */
  readonly epochShares = float64Column();
  readonly #datagramBytes: number;
  #epochScoredUs = 0;
  #epochWithinUs = 0;
  #apartFromUs = Number.NaN;

  constructor(datagramBytes: number) {
    this.#datagramBytes = datagramBytes;
  }

  /** The logged window was reduced from `priorBytes`; the model predicts `predictedBytes`. */
  reduction(loggedBytes: number, predictedBytes: number): void {
    // Every controller stops reducing at the minimum window.
    if (loggedBytes <= MINIMUM_WINDOW_DATAGRAMS * this.#datagramBytes) return;
    this.reductions++;
    if (Math.abs(predictedBytes - loggedBytes) <= REDUCTION_TOLERANCE * loggedBytes) this.reductionsWithin++;
  }

  /** Adds a time range with a constant logged and model window. A difference for a round trip is a divergence. */
  hold(fromUs: number, toUs: number, loggedBytes: number, modelBytes: number, rttUs: number): void {
    const us = toUs - fromUs;
    this.#epochScoredUs += us;
    if (Math.abs(modelBytes - loggedBytes) <= toleranceBytes(loggedBytes, this.#datagramBytes)) {
      this.#epochWithinUs += us;
      this.#apartFromUs = Number.NaN;
      return;
    }
    if (Number.isNaN(this.#apartFromUs)) this.#apartFromUs = fromUs;
    if (!Number.isNaN(this.firstDivergenceUs) || toUs - this.#apartFromUs < rttUs) return;
    this.firstDivergenceUs = this.#apartFromUs;
  }

  /** An epoch ends: a reduction, the end of slow start, the end of the trace. */
  endEpoch(): void {
    this.epochShares.push(this.#epochScoredUs > 0 ? this.#epochWithinUs / this.#epochScoredUs : Number.NaN);
    this.scoredUs += this.#epochScoredUs;
    this.withinUs += this.#epochWithinUs;
    this.#epochScoredUs = 0;
    this.#epochWithinUs = 0;
    this.#apartFromUs = Number.NaN;
  }
}
