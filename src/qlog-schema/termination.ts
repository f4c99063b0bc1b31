/**
 * How a connection ends, as its log says it (RFC 9000 §10): a CONNECTION_CLOSE frame in a packet, the event of a connection
 * that was closed, or a Stateless Reset. The fields that say it are entries of frame-fields.ts and read-events.ts.
 */

/** Names of transport errors by their code, from 0 on (RFC 9000 §20.1). */
// biome-ignore format: a table
export const TRANSPORT_ERRORS: readonly string[] = [
  'no_error', 'internal_error', 'connection_refused', 'flow_control_error', 'stream_limit_error',
  'stream_state_error', 'final_size_error', 'frame_encoding_error', 'transport_parameter_error',
  'connection_id_limit_error', 'protocol_violation', 'invalid_token', 'application_error',
  'crypto_buffer_exceeded', 'key_update_error', 'aead_limit_reached', 'no_viable_path',
];

/** What ended it; triggers of events that are none of these are a close (§10.2). */
export const TERMINATIONS = [
  'close',
  'idle-timeout',
  'handshake-timeout',
  'stateless-reset',
  'version-mismatch',
] as const;

/** One record that says that the connection ended. */
export interface LoggedTermination {
  readonly how: (typeof TERMINATIONS)[number];
  /** The endpoint that logs is `local`. */
  readonly by: 'local' | 'remote' | 'unknown';
  /** Whose error code it is (RFC 9000 §20). */
  readonly space: 'transport' | 'application' | 'unknown';
  /** NaN for none. */
  readonly code: number;
}

/** Types of the frames that close a connection, in lower case; the second is that of early drafts. */
export const CLOSE_FRAMES: readonly string[] = ['connection_close', 'application_close'];

/** The type of a Stateless Reset among packets, in lower case. */
export const STATELESS_RESET = 'stateless_reset';
