/** Words that values of some types may be, as the drafts and stacks write them: needed by the export alone. */

/** Names of transport errors (RFC 9000 §20.1). */
export const ERROR_WORDS: readonly string[] = [
  ...['no_error', 'internal_error', 'connection_refused', 'flow_control_error', 'stream_limit_error'],
  ...['stream_state_error', 'final_size_error', 'frame_encoding_error', 'transport_parameter_error'],
  ...['connection_id_limit_error', 'protocol_violation', 'invalid_token', 'application_error'],
  ...['crypto_buffer_exceeded', 'key_update_error', 'aead_limit_reached', 'no_viable_path', 'unknown'],
];

/** Triggers of packets and of their loss; any other is free text. */
export const PACKET_TRIGGERS: readonly string[] = [
  ...['retransmit_reordered', 'retransmit_timeout', 'pto_probe', 'retransmit_crypto', 'cc_bandwidth_probe'],
  ...['keys_available', 'reordering_threshold', 'time_threshold', 'pto_expired', 'decryption_failure'],
  ...['key_unavailable', 'unknown_connection_id', 'header_parse_error', 'payload_decrypt_error'],
  ...['protocol_violation', 'dos_prevention', 'unsupported_version', 'unexpected_packet'],
  ...['unexpected_source_connection_id', 'unexpected_version', 'duplicate', 'invalid_initial'],
  ...['internal_error', 'rejected', 'general', 'genericerror', 'backpressure'],
];
