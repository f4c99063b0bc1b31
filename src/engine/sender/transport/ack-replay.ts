/**
 * Processes ACKs: acknowledges their ranges in the ledger, counts CE marks, takes RTT samples, and infers losses by the
 * thresholds of RFC 9002 §6.1, at the ACK and when the time threshold expires between events.
 *
 * The packet threshold grows where reordering is seen, up to 20 (§6.1.1 allows it; quiche and others do so): it is
 * raised when an overdue packet is acknowledged, to the reordering distance.
 */
import { PacketFlag, PacketSpace } from '../../../qlog-schema';
import type { EventBatch } from '../../base/columns/event-batch';
import type { FlightBalance } from './flight-balance';
import type { MetricReplay } from './metrics';
import { type AckOutcome, emptyOutcome, resetOutcome } from './packet-fate';
import { RecoveryCause } from './recovery-periods';
import type { SenderModel } from './sender-model';
import type { TransportState } from './transport';

/** kPacketThreshold of RFC 9002 §6.1.1, and its maximum. */
const REORDERING_THRESHOLD = 3;
const MAX_REORDERING_THRESHOLD = 20;
/** Default ack_delay_exponent of RFC 9000 §18.2; Initial and Handshake packets always use it. */
const DEFAULT_EXPONENT = 3;

export class AckReplay {
  /** One of the peer's encoded ACK delays, µs: 2^ack_delay_exponent. */
  #ackDelayUnitUs = 2 ** DEFAULT_EXPONENT;
  readonly #state: TransportState;
  readonly #balance: FlightBalance;
  readonly #model: SenderModel;
  readonly #metrics: MetricReplay;
  #reorderingThreshold = REORDERING_THRESHOLD;
  /** Send time of the largest packet of the last ACK of new data, µs; NaN before the first. */
  #largestSentUs = Number.NaN;
  /** Of the current ACK. */
  readonly #outcome = emptyOutcome();
  readonly #counts = { ect0: Number.NaN, ect1: Number.NaN, ce: Number.NaN };

  constructor(state: TransportState, balance: FlightBalance, model: SenderModel, metrics: MetricReplay) {
    this.#state = state;
    this.#balance = balance;
    this.#model = model;
    this.#metrics = metrics;
  }

  /** @param exponent the peer's ack_delay_exponent. */
  encodesAckDelays(exponent: number): void {
    this.#ackDelayUnitUs = 2 ** exponent;
  }

  /** The log is a range: its reordering was seen before. @param packetThreshold NaN where none was in use. */
  resume(packetThreshold: number): void {
    this.#adapt(Math.min(packetThreshold, MAX_REORDERING_THRESHOLD) - 1);
  }

  /**
   * Applies the ACK ranges of a row.
   * @returns the bytes that left the flight, null when nothing is newly acknowledged.
   */
  apply(batch: EventBatch, row: number, timeUs: number): number | null {
    const { ledger } = this.#state;
    const space = batch.space[row];
    const books = ledger.space(space);
    const count = batch.pairCount[row];
    if (books === null || count === 0) return null;
    const outcome = this.#outcome;
    resetOutcome(outcome, space);
    const first = batch.firstPair[row];
    let largest = -1;
    for (let pair = first; pair < first + count; pair++) {
      const to = batch.pairs.at(pair * 2 + 1);
      largest = Math.max(largest, to);
      books.ackRange(batch.pairs.at(pair * 2), to, outcome);
    }
    // The record of that packet comes after this one, and later than the packet was sent.
    if (largest > books.largestSent) this.movedSend(space, largest);
    if (outcome.packets > 0) this.#take(outcome, timeUs);
    this.#countMarks(batch, row, timeUs, outcome, largest);
    if (outcome.packets === 0) return null;
    this.#adapt(books.largestAcked - outcome.smallestOverdue);
    const isMoved = this.#state.movedSends.get(space)?.has(largest) === true;
    const isSample = outcome.eliciting && outcome.largest === largest && !isMoved;
    const delayUs = this.#reportedDelayUs(batch, row, space);
    if (isSample && delayUs > 0) {
      const encoded = Number.isNaN(batch.ackDelayWire[row]) ? 1 : this.#unitUs(space);
      this.#metrics.delayReported(delayUs, timeUs - outcome.largestSentUs, encoded);
    }
    const heldUs = delayUs * this.#metrics.delayFactor;
    if (space === PacketSpace.application && outcome.newestRow >= 0) this.#endGap(timeUs, outcome, heldUs);
    this.#model.acked(timeUs, outcome, isSample, this.#cappedUs(heldUs, space));
    if (isSample) {
      this.#state.counts.rebuiltRtts++;
      this.#metrics.sampled();
    }
    this.#infer(space, timeUs);
    return outcome.bytes;
  }

  /** The packet's time was moved: its ACK is no sample of the RTT. */
  movedSend(space: number, packetNumber: number): void {
    const { movedSends } = this.#state;
    const numbers = movedSends.get(space);
    if (numbers === undefined) movedSends.set(space, new Set([packetNumber]));
    else numbers.add(packetNumber);
  }

