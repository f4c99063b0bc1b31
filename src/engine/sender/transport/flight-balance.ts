/**
 * Losses from the balance of logged bytes in flight: what was in flight, plus sent, minus acknowledged, minus
 * discarded, must equal the next logged value. A lower value means that packets were declared lost.
 *
 *   logged 6750 ── send 1350 ── ack 2700 ──► expected 5400, logged 2700: two packets were declared lost
 *
 * This requires a log in step with its packets. Some stacks log the metrics before the packet that they include
 * (aioquic, kwik), before the ACK that lowers them (quic-go), or no ACK frames (quinn), and their balance is wrong
 * without any loss. Such logs have values above the expected one, which no loss explains. So a balance is used only
 * after it has held several times; losses found until then are deferred.
 *
 * On the recorded traces this finds 2,709 of the 2,738 loss times that quiche counts itself, and 3 more.
 */
import type { TransportState } from './transport';

/** A smaller difference is rounding or an accounting quirk, not a packet. */
const MIN_LOST_BYTES = 20;
/** RFC 9000 §14.1: used until an ACK has shown the actual size. */
const MIN_DATAGRAM_BYTES = 1200;
/** Number of ACKs across which a balance must have held before it is used. */
const MIN_HELD_ACKS = 3;
/**
 * A balance in use must have held this many times for each value above it. quiche logs one or two such values in
 * thousands, noq 1 in 60; stacks out of step 1 in 4.
 */
const MIN_HELD_PER_EXCESS = 20;

interface Shortfall {
  readonly timeUs: number;
  readonly packets: number;
}

export class FlightBalance {
  readonly #state: TransportState;
  #expectedBytes = Number.NaN;
  /** Bytes acknowledged after they were declared lost here: unknown whether the stack counted them until now. */
  #doubtfulBytes = 0;
  #ackedSince = false;
  #held = 0;
  #heldAcks = 0;
  #excesses = 0;
  #believed = false;
  /** Found before the balance is used. */
  #keptBack: Shortfall[] = [];

  constructor(state: TransportState) {
    this.#state = state;
  }

  /** The logged flight, plus sent, minus acknowledged and lost since; NaN before the first logged value. */
  get expectedBytes(): number {
    return this.#expectedBytes;
  }

  /** The log is a range of one in which the balance was used. */
  isRangeOfBalanced(): void {
    this.#believed = true;
  }

  sent(bytes: number): void {
    this.#expectedBytes += bytes;
  }

  /** @param doubtfulBytes of packets that were declared lost before. */
  acked(bytes: number, doubtfulBytes = 0): void {
    this.#expectedBytes -= bytes;
    this.#doubtfulBytes += doubtfulBytes;
    if (bytes > 0) this.#ackedSince = true;
  }

  lost(bytes: number): void {
    this.#expectedBytes -= bytes;
  }

  discarded(bytes: number): void {
    this.#expectedBytes -= bytes;
  }

  /**
   * The connection begins anew: nothing was acknowledged, and so nothing declared lost. Stacks empty their flight before
   * (quic-go) or after the packet that says so.
   */
  startOver(): void {
    this.#expectedBytes = Number.NaN;
    this.#keptBack = [];
  }

  /** The stack logged its bytes in flight: compares, and restarts from the logged value. */
  logged(timeUs: number, bytes: number): void {
    const missing = this.#expectedBytes - bytes;
    const surelyMissing = missing - this.#doubtfulBytes;
    const acked = this.#ackedSince;
    this.#expectedBytes = bytes;
    this.#doubtfulBytes = 0;
    this.#ackedSince = false;
    if (Number.isNaN(missing)) return;
    if (missing <= -MIN_LOST_BYTES) this.#excesses++;
    else if (surelyMissing < MIN_LOST_BYTES) this.#hold(acked);
    else if (!this.#explainedByDiscard(missing)) this.#short(timeUs, surelyMissing);
  }

  #hold(acked: boolean): void {
    this.#held++;
    if (acked) this.#heldAcks++;
    if (this.#believed || this.#heldAcks < MIN_HELD_ACKS) return;
    if (this.#held < this.#excesses * MIN_HELD_PER_EXCESS) return;
    this.#believed = true;
    const { losses } = this.#state;
    losses.markAvailable('in-flight-drop');
    for (const { timeUs, packets } of this.#keptBack) losses.push('in-flight-drop', timeUs, packets);
    this.#keptBack = [];
  }

  #short(timeUs: number, missing: number): void {
    const packets = this.#lostPackets(missing);
    if (packets === 0) return;
    if (this.#believed) this.#state.losses.push('in-flight-drop', timeUs, packets);
    else this.#keptBack.push({ timeUs, packets });
  }

  /**
   * Converts bytes to packets, at most as many as were sent. Declares them lost in the ledger where this method is the
   * best evidence.
   */
  #lostPackets(missing: number): number {
    const { losses, ledger, datagramBytes } = this.#state;
    if (losses.method !== 'in-flight-drop') {
      const packets = Math.max(1, Math.round(missing / Math.max(datagramBytes, MIN_DATAGRAM_BYTES)));
      // More than were sent: a logged value was damaged.
      return ledger.sentPackets > 0 && packets > ledger.packetsNumbered ? 0 : packets;
    }
    let packets = 0;
    for (let left = missing; left >= MIN_LOST_BYTES; packets++) {
      const dropped = ledger.loseOldest();
      if (dropped === null) break;
      left -= dropped;
    }
    return packets;
  }

  /** Initial or Handshake keys were discarded without an event: exactly that space's bytes are missing. */
  #explainedByDiscard(missing: number): boolean {
    const { initial, handshake, application } = this.#state.ledger;
    // Keys are discarded only once packets of the next level exist. Where the role is known, the packet that triggers
    // the discard of Initial keys (RFC 9001 §4.9.1) is in the log and was already handled.
    const unseen = this.#state.role === 'unknown' && handshake.sentPackets > 0;
    const candidates = [
      ...(unseen ? [initial] : []),
      ...(application.sentPackets > 0 ? [handshake] : []),
    ].filter((space) => space.inFlightBytes > 0);
    const groups = [...candidates.map((space) => [space]), candidates];
    for (const group of groups) {
      const bytes = group.reduce((sum, space) => sum + space.inFlightBytes, 0);
      if (group.length === 0 || bytes !== missing) continue;
      for (const space of group) space.discard();
      return true;
    }
    return false;
  }
}
