/**
 * One packet: which one is meant, what was sent in it, what became of it, and where the log shows that. Types only; made by
 * `answers/packet-facts.ts` and `answers/packet-search.ts`.
 */
import type { LossTrigger } from '../../../qlog-schema';
import type { StreamHeld } from '../../sender/streams/stream-row';
import type { LossKind } from '../../sender/transport/loss-kinds/loss-kinds';
import type { FateName } from '../../sender/transport/packet-fate';
import type { SpaceName } from '../../sender/transport/sequence';

/** Each packet number space has numbers of its own (RFC 9000 §12.3). */
export interface PacketName {
  readonly space: SpaceName;
  readonly packetNumber: number;
}

export interface PacketFactsRequest extends PacketName {
  readonly connection: number;
}

/** Which sent packet is meant. */
export type PacketSearch =
  /** This one. */
  | ({ readonly kind: 'named' } & PacketName)
  /** The one whose mark in a sequence is nearest: where it was sent, acknowledged or declared lost. */
  | {
      readonly kind: 'near';
      readonly space: SpaceName;
      readonly timeUs: number;
      /** NaN where all numbers stand at one height. */
      readonly packetNumber: number;
      readonly usPerPx: number;
      /** Numbers of a pixel; 0 where all stand at one height. */
      readonly numbersPerPx: number;
      readonly withinPx: number;
    }
  /** The 1-RTT packet that was sent nearest to a time; of a trace without any that of another space. */
  | { readonly kind: 'sent-near'; readonly timeUs: number }
  /** The lost one that was declared lost nearest to a time, or the probe of the nearest PTO. */
  | { readonly kind: 'lost-near' | 'probe-near'; readonly timeUs: number; readonly withinUs: number }
  /** The next one, or with -1 the one before, in the order of space and number. */
  | {
      readonly kind: 'step';
      readonly from: PacketName;
      readonly by: 1 | -1;
      /** `lost`: of those that were declared lost. */
      readonly among: 'sent' | 'lost';
    };

export interface PacketSearchRequest {
  readonly connection: number;
  readonly search: PacketSearch;
}

/** What a picture needs of a packet. Times are µs. */
export interface PacketMark extends PacketName {
  readonly sizeBytes: number;
  readonly sentUs: number;
  readonly fate: FateName;
  /** When it got its fate; NaN for none. */
  readonly settledUs: number;
  /** It carries data that was sent before. */
  readonly resent: boolean;
}

/** A frame as it is named in one line: our own words and numbers. */
export interface FrameLine {
  /** As RFC 9000 §19 writes it: `STREAM`. */
  readonly type: string;
  /** `stream 8, 1,200 bytes from 24,000, FIN`; may be empty. */
  readonly text: string;
}

/** Why a packet was declared lost. */
export interface LossReason {
  readonly trigger: LossTrigger;
  /** As the stack says; else inferred from what was acknowledged by then (RFC 9002 §6.1). */
  readonly isLogged: boolean;
  /** Later packets of its space that were acknowledged by then. */
  readonly ackedAbove: number;
}

export interface PacketFacts extends PacketMark {
  /** Row of the event list of its record; NaN where none is found. */
  readonly sentRow: number;
  /** As logged, the first ones; null while they are read, where the log lists none, and where it cannot be read again. */
  readonly frames: readonly FrameLine[] | null;
  /** Why there are none, a clause; null where there are some, and while they are read. */
  readonly whyNoFrames: string | null;
  readonly framesLeftOut: number;
  /** When it was acknowledged, the row of the record that did, and the number of the packet of the peer; NaN for none. */
  readonly ackedUs: number;
  readonly ackRow: number;
  readonly ackedBy: number;
  /** When it was declared lost, and the row of a record that says so; NaN for never and for none. */
  readonly lostUs: number;
  readonly lostRow: number;
  readonly lossIsLogged: boolean;
  /** Null where it is not lost, and where the reason is neither logged nor shown by ACKs. */
  readonly lostBy: LossReason | null;
  /** What dropped it; null where that is not known. */
  readonly lossKind: LossKind | null;
  /** Whether the log tells which packets carry the same data. */
  readonly resendsKnown: boolean;
  /** Numbers of later packets of its space that carry data of it again, the first ones, and how many there are. */
  readonly resentIn: readonly number[];
  readonly resentCount: number;
  /** Numbers of earlier packets whose data it carries again, the last ones, and how many there are. */
  readonly resends: readonly number[];
  readonly resendsCount: number;
  /** Streams of which it carries data, the first ones, each with what held it: those of which that shows. */
  readonly streams: readonly { readonly id: number; readonly held: StreamHeld }[];
}

/** Frames, and packets with the same data, that are named. */
export const MAX_FRAME_LINES = 24;
export const MAX_SAME_DATA = 16;
export const MAX_PACKET_STREAMS = 4;