  /** Of the application space; ACKs of packets that were not in flight end no gap. */
  #endGap(timeUs: number, outcome: AckOutcome, ackDelayUs: number): void {
    if (!this.#model.timesUsable) return;
    const {
      ackGaps,
      ledger: { application },
    } = this.#state;
    const { rtt } = this.#model;
    const latestSentUs = application.sentUsAt(outcome.newestRow);
    if (ackGaps.asksFor(timeUs, rtt)) {
      const earliestSentUs = application.sentUsAt(outcome.oldestRow);
      const bytes = outcome.bytes + outcome.spuriousBytes;
      const { packets } = outcome;
      ackGaps.acked({ timeUs, earliestSentUs, latestSentUs, ackDelayUs, packets, bytes }, rtt);
    } else ackGaps.passed(timeUs, latestSentUs, ackDelayUs);
  }

  #take(outcome: AckOutcome, timeUs: number): void {
    const state = this.#state;
    state.spuriousLosses += outcome.spurious;
    state.ackedBytes += outcome.bytes;
    state.series.ackedTotal.push(timeUs, state.ackedBytes);
    this.#balance.acked(outcome.bytes, outcome.spuriousBytes);
    if (outcome.bytes > 0) {
      const meanBytes = outcome.bytes / outcome.packets;
      state.datagramBytes = Math.max(state.datagramBytes, Math.ceil(meanBytes));
    }
    this.#largestSentUs = outcome.largestSentUs;
  }

  /** RFC 9002 §7.1: newly marked packets are a sign of congestion, for the time at which the largest was sent. */
  #countMarks(batch: EventBatch, row: number, timeUs: number, outcome: AckOutcome, largest: number): void {
    const { ecn, recovery } = this.#state;
    const counts = this.#counts;
    counts.ect0 = batch.ect0Count[row];
    counts.ect1 = batch.ect1Count[row];
    counts.ce = batch.ceCount[row];
    if (ecn.acked(timeUs, outcome, largest, counts) === 0) return;
    batch.flags[row] = batch.flags[row] | PacketFlag.congestionExperienced;
    const period = recovery.spans.last;
    const lossUs = period?.cause === RecoveryCause.loss ? period.startUs : Number.NEGATIVE_INFINITY;
    ecn.marked(timeUs, outcome.earliestSentUs, lossUs);
    this.#model.congestionExperienced(timeUs, this.#largestSentUs);
  }

  /** @param reordering how far below the largest acknowledged an overdue packet arrived; below 0 for none. */
  #adapt(reordering: number): void {
    if (!(reordering >= this.#reorderingThreshold)) return;
    this.#reorderingThreshold = Math.min(reordering + 1, MAX_REORDERING_THRESHOLD);
    this.#state.packetThreshold.push(this.#state.lastUs, this.#reorderingThreshold);
  }

  /** RFC 9002 §5.3: ignored for Initial packets; capped by the peer's max_ack_delay for 1-RTT packets. */
  #cappedUs(delayUs: number, space: number): number {
    if (space === PacketSpace.initial) return 0;
    return space === PacketSpace.application ? Math.min(delayUs, this.#model.rtt.maxAckDelayUs) : delayUs;
  }

  /** As the ACK says, µs; 0 for none. */
  #reportedDelayUs(batch: EventBatch, row: number, space: number): number {
    const wire = batch.ackDelayWire[row];
    const delayUs = Number.isNaN(wire) ? batch.ackDelayUs[row] : wire * this.#unitUs(space);
    return delayUs > 0 ? delayUs : 0;
  }

  /** Of an encoded delay in a packet of the space, µs. */
  #unitUs(space: number): number {
    return space === PacketSpace.application ? this.#ackDelayUnitUs : 2 ** DEFAULT_EXPONENT;
  }

  /** Declares the packets lost whose time threshold expired since the last ACK. @returns whether there were any. */
  inferDue(timeUs: number): boolean {
    const delayUs = this.#model.rtt.lossDelayUs;
    const { ledger } = this.#state;
    if (ledger.nextDueSentUs + delayUs > timeUs) return false;
    const { spaces } = ledger;
    let any = false;
    for (let space = 0; space < spaces.length; space++) {
      const sentUs = spaces[space]?.nextDueSentUs ?? Number.POSITIVE_INFINITY;
      if (sentUs + delayUs <= timeUs) any = this.#infer(space, timeUs) || any;
    }
    return any;
  }

  /** Marks overdue packets; declares them lost only where there is no better evidence of losses. */
  #infer(space: number, timeUs: number): boolean {
    const { losses, ledger } = this.#state;
    losses.markAvailable('ack-gap');
    const declare = losses.method === 'ack-gap';
    const lostBeforeUs = timeUs - this.#model.rtt.lossDelayUs;
    const books = ledger.space(space);
    if (books === null) return false;
    const { inFlightBytes } = books;
    const lost = books.loseByThreshold(this.#reorderingThreshold, lostBeforeUs, declare);
    if (lost > 0 && declare) {
      losses.push('ack-gap', timeUs, lost);
      this.#balance.inferredLost(inFlightBytes - books.inFlightBytes);
    }
    return lost > 0;
  }
}
