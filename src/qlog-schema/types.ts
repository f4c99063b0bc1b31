/**
 * The canonical events as types: what a record means once names, places and units are sorted out. They follow
 * the newest draft (quic-events-14); every field may be absent, because real logs leave any of them out.
 *
 * Units: times and RTTs in ms, sizes in bytes, rates in bits per second, as on the wire. The decoder does
 * not build these objects, it fills columns; they are the reference for readers and for writers of traces.
 */

export type PacketTypeName =
  | 'initial'
  | 'handshake'
  | '0RTT'
  | '1RTT'
  | 'retry'
  | 'version_negotiation'
  | 'stateless_reset'
  | 'unknown';

export interface PacketHeader {
  readonly packet_type?: PacketTypeName;
  readonly packet_number?: number;
  readonly length?: number;
  readonly path_id?: number;
}

export interface RawInfo {
  /** Whole packet, header and AEAD tag included. */
  readonly length?: number;
  readonly payload_length?: number;
}

/** One number, or first and last, both included. */
export type AckRange = readonly [number] | readonly [number, number];

export interface AckFrame {
  readonly frame_type: 'ack';
  readonly ack_delay?: number;
  readonly acked_ranges?: readonly AckRange[];
  readonly ect0?: number;
  readonly ect1?: number;
  readonly ce?: number;
}

export interface StreamFrame {
  readonly frame_type: 'stream';
  readonly stream_id: number;
  readonly offset?: number;
  readonly length?: number;
  readonly fin?: boolean;
}

export interface OtherFrame {
  readonly frame_type: string;
}

export type QuicFrame = AckFrame | StreamFrame | OtherFrame;

export interface PacketSent {
  readonly header?: PacketHeader;
  readonly raw?: RawInfo;
  readonly frames?: readonly QuicFrame[];
  readonly is_mtu_probe_packet?: boolean;
  readonly trigger?: string;
}

export type PacketReceived = Omit<PacketSent, 'is_mtu_probe_packet'>;

export interface PacketLost {
  readonly header?: PacketHeader;
  readonly is_mtu_probe_packet?: boolean;
  readonly trigger?: 'reordering_threshold' | 'time_threshold' | 'pto_expired';
}

/** Several losses in one event, as mvfst writes them. */
export interface AggregatedPacketsLost {
  readonly largest_lost_packet_num?: number;
  readonly lost_packets: number;
  readonly lost_bytes?: number;
}

export interface PacketsAcked {
  readonly packet_number_space?: 'initial' | 'handshake' | 'application_data';
  readonly packet_numbers: readonly number[];
}

/** Delta semantics: a field holds until it is logged again. */
export interface RecoveryMetricsUpdated {
  readonly congestion_window?: number;
  readonly bytes_in_flight?: number;
  readonly packets_in_flight?: number;
  readonly ssthresh?: number;
  readonly min_rtt?: number;
  readonly smoothed_rtt?: number;
  readonly latest_rtt?: number;
  readonly rtt_variance?: number;
  readonly pto_count?: number;
  readonly pacing_rate?: number;
}

export interface CongestionStateUpdated {
  readonly old?: string;
  readonly new: string;
  readonly trigger?: string;
}

export interface KeyDiscarded {
  readonly key_type: string;
}
