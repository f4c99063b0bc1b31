/**
 * One packet: what was sent in it, what became of it, and where the log shows that. Types only; made by `answers/packet.ts`.
 */
import type { LossKind } from '../transport/loss-kinds/loss-kinds';
import type { SpaceName } from '../transport/sequence';

export interface PacketRequest {
  readonly connection: number;
  readonly space: SpaceName;
  readonly packetNumber: number;
}

/** A frame as it is named in one line: our own words and numbers. */
export interface FrameLine {
  readonly type: string;
  /** `stream 8, 1,200 bytes from 24,000, FIN`. */
  readonly text: string;
}

export interface PacketFacts {
  readonly space: SpaceName;
  readonly packetNumber: number;
  readonly sizeBytes: number;
  readonly sentUs: number;
  /** Row of the event list of its record. */
  readonly sentRow: number;
  /** As logged, the first ones; null where the log lists no frames, or the record cannot be read again. */
  readonly frames: readonly FrameLine[] | null;
  readonly framesLeftOut: number;
  readonly fate:
    | 'outstanding'
    | 'acknowledged'
    | 'lost'
    | 'discarded'
    | 'not in flight'
    | 'lost and acknowledged';
  /** When it was acknowledged, and the row of the record that did; NaN for never. */
  readonly ackedUs: number;
  readonly ackRow: number;
  /** When it was declared lost, and the row of a record that says so; NaN for never and for none. */
  readonly lostUs: number;
  readonly lostRow: number;
  /** `packet threshold`, `time threshold`, `PTO`, as the stack says or as inferred; null where it is not lost, or not known. */
  readonly lostBy: string | null;
  readonly lossIsLogged: boolean;
  /** What dropped it; null where that is not known. */
  readonly lossKind: LossKind | null;
  /** Numbers of later packets of its space that carry data of it again, the first 16, and how many there are. */
  readonly resentIn: readonly number[];
  readonly resentCount: number;
  /** Numbers of earlier packets whose data it carries again. */
  readonly resends: readonly number[];
}
