/**
 * The fields of metrics and packets: canonical name, unit in the log, aliases and the order in which they are tried.
 * Data and small pure functions; src/engine/formats/qlog/decode reads records with them.
 *
 * `recovery_metrics_updated` has delta semantics: an event holds only what changed. Sources: quic-events drafts -00 to
 * -14; extra fields and spellings of stacks (README.md).
 */

/** Ids of the metric fields, as used in the pairs of a batch. */
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
  pacingRate: 9,
  packetsInFlight: 10,
  appLimited: 11,
  pathId: 12,
} as const;

export type MetricField = (typeof MetricField)[keyof typeof MetricField];

/** `time` is ms in the file unless a quirk says otherwise, `rate` bits/s; columns hold µs and bytes/s. */
export type MetricUnit = 'bytes' | 'time' | 'count' | 'rate' | 'flag';

export interface MetricDefinition {
  readonly field: MetricField;
  /** Keys in the event's data, the first usable one is read; the first is canonical. */
  readonly keys: readonly string[];
  /** Key inside a nested object, for stacks that log one (quiche's `cf_lost_packets {total, delta}`). */
  readonly nestedKey?: string;
  readonly unit: MetricUnit;
}

export const METRIC_FIELDS: readonly MetricDefinition[] = [
  {
    field: MetricField.congestionWindow,
    keys: ['congestion_window', 'cwnd', 'current_cwnd'],
    unit: 'bytes',
  },
  { field: MetricField.bytesInFlight, keys: ['bytes_in_flight'], unit: 'bytes' },
  { field: MetricField.ssthresh, keys: ['ssthresh'], unit: 'bytes' },
  // First in the list: needed to distinguish a measurement from the initial value in the same event.
  { field: MetricField.latestRtt, keys: ['latest_rtt'], unit: 'time' },
  { field: MetricField.minRtt, keys: ['min_rtt'], unit: 'time' },
  { field: MetricField.smoothedRtt, keys: ['smoothed_rtt'], unit: 'time' },
  { field: MetricField.rttVariance, keys: ['rtt_variance', 'rttvar'], unit: 'time' },
  { field: MetricField.ptoCount, keys: ['pto_count'], unit: 'count' },
  { field: MetricField.lostPacketsTotal, keys: ['cf_lost_packets'], nestedKey: 'total', unit: 'count' },
  { field: MetricField.pacingRate, keys: ['pacing_rate'], unit: 'rate' },
  { field: MetricField.packetsInFlight, keys: ['packets_in_flight'], unit: 'count' },
  { field: MetricField.appLimited, keys: ['app_limited'], unit: 'flag' },
  { field: MetricField.pathId, keys: ['path_id'], unit: 'count' },
];

/** Canonical name of a metric field. */
export function metricName(field: number): string {
  return METRIC_FIELDS.find((definition) => definition.field === field)?.keys[0] ?? String(field);
}

/** Keys under which some stacks log the congestion state inside a metrics event (pre-spec, old mvfst). */
export const METRIC_STATE_KEYS: readonly string[] = ['cc_phase', 'state'];

/**
 * A slow start threshold at or above this means "unlimited". Stacks write 2⁶⁴−1, which JSON.parse turns into 2⁶⁴; no
 * real threshold is close to 2⁵³ bytes.
 */
export const UNLIMITED_BYTES = 2 ** 53;

/** Upper bound of packet numbers (RFC 9000 §12.3). */
export const PACKET_NUMBER_LIMIT = 2 ** 62;

/** Where the size of a packet is logged, tried in this order; `header` and `raw` are objects in the data. */
export const SIZE_SOURCES = [
  { id: 'raw.length', parent: 'raw', key: 'length', payload: false },
  { id: 'header.packet_size', parent: 'header', key: 'packet_size', payload: false },
  { id: 'header.length', parent: 'header', key: 'length', payload: false },
  { id: 'length', parent: 'data', key: 'length', payload: false },
  { id: 'raw.payload_length', parent: 'raw', key: 'payload_length', payload: true },
  { id: 'header.payload_length', parent: 'header', key: 'payload_length', payload: true },
] as const;

export type SizeSource = (typeof SIZE_SOURCES)[number]['id'];

/** Added to a payload's length if nothing else is logged: short header, packet number and AEAD tag. */
export const PAYLOAD_OVERHEAD_BYTES = 30;

/** The largest UDP payload; a size above it is a damaged number. */
export const MAX_PACKET_BYTES = 65_535;

/** Packet number and type, read from `header` first and then from the event data. */
export const PACKET_NUMBER_KEYS = ['packet_number', 'packet_num', 'packet_nr'] as const;
export const PACKET_TYPE_KEYS = ['packet_type', 'type'] as const;
export const PACKET_SPACE_KEYS = ['packet_number_space', 'packet_num_space'] as const;
/** Ranges of an ACK frame. */
export const ACK_RANGE_KEYS = ['acked_ranges', 'ack_ranges', 'ack_blocks'] as const;
/** Keys of a loss event for several packets (mvfst): largest number, count, bytes. */
export const AGGREGATE_LOSS = {
  largest: 'largest_lost_packet_num',
  packets: 'lost_packets',
  bytes: 'lost_bytes',
} as const;

/** Packet number spaces (RFC 9000 §12.3), ids for a byte column. */
export const PacketSpace = { initial: 0, handshake: 1, application: 2, none: 3 } as const;
export type PacketSpace = (typeof PacketSpace)[keyof typeof PacketSpace];

/**
 * The packet number space of a packet type (or of a space's name) in any spelling: `1RTT`, `onertt`, `short_header`,
 * `0RTT`, `application_data` … Retry, Version Negotiation and Stateless Reset have no packet number: `none`.
 */
export function packetSpaceOf(packetType: string): PacketSpace {
  switch (packetType) {
    case '1RTT':
      return PacketSpace.application;
    case 'initial':
      return PacketSpace.initial;
    case 'handshake':
      return PacketSpace.handshake;
    default:
      return spaceOfSpelling(packetType.toLowerCase().replace(/[ -]/g, '_'));
  }
}

function spaceOfSpelling(type: string): PacketSpace {
  if (type.startsWith('initial')) return PacketSpace.initial;
  if (type.startsWith('handshake')) return PacketSpace.handshake;
  const unnumbered = ['retry', 'version_negotiation', 'versionnegotiation', 'stateless_reset'];
  return unnumbered.includes(type) ? PacketSpace.none : PacketSpace.application;
}

/** Space whose keys a `key_discarded` event discards, from `key_type` (`server_handshake_secret` …). */
export function discardedSpaceOf(keyType: string): PacketSpace {
  const type = keyType.toLowerCase();
  if (type.includes('initial')) return PacketSpace.initial;
  if (type.includes('handshake')) return PacketSpace.handshake;
  return PacketSpace.none;
}
