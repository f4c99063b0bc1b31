/**
 * Facts about the file: the connections it holds, and how well the shown one could be
 * read. Types only.
 */
import type { VantagePoint } from '../../../qlog-schema';
import type { Severity } from '../../findings/finding/finding';
import type { Compression, Encoding } from '../../input/bytes/inflate';
import type { DecodeQuality } from '../../input/formats/quality';
import type { DriftSummary } from '../../sender/transport/drift';
import type { LossMethod } from '../../sender/transport/loss-log';
import type { PtoMethod } from '../../sender/transport/pto-log';
import type { Side } from '../../sender/transport/transport';

/** One connection of the file, for the chooser. */
export interface ConnectionSummary {
  /** Index in the whole file. */
  readonly index: number;
  /** Name of its zip entry; null where the file is no zip. */
  readonly entry: string | null;
  readonly title: string | null;
  /** Vantage point: inferred from packets, else as logged. */
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

/** A record that was skipped, repaired or is unusually large. */
export interface SkippedRecord {
  readonly record: number;
  readonly offset: number;
  /** `broken`, `cut`, `oversized` … */
  readonly reason: string;
  readonly detail: string;
  /** Name of its file where the trace has several. */
  readonly file?: string;
  /** Number of that file in the trace, from 1. */
  readonly fileNumber?: number;
}

/** Quantities of congestion control whose origin the page shows. */
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

/** |logged − rebuilt| at the logged times; in the quantity's unit, µs or bytes. */
export interface OriginDifference {
  /** Number of compared values, and the stride between them: 1 for all values. */
  readonly compared: number;
  readonly stride: number;
  readonly median: number;
  /** 95th percentile, nearest rank. */
  readonly p95: number;
}

/** Origin of one quantity. */
export interface Provenance {
  readonly quantity: Quantity;
  /** Number of logged values, a repeated one counted once. */
  readonly logged: number;
  /** Number of values computed from packets. */
  readonly rebuilt: number;
  /** The stack logs its source, even without values: a counter that stayed 0. */
  readonly isLogged: boolean;
  readonly isRebuilt: boolean;
  /** How losses and PTOs were found; null for other quantities, and where unknown. */
  readonly method: LossMethod | PtoMethod | null;
  /** Null unless logged and rebuilt values exist at the same times. */
  readonly difference: OriginDifference | null;
}

export interface TraceQuality {
  readonly compression: Compression;
  readonly encoding: Encoding;
  readonly decode: DecodeQuality;
  /** Vantage point inferred from packets; `unknown` where it cannot be. */
  readonly role: VantagePoint;
  /** Factor that corrected logged RTTs, inferred from the packets' round trips; 1 for none. */
  readonly rttFactor: number;
  /** Events earlier than their predecessor, moved to its time. */
  readonly backwardSteps: number;
  /** Sent packets with a repeated or lower number. */
  readonly outOfOrder: number;
  /** Rebuilt bytes in flight compared with logged ones. */
  readonly drift: DriftSummary;
  /** Logged and rebuilt quantities and their difference; empty until the whole trace is read. */
  readonly provenance: readonly Provenance[];
  /** The first skipped, repaired or large records, and the number of skipped ones. */
  readonly skipped: readonly SkippedRecord[];
  readonly skippedTotal: number;
}
