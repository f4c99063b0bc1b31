/**
 * The in-flight ledger of one packet number space: which sent packets are outstanding, acknowledged, lost or
 * discarded, and how many bytes are in flight (RFC 9002 §2: ack-eliciting or padded packets).
 *
 * ACK ranges repeat earlier ACKs, so only the packets that a range *newly* acknowledges are visited
 * (`PacketColumns.unackedFrom`).
 *
 * Two flights are maintained. One uses the best evidence of losses. The other uses packets and ACKs alone (the
 * thresholds of RFC 9002 §6.1): it can be compared with a logged flight even where that flight is the evidence. A
 * packet acknowledged after it was declared lost is a spurious loss: counted, not subtracted twice.
 */
import type { Numbers } from '../../base/columns/block-reader';
import { PacketColumns } from './packet-columns';
import {
  type AckOutcome,
  FATE_MASK,
  type LedgerContext,
  PacketFate,
  PacketMark,
  type SentDetails,
} from './packet-fate';
import { UnseenPackets } from './unseen-packets';

const PLAIN: SentDetails = { marks: PacketMark.ackEliciting, dataBytes: 0, resentBytes: 0 };
const MAX_UINT16 = 0xffff;

export class SpaceLedger {
  readonly #packets = new PacketColumns();
  /** Packets of this space that the peer acknowledges and the log never shows sent. */
  readonly unseen = new UnseenPackets(this.#packets);
  readonly #context: LedgerContext;
  /** No packet below this index is outstanding. */
  #oldest = 0;
  /** No packet below this index is waiting for the thresholds. */
  #oldestWaiting = 0;
  /** No packet below this index is overdue, not in flight and uncounted. */
  #oldestAside = 0;
  #inFlightBytes = 0;
  #presumedBytes = 0;
  #largestAcked = -1;
  #outOfOrder = 0;
  #nextDueSentUs = Number.POSITIVE_INFINITY;
  /** Inferred losses of rows before this one stand. */
  #restorableFrom = 0;
  /** Rows before this one were sent before the connection began anew. */
  #startedOverAt = 0;

  constructor(context: LedgerContext = { nowUs: 0, onLost: null, takesBack: null }) {
    this.#context = context;
  }

  get inFlightBytes(): number {
    return this.#inFlightBytes;
  }

  /** Bytes in flight according to packets and ACKs alone, whatever evidence of losses there is. */
  get presumedBytes(): number {
    return this.#presumedBytes;
  }

  get sentPackets(): number {
    return this.#packets.length;
  }

  /** Largest packet number that was sent, -1 for none. */
  get largestSent(): number {
    const { length } = this.#packets;
    return length === 0 ? -1 : this.#packets.numberAt(length - 1);
  }

  get byteLength(): number {
    return this.#packets.byteLength;
  }

  get largestAcked(): number {
    return this.#largestAcked;
  }

  /** Packets that were ignored: logged twice, below an earlier number, or without one. */
  get outOfOrder(): number {
    return this.#outOfOrder;
  }

  /** Send time of the earliest packet that only the time threshold can still declare lost; infinity for none. */
  get nextDueSentUs(): number {
    return this.#nextDueSentUs;
  }

  /** Parallel columns, one row per packet, ascending by number and time; valid until the next `send`. */
  get packetNumbers(): Numbers {
    return this.#packets.number;
  }

  get sentTimesUs(): Numbers {
    return this.#packets.sentUs;
  }

  get sizesBytes(): Numbers {
    return this.#packets.sizeBytes;
  }

  /** STREAM, CRYPTO and DATAGRAM payload, and how much of it was sent again. */
  get dataSizesBytes(): Numbers {
    return this.#packets.dataBytes;
  }

  get resentSizesBytes(): Numbers {
    return this.#packets.resentBytes;
  }

  get fateColumns(): { readonly fates: Uint8Array; readonly settledAfterUs: Uint32Array } {
    const { fate, settledAfterUs, length } = this.#packets;
    return { fates: fate.subarray(0, length), settledAfterUs: settledAfterUs.subarray(0, length) };
  }

  /** @returns the first packet whose row was changed or added since the last call; their number for none. */
  takeChanged(): number {
    return this.#packets.takeChanged();
  }

  fateAt(index: number): PacketFate {
    return this.#packets.fateAt(index);
  }

  /** Send time, µs. */
  sentUsAt(index: number): number {
    return this.#packets.sentUsAt(index);
  }

  /** @param mark a `PacketMark`. */
  isMarked(index: number, mark: number): boolean {
    return (this.#packets.fate[index] & mark) !== 0;
  }

  /** The last acknowledged packet up to a row; -1 for none. */
  lastAckedUpTo(index: number): number {
    return this.#packets.acked.lastUpTo(index);
  }

  /** The first lost packet that elicits an ACK from a row on; -1 for none. */
  firstLostFrom(index: number): number {
    return this.#packets.lostEliciting.firstFrom(index);
  }

  /** Time of the packet's final fate, µs; NaN while it is outstanding or was never in flight. */
  settledUsAt(index: number): number {
    return this.#packets.settledUsAt(index);
  }

  /** @returns the packet's row, -1 where it is ignored. */
  send(
    packetNumber: number,
    sizeBytes: number,
    timeUs: number,
    inFlight: boolean,
    { marks, dataBytes, resentBytes }: SentDetails = PLAIN,
  ): number {
    const packets = this.#packets;
    const { length } = packets;
    if (Number.isNaN(packetNumber) || (length > 0 && packetNumber <= packets.numberAt(length - 1))) {
      this.#outOfOrder++;
      return -1;
    }
    const size = Math.min(sizeBytes, MAX_UINT16);
    packets.add(
      packetNumber,
      timeUs,
      size,
      Math.min(dataBytes, MAX_UINT16),
      Math.min(resentBytes, MAX_UINT16),
      (inFlight ? PacketFate.outstanding : PacketFate.notInFlight) | marks,
    );
    if (!inFlight) return length;
    this.#inFlightBytes += size;
    this.#presumedBytes += size;
    return length;
  }

  /** True for a packet that was outstanding when the connection began anew. */
  isGivenUp(packetNumber: number): boolean {
    const index = this.indexOf(packetNumber);
    return index >= 0 && index < this.#startedOverAt && this.fateAt(index) === PacketFate.discarded;
  }

  /** When a packet was declared lost, µs; NaN where it is not. */
  lostUs(packetNumber: number): number {
    const index = this.indexOf(packetNumber);
    return index >= 0 && this.fateAt(index) === PacketFate.lost ? this.settledUsAt(index) : Number.NaN;
  }

  /**
   * Sends a packet with the number of one that `isGivenUp`, in the row of that: its time stays. Numbers may begin again after
   * a Version Negotiation packet, which begins another connection (RFC 9000 §6.2).
   * @returns the row.
   */
  sendAgain(packetNumber: number, marks: number): number {
    const index = this.indexOf(packetNumber);
    const size = this.#packets.sizeAt(index);
    this.#packets.restart(index, marks);
    this.#oldest = Math.min(this.#oldest, index);
    this.#oldestWaiting = Math.min(this.#oldestWaiting, index);
    this.#inFlightBytes += size;
    this.#presumedBytes += size;
    return index;
  }

  /** Acknowledges [from, to], both included; adds newly acknowledged packets to `outcome`. */
  ackRange(from: number, to: number, outcome: AckOutcome): void {
    const packets = this.#packets;
    const { length } = packets;
    const first = packets.rowOfRange(from);
    if (to > this.#largestAcked) this.unseen.count(from, to, first);
    // Numbers ascend: so many rows on they are beyond the range.
    const end = Math.min(length, first + (to - from) + 1);
    let nextRow = -1;
    let nextNumber = -1;
    for (let i = packets.unackedFrom(first); i < end; i = packets.unackedFrom(i + 1)) {
      const packetNumber = packets.numberAt(i);
      if (packetNumber > to) return;
      if (packetNumber > this.#largestAcked) this.#largestAcked = packetNumber;
      if (i !== nextRow || packetNumber !== nextNumber) this.unseen.noteGap(i, packetNumber, from);
      nextRow = i + 1;
      nextNumber = packetNumber + 1;
      this.#acknowledge(i, packetNumber, outcome);
      packets.pass(i);
    }
  }

  #acknowledge(index: number, packetNumber: number, outcome: AckOutcome): void {
    const state = this.#packets.fate[index];
    const fate = state & FATE_MASK;
    const size = this.#packets.sizeAt(index);
    const sentUs = this.#packets.sentUsAt(index);
    const dataBytes = this.#packets.dataAt(index);
    if (fate === PacketFate.outstanding) {
      this.#inFlightBytes -= size;
      outcome.bytes += size;
    }
    const wasLost = fate === PacketFate.lost;
    const isReported =
      wasLost && this.#context.takesBack?.(sentUs + this.#packets.settledAfterUs[index]) !== true;
    if (isReported) outcome.spurious++;
    if (wasLost) {
      outcome.spuriousBytes += size;
      outcome.spuriousDataBytes += dataBytes;
    }
    const presumed = fate === PacketFate.outstanding || fate === PacketFate.lost;
    if (presumed && index > outcome.newestRow) outcome.newestRow = index;
    if (presumed && !(outcome.oldestRow >= 0 && outcome.oldestRow < index)) outcome.oldestRow = index;
    if (presumed && (state & PacketMark.overdue) === 0) this.#presumedBytes -= size;
    if (state & PacketMark.overdue) outcome.smallestOverdue = Math.min(outcome.smallestOverdue, packetNumber);
    if (state & PacketMark.ackEliciting) outcome.eliciting = true;
    outcome.packets++;
    outcome.dataBytes += dataBytes;
    outcome.resentBytes += this.#packets.resentAt(index);
    if (state & PacketMark.ecnCapable) outcome.ecnCapable++;
    if (!(outcome.earliestSentUs <= sentUs)) outcome.earliestSentUs = sentUs;
    if (!(outcome.latestSentUs >= sentUs)) outcome.latestSentUs = sentUs;
    if (packetNumber > outcome.largest) {
      outcome.largest = packetNumber;
      outcome.largestSentUs = sentUs;
    }
    const settled = isReported ? PacketFate.spurious : PacketFate.acked;
    this.#packets.settle(index, settled, this.#context.nowUs);
  }

  /**
   * Declares one packet lost.
   * @param marks `PacketMark` bits known from the loss only.
   * @returns its bytes, 0 if it was not outstanding.
   */
  lose(packetNumber: number, marks = 0): number {
    const index = this.indexOf(packetNumber);
    if (index < 0) return 0;
    this.#packets.mark(index, marks);
    return this.#drop(index, PacketFate.lost) ?? 0;
  }

  /** It was sent to probe the path's MTU, as its record says. */
  isProbe(packetNumber: number): boolean {
    const index = this.indexOf(packetNumber);
    return index >= 0 && this.isMarked(index, PacketMark.mtuProbe);
  }

  /** The row of a packet, -1 if it was not sent. */
  indexOf(packetNumber: number): number {
    const index = this.#packets.rowFrom(packetNumber);
    return this.#packets.numberAt(index) === packetNumber ? index : -1;
  }

  /**
   * Declares the oldest outstanding packet lost, if its number is at most `upTo`.
   * @returns its bytes, null when there is none.
   */
  loseOldest(upTo = Number.POSITIVE_INFINITY): number | null {
    const index = this.oldestOutstanding();
    return index < 0 || this.#packets.numberAt(index) > upTo ? null : this.#drop(index, PacketFate.lost);
  }

  /**
   * Loss detection of RFC 9002 §6.1: packets at least `reorderingThreshold` numbers below the largest acknowledged one,
   * or sent before `lostBeforeUs` and below it, are overdue.
   * @param declare also declares them lost: there is no better evidence.
   * @returns how many packets are newly overdue, and lost by that where they are declared so.
   */
  loseByThreshold(reorderingThreshold: number, lostBeforeUs: number, declare = true): number {
    const largestAcked = this.#largestAcked;
    let overdue = 0;
    this.#nextDueSentUs = Number.POSITIVE_INFINITY;
    for (let i = this.#firstWaiting(); i < this.#packets.length; i++) {
      const packetNumber = this.#packets.numberAt(i);
      if (packetNumber >= largestAcked) break;
      if (!this.#packets.waits(i)) continue;
      const sentUs = this.#packets.sentUsAt(i);
      if (packetNumber > largestAcked - reorderingThreshold && sentUs > lostBeforeUs) {
        this.#nextDueSentUs = Math.min(this.#nextDueSentUs, sentUs);
        continue;
      }
      this.#packets.mark(i, PacketMark.overdue);
      if (this.fateAt(i) === PacketFate.notInFlight) continue;
      this.#presumedBytes -= this.#packets.sizeAt(i);
      if (!declare || this.#drop(i, PacketFate.lost) !== null) overdue++;
    }
    return overdue;
  }

  /**
   * Called when losses are logged or counted from here on: packets inferred lost are outstanding again, except MTU
   * probes, whose losses are only ever logged. Visits all packets, once per trace. What was discarded stays so.
   * @returns the payload of those packets, bytes.
   */
  restoreLost(): number {
    let dataBytes = 0;
    for (let i = this.#restorableFrom; i < this.#packets.length; i++) {
      if (this.fateAt(i) !== PacketFate.lost || this.isMarked(i, PacketMark.mtuProbe)) continue;
      this.#packets.reopen(i);
      this.#inFlightBytes += this.#packets.sizeAt(i);
      this.#oldest = Math.min(this.#oldest, i);
      dataBytes += this.#packets.dataAt(i);
    }
    return dataBytes;
  }

  /** The keys were discarded: outstanding packets leave the flight without being lost. @returns their bytes. */
  discard(): number {
    if (this.#packets.length > 0) this.#restorableFrom = Number.POSITIVE_INFINITY;
    return this.#empty();
  }

  /**
   * The connection begins anew (RFC 9002 §6.3): outstanding packets leave the flight without being lost, and more are sent.
   * @returns their bytes.
   */
  startOver(): number {
    const { length } = this.#packets;
    this.#restorableFrom = Math.max(this.#restorableFrom, length);
    this.#startedOverAt = length;
    return this.#empty();
  }

  #empty(): number {
    const bytes = this.#inFlightBytes;
    for (let i = this.#firstWaiting(); i < this.#packets.length; i++)
      if (this.#packets.waits(i)) this.#packets.mark(i, PacketMark.overdue);
    this.#presumedBytes = 0;
    this.#nextDueSentUs = Number.POSITIVE_INFINITY;
    for (let i = this.oldestOutstanding(); i >= 0; i = this.oldestOutstanding())
      this.#drop(i, PacketFate.discarded);
    return bytes;
  }

  /** The row of the oldest outstanding packet, -1 for none. */
  oldestOutstanding(): number {
    const length = this.#packets.length;
    while (this.#oldest < length && this.fateAt(this.#oldest) !== PacketFate.outstanding) this.#oldest++;
    return this.#oldest < length ? this.#oldest : -1;
  }

  /** Declares the oldest outstanding packet lost if it is overdue. @returns its bytes, null otherwise. */
  loseOverdue(): number | null {
    const index = this.oldestOutstanding();
    return index >= 0 && this.isMarked(index, PacketMark.overdue) ? this.#drop(index, PacketFate.lost) : null;
  }

  /**
   * Number of packets not in flight that became overdue since the last call: quiche counts them among its losses, for
   * example an ACK alone.
   */
  takeOverdueAside(): number {
    const end = this.#firstWaiting();
    let aside = 0;
    for (; this.#oldestAside < end; this.#oldestAside++) {
      const i = this.#oldestAside;
      if (this.fateAt(i) === PacketFate.notInFlight && this.isMarked(i, PacketMark.overdue)) aside++;
    }
    return aside;
  }

  /** Bytes of outstanding packets below the largest acknowledged one. */
  get passedBytes(): number {
    const first = this.oldestOutstanding();
    const packets = this.#packets;
    let bytes = 0;
    for (let i = first; i >= 0 && packets.numberAt(i) < this.#largestAcked; i++)
      if (this.fateAt(i) === PacketFate.outstanding) bytes += packets.sizeAt(i);
    return bytes;
  }

  /** True if a packet sent after the oldest outstanding one is acknowledged. */
  isOldestPassed(): boolean {
    const index = this.oldestOutstanding();
    return index >= 0 && this.#packets.numberAt(index) < this.#largestAcked;
  }

  /** @returns its bytes, null where its fate is decided already. */
  #drop(index: number, fate: PacketFate): number | null {
    if (this.fateAt(index) !== PacketFate.outstanding) return null;
    this.#packets.settle(index, fate, this.#context.nowUs);
    this.#inFlightBytes -= this.#packets.sizeAt(index);
    if (fate === PacketFate.lost) {
      const marks = this.#packets.fate[index] & ~FATE_MASK;
      this.#context.onLost?.({
        sentUs: this.#packets.sentUsAt(index),
        dataBytes: this.#packets.dataAt(index),
        marks,
      });
    }
    return this.#packets.sizeAt(index);
  }

  #firstWaiting(): number {
    const length = this.#packets.length;
    while (this.#oldestWaiting < length && !this.#packets.waits(this.#oldestWaiting)) this.#oldestWaiting++;
    return this.#oldestWaiting;
  }
}
