/**
 * Thresholds of the death spiral that several of its parts share, with the reason for each; those of one part stand in
 * its file. Shares were measured on labelled quiche traces of every kind; none is tuned to a single file.
 */
export const DEATH_SPIRAL = {
  /** Long enough that a user notices the stall, and many round trips, so that it is no accident. */
  critical: { minUs: 2_000_000, minRtts: 10 },
  /** On short paths a hundred round trips without growth are as certain as two seconds. */
  criticalShortPath: { minUs: 100_000, minRtts: 100 },
  warning: { minUs: 500_000, minRtts: 10 },
  /** Shorter than this, flat is the normal wait for the next ACK. */
  infoMinRtts: 3,
  infoMinCycles: 3,
  /** c: bursts that fill the window. Spirals fill it in 98 % or more of their cycles. */
  usedShare: 0.9,
  /** c: round trips with an ACK of new data. Spirals 0.85 and more, the nearest innocent 0.52. */
  ackedRttShare: 0.75,
  /** c: cycles without a frame that says flow control holds the sender: then cwnd is not what limits it. */
  unblockedShare: 0.5,
  /** d: cycles in which the pipe drains below one datagram. */
  drainedShare: 0.9,
  /** e: cycles in which the next burst follows the ACK at once, so that data was waiting. */
  hungryShare: 0.9,
  /** f: growth that NewReno would have shown on the same ACKs, in packets. Spirals: 14 to 53. */
  overduePackets: 2,
  /** g: quiche reports recovery for 93 % and more of a spiral, 3.5 % elsewhere. */
  recoveryShare: 0.8,
  /** h: ACKs inside that a rule says do not count, and sends that its boundary leads. Spirals: 99 % and more. */
  causeShare: 0.9,
  /**
   * Exit: the lead is used up where its prediction lies within so many cycles of the end. One cycle is owed: the ACK
   * of the send that found the lead at 0 comes a round trip later. Others lie 3 cycles off and more.
   */
  exitCycles: 1.75,
} as const;
