/** Ids of what is read of events that are neither packets nor metrics; metric-fields.ts has those of metrics. */

/** First number of the pairs of events that are neither packets nor metrics; the second number is the value. */
export const EventFact = {
  /** A PTO timer expired; always 1. */
  ptoExpired: 2,
  /** The stack says that no data can be sent, of the connection or of a stream: 1 from here on, 0 no longer. */
  dataBlocked: 3,
  /** The endpoint gave up ECN on its path; always 1. */
  ecnFailed: 4,
  /** The sender says that its application has nothing to send: 1 from here on, 0 no longer. */
  appLimited: 5,
  /** Why the congestion state changed, as the stack says: a `StateTrigger`. */
  stateTrigger: 7,
  /** A packet was dropped because it had arrived before; always 1. */
  duplicate: 8,
  /** Why no data can be sent: a `BlockReason`; and the id of the stream. Both stand before `dataBlocked`. */
  blockReason: 9,
  blockStream: 10,
  /** Datagrams that were sent, or received, at once. */
  datagrams: 11,
} as const;

/** Reasons for a congestion state that RFC 9002 knows: §7.6 and §7.1. */
export const StateTrigger = { persistentCongestion: 1, ecn: 2 } as const;

/**
 * Why no data can be sent (draft-ietf-quic-qlog-quic-events, `DataBlockedReason`). `pacing`, `amplification`, `congestionControl`
 * and `connectionFlowControl` block every stream; the others the one that the event names, if it names one.
 */
export const BlockReason = {
  scheduling: 1,
  pacing: 2,
  amplification: 3,
  congestionControl: 4,
  connectionFlowControl: 5,
  streamFlowControl: 6,
  streamId: 7,
  application: 8,
  /** None is logged, or none of these. */
  unknown: 9,
} as const;
