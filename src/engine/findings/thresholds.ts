/**
 * Every threshold of the death spiral, with the reason for it. Shares were measured on labelled quiche traces of
 * every kind; none is tuned to a single file.
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
  /** b: an inferred loss is repaired within so many round trips. 870 counted losses of quiche: 5.8 at most. */
  resentWithinRtts: 8,
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
  hungryRttFraction: 1 / 4,
  /** f: growth that NewReno would have shown on the same ACKs, in packets. Spirals: 14 to 53. */
  overduePackets: 2,
  /** f: how long CUBIC may stand within one packet of W_max: 2·∛(1/C), C = 0.4 (RFC 9438 §4.2). */
  cubicPlateauUs: 2_720_000,
  /** g: quiche reports recovery for 93 % and more of a spiral, 3.5 % elsewhere. */
  recoveryShare: 0.8,
  /** g: an oscillating spiral enters recovery about once per round trip … */
  oscillationPeriodRtts: [0.4, 2.5],
  /** … and in at least one cycle in five; fewer means that it is locked in recovery. */
  oscillatingCycleShare: 0.2,
  /** h: ACKs inside that a rule says do not count, and sends that its boundary leads. Spirals: 99 % and more. */
  causeShare: 0.9,
  /** h: fewer sends with nothing in flight say nothing. */
  causeMinSends: 3,
  /** h: … and they must be as many as half of the cycles, or they are no account of the interval. */
  causeSendsPerCycle: 0.5,
  /**
   * Exit: the lead is used up where its prediction lies within so many cycles of the end. One cycle is owed: the ACK
   * of the send that found the lead at 0 comes a round trip later. Others lie 3 cycles off and more.
   */
  exitCycles: 1.75,
  /** Exit: the window grows, or the trace ends, within so many cycles of the last good cycle. */
  endCycles: 4,
  /** Exit: the cycles at the end of which one must have left bytes in flight. */
  undrainedCycles: 2,
  /** Cost: the highest rate elsewhere shows the path only from so many times the spiral's own on. */
  pathSeenRate: 2,
  /** Why not: a condition that fails outright counts as this part, so that windows stay comparable. */
  closestLeastPart: 0.05,
  /** Confidence of the needed evidence alone, and what states and cause add where seen, or take where they deny. */
  confidence: { base: 0.75, states: 0.1, cause: 0.12, denied: -0.2 },
} as const;
