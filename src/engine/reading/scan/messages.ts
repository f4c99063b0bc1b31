/**
 * Messages between the thread that replays a text and the one that scans it. Types only.
 *
 *   replay   ◄── ready ─────────────────    scan      once, when its code is there
 *            ── scan {source} ──────────►             the next text; those of one trace follow each other
 *            ◄── scanned {rows, facts} ──             at most `MAX_AHEAD` of them ahead of `taken`
 *            ── taken {buffer} ─────────►             for each `scanned`: its buffer is filled again
 *            ◄── ended {failure} ────────             after the last `scanned` of the text
 */
import type { PackedBatch } from '../../base/columns/packed-batches';
import type { ConnectionFacts } from '../../input/formats/connection-facts';
import type { DecodeProblem } from '../../input/formats/decode-problem';
import type { TextFacts } from '../../input/formats/format';
import type { LogIdentity } from '../../input/formats/log-identity';
import type { LoggedName } from '../../input/formats/name-table';
import type { DecodeQuality } from '../../input/formats/quality';
import type { ScanFailure } from './failure';

/** Messages that may wait for the replay. */
export const MAX_AHEAD = 8;

/** What a reader gives, in its order. A problem of its format is worded by the receiver, by its reason. */
export type ScanItem =
  | { readonly type: 'connection'; readonly facts: ConnectionFacts }
  | { readonly type: 'batch'; readonly packed: PackedBatch; readonly connection: number }
  | { readonly type: 'problem'; readonly problem: Omit<DecodeProblem, 'message'> };

/** What is known of a connection so far. */
export interface ConnectionKnown {
  readonly index: number;
  readonly quality: DecodeQuality;
  readonly identity: LogIdentity;
}

/** `TextFacts` as values: of names the new ones, of connections those that may have changed. */
export interface ScanFacts extends Omit<TextFacts, 'names' | 'quality' | 'identity'> {
  readonly format: string;
  readonly names: readonly LoggedName[];
  readonly connections: readonly ConnectionKnown[];
}

export interface Scanned {
  readonly type: 'scanned';
  readonly items: readonly ScanItem[];
  /** Holds the rows of the batches. */
  readonly buffer: ArrayBuffer;
  /** Bytes of text scanned since the message before. */
  readonly textBytes: number;
  /** Null before the format is known. */
  readonly facts: ScanFacts | null;
}

export type FromScan =
  | { readonly type: 'ready' }
  | Scanned
  | { readonly type: 'ended'; readonly failure: ScanFailure | null };

/** @template Source what the scanning thread opens: a file, or its path. */
export type ToScan<Source> =
  | { readonly type: 'scan'; readonly source: Source }
  | { readonly type: 'taken'; readonly buffer: ArrayBuffer };
