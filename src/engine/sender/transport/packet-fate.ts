/**
 * Fates of sent packets as small numbers for a byte column, the result of an ACK, and the ledger's input for a packet
 * and its output for a loss.
 *
 * A byte holds the fate in its low bits and marks above. ledger.ts defines what the fates mean for bytes in flight,
 * sequence.ts how packets are shown.
 */
import { PacketSpace } from '../../../qlog-schema';

/**
 * `spurious`: acknowledged after it had been declared lost. `notInFlight`: an ACK or CONNECTION_CLOSE alone, which no
 * congestion controller counts (RFC 9002 §2); it becomes `acked` when acknowledged.
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

export const FATE_NAMES = [
  'outstanding',
  'acknowledged',
  'lost',
  'discarded',
  'not in flight',
  'lost and acknowledged',
] as const;
export type FateName = (typeof FATE_NAMES)[number];

export const FATE_MASK = 7;

export const PacketMark = {
  /** Lost according to the thresholds of RFC 9002 §6.1 alone. */
  overdue: 8,
  ackEliciting: 16,
  /** It carries retransmitted data. */
  resent: 32,
  /** RFC 9000 §14.4: its loss is no sign of congestion. */
  mtuProbe: 64,
  /** Sent with ECT(0) or ECT(1) (RFC 9000 §13.4). */
  ecnCapable: 128,
} as const;

/** Result of one ACK. Reused by the caller: `ackRange` adds to it. Sizes are bytes, times µs. */
export interface AckOutcome {
  /** `PacketSpace` of its packets. */
  space: number;
  packets: number;
  /** Bytes that this ACK removed from flight. */
  bytes: number;
  /** Packets acknowledged although the stack had declared them lost. */
  spurious: number;
  /** Bytes of packets acknowledged after their loss was reported or inferred; they left the flight when declared lost. */
  spuriousBytes: number;
  /** Largest packet number newly acknowledged, -1 for none. */
  largest: number;
  /** Send time of that packet, µs. */
  largestSentUs: number;
  /** A newly acknowledged packet is ack-eliciting: the ACK may give an RTT sample (RFC 9002 §5.1). */
  eliciting: boolean;
  /** Earliest and latest send time of a newly acknowledged packet, NaN for none. */
  earliestSentUs: number;
  latestSentUs: number;
  /** Newly acknowledged packets that were sent ECN-capable, as far as the log says. */
  ecnCapable: number;
  /** Rows in the space's ledger of the first and the last sent of them that counted as in flight, -1 for none. */
  oldestRow: number;
  newestRow: number;
  /** STREAM, CRYPTO and DATAGRAM payload of newly acknowledged packets, and of the spurious ones among them. */
  dataBytes: number;
  spuriousDataBytes: number;
  /** Retransmitted part of `dataBytes`. */
  resentBytes: number;
  /** Smallest overdue packet number newly acknowledged, infinity for none: the reordering distance. */
  smallestOverdue: number;
}

export function emptyOutcome(space: number = PacketSpace.application): AckOutcome {
  return {
    space,
    packets: 0,
    bytes: 0,
    spurious: 0,
    spuriousBytes: 0,
    largest: -1,
    largestSentUs: 0,
    eliciting: false,
    earliestSentUs: Number.NaN,
    latestSentUs: Number.NaN,
    ecnCapable: 0,
    oldestRow: -1,
    newestRow: -1,
    dataBytes: 0,
    spuriousDataBytes: 0,
    resentBytes: 0,
    smallestOverdue: Number.POSITIVE_INFINITY,
  };
}

/** As `emptyOutcome`, without a new object for each ACK. */
export function resetOutcome(outcome: AckOutcome, space: number): void {
  outcome.space = space;
  outcome.packets = 0;
  outcome.bytes = 0;
  outcome.spurious = 0;
  outcome.spuriousBytes = 0;
  outcome.largest = -1;
  outcome.largestSentUs = 0;
  outcome.eliciting = false;
  outcome.earliestSentUs = Number.NaN;
  outcome.latestSentUs = Number.NaN;
  outcome.ecnCapable = 0;
  outcome.oldestRow = -1;
  outcome.newestRow = -1;
  outcome.dataBytes = 0;
  outcome.spuriousDataBytes = 0;
  outcome.resentBytes = 0;
  outcome.smallestOverdue = Number.POSITIVE_INFINITY;
}

export interface LostPacket {
  readonly sentUs: number;
  readonly dataBytes: number;
  readonly marks: number;
}

/** Shared by the spaces of a connection: the time of the current event, and the callback for losses. */
export interface LedgerContext {
  nowUs: number;
  /** Called for each packet declared lost by evidence; the object is reused. */
  onLost: ((packet: LostPacket) => void) | null;
  /** Called for each packet acknowledged after it was declared lost at `lostUs`: was that loss only inferred, and none? */
  takesBack: ((lostUs: number) => boolean) | null;
}

/** Details of a packet besides its size. */
export interface SentDetails {
  /** `PacketMark` bits. */
  readonly marks: number;
  /** STREAM, CRYPTO and DATAGRAM payload, and its retransmitted part, bytes. */
  readonly dataBytes: number;
  readonly resentBytes: number;
}
