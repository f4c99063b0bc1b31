/**
 * The in-flight ledger of one packet number space: which sent packets are outstanding, acknowledged, lost or
 * discarded, and how many bytes are in flight (RFC 9002 §2: ack-eliciting or padded packets).
 *
 * ACK ranges repeat what earlier ACKs said, so a range is walked over the packets it *newly* acknowledges
 * only: every packet points to the next one that is not acknowledged yet (union-find with path halving).
 *
 *   packets   a a a · a a · · a      range [0, 8] visits the three dots and nothing else
 *   next      3 3 3 3 6 6 6 7 9
 *
 * Two flights are kept. One follows the best evidence of losses. The other follows packets and ACKs alone (the
 * thresholds of RFC 9002 §6.1): it can be compared with a logged flight even where that flight is the evidence.
 * A packet that is acknowledged after it was declared lost is a spurious loss: counted, not subtracted twice.
 */
import { float64Column, lowerBound, uint8Column, uint16Column, uint32Column } from '../series/growable';
import {
  type AckOutcome,
  FATE_MASK,
  type LedgerContext,
  PacketFate,
  PacketMark,
  type SentDetails,
} from './packet-fate';

const PLAIN: SentDetails = { marks: PacketMark.ackEliciting, dataBytes: 0, resentBytes: 0 };
const MAX_UINT16 = 0xffff;
const MAX_UINT32 = 0xffff_ffff;

export class SpaceLedger {
  readonly #number = float64Column();
  readonly #sentUs = float64Column();
  readonly #size = uint16Column();
  readonly #data = uint16Column();
  readonly #resent = uint16Column();
  /** Fate and marks. */
  readonly #fate = uint8Column();
  /** From sending to the fate, µs; at most 71 minutes. */
  readonly #settledAfter = uint32Column();
  readonly #next = uint32Column();
  readonly #context: LedgerContext;
  /** No packet below this index is outstanding. */
  #oldest = 0;
  /** No packet below this index waits for the thresholds. */
  #oldestWaiting = 0;
  /** No packet below this index is an overdue one that is not in flight and was not counted. */
  #oldestAside = 0;
  #inFlightBytes = 0;
  #presumedBytes = 0;
  #largestAcked = -1;
  #outOfOrder = 0;
  #nextDueSentUs = Number.POSITIVE_INFINITY;
  #discarded = false;

  constructor(context: LedgerContext = { nowUs: 0, onLost: null }) {
    this.#context = context;
  }

  get inFlightBytes(): number {
    return this.#inFlightBytes;
  }

  /** Bytes in flight as packets and ACKs alone tell, whatever evidence of losses there is. */
  get presumedBytes(): number {
    return this.#presumedBytes;
  }

  get sentPackets(): number {
    return this.#number.length;
  }

  get largestAcked(): number {
    return this.#largestAcked;
  }

  /** Packets that were logged twice, below an earlier number or without one, and left out. */
  get outOfOrder(): number {
    return this.#outOfOrder;
  }

  /** Send time of the earliest packet that only the time threshold can still declare lost; infinity for none. */
  get nextDueSentUs(): number {
    return this.#nextDueSentUs;
  }

  /** Columns beside each other, one row per packet, ascending by number and time; valid until the next `send`. */
  get packetNumbers(): Float64Array {
    return this.#number.view();
  }

  get sentTimesUs(): Float64Array {
    return this.#sentUs.view();
  }

  get sizesBytes(): Uint16Array {
    return this.#size.view();
  }

