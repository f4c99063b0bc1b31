/**
 * Packets that were sent although the log never shows them: the peer acknowledges their numbers. A number that the sender
 * left out (RFC 9000 §21.4) is never acknowledged.
 */
import { uint32Column } from '../../base/columns/growable';
import type { PacketColumns } from './packet-columns';

export class UnseenPackets {
  readonly #packets: PacketColumns;
  readonly #gaps = uint32Column();
  #acked = 0;
  /** Rows of packets that were sent before the log begins, which is a range. */
  #rowsBefore = 0;

  constructor(packets: PacketColumns) {
    this.#packets = packets;
  }

  /**
   * Largest number of packets that one ACK range acknowledges although the log never shows them sent, between the first
   * and the last one that it does: the log has gaps.
   */
  get acked(): number {
    return this.#acked;
  }

  /** Rows after gaps in the sent packet numbers of which the peer acknowledges a number, in the order of the ACKs. */
  get gaps(): Uint32Array {
    return this.#gaps.view();
  }

  /** The packets sent so far were sent before the log begins, which is a range. */
  beginsHere(): void {
    this.#rowsBefore = this.#packets.length;
  }

  /** Notes a gap before a newly acknowledged packet, if its range, which begins at `from`, has the number before it. */
  noteGap(row: number, packetNumber: number, from: number): void {
    const before = packetNumber - 1;
    if (row > 0 && before >= from && this.#packets.numberAt(row - 1) !== before) this.#gaps.push(row);
  }

  /**
   * Counts packet numbers of a range, both ends included, that the log never shows sent.
   * @param first row of the first packet that is not below `from`.
   */
  count(from: number, to: number, first: number): void {
    const { length } = this.#packets;
    // Of the packets sent before a range only those are known that had no fate where it begins.
    const own = Math.max(first, this.#rowsBefore);
    if (own >= length) return;
    const last = Math.min(to, this.#packets.numberAt(length - 1));
    const seen = Math.max(0, this.#packets.rowFrom(last + 1) - own);
    const begin = own === this.#rowsBefore ? this.#packets.numberAt(own) : from;
    this.#acked = Math.max(this.#acked, last - begin + 1 - seen);
  }
}
