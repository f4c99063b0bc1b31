/**
 * ECN of the packets that this endpoint sends: what ACKs report of them, and whether that may be believed.
 *
 * The counts of an ACK are running totals of its packet number space (RFC 9000 §19.3.2), so that a higher one is news
 * whatever else the ACK says; a log that begins late begins with the first counts that it shows. They are validated only
 * where the ACK raises the largest acknowledged number, because a reordered one is older (§13.4.2.1). Validation fails,
 * once and for all, where
 *
 *   all-marked      of the first ten packets reported, each is marked CE (Appendix A.4: the test of a path)
 *   bleached        ACKs have no counts, though they acknowledge packets sent with ECT: the path clears the field, or the
 *                   peer does not report it
 *   counts-missing  the same, after ACKs with counts
 *   counts-fell     a count is lower than before
 *   not-covered     counts rise by less than the packets sent with ECT that are newly acknowledged
 *   given-up        the log says that the endpoint gave up ECN, and nothing above explains it
 *
 * Which packets were sent with ECT only some logs say; without it three of these cannot be determined. Each packet is counted
 * once, by its own mark (§13.4.1): counts of more packets than have been sent are damage, and ignored.
 */
import { PacketSpace } from '../../../qlog-schema';
import { float64Column } from '../../base/columns/growable';
import type { Series } from '../../base/columns/series';
import type { InFlightLedger } from './ledger';
import type { AckOutcome } from './packet-fate';

export type EcnFailureReason =
  | 'all-marked'
  | 'bleached'
  | 'counts-missing'
  | 'counts-fell'
  | 'not-covered'
  | 'given-up';

export interface EcnFailure {
  readonly reason: EcnFailureReason;
  readonly timeUs: number;
}

/** Counts of an ACK frame; NaN for one that it does not have. */
export interface EcnCounts {
  readonly ect0: number;
  readonly ect1: number;
  readonly ce: number;
}

/** An endpoint tests a path with this many packets (RFC 9000 §A.4). */
const TEST_PACKETS = 10;

interface SpaceCounts {
  largest: number;
  hasCounts: boolean;
  ect0: number;
  ect1: number;
  ce: number;
  /** Packets acknowledged since the last counts, and those of the last ACK that were sent ECN-capable. */
  acked: number;
  capable: number;
}

const emptySpace = (): SpaceCounts => ({
  largest: -1,
  hasCounts: false,
  acked: 0,
  capable: 0,
  ect0: 0,
  ect1: 0,
  ce: 0,
});

export class EcnLog {
  /** Why counts may not be believed, and since when; null while they may. */
  failure: EcnFailure | null = null;
  /** Packets acknowledged with counts that may be believed. */
  ackedPackets = 0;
  /** Acknowledged packets that were sent ECN-capable, as far as the log says. */
  capablePackets = 0;
  /** Times of the first and the last ACK with counts that may be believed, µs; NaN for none. */
  firstUs = Number.NaN;
  lastUs = Number.NaN;
  /**
   * Times of the marks that certainly begin a congestion event (RFC 9002 §7.3.2), µs: every packet of their ACK was sent
   * after the event before it, or the last recovery from a loss, began.
   */
  readonly eventsUs = float64Column();
  readonly #marked: Series;
  readonly #ledger: InFlightLedger;
  readonly #spaces = [emptySpace(), emptySpace(), emptySpace()];
  #markedPackets = 0;
  /** Packets reported in all spaces, with and without a mark; NaN where only marks are reported. */
  #unmarked = 0;
  #ce = 0;
  /** The log said that ECN was given up, and the ACK that shows why may still come: stacks log it before that. */
  #whyAwaited = false;

  /**
   * @param marked receives the running total of packets marked CE, believed or not.
   * @param ledger holds the packets that were sent.
   */
  constructor(marked: Series, ledger: InFlightLedger) {
    this.#marked = marked;
    this.#ledger = ledger;
  }

  /** The log is a range: this many 1-RTT packets were reported as marked before it. */
  resume(marked: number): void {
    const space = this.#spaces[PacketSpace.application];
    if (space !== undefined) space.ce = marked;
  }

