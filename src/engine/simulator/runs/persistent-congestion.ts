/**
 * Persistent congestion by RFC 9002 §7.6.2: two lost packets so far apart that none sent between them was acknowledged, of any space,
 * whichever ACK declared each of them lost. Packets are kept in the order of sending as long as a later loss may be the second one.
 */
import { Fate, type Sent, SentPackets } from './sent-packets';

export class PersistentCongestion {
  readonly #packets = new SentPackets();
  /** When the newest packet was sent that was declared lost. */
  #newestLostUs = Number.NEGATIVE_INFINITY;

  /** A packet was sent, of any space, after the first RTT sample. */
  sent(sent: Sent): void {
    this.#packets.push(sent);
  }

  /** Packets were acknowledged: where nothing before one is open any more, all up to it is over. */
  settle(): void {
    const packets = this.#packets;
    let neededFrom = packets.first;
    for (let number = packets.first; number < packets.next; number++) {
      const { fate } = packets.at(number);
      if (fate === Fate.unsettled) break;
      if (fate === Fate.acked) neededFrom = number + 1;
    }
    packets.forget(neededFrom);
  }

  /**
   * Packets were declared lost. What was sent after the newest of all lost ones is not looked at: of a large window it is nearly everything.
   * @param durationUs of §7.6.1. @param newestUs when the newest of them was sent.
   * @returns whether that establishes persistent congestion. What was sent until then is answered with it, and counts no more.
   */
  isEstablished(durationUs: number, newestUs: number): boolean {
    const packets = this.#packets;
    this.#newestLostUs = Math.max(this.#newestLostUs, newestUs);
    let fromUs = Number.NaN;
    for (let number = packets.first; number < packets.next; number++) {
      const { fate, sentUs, isAckEliciting } = packets.at(number);
      if (sentUs > this.#newestLostUs) break;
      if (fate === Fate.acked) fromUs = Number.NaN;
      if (fate !== Fate.lost || !isAckEliciting) continue;
      if (Number.isNaN(fromUs)) fromUs = sentUs;
      if (sentUs - fromUs <= durationUs) continue;
      packets.forget(packets.next);
      return true;
    }
    return false;
  }
}
