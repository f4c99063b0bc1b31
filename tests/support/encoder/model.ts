/**
 * One recorded connection as a plain list of canonical events: what every dialect of the writer says in its own
 * words. Times are ms from the trace's start on whole microseconds, so that a dialect that keeps microseconds
 * loses nothing. It knows nothing of `src`, so that writer and reader cannot be wrong in the same way.
 */

export type PacketType = 'initial' | 'handshake' | '0RTT' | '1RTT';

/** Both ends are part of the range (RFC 9000 §19.3.1). */
export type AckRange = readonly [from: number, to: number];

export type ModelFrame =
  | { readonly type: 'ack'; readonly ackDelayMs: number; readonly ranges: readonly AckRange[] }
  | {
      readonly type: 'stream';
      readonly streamId: number;
      readonly offset: number;
      readonly lengthBytes: number;
    }
  /** `name` as in the newest draft, lower case. */
  | { readonly type: 'other'; readonly name: string; readonly lengthBytes: number | null };

interface Timed {
  readonly timeMs: number;
}

export interface PacketEvent extends Timed {
  readonly kind: 'packet_sent' | 'packet_received';
  readonly packetType: PacketType;
  readonly packetNumber: number;
  readonly sizeBytes: number;
  readonly frames: readonly ModelFrame[];
}

export interface LossEvent extends Timed {
  readonly kind: 'packet_lost';
  readonly packetType: PacketType;
  readonly packetNumber: number;
  readonly sizeBytes: number;
}

/** Fields of `recovery_metrics_updated`, by their newest names. */
export const METRICS = [
  'congestion_window',
  'ssthresh',
  'bytes_in_flight',
  'min_rtt',
  'smoothed_rtt',
  'latest_rtt',
  'rtt_variance',
  'pto_count',
] as const;
export type Metric = (typeof METRICS)[number];

/** Only what changed. Windows in bytes, RTTs in ms; an unlimited ssthresh is Infinity. */
export type MetricValues = { readonly [metric in Metric]?: number };

export interface MetricsEvent extends Timed {
  readonly kind: 'metrics';
  readonly values: MetricValues;
}

export interface StateEvent extends Timed {
  readonly kind: 'state';
  readonly state: string;
}

/** Any event that the writer passes on as it stands; `name` as in the newest draft. */
export interface OtherEvent extends Timed {
  readonly kind: 'other';
  readonly name: string;
  readonly data: JsonObject;
}

export type ModelEvent = PacketEvent | LossEvent | MetricsEvent | StateEvent | OtherEvent;

export interface TraceModel {
  readonly vantagePoint: 'client' | 'server';
  /** In file order; times never descend. */
  readonly events: readonly ModelEvent[];
}

/** What JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}
