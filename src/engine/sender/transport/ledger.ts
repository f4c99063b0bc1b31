/**
 * The in-flight ledger of a connection: its three packet number spaces and their sums.
 *
 * Not here: the packets of one space (space-ledger.ts), which losses count (replay.ts).
 */
import { PacketSpace } from '../../../qlog-schema';
import type { LedgerContext } from './packet-fate';
import { SpaceLedger } from './space-ledger';

export { type AckOutcome, emptyOutcome } from './packet-fate';
export { SpaceLedger } from './space-ledger';

/** The three packet number spaces of one connection. */
export class InFlightLedger {
  readonly context: LedgerContext = { nowUs: 0, onLost: null, takesBack: null };
  readonly initial = new SpaceLedger(this.context);
  readonly handshake = new SpaceLedger(this.context);
  readonly application = new SpaceLedger(this.context);
  readonly spaces: readonly SpaceLedger[] = [this.initial, this.handshake, this.application];

  /** The ledger of a `PacketSpace`, null for packets without a packet number. */
  space(space: number): SpaceLedger | null {
    return space <= PacketSpace.application ? (this.spaces[space] ?? null) : null;
  }

  get inFlightBytes(): number {
    return this.initial.inFlightBytes + this.handshake.inFlightBytes + this.application.inFlightBytes;
  }

  /** Bytes in flight according to packets and ACKs alone. */
  get presumedBytes(): number {
    return this.initial.presumedBytes + this.handshake.presumedBytes + this.application.presumedBytes;
  }

  /** Bytes of memory held for packets, unused capacity included. */
  get byteLength(): number {
    return this.spaces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** See `SpaceLedger.nextDueSentUs`: the earliest of all spaces. */
  get nextDueSentUs(): number {
    return Math.min(this.initial.nextDueSentUs, this.handshake.nextDueSentUs, this.application.nextDueSentUs);
  }

  get sentPackets(): number {
    return this.initial.sentPackets + this.handshake.sentPackets + this.application.sentPackets;
  }

  /** Packet numbers used so far, by the numbers of the packets: also those that the log does not show. */
  get packetsNumbered(): number {
    return this.spaces.reduce((sum, { largestSent }) => sum + largestSent + 1, 0);
  }

  /** See `UnseenPackets.acked`: the sum over the spaces. */
  get unseenAcked(): number {
    return this.spaces.reduce((sum, { unseen }) => sum + unseen.acked, 0);
  }

  get outOfOrder(): number {
    return this.initial.outOfOrder + this.handshake.outOfOrder + this.application.outOfOrder;
  }

  /**
   * Declares one packet lost when the log counts a loss without a packet number: the oldest below an acknowledged
   * packet of its space (required by RFC 9002 §6.1), else the oldest; 1-RTT first. @returns its bytes, null for none.
   */
  loseOldest(): number | null {
    return this.losePassed() ?? this.spaces.findLast(hasOutstanding)?.loseOldest() ?? null;
  }

  /**
   * Declares the oldest packet lost below which none is outstanding and above which one is acknowledged, 1-RTT first: no
   * other can be lost by RFC 9002 §6.1. @returns its bytes, null for none.
   */
  losePassed(): number | null {
    return this.spaces.findLast((space) => space.isOldestPassed())?.loseOldest() ?? null;
  }

  /** Declares outstanding packets lost that are overdue by the thresholds. @returns how many. */
  loseOverdue(most = Number.POSITIVE_INFINITY): number {
    let packets = 0;
    for (const space of this.spaces) while (packets < most && space.loseOverdue() !== null) packets++;
    return packets;
  }

  /** Bytes of all packets that `losePassed` could declare lost. */
  get passedBytes(): number {
    return this.spaces.reduce((sum, space) => sum + space.passedBytes, 0);
  }

  /**
   * Losses logged as a number only: first the overdue packets by the thresholds; then overdue packets that are not in
   * flight account for the rest; then the oldest packets.
   */
  loseCounted(packets: number): void {
    let left = packets - this.loseOverdue(packets);
    for (const space of this.spaces) left -= space.takeOverdueAside();
    while (left > 0 && this.loseOldest() !== null) left--;
  }

  /** See `SpaceLedger.restoreLost`. */
  restoreLost(): number {
    return this.spaces.reduce((dataBytes, space) => dataBytes + space.restoreLost(), 0);
  }
}

function hasOutstanding(space: SpaceLedger): boolean {
  return space.oldestOutstanding() >= 0;
}
