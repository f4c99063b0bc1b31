/**
 * The transport parameters that are read (RFC 9000 §18.2, RFC 9221 §3, draft-ietf-quic-ack-frequency): numbers, of either
 * endpoint. Connection ids, tokens and addresses are none of them.
 */

/** `delay`: logged in ms, read in µs. All others as logged; flags are 0 or 1. */
export type ParameterUnit = 'delay' | 'us' | 'ms' | 'bytes' | 'count' | 'flag';

/** Names as in the RFCs; what a log may call them otherwise is in read-events.ts. Digests hold their order: a new one is the last. */
export const TRANSPORT_PARAMETERS = {
  max_ack_delay: 'delay',
  ack_delay_exponent: 'count',
  initial_max_data: 'bytes',
  max_idle_timeout: 'ms',
  max_udp_payload_size: 'bytes',
  initial_max_stream_data_bidi_local: 'bytes',
  initial_max_stream_data_bidi_remote: 'bytes',
  initial_max_stream_data_uni: 'bytes',
  initial_max_streams_bidi: 'count',
  initial_max_streams_uni: 'count',
  active_connection_id_limit: 'count',
  max_datagram_frame_size: 'bytes',
  disable_active_migration: 'flag',
  min_ack_delay: 'us',
  initial_max_path_id: 'count',
} as const satisfies { readonly [name: string]: ParameterUnit };

export type TransportParameter = keyof typeof TRANSPORT_PARAMETERS;

export const PARAMETER_NAMES = Object.keys(TRANSPORT_PARAMETERS) as readonly TransportParameter[];

/** Whose parameters: of the endpoint that logs, or of its peer. */
export type ParameterOwner = 'own' | 'peer';

/** First numbers of their pairs, beyond every `EventFact`. */
const FIRST: { readonly [owner in ParameterOwner]: number } = { peer: 32, own: 64 };

/** First number of the pair of a parameter. */
export function parameterPair(owner: ParameterOwner, name: TransportParameter): number {
  return FIRST[owner] + PARAMETER_NAMES.indexOf(name);
}

/** The parameter of a pair; null for a pair of anything else. */
export function parameterOf(
  pair: number,
): { readonly owner: ParameterOwner; readonly name: TransportParameter } | null {
  const owner = pair >= FIRST.own ? 'own' : 'peer';
  const name = PARAMETER_NAMES[pair - FIRST[owner]];
  return name === undefined ? null : { owner, name };
}
