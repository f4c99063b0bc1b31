/**
 * The fields of the recovery metrics and of packets: canonical name, unit on the wire and aliases.
 *
 * `recovery_metrics_updated` has delta semantics (an event holds only what changed), and its fields
 * are spelt differently by several stacks. Sources: quic-events drafts, section "recovery_metrics_updated";
 * quiche's `cf_*` extras as its releases write them.
 */

/** Ids of the metric fields; the order is the index into `METRIC_FIELDS`. */
export const MetricField = {
  congestionWindow: 0,
  bytesInFlight: 1,
  ssthresh: 2,
  latestRtt: 3,
  minRtt: 4,
  smoothedRtt: 5,
  rttVariance: 6,
  ptoCount: 7,
  lostPacketsTotal: 8,
} as const;

export type MetricField = (typeof MetricField)[keyof typeof MetricField];

interface MetricDefinition {
  readonly field: MetricField;
  /** Keys in the event's data, first match wins. */
  readonly keys: readonly string[];
  /** Key inside a nested object, where the stack logs one (quiche's `cf_lost_packets {total, delta}`). */
  readonly nestedKey?: string;
  /** `time` values are milliseconds in the file and integer-free µs in our columns. */
  readonly unit: 'bytes' | 'time' | 'count';
}

export const METRIC_FIELDS: readonly MetricDefinition[] = [
  {
    field: MetricField.congestionWindow,
    keys: ['congestion_window', 'cwnd', 'current_cwnd'],
    unit: 'bytes',
  },
  { field: MetricField.bytesInFlight, keys: ['bytes_in_flight'], unit: 'bytes' },
  { field: MetricField.ssthresh, keys: ['ssthresh'], unit: 'bytes' },
  // Before the others: it tells a measurement from the initial value in the same event.
  { field: MetricField.latestRtt, keys: ['latest_rtt'], unit: 'time' },
  { field: MetricField.minRtt, keys: ['min_rtt'], unit: 'time' },
  { field: MetricField.smoothedRtt, keys: ['smoothed_rtt'], unit: 'time' },
  { field: MetricField.rttVariance, keys: ['rtt_variance'], unit: 'time' },
  { field: MetricField.ptoCount, keys: ['pto_count'], unit: 'count' },
  { field: MetricField.lostPacketsTotal, keys: ['cf_lost_packets'], nestedKey: 'total', unit: 'count' },
];

/**
 * A slow start threshold at or above this means "unlimited". Stacks write 2⁶⁴−1, which JSON.parse
 * turns into 2⁶⁴; no real threshold comes near 2⁵³ bytes.
 */
export const UNLIMITED_BYTES = 2 ** 53;

/** Packet number spaces (RFC 9000 §12.3), ids for a byte column. */
export const PacketSpace = { initial: 0, handshake: 1, application: 2, none: 3 } as const;
export type PacketSpace = (typeof PacketSpace)[keyof typeof PacketSpace];

/**
 * The packet number space of a packet type in any of its spellings.
 * Retry, Version Negotiation and Stateless Reset have no packet number: `none`.
 */
export function packetSpaceOf(packetType: string): PacketSpace {
  switch (packetType.toLowerCase()) {
    case 'initial':
      return PacketSpace.initial;
    case 'handshake':
      return PacketSpace.handshake;
    case 'retry':
    case 'version_negotiation':
    case 'stateless_reset':
      return PacketSpace.none;
    default:
      return PacketSpace.application;
  }
}

/** Space whose keys a `key_discarded` event drops, from `key_type` (`server_handshake_secret` …). */
export function discardedSpaceOf(keyType: string): PacketSpace {
  const type = keyType.toLowerCase();
  if (type.includes('initial')) return PacketSpace.initial;
  if (type.includes('handshake')) return PacketSpace.handshake;
  return PacketSpace.none;
}
