/** Names of transport errors (RFC 9000 §20.1), as the drafts and stacks write them. */
export const ERROR_WORDS: readonly string[] = [
  ...['no_error', 'internal_error', 'connection_refused', 'flow_control_error', 'stream_limit_error'],
  ...['stream_state_error', 'final_size_error', 'frame_encoding_error', 'transport_parameter_error'],
  ...['connection_id_limit_error', 'protocol_violation', 'invalid_token', 'application_error'],
  ...['crypto_buffer_exceeded', 'key_update_error', 'aead_limit_reached', 'no_viable_path', 'unknown'],
];
