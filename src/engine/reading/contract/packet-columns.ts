/**
 * The packets of a connection as columns, once: what is needed to find in one log what the other one sent. Made by `answers/packet-columns.ts`, matched by `compare/packet-match.ts`.
 */
import type { LossMethod } from '../../sender/transport/loss-log';

export interface PacketColumnsRequest {
  readonly connection: number;
}

/** Packets of one direction: parallel columns, ascending by number space and number, each number once. */
export interface DirectionColumns {
  /** `PacketSpace`. */
  readonly spaces: Uint8Array<ArrayBuffer>;
  readonly numbers: Float64Array<ArrayBuffer>;
  /** µs of the trace. */
  readonly timesUs: Float64Array<ArrayBuffer>;
  /** 0 where the size is not logged. */
  readonly sizesBytes: Uint16Array<ArrayBuffer>;
}

/**
 * What the sender says of the loss of a packet. `declared`: that it is lost, also where it was acknowledged later. `ackAlone`:
 * nothing, because it was not ack-eliciting (RFC 9002 §2), and nobody waits for its acknowledgement.
 */
export const LossMark = { none: 0, declared: 1, ackAlone: 2 } as const;

export interface SentRows extends DirectionColumns {
  /** A `LossMark` each. */
  readonly lossMarks: Uint8Array<ArrayBuffer>;
}

export interface PacketColumns {
  readonly sent: SentRows;
  /** Of a number that arrived several times the first. */
  readonly received: DirectionColumns;
  /** Span that the columns cover, µs: the log, or as much of it as the first `MAX_PACKETS` of a direction do. */
  readonly fromUs: number;
  readonly toUs: number;
  /** Of the whole log, packets that it says arrived and were dropped unread: their numbers are not known. */
  readonly unread: number;
  /** Of the whole log, packets that it says arrived again, and were dropped for that. */
  readonly duplicates: number;
  /** With several paths each numbers its packets for itself. */
  readonly paths: number;
  /** How the sender's losses are known. */
  readonly lossMethod: LossMethod;
}

/** Of each direction, the first ones: 20 bytes each. */
export const MAX_PACKETS = 1 << 20;
