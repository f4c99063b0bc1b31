/**
 * Thresholds used by several parts of the death spiral rule, with the reason for each; those of one part are in its
 * file. Shares were measured on labelled quiche traces of every kind; none is tuned to a single file.
 */
export const DEATH_SPIRAL = {
  /** Long enough that a user notices the stall, and enough round trips to exclude chance. */
  critical: { minUs: 2_000_000, minRtts: 10 },
  /** On short paths a hundred round trips without growth are as certain as two seconds. */
  criticalShortPath: { minUs: 100_000, minRtts: 100 },
  warning: { minUs: 500_000, minRtts: 10 },
  /** Shorter than this, flat is the normal wait for the next ACK. */
  infoMinRtts: 3,
  infoMinCycles: 3,
  /** c: cycles whose burst fills the window. Spirals: at least 98 % of their cycles. */
  usedShare: 0.9,
  /** c: round trips with an ACK of new data. Spirals: at least 0.85; the closest other case: 0.52. */
  ackedRttShare: 0.75,
  /** c: cycles without a frame that signals a flow control limit: else cwnd is not the limit. */
  unblockedShare: 0.5,
  /** d: cycles in which the pipe drains below one datagram. */
  drainedShare: 0.9,
  /** e: cycles in which the next burst follows the ACK at once, so data was waiting. */
  hungryShare: 0.9,
  /** f: growth of NewReno on the same ACKs, in packets. Spirals: 14 to 53. */
  overduePackets: 2,
  /** g: quiche reports recovery for at least 93 % of a spiral, 3.5 % elsewhere. */
  recoveryShare: 0.8,
  /** A flat window that the log calls growth or idle: the window is what limits the sender for most of its time. */
  limitedShare: 0.5,
  /** h: ACKs inside that do not count under a rule, and sends before its boundary. Spirals: at least 99 %. */
  causeShare: 0.9,
  /**
   * Exit: the lead counts as used up if its predicted end is within this many cycles of the end. One cycle is due: the
   * ACK of the send that found the lead at 0 comes a round trip later. Other cases are at least 3 cycles off.
   */
  exitCycles: 1.75,
} as const;