  get fateColumns(): { readonly fates: Uint8Array; readonly settledAfterUs: Uint32Array } {
    return { fates: this.#fate.view(), settledAfterUs: this.#settledAfter.view() };
  }

  fateAt(index: number): PacketFate {
    return (this.#fate.at(index) & FATE_MASK) as PacketFate;
  }

  /** @param mark a `PacketMark`. */
  isMarked(index: number, mark: number): boolean {
    return (this.#fate.at(index) & mark) !== 0;
  }

  /** When the packet met its fate, µs; NaN while it is outstanding or was never in flight. */
  settledUsAt(index: number): number {
    const fate = this.fateAt(index);
    const open = fate === PacketFate.outstanding || fate === PacketFate.notInFlight;
    return open ? Number.NaN : this.#sentUs.at(index) + this.#settledAfter.at(index);
  }

  send(
    packetNumber: number,
    sizeBytes: number,
    timeUs: number,
    inFlight: boolean,
    { marks, dataBytes, resentBytes }: SentDetails = PLAIN,
  ): void {
    if (Number.isNaN(packetNumber) || packetNumber <= this.#number.last()) {
      this.#outOfOrder++;
      return;
    }
    const size = Math.min(sizeBytes, MAX_UINT16);
    this.#number.push(packetNumber);
    this.#sentUs.push(timeUs);
    this.#size.push(size);
    this.#data.push(Math.min(dataBytes, MAX_UINT16));
    this.#resent.push(Math.min(resentBytes, MAX_UINT16));
    this.#fate.push((inFlight ? PacketFate.outstanding : PacketFate.notInFlight) | marks);
    this.#settledAfter.push(0);
    this.#next.push(this.#next.length);
    if (!inFlight) return;
    this.#inFlightBytes += size;
    this.#presumedBytes += size;
  }

  /** Acknowledges [from, to], both included, whatever their size; adds what is new to `outcome`. */
  ackRange(from: number, to: number, outcome: AckOutcome): void {
    const numbers = this.#number.view();
    for (let i = this.#find(lowerBound(numbers, from)); i < numbers.length; i = this.#find(i + 1)) {
      const packetNumber = numbers[i] as number;
      if (packetNumber > to) return;
      if (packetNumber > this.#largestAcked) this.#largestAcked = packetNumber;
      this.#acknowledge(i, packetNumber, outcome);
      this.#next.set(i, i + 1);
    }
  }

  #acknowledge(index: number, packetNumber: number, outcome: AckOutcome): void {
    const state = this.#fate.at(index);
    const fate = state & FATE_MASK;
    const size = this.#size.at(index);
    const sentUs = this.#sentUs.at(index);
    const dataBytes = this.#data.at(index);
    if (fate === PacketFate.outstanding) {
      this.#inFlightBytes -= size;
      outcome.bytes += size;
    }
    const spurious = fate === PacketFate.lost;
    if (spurious) {
      outcome.spurious++;
      outcome.spuriousBytes += size;
      outcome.spuriousDataBytes += dataBytes;
    }
    const presumed = fate === PacketFate.outstanding || fate === PacketFate.lost;
    if (presumed && (state & PacketMark.overdue) === 0) this.#presumedBytes -= size;
    if (state & PacketMark.overdue) outcome.smallestOverdue = Math.min(outcome.smallestOverdue, packetNumber);
    if (state & PacketMark.ackEliciting) outcome.eliciting = true;
    outcome.packets++;
    outcome.dataBytes += dataBytes;
    outcome.resentBytes += this.#resent.at(index);
    if (!(outcome.latestSentUs >= sentUs)) outcome.latestSentUs = sentUs;
    if (packetNumber > outcome.largest) {
      outcome.largest = packetNumber;
      outcome.largestSentUs = sentUs;
    }
    this.#settle(index, spurious ? PacketFate.spurious : PacketFate.acked);
  }

  /**
   * Declares one packet lost.
   * @param marks `PacketMark` bits that the loss tells of, and its sending may not have told.
   * @returns its bytes, 0 when it was not outstanding.
   */
  lose(packetNumber: number, marks = 0): number {
    const index = this.indexOf(packetNumber);
    if (index < 0) return 0;
    this.#fate.set(index, this.#fate.at(index) | marks);
    return this.#drop(index, PacketFate.lost);
  }

  /** The row of a packet, -1 when it was not sent. */
  indexOf(packetNumber: number): number {
    const index = lowerBound(this.#number.view(), packetNumber);
    return this.#number.at(index) === packetNumber ? index : -1;
  }

  /**
   * Declares the oldest outstanding packet lost, if its number is not above `upTo`.
   * @returns its bytes, null when there is none.
   */
  loseOldest(upTo = Number.POSITIVE_INFINITY): number | null {
    const index = this.oldestOutstanding();
    return index < 0 || this.#number.at(index) > upTo ? null : this.#drop(index, PacketFate.lost);
  }

  /**
   * Loss detection of RFC 9002 §6.1: packets below the largest acknowledged so far that are as many numbers
   * behind it as the threshold or were sent before `lostBeforeUs` are overdue.
   * @param declare the evidence follows: they are declared lost as well.
   * @returns how many packets are newly overdue.
   */
  loseByThreshold(reorderingThreshold: number, lostBeforeUs: number, declare = true): number {
    const largestAcked = this.#largestAcked;
    let overdue = 0;
    this.#nextDueSentUs = Number.POSITIVE_INFINITY;
    for (let i = this.#firstWaiting(); i < this.#number.length; i++) {
      const packetNumber = this.#number.at(i);
      if (packetNumber >= largestAcked) break;
      if (!this.#waits(i)) continue;
      const sentUs = this.#sentUs.at(i);
      if (packetNumber > largestAcked - reorderingThreshold && sentUs > lostBeforeUs) {
        this.#nextDueSentUs = Math.min(this.#nextDueSentUs, sentUs);
        continue;
      }
      this.#fate.set(i, this.#fate.at(i) | PacketMark.overdue);
      if (this.fateAt(i) === PacketFate.notInFlight) continue;
      this.#presumedBytes -= this.#size.at(i);
      if (declare) this.#drop(i, PacketFate.lost);
      overdue++;
    }
    return overdue;
  }

  /**
   * Losses are logged or counted from here on: what was inferred to be lost until now is outstanding again, but
   * for MTU probes, whose losses are only ever logged. Goes over all packets, once in a trace. A discarded space
   * stays empty.
   * @returns the payload of those packets, bytes.
   */
  restoreLost(): number {
    let dataBytes = 0;
    for (let i = 0; i < this.#fate.length && !this.#discarded; i++) {
      if (this.fateAt(i) !== PacketFate.lost || this.isMarked(i, PacketMark.mtuProbe)) continue;
      this.#fate.set(i, (this.#fate.at(i) & ~FATE_MASK) | PacketFate.outstanding);
      this.#inFlightBytes += this.#size.at(i);
      this.#oldest = Math.min(this.#oldest, i);
      dataBytes += this.#data.at(i);
    }
    return dataBytes;
  }

  /** The keys are gone: everything outstanding leaves without being lost. @returns the bytes. */
  discard(): number {
    const bytes = this.#inFlightBytes;
    this.#discarded = this.#number.length > 0;
    for (let i = this.#firstWaiting(); i < this.#fate.length; i++) {
      if (!this.#waits(i)) continue;
      this.#fate.set(i, this.#fate.at(i) | PacketMark.overdue);
    }
    this.#presumedBytes = 0;
    this.#nextDueSentUs = Number.POSITIVE_INFINITY;
    for (let i = this.oldestOutstanding(); i >= 0; i = this.oldestOutstanding())
      this.#drop(i, PacketFate.discarded);
    return bytes;
  }

  /** The row of the oldest outstanding packet, -1 for none. */
  oldestOutstanding(): number {
    const length = this.#fate.length;
    while (this.#oldest < length && this.fateAt(this.#oldest) !== PacketFate.outstanding) this.#oldest++;
    return this.#oldest < length ? this.#oldest : -1;
  }

  /** Declares the oldest outstanding packet lost if it is overdue. @returns its bytes, null otherwise. */
  loseOverdue(): number | null {
    const index = this.oldestOutstanding();
    return index >= 0 && this.isMarked(index, PacketMark.overdue) ? this.#drop(index, PacketFate.lost) : null;
  }

  /**
   * How many packets that are not in flight became overdue since this was last asked: quiche counts them among its
   * losses, an ACK alone for one.
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

  /** A packet behind the oldest outstanding one is acknowledged. */
  isOldestPassed(): boolean {
    const index = this.oldestOutstanding();
    return index >= 0 && this.#number.at(index) < this.#largestAcked;
  }

  #drop(index: number, fate: PacketFate): number {
    if (this.fateAt(index) !== PacketFate.outstanding) return 0;
    this.#settle(index, fate);
    this.#inFlightBytes -= this.#size.at(index);
    if (fate === PacketFate.lost) {
      const marks = this.#fate.at(index) & ~FATE_MASK;
      this.#context.onLost?.({ sentUs: this.#sentUs.at(index), dataBytes: this.#data.at(index), marks });
    }
    return this.#size.at(index);
  }

  #settle(index: number, fate: PacketFate): void {
    this.#fate.set(index, (this.#fate.at(index) & ~FATE_MASK) | fate);
    const afterUs = this.#context.nowUs - this.#sentUs.at(index);
    this.#settledAfter.set(index, Math.min(Math.max(0, afterUs), MAX_UINT32));
  }

  /** True while the thresholds may still find the packet overdue. */
  #waits(index: number): boolean {
    const state = this.#fate.at(index);
    const fate = state & FATE_MASK;
    const open =
      fate === PacketFate.outstanding || fate === PacketFate.lost || fate === PacketFate.notInFlight;
    return open && (state & PacketMark.overdue) === 0;
  }

  #firstWaiting(): number {
    const length = this.#fate.length;
    while (this.#oldestWaiting < length && !this.#waits(this.#oldestWaiting)) this.#oldestWaiting++;
    return this.#oldestWaiting;
  }

  /** The first index at or after `index` that is not acknowledged; the length when there is none. */
  #find(index: number): number {
    let i = index;
    while (i < this.#next.length) {
      const next = this.#next.at(i);
      if (next === i) return i;
      if (next < this.#next.length) this.#next.set(i, this.#next.at(next));
      i = next;
    }
    return i;
  }
}
