/**
 * Thresholds of the findings about timeouts, network, limits and the log itself, with the reason for each. None is
 * tuned to a single file; what was measured on the traces of the corpus is said beside the figure.
 */
export const PTO_STORM = {
  /** congestion.md §5. Two in a row are what one lost flight and its lost probe cost. */
  minConsecutive: 3,
  /** Each PTO in a row doubles the timer (RFC 9002 §6.2.1); inferred ones must show it. Measured: 1.96 to 2.04. */
  backoffRatio: [1.5, 2.5],
  /** More than half of them spurious: the packets were there, their ACKs were not. */
  spuriousShare: 0.5,
  /** The ACK that ends the run took this many smoothed RTTs: it was late, and no probe drew it forth in time. */
  lateAckRtts: 3,
} as const;

export const SPURIOUS_LOSS = {
  /** congestion.md §5. */
  infoShare: 0.01,
  /** Below this one late ACK is a large share by chance. */
  minLosses: 20,
  minSpurious: 2,
  /** One loss in ten was none, and the window paid for it more than once: reordering costs throughput. */
  warningShare: 0.1,
  warningReductions: 2,
  /** The log's own ACKs cover more of its losses than this before they are declared: its ACK ranges are wrong. */
  contradictedShare: 0.05,
} as const;

export const BUFFERBLOAT = {
  /** congestion.md §5. */
  rttRatio: 2,
  timeShare: 0.25,
  /** A queue below the target of CoDel (RFC 8289 §4.2) is no standing queue, however short the path. */
  minQueueUs: 5000,
  /** Late ACKs after a timeout hold the smoothed RTT up without any queue; the RTTs of its ACKs tell. */
  minAcks: 20,
  /** The window must be what limits the sender for this long, or its queue is not the sender's making. */
  minWindowLimitedShare: 0.25,
  minWindowLimitedRtts: 10,
} as const;

export const ACCOUNTING = {
  /** congestion.md §5. One or two datagrams apart is a log that writes the value before the packet it counts. */
  datagrams: 2,
  /** Long: apart without a break. Healthy stacks are apart by an ACK's worth for 14 ms at most (under one RTT). */
  minRtts: 10,
  minUs: 100_000,
  /** A stretch with fewer logged values is a pause, not a disagreement. */
  minValues: 10,
  /** Or with breaks, but for over half of the time. */
  timeShare: 0.5,
} as const;

export const LIMITED = {
  /** congestion.md §5: above half. */
  timeShare: 0.5,
  /** A handshake alone tells nothing about what limits a transfer. */
  minRtts: 10,
  minPackets: 20,
} as const;

export const MODEL_DIVERGENCE = {
  /** A model that explains less than this was left for more than one round trip in twenty. */
  fit: 0.95,
  /** An epoch in which the log was within the tolerance for less than half of the time was left as a whole. */
  epochScore: 0.5,
} as const;

export const LOG_QUALITY = {
  /** Gaps inside a burst are 20 to 30 µs (congestion.md §4): a step of the clock above 10 µs hides them. */
  clockStepUs: 10,
} as const;
