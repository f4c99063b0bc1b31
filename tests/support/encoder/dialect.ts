/**
 * A dialect as data: the container, version, names, clock and fields in which a trace is written. Each choice is
 * one that a draft or a known stack makes; which ones go together is the list's affair (`dialects.ts`), and how
 * they are written is `encode.ts` and its neighbours'. Sources: the main-schema and quic-events drafts, and the
 * traces that the stacks wrote.
 */

export type Container =
  /** RS, JSON, line end (RFC 7464). `doubleRs` puts an empty record before each. */
  | {
      readonly kind: 'seq';
      readonly lineEnd: 'LF' | 'CRLF' | 'none';
      readonly pretty: boolean;
      readonly doubleRs: boolean;
      readonly header: boolean;
    }
  /** A sequence without RS: NDJSON, or JSON-SEQ whose RS were lost. Pretty-printed it is concatenated JSON. */
  | {
      readonly kind: 'lines';
      readonly lineEnd: 'LF' | 'CRLF';
      readonly pretty: boolean;
      readonly header: boolean;
    }
  | {
      readonly kind: 'contained';
      readonly pretty: boolean;
      /** Which of the trace's keys come after the events. */
      readonly behindEvents: 'nothing' | 'vantage_point' | 'common_fields';
      /** `{}` or `[]` as the last event, to dodge the last comma (draft-02). */
      readonly trailingEmpty: boolean;
      /** A trace that could not be had stands first in `traces`, as an error entry. */
      readonly errorEntry: boolean;
    }
  /** The trace object alone, without the file around it. */
  | { readonly kind: 'bare-trace' }
  /** Nothing but the events. */
  | { readonly kind: 'bare-array' }
  /** `connections` and `fields`, from before the first draft. */
  | { readonly kind: 'connections' };

/** The words of the header; `quic-12+0.3` are both, as quic-go writes them. */
export type Version =
  | 'quic-12'
  | 'quic-12+0.3'
  | '0.4'
  | '0.3'
  | 'draft-02'
  | 'draft-02-wip'
  | 'draft-01'
  | 'draft-00'
  | '0.1';

/** Event names by the time of their draft: see `names.ts`. */
export type NameSet = 'quic' | 'quic+recovery' | 'transport' | 'draft-01-early' | 'draft-00' | 'mvfst';

/** A column of an event array; `path` is picoquic's. */
export type Column = 'time' | 'category' | 'event' | 'trigger' | 'data' | 'group' | 'path';

export type Shape =
  | { readonly kind: 'object'; readonly order: 'time-first' | 'time-last' }
  /** `category` and `type` instead of `name` (draft-02). */
  | { readonly kind: 'category-type' }
  | {
      readonly kind: 'array';
      readonly columns: readonly Column[];
      /** How the columns are called: `CATEGORY` … `DATA` (draft-00) or lower case. */
      readonly case: 'upper' | 'lower';
      readonly eventColumn: 'event' | 'event_type' | 'type';
    };

export interface TimeStyle {
  readonly format:
    | 'relative'
    | 'delta'
    | 'absolute'
    | 'relative_to_epoch'
    | 'relative_to_previous_event'
    /** Every event names its own: relative, absolute and delta in turn. */
    | 'mixed';
  /** `time_format` is written (for event arrays the name of the time column says it). */
  readonly stated: boolean;
  /** `epoch` is a struct with a date; `unknown-epoch` the struct of a monotonic clock; `empty-struct` is noq's. */
  readonly reference:
    | 'absent'
    | 'zero'
    | 'number'
    | 'string'
    | 'rfc3339'
    | 'epoch'
    | 'epoch-1970'
    | 'unknown-epoch'
    | 'empty-struct';
  readonly written: 'number' | 'string';
  /** `truncated-deltas` is OpenSSL's: each delta loses its fraction of a ms. */
  readonly rounding: 'exact' | 'float32' | 'whole-ms' | 'truncated-deltas';
}

export interface FieldStyle {
  readonly size:
    | 'raw.length'
    | 'header.packet_size'
    | 'header.length'
    | 'length'
    | 'raw.payload_length'
    | 'none';
  /** Packet numbers, ranges, offsets and stream ids. */
  readonly numbers: 'number' | 'string';
  /** Where `packet_type` and, for sent and received packets, `packet_number` stand. */
  readonly packetType: 'header' | 'data' | 'data.type' | 'both';
  readonly packetTypeWords: 'usual' | 'onertt' | 'lower' | 'upper' | 'short_header';
  readonly frames: 'lower' | 'upper' | 'none';
  readonly ackKey: 'acked_ranges' | 'ack_ranges';
  readonly ackShape: 'pairs' | 'singles';
  readonly ackOrder: 'ascending' | 'descending';
  readonly streamId: 'stream_id' | 'id' | 'stream_id-string';
  readonly streamLength: 'raw.payload_length' | 'raw.length' | 'length';
  readonly window: 'congestion_window' | 'cwnd' | 'current_cwnd';
  /** How an unlimited ssthresh is written. */
  readonly unlimited: 'u64' | 'u64-string' | 'absent';
  readonly rtt: 'float' | 'whole-ms';
  /** `split` writes one event per group of metrics, as neqo does. */
  readonly metrics: 'delta' | 'full' | 'split' | 'none';
  /** `counter` is quiche's `cf_lost_packets`. */
  readonly lost: 'header' | 'type' | 'top-level-string' | 'both' | 'counter';
  readonly oldState: boolean;
}

export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be';
export type Compression = 'none' | 'gzip' | 'gzip-members' | 'zip' | 'zip-two' | 'zstd';

/** More than one connection: `group-ids` interleaves them in one trace, `traces` needs a contained file. */
export type Copies = 'one' | 'two-documents' | 'two-traces' | 'group-ids';

/** What cannot survive the dialect, whoever reads it; with `lost-numbers` losses are counted, not named. */
export type Loss = 'times' | 'sizes' | 'frames' | 'metrics' | 'lost-numbers';

export interface Dialect {
  readonly name: string;
  readonly container: Container;
  readonly version: Version;
  readonly names: NameSet;
  readonly shape: Shape;
  readonly time: TimeStyle;
  /** Of every time in the file (`time_units` of the drafts 00 and 01). */
  readonly units: 'ms' | 'us';
  readonly fields: FieldStyle;
  readonly encoding: Encoding;
  readonly compression: Compression;
  readonly copies: Copies;
  /** How far a time that is read may be off, for traces below 32,768 ms; `loses` says where no bound holds. */
  readonly resolutionUs: number;
  /** How much an RTT is rounded down at most. */
  readonly rttResolutionUs: number;
  readonly loses: readonly Loss[];
}
