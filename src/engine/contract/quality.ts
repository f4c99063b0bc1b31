/**
 * What the page learns about the file itself: which connections it holds, and how well the shown one could be
 * read. Types only.
 */

import type { VantagePoint } from '../../qlog-schema';
import type { Compression, Encoding } from '../bytes/inflate';
import type { Severity } from '../findings/detector';
import type { DecodeQuality } from '../formats/qlog/decode/quality';
import type { DriftSummary } from '../transport/drift';
import type { LossMethod } from '../transport/loss-log';
import type { PtoMethod } from '../transport/pto-log';
import type { Side } from '../transport/transport';

/** One connection of the file, as a chooser names it. */
export interface ConnectionSummary {
  /** Counted through the whole file. */
  readonly index: number;
  /** Name of the zip entry it stands in, null where the file is no zip. */
  readonly entry: string | null;
  readonly title: string | null;
  /** Who logged it: as the packets show, else as the file says. */
  readonly role: VantagePoint;
  readonly side: Side;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  readonly durationUs: number;
  readonly events: number;
  readonly groupId: string | null;
  /** Original Destination Connection ID: the same in the client's and the server's trace. */
  readonly odcid: string | null;
  /** Worst finding; null without one, and before the trace is judged. */
  readonly worst: Severity | null;
}

/** A record that was not read as it stands. */
export interface SkippedRecord {
  readonly record: number;
  readonly offset: number;
  /** `broken`, `cut`, `oversized` … */
  readonly reason: string;
  readonly detail: string;
}

/** Quantities of congestion control whose origin the page tells. */
export type Quantity =
  | 'congestion-window'
  | 'bytes-in-flight'
  | 'ssthresh'
  | 'latest-rtt'
  | 'smoothed-rtt'
  | 'min-rtt'
  | 'losses'
  | 'congestion-states'
  | 'ptos'
  | 'acknowledged'
  | 'goodput'
  | 'limits';

/** |logged − rebuilt| at the logged instants; µs or bytes, as the quantity is. */
export interface OriginDifference {
  /** Instants compared, and every how many-th logged value that is: 1 for all of them. */
  readonly compared: number;
  readonly stride: number;
  readonly median: number;
  /** 95th percentile, nearest rank. */
  readonly p95: number;
}

/** Where one quantity comes from. */
export interface Provenance {
  readonly quantity: Quantity;
  /** Values that the stack logged, a repeated one counted once; 0 where it logs none. */
  readonly logged: number;
  /** Values computed from packets; 0 where nothing can be. */
  readonly rebuilt: number;
  /** The stack logs what this is read from, even where no value came: a counter that stayed 0. */
  readonly isLogged: boolean;
  readonly isRebuilt: boolean;
  /** How losses and PTOs were found; null for the rest, and where nothing tells of them. */
  readonly method: LossMethod | PtoMethod | null;
  /** Null unless logged and rebuilt values stand at the same instants. */
  readonly difference: OriginDifference | null;
}

export interface TraceQuality {
  readonly compression: Compression;
  readonly encoding: Encoding;
  readonly decode: DecodeQuality;
  /** Who logged it, as the packets show; `unknown` where they do not. */
  readonly role: VantagePoint;
  /** Logged RTTs were multiplied by this, because they disagreed with the packets' by as much; 1 otherwise. */
  readonly rttFactor: number;
  /** Events earlier than their predecessor, moved to its time. */
  readonly backwardSteps: number;
  /** Sent packets that repeat a number or fall behind. */
  readonly outOfOrder: number;
  /** The models that follow the logged window best on the same sends, ACKs and losses (open loop); null where not judged. */
  readonly controller: {
    readonly names: readonly string[];
    /** 0 to 1: reductions predicted, times growth followed. */
    readonly fit: number;
    /** The best follows well enough to be called the trace's controller. */
    readonly fits: boolean;
  } | null;
  /** Bytes in flight rebuilt from packets against the logged ones. */
  readonly drift: DriftSummary;
  /** Logged, rebuilt, and how far both lie apart; empty until the whole trace is read. */
  readonly provenance: readonly Provenance[];
  /** The first of the records that were not read, and how many there are. */
  readonly skipped: readonly SkippedRecord[];
  readonly skippedTotal: number;
}
