/**
 * The fields of recovery metrics: canonical name, unit in the log, other spellings.
 *
 * `recovery_metrics_updated` has delta semantics: an event holds only what changed. Sources: quic-events drafts -00 to
 * -14; extra fields and spellings of stacks (README.md).
 */
import type { FieldDefinition } from './field';
import { CARRIED_FORWARD } from './field-lists';

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
  deliveryRate: 13,
} as const;

export type MetricField = (typeof MetricField)[keyof typeof MetricField];

const M = MetricField;

/** Metrics, in the order of their pairs. Columns hold µs and bytes/s. */
export const METRIC_FIELDS: readonly FieldDefinition[] = [
  {
    keys: ['congestion_window', 'cwnd', 'current_cwnd'],
    type: 'amount',
    pair: M.congestionWindow,
    exported: true,
    shortName: 'cwnd',
  },
  {
    keys: ['bytes_in_flight'],
    type: 'amount',
    pair: M.bytesInFlight,
    exported: true,
    shortName: 'in_flight',
  },
  { keys: ['ssthresh'], type: 'amount', pair: M.ssthresh, exported: true },
  // Before the other RTTs: needed to distinguish a measurement from the initial value in the same event.
  { keys: ['latest_rtt'], type: 'rtt', pair: M.latestRtt, exported: true },
  { keys: ['min_rtt'], type: 'rtt', pair: M.minRtt, exported: true },
  { keys: ['smoothed_rtt'], type: 'rtt', pair: M.smoothedRtt, exported: true, shortName: 'srtt' },
  { keys: ['rtt_variance', 'rttvar'], type: 'rtt', pair: M.rttVariance, exported: true },
  { keys: ['pto_count'], type: 'amount', pair: M.ptoCount, exported: true },
  {
    keys: ['cf_lost_packets'],
    inner: 'total',
    type: 'lossCounter',
    pair: M.lostPacketsTotal,
    exported: true,
  },
  { keys: ['pacing_rate'], type: 'rate', pair: M.pacingRate, exported: true },
  { keys: ['delivery_rate', 'cf_delivery_rate'], type: 'rate', pair: M.deliveryRate, exported: true },
  // quiche's samples of its delivery rate: the smaller one is its delivery rate.
  { keys: ['cf_send_rate'], type: 'rate', exported: true },
  { keys: ['cf_ack_rate'], type: 'rate', exported: true },
  { keys: ['packets_in_flight'], type: 'amount', pair: M.packetsInFlight, exported: true },
  { keys: ['app_limited', 'cf_app_limited'], type: 'flag', pair: M.appLimited, exported: true },
  { keys: ['path_id'], type: 'amount', pair: M.pathId, exported: true },
  // The congestion state inside a metrics event (pre-spec, old mvfst).
  { keys: ['cc_phase'], type: 'state', fact: 'newState', exported: true, shortName: 'state' },
  { keys: ['state'], type: 'state', fact: 'newState', exported: true, shortName: 'state' },
  CARRIED_FORWARD,
];

export function metricName(field: number): string {
  return METRIC_FIELDS.find(({ pair }) => pair === field)?.keys[0] ?? String(field);
}

/**
 * A slow start threshold, or a rate per second, at or above this means "unlimited". Stacks write 2⁶⁴−1, which JSON.parse
 * turns into 2⁶⁴; no real one is close to 2⁵³ bytes.
 */
export const UNLIMITED_BYTES = 2 ** 53;
