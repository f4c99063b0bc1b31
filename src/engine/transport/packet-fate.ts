/**
 * What became of a sent packet, as small numbers for a byte column, what an ACK did as a whole, and what the
 * ledger is told of a packet and tells of a loss.
 *
 * A byte holds the fate in its low bits and marks above it, so that a packet costs 31 bytes in all. What the
 * fates mean for the flight is ledger.ts's; how packets are shown is sequence.ts's.
 */

/**
 * `spurious`: acknowledged after it had been declared lost. `notInFlight`: an ACK or CONNECTION_CLOSE alone,
 * which no congestion controller counts (RFC 9002 §2); it becomes `acked` when an ACK names it.
 */
export const PacketFate = {
  outstanding: 0,
  acked: 1,
  lost: 2,
  discarded: 3,
  notInFlight: 4,
  spurious: 5,
} as const;
export type PacketFate = (typeof PacketFate)[keyof typeof PacketFate];

/** Fates in the order of their numbers, in words. */
export const FATE_NAMES = [
  'outstanding',
  'acknowledged',
  'lost',
  'discarded',
  'not in flight',
  'lost and acknowledged',
] as const;

export const FATE_MASK = 7;

/** Marks beside the fate. */
export const PacketMark = {
  /** The thresholds of RFC 9002 §6.1 alone would have declared it lost. */
  overdue: 8,
  ackEliciting: 16,
  /** It carries data that was sent before. */
  resent: 32,
  /** RFC 9000 §14.4: its loss is no sign of congestion. */
  mtuProbe: 64,
} as const;

/** What one ACK did. Reused by the caller: `ackRange` adds to it. Sizes are bytes, times µs. */
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
  /** A newly acknowledged packet is ack-eliciting: the ACK may give an RTT sample (RFC 9002 §5.1). */
  eliciting: boolean;
  /** Latest time at which a newly acknowledged packet was sent, NaN for none. */
  latestSentUs: number;
  /** STREAM, CRYPTO and DATAGRAM payload of newly acknowledged packets, and of the spurious ones among them. */
  dataBytes: number;
  spuriousDataBytes: number;
  /** Of `dataBytes`, what had been sent before. */
  resentBytes: number;
  /** Smallest overdue packet number newly acknowledged, infinity for none: how far back reordering reached. */
  smallestOverdue: number;
}

export function emptyOutcome(): AckOutcome {
  return {
    packets: 0,
    bytes: 0,
    spurious: 0,
    spuriousBytes: 0,
    largest: -1,
    largestSentUs: 0,
    eliciting: false,
    latestSentUs: Number.NaN,
    dataBytes: 0,
    spuriousDataBytes: 0,
    resentBytes: 0,
    smallestOverdue: Number.POSITIVE_INFINITY,
  };
}

/** A packet as it left the flight by a loss. */
export interface LostPacket {
  readonly sentUs: number;
  readonly dataBytes: number;
  readonly marks: number;
}

/** What the spaces of a connection share: the time of the event being replayed, and who hears of losses. */
export interface LedgerContext {
  nowUs: number;
  /** Called for each packet declared lost by evidence; the object is used again for the next. */
  onLost: ((packet: LostPacket) => void) | null;
}

/** What a packet carries beside its size. */
export interface SentDetails {
  /** `PacketMark` bits. */
  readonly marks: number;
  /** STREAM, CRYPTO and DATAGRAM payload, and how much of it was sent before, bytes. */
  readonly dataBytes: number;
  readonly resentBytes: number;
}
