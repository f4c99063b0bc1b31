/** Words that values of some types may be, as the drafts and stacks write them: needed by the export alone. */
import { TRANSPORT_ERRORS } from './termination';

export const ERROR_WORDS: readonly string[] = [...TRANSPORT_ERRORS, 'unknown'];

/** Triggers of packets and of their loss; any other is free text. */
// biome-ignore format: a table
export const PACKET_TRIGGERS: readonly string[] = [
  'retransmit_reordered', 'retransmit_timeout', 'pto_probe', 'retransmit_crypto', 'cc_bandwidth_probe',
  'keys_available', 'reordering_threshold', 'time_threshold', 'pto_expired', 'decryption_failure',
  'key_unavailable', 'unknown_connection_id', 'header_parse_error', 'payload_decrypt_error',
  'protocol_violation', 'dos_prevention', 'unsupported_version', 'unexpected_packet',
  'unexpected_source_connection_id', 'unexpected_version', 'duplicate', 'invalid_initial', 'internal_error',
  'rejected', 'general', 'genericerror', 'backpressure',
];
