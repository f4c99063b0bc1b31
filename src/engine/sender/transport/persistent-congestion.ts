/**
 * Persistent congestion (RFC 9002 §7.6): two ack-eliciting packets are lost, no packet sent between them in any space
 * is acknowledged, their send times differ by more than the duration of §7.6.1, and an RTT sample existed before the
 * first was sent. Finds when it is established; a detector judges whether the stack reacted.
 *
 * A search back is repeated only after the losses have continued for a 16th of the duration.
 */
import { upperBound } from '../../base/columns/growable';
import type { InFlightLedger } from './ledger';
import type { SpaceLedger } from './space-ledger';
import { Spans } from './spans';

/** Searches per duration: the losses must have continued for this fraction of it. */
const LOOKS_PER_DURATION = 16;

export class PersistentCongestion {
  /**
   * From the send time of the first lost packet to that of the last; `count` is the number of times that losses
   * extended it.
   */
  readonly spans = new Spans();
  readonly #ledger: InFlightLedger;
  #firstSampleUs = Number.NaN;
  #lookedUs = Number.NEGATIVE_INFINITY;
  /** Send time of an acknowledged packet, NaN for none: what is acknowledged stays so. */
  #ackedSentUs = Number.NaN;

  constructor(ledger: InFlightLedger) {
    this.#ledger = ledger;
  }

  /** An RTT sample was taken. */
  sampled(nowUs: number): void {
    if (Number.isNaN(this.#firstSampleUs)) this.#firstSampleUs = nowUs;
  }

  /**
   * Packets were declared lost; the last one was sent at `lastSentUs`.
   * @param durationUs the persistent congestion duration in force.
   */
  lost(lastSentUs: number, durationUs: number): void {
    if (!(lastSentUs - this.#firstSampleUs > durationUs)) return;
    const knownUs = this.spans.last?.endUs ?? Number.NEGATIVE_INFINITY;
    if (lastSentUs <= knownUs) return;
    if (lastSentUs - knownUs <= durationUs && !this.#ackedWithin(knownUs, lastSentUs)) {
      this.spans.extend(lastSentUs);
      this.spans.addTo();
      return;
    }
    if (lastSentUs - this.#lookedUs < durationUs / LOOKS_PER_DURATION) return;
    this.#lookedUs = lastSentUs;
    if (this.#ackedWithin(lastSentUs - durationUs, lastSentUs)) return;
    const afterUs = Math.max(this.#lastAckedBefore(lastSentUs), this.#firstSampleUs);
    const firstUs = this.#firstLost(afterUs, lastSentUs);
    if (!(lastSentUs - firstUs > durationUs)) return;
    this.spans.begin(firstUs, 0);
    this.spans.end(lastSentUs);
    this.spans.addTo();
  }

  /** Was any packet sent in [fromUs, toUs] acknowledged? The one that was found last answers for all losses after it. */
  #ackedWithin(fromUs: number, toUs: number): boolean {
    if (this.#ackedSentUs >= fromUs && this.#ackedSentUs <= toUs) return true;
    for (const space of this.#ledger.spaces) {
      const sentUs = lastAcked(space, fromUs, toUs);
      if (!(sentUs >= fromUs)) continue;
      this.#ackedSentUs = sentUs;
      return true;
    }
    return false;
  }

  /** Send time of the latest acknowledged packet sent up to `sentUs`, minus infinity for none. */
  #lastAckedBefore(sentUs: number): number {
    return this.#ledger.spaces.reduce(
      (latestUs, space) => Math.max(latestUs, lastAcked(space, latestUs, sentUs)),
      Number.NEGATIVE_INFINITY,
    );
  }

  /** Send time of the earliest lost ack-eliciting packet sent in (fromUs, toUs], NaN for none. */
  #firstLost(fromUs: number, toUs: number): number {
    let firstUs = Number.NaN;
    for (const space of this.#ledger.spaces) {
      const row = space.firstLostFrom(upperBound(space.sentTimesUs, fromUs));
      const sentUs = row < 0 ? Number.NaN : space.sentUsAt(row);
      if (sentUs <= toUs && !(sentUs > firstUs)) firstUs = sentUs;
    }
    return firstUs;
  }
}

/** Send time of the latest acknowledged packet of a space sent in [fromUs, toUs], minus infinity for none. */
function lastAcked(space: SpaceLedger, fromUs: number, toUs: number): number {
  const row = space.lastAckedUpTo(upperBound(space.sentTimesUs, toUs) - 1);
  const sentUs = row < 0 ? Number.NEGATIVE_INFINITY : space.sentUsAt(row);
  return sentUs >= fromUs ? sentUs : Number.NEGATIVE_INFINITY;
}
