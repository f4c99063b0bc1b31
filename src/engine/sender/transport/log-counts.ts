/** What the events of a log are counted by, besides packets. */
export class LogCounts {
  /** UDP datagrams that were sent, where the log has events of them; 0 where it has none. */
  sentDatagrams = 0;
  /** Packets that arrived and were dropped, and those of them that had arrived before, as the log says. */
  packetsDropped = 0;
  duplicates = 0;
  /** Samples of the RTT as the stack logs them, and ACKs that give one (RFC 9002 §5.1). */
  loggedRtts = 0;
  rebuiltRtts = 0;

  /** Samples of the RTT: those of the stack where it logs them. */
  get rttSamples(): number {
    return this.loggedRtts > 0 ? this.loggedRtts : this.rebuiltRtts;
  }
}
