/**
 * The transport parameters that are read (RFC 9000 §18.2, RFC 9221 §3): numbers, of either
 * endpoint. Connection ids, tokens and addresses are none of them.
 */

/** Names as in the RFCs; what a log may call them otherwise is in read-events.ts. Digests hold their order: a new one is the last. */
export const PARAMETER_NAMES = [
  'max_ack_delay',
  'ack_delay_exponent',
  'initial_max_data',
  'max_idle_timeout',
  'max_udp_payload_size',
  'initial_max_stream_data_bidi_local',
  'initial_max_stream_data_bidi_remote',
  'initial_max_stream_data_uni',
  'initial_max_streams_bidi',
  'initial_max_streams_uni',
  'active_connection_id_limit',
  'max_datagram_frame_size',
] as const;
export type TransportParameter = (typeof PARAMETER_NAMES)[number];

/** Whose parameters: of the endpoint that logs, or of its peer. */
export type ParameterOwner = 'own' | 'peer';

/**
 * First numbers of the pairs of the peer's parameters, in the order of their names, beyond every `EventFact`; those of the
 * endpoint's own are `TO_OWN` higher.
 */
export const FIRST_PARAMETER = 32;
export const TO_OWN = 32;

/** Those that the replay needs: the first names. */
export const PEER_MAX_ACK_DELAY = FIRST_PARAMETER;
export const PEER_ACK_DELAY_EXPONENT = FIRST_PARAMETER + 1;
export const PEER_MAX_DATA = FIRST_PARAMETER + 2;
