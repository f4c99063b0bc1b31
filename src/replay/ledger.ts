/**
 * The in-flight ledger: which sent packets are outstanding, acknowledged, lost or discarded, per packet
 * number space, and how many bytes are in flight (RFC 9002 §2: ack-eliciting or padded packets).
 *
 * ACK ranges repeat what earlier ACKs said, so a range is walked over the packets it *newly* acknowledges
 * only: every packet points to the next one that is not acknowledged yet (union-find with path halving).
 *
 *   packets   a a a · a a · · a      range [0, 8] visits the three dots and nothing else
 *   next      3 3 3 3 6 6 6 7 9
 *
 * A packet that is acknowledged after it was declared lost is a spurious loss: counted, its bytes are
 * not taken out a second time.
 */
import { PacketSpace } from '../qlog-schema';
import { float64Column, lowerBound, uint8Column, uint32Column } from '../series/growable';

const Fate = { outstanding: 0, acked: 1, lost: 2, discarded: 3, notInFlight: 4 } as const;

/** What one ACK did. Reused by the caller: `ackRange` adds to it. */
export interface AckOutcome {
  packets: number;
  /** In-flight bytes that left the flight by this ACK. */
  bytes: number;
  /** Packets acknowledged although they had been declared lost. */
  spurious: number;
  /** Bytes of those; they left the flight when they were declared lost. */
  spuriousBytes: number;
  /** Largest packet number newly acknowledged, -1 for none. */
  largest: number;
  /** When that packet was sent, µs. */
  largestSentUs: number;
}

export function emptyOutcome(): AckOutcome {
  return { packets: 0, bytes: 0, spurious: 0, spuriousBytes: 0, largest: -1, largestSentUs: 0 };
}

export class SpaceLedger {
  readonly #number = float64Column();
  readonly #sentUs = float64Column();
  readonly #size = uint32Column();
  readonly #fate = uint8Column();
  readonly #next = uint32Column();
  /** No packet below this index is outstanding. */
  #oldest = 0;
  #inFlightBytes = 0;
  #largestAcked = -1;
  #outOfOrder = 0;

  get inFlightBytes(): number {
    return this.#inFlightBytes;
  }

  get sentPackets(): number {
    return this.#number.length;
  }

  /** Packets that were logged twice, below an earlier number or without one, and left out. */
  get outOfOrder(): number {
    return this.#outOfOrder;
  }

  send(packetNumber: number, sizeBytes: number, timeUs: number, inFlight: boolean): void {
    if (Number.isNaN(packetNumber) || packetNumber <= this.#number.last()) {
      this.#outOfOrder++;
      return;
    }
    this.#number.push(packetNumber);
    this.#sentUs.push(timeUs);
    this.#size.push(sizeBytes);
    this.#fate.push(inFlight ? Fate.outstanding : Fate.notInFlight);
    this.#next.push(this.#next.length);
    if (inFlight) this.#inFlightBytes += sizeBytes;
  }

  /** Acknowledges [from, to], both included, whatever their size; adds what is new to `outcome`. */
  ackRange(from: number, to: number, outcome: AckOutcome): void {
    const numbers = this.#number.view();
    for (let i = this.#find(lowerBound(numbers, from)); i < numbers.length; i = this.#find(i + 1)) {
      const packetNumber = numbers[i] as number;
      if (packetNumber > to) return;
      const fate = this.#fate.at(i);
      if (fate === Fate.outstanding) {
        this.#inFlightBytes -= this.#size.at(i);
        outcome.bytes += this.#size.at(i);
      }
      if (fate === Fate.lost) {
        outcome.spurious++;
        outcome.spuriousBytes += this.#size.at(i);
      }
      outcome.packets++;
      if (packetNumber > this.#largestAcked) this.#largestAcked = packetNumber;
      if (packetNumber > outcome.largest) {
        outcome.largest = packetNumber;
        outcome.largestSentUs = this.#sentUs.at(i);
      }
      this.#fate.set(i, Fate.acked);
      this.#next.set(i, i + 1);
    }
  }

  /** Declares one packet lost. @returns its bytes, 0 when it was not outstanding. */
  lose(packetNumber: number): number {
    const index = lowerBound(this.#number.view(), packetNumber);
    return this.#number.at(index) === packetNumber ? this.#drop(index, Fate.lost) : 0;
  }

  /**
   * Declares the oldest outstanding packet lost, if its number is not above `upTo`.
   * @returns its bytes, null when there is none.
   */
  loseOldest(upTo = Number.POSITIVE_INFINITY): number | null {
    const index = this.#oldestOutstanding();
    return index < 0 || this.#number.at(index) > upTo ? null : this.#drop(index, Fate.lost);
  }

  /**
   * Loss detection of RFC 9002 §6.1: packets below the largest acknowledged so far that are three numbers
   * behind it or were sent before `lostBeforeUs`.
   * @returns how many packets it declares lost.
   */
  loseByThreshold(reorderingThreshold: number, lostBeforeUs: number): number {
    const largestAcked = this.#largestAcked;
    let lost = 0;
    for (let i = this.#oldestOutstanding(); i >= 0 && i < this.#number.length; i++) {
      const packetNumber = this.#number.at(i);
      if (packetNumber >= largestAcked) break;
      if (this.#fate.at(i) !== Fate.outstanding) continue;
      if (packetNumber > largestAcked - reorderingThreshold && this.#sentUs.at(i) > lostBeforeUs) continue;
      this.#drop(i, Fate.lost);
      lost++;
    }
    return lost;
  }

  /** The keys are gone: everything outstanding leaves without being lost. @returns the bytes. */
  discard(): number {
    const bytes = this.#inFlightBytes;
    for (let i = this.#oldestOutstanding(); i >= 0; i = this.#oldestOutstanding())
      this.#drop(i, Fate.discarded);
    return bytes;
  }

  #drop(index: number, fate: number): number {
    if (this.#fate.at(index) !== Fate.outstanding) return 0;
    this.#fate.set(index, fate);
    this.#inFlightBytes -= this.#size.at(index);
    return this.#size.at(index);
  }

  #oldestOutstanding(): number {
    const length = this.#fate.length;
    while (this.#oldest < length && this.#fate.at(this.#oldest) !== Fate.outstanding) this.#oldest++;
    return this.#oldest < length ? this.#oldest : -1;
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

/** The three packet number spaces of one connection. */
export class InFlightLedger {
  readonly initial = new SpaceLedger();
  readonly handshake = new SpaceLedger();
  readonly application = new SpaceLedger();

  /** The ledger of a `PacketSpace`, null for packets that have no number. */
  space(space: number): SpaceLedger | null {
    switch (space) {
      case PacketSpace.initial:
        return this.initial;
      case PacketSpace.handshake:
        return this.handshake;
      case PacketSpace.application:
        return this.application;
      default:
        return null;
    }
  }

  get inFlightBytes(): number {
    return this.initial.inFlightBytes + this.handshake.inFlightBytes + this.application.inFlightBytes;
  }

  get sentPackets(): number {
    return this.initial.sentPackets + this.handshake.sentPackets + this.application.sentPackets;
  }

  get outOfOrder(): number {
    return this.initial.outOfOrder + this.handshake.outOfOrder + this.application.outOfOrder;
  }

  /** Declares the oldest outstanding packet lost, 1-RTT first. @returns its bytes, null for none. */
  loseOldest(): number | null {
    return this.application.loseOldest() ?? this.handshake.loseOldest() ?? this.initial.loseOldest();
  }
}
