/** The dialects of fields: one spelling at a time, against the base in which most stacks write. */
import { BASE_03, vary } from './base-dialect.ts';
import type { Dialect, FieldStyle } from './dialect.ts';

const SPELLINGS: readonly (readonly [name: string, fields: Partial<FieldStyle>])[] = [
  ['size in header.packet_size', { size: 'header.packet_size' }],
  ['size in header.length', { size: 'header.length' }],
  ['size in length', { size: 'length' }],
  ['size without its overhead', { size: 'raw.payload_length' }],
  ['no sizes', { size: 'none' }],
  ['numbers as strings', { numbers: 'string' }],
  ['packet type in the data', { packetType: 'data' }],
  ['packet type as type', { packetType: 'data.type', lost: 'type' }],
  ['packet type in both places', { packetType: 'both', lost: 'both' }],
  ['onertt', { packetTypeWords: 'onertt' }],
  ['packet types in lower case', { packetTypeWords: 'lower' }],
  ['packet types in capitals', { packetTypeWords: 'upper' }],
  ['short_header', { packetTypeWords: 'short_header' }],
  ['frames in capitals', { frames: 'upper' }],
  ['no frames', { frames: 'none' }],
  ['ranges from the highest', { ackOrder: 'descending' }],
  ['single packets in ranges', { ackShape: 'singles' }],
  ['single packets, from the highest', { ackShape: 'singles', ackOrder: 'descending' }],
  ['ranges in strings', { ackShape: 'singles', numbers: 'string', lost: 'top-level-string' }],
  ['ack_ranges', { ackKey: 'ack_ranges' }],
  ['stream id', { streamId: 'id', streamLength: 'length' }],
  ['stream id as a string', { streamId: 'stream_id-string', streamLength: 'raw.length' }],
  ['cwnd', { window: 'cwnd' }],
  ['current_cwnd', { window: 'current_cwnd' }],
  ['no ssthresh until it is set', { unlimited: 'absent' }],
  ['unlimited ssthresh as a string', { unlimited: 'u64-string' }],
  ['RTTs in whole ms', { rtt: 'whole-ms' }],
  ['all metrics every time', { metrics: 'full' }],
  ['metrics one group at a time', { metrics: 'split' }],
  ['no metrics', { metrics: 'none' }],
  ['losses with type and number', { lost: 'type' }],
  ['losses at top level, in strings', { lost: 'top-level-string' }],
  ['losses in both places', { lost: 'both' }],
  ['losses as a counter', { lost: 'counter' }],
  ['states with their predecessor', { oldState: true }],
];

export const FIELD_SPELLINGS: readonly Dialect[] = SPELLINGS.map(([name, fields]) =>
  vary(BASE_03, `0.3, ${name}`, { fields }),
);