  /**
   * An ACK frame.
   * @param largest the largest packet number that it acknowledges, newly or not.
   * @returns how many packets it newly reports as marked CE.
   */
  acked(timeUs: number, outcome: AckOutcome, largest: number, counts: EcnCounts): number {
    const space = this.#spaces[outcome.space];
    if (space === undefined) return 0;
    this.capablePackets += outcome.ecnCapable;
    space.acked += outcome.packets;
    space.capable = outcome.ecnCapable;
    if (this.#exceedsSent(outcome.space, counts)) return 0;
    if (largest > space.largest) {
      const reason = this.#whyInvalid(space, counts);
      if (reason !== null) this.#fail(timeUs, reason);
      space.largest = largest;
    }
    const marked = hasCounts(counts) ? this.#read(timeUs, space, counts) : 0;
    this.#whyAwaited = false;
    return marked;
  }

  /**
   * An ACK newly reports marks.
   * @param earliestSentUs when the earliest packet that it newly acknowledges was sent, NaN for none.
   * @param lossUs start of the recovery period in force, if a loss began it.
   */
  marked(timeUs: number, earliestSentUs: number, lossUs: number): void {
    const eventUs = this.eventsUs.length > 0 ? this.eventsUs.last() : Number.NEGATIVE_INFINITY;
    if (earliestSentUs > Math.max(eventUs, lossUs)) this.eventsUs.push(timeUs);
  }

  /** The log says that the endpoint gave up ECN. */
  givenUp(timeUs: number): void {
    if (this.failure !== null) return;
    this.failure = { reason: 'given-up', timeUs };
    this.#whyAwaited = true;
  }

  #fail(timeUs: number, reason: EcnFailureReason): void {
    if (this.failure === null || this.#whyAwaited) this.failure = { reason, timeUs };
  }

  #exceedsSent(space: number, { ect0, ect1, ce }: EcnCounts): boolean {
    const largest = this.#ledger.space(space)?.largestSent ?? -1;
    return largest >= 0 && (ect0 || 0) + (ect1 || 0) + (ce || 0) > largest + 1;
  }

  #whyInvalid(space: SpaceCounts, counts: EcnCounts): EcnFailureReason | null {
    const { ect0, ect1, ce, capable } = space;
    if (!hasCounts(counts)) {
      space.acked = 0;
      if (capable === 0) return null;
      return Number.isNaN(this.firstUs) ? 'bleached' : 'counts-missing';
    }
    if (counts.ect0 < ect0 || counts.ect1 < ect1 || counts.ce < ce) return 'counts-fell';
    const risen = riseOf(counts.ect0, ect0) + riseOf(counts.ect1, ect1) + riseOf(counts.ce, ce);
    return hasEct(counts) && risen < capable ? 'not-covered' : null;
  }

  #read(timeUs: number, space: SpaceCounts, counts: EcnCounts): number {
    const ce = riseOf(counts.ce, space.ce);
    // More marks than packets that were acknowledged: the log begins after them.
    const marked = !space.hasCounts && ce > space.acked ? 0 : ce;
    this.#ce += ce;
    this.#unmarked += hasEct(counts)
      ? riseOf(counts.ect0, space.ect0) + riseOf(counts.ect1, space.ect1)
      : Number.NaN;
    if (this.failure === null) {
      this.ackedPackets += space.acked;
      if (Number.isNaN(this.firstUs)) this.firstUs = timeUs;
      this.lastUs = timeUs;
    }
    if (this.#unmarked === 0 && this.#ce >= TEST_PACKETS) this.#fail(timeUs, 'all-marked');
    space.hasCounts = true;
    space.acked = 0;
    space.ect0 = Math.max(space.ect0, counts.ect0 || 0);
    space.ect1 = Math.max(space.ect1, counts.ect1 || 0);
    space.ce = Math.max(space.ce, counts.ce || 0);
    this.#markedPackets += marked;
    if (marked > 0) this.#marked.push(timeUs, this.#markedPackets);
    return marked;
  }
}

function hasCounts(counts: EcnCounts): boolean {
  return hasEct(counts) || !Number.isNaN(counts.ce);
}

function hasEct({ ect0, ect1 }: EcnCounts): boolean {
  return !Number.isNaN(ect0) || !Number.isNaN(ect1);
}

/** By how much a running total rises; an older or absent one does not. */
function riseOf(count: number, before: number): number {
  return count > before ? count - before : 0;
}
