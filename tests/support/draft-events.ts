/**
 * The events of the newest drafts as they define them: names, fields, types (draft-ietf-quic-qlog-quic-events-14, -h3-events-14,
 * -main-schema-14; the QPACK events of -h3-events-04, which later ones leave out; draft-ietf-tsvwg-careful-resume). Events are drawn of
 * them, each field there or not. It knows nothing of `src`.
 */
import fc from 'fast-check';

type Value = fc.Arbitrary<unknown>;
type Fields = { readonly [key: string]: Value };

const uint: Value = fc.nat({ max: 2 ** 31 - 1 });
const float: Value = fc.double({ min: 0, max: 1e6, noNaN: true });
const bool: Value = fc.boolean();
const text: Value = fc.constantFrom('some words', 'other words');
const hex: Value = fc.constantFrom('c0ffee', '00000001');
const words = (list: string): Value => fc.constantFrom(...list.split(' '));
const listOf = (value: Value): Value => fc.array(value, { minLength: 1, maxLength: 3 });
const objectOf = (fields: Fields, ...required: readonly string[]): Value =>
  fc.record(fields, { requiredKeys: [...required] });

const owner = words('local remote');
const raw = objectOf({ length: uint, payload_length: uint, data: hex });
const bytes = objectOf({ length: uint, data: hex });
const endpoint = objectOf({
  ip_v4: text,
  ip_v6: text,
  port_v4: uint,
  port_v6: uint,
  connection_ids: listOf(hex),
});
const space = words('initial handshake application_data');

const header = objectOf(
  {
    packet_type: words('initial handshake 0RTT 1RTT retry version_negotiation stateless_reset unknown'),
    packet_type_bytes: uint,
    quic_bit: bool,
    spin_bit: bool,
    key_phase: uint,
    key_phase_bit: bool,
    packet_number_length: uint,
    packet_number: uint,
    token: objectOf({ type: words('retry resumption'), details: objectOf({ key: text }), raw: bytes }),
    length: uint,
    version: hex,
    scil: uint,
    dcil: uint,
    scid: hex,
    dcid: hex,
  },
  'packet_type',
);

/** RFC 9000 §19, RFC 9221 §4. */
const FRAMES: { readonly [type: string]: Fields } = {
  padding: { raw },
  ping: { raw },
  ack: {
    ack_delay: float,
    acked_ranges: listOf(uint.map((from) => [from, (from as number) + 3])),
    ect1: uint,
    ect0: uint,
    ce: uint,
    raw,
  },
  reset_stream: { stream_id: uint, error: words('unknown'), error_code: uint, final_size: uint, raw },
  stop_sending: { stream_id: uint, error: words('unknown'), error_code: uint, raw },
  crypto: { offset: uint, raw },
  new_token: { token: objectOf({ raw: bytes }), raw },
  stream: { stream_id: uint, offset: uint, fin: bool, raw },
  max_data: { maximum: uint, raw },
  max_stream_data: { stream_id: uint, maximum: uint, raw },
  max_streams: { stream_type: words('bidirectional unidirectional'), maximum: uint, raw },
  data_blocked: { limit: uint, raw },
  stream_data_blocked: { stream_id: uint, limit: uint, raw },
  streams_blocked: { stream_type: words('bidirectional unidirectional'), limit: uint, raw },
  new_connection_id: {
    sequence_number: uint,
    retire_prior_to: uint,
    connection_id_length: uint,
    connection_id: hex,
    stateless_reset_token: hex,
    raw,
  },
  retire_connection_id: { sequence_number: uint, raw },
  path_challenge: { data: hex, raw },
  path_response: { data: hex, raw },
  connection_close: {
    error_space: words('transport application'),
    error: words('no_error flow_control_error'),
    error_code: uint,
    reason: text,
    reason_bytes: hex,
    trigger_frame_type: words('stream crypto'),
    raw,
  },
  handshake_done: { raw },
  datagram: { raw },
  unknown: { frame_type_bytes: uint, raw },
};

const framed = (types: { readonly [type: string]: Fields }): Value =>
  fc.oneof(
    ...Object.entries(types).map(([type, fields]) =>
      objectOf(fields).map((frame) => ({ frame_type: type, ...(frame as object) })),
    ),
  );

const frames = listOf(framed(FRAMES));
const versions = listOf(hex);

/** RFC 9000 §18.2, RFC 9221, RFC 9287. */
const PARAMETERS: Fields = {
  disable_active_migration: bool,
  ...Object.fromEntries(
    [
      ...['max_idle_timeout', 'max_udp_payload_size', 'ack_delay_exponent', 'max_ack_delay'],
      ...['active_connection_id_limit', 'initial_max_data', 'initial_max_stream_data_bidi_local'],
      ...['initial_max_stream_data_bidi_remote', 'initial_max_stream_data_uni', 'initial_max_streams_bidi'],
      ...['initial_max_streams_uni', 'max_datagram_frame_size'],
    ].map((name) => [name, uint]),
  ),
  grease_quic_bit: bool,
};

const data = words('blocked unblocked');
const REASONS =
  'scheduling pacing amplification_protection congestion_control connection_flow_control stream_flow_control stream_id application';
const layers = words('user application transport network dropped');
const state = words('slow_start congestion_avoidance recovery');
const connectionState = words(
  'attempted peer_validated handshake_started early_write handshake_complete handshake_confirmed closing draining closed',
);
const migrationState = words(
  'probing_started probing_abandoned probing_successful migration_started migration_abandoned migration_complete',
);
const keyType = words(
  'server_initial_secret client_initial_secret server_handshake_secret client_handshake_secret server_0rtt_secret client_0rtt_secret server_1rtt_secret client_1rtt_secret',
);
const ecnState = words('testing unknown failed capable');
const alpn = objectOf({ byte_value: hex, string_value: words('h3 hq-interop') });
const streamState = words(
  'idle open closed half_closed_local half_closed_remote ready send data_sent reset_sent reset_received receive size_known data_read reset_read data_received destroyed',
);
const datagrams: Fields = {
  count: uint,
  raw: listOf(raw),
  ecn: listOf(words('Not-ECT ECT(1) ECT(0) CE')),
  datagram_ids: listOf(uint),
  datagram_payload_checksums: listOf(uint),
};

const QUIC: { readonly [name: string]: Fields } = {
  server_listening: { ip_v4: text, ip_v6: text, port_v4: uint, port_v6: uint, retry_required: bool },
  connection_started: { local: endpoint, remote: endpoint },
  connection_closed: {
    initiator: owner,
    connection_error: words('no_error internal_error flow_control_error'),
    application_error: words('unknown'),
    error_code: uint,
    internal_code: uint,
    reason: text,
    trigger: words('idle_timeout application error version_mismatch stateless_reset unspecified'),
  },
  connection_id_updated: { initiator: owner, old: hex, new: hex },
  spin_bit_updated: { state: bool },
  connection_state_updated: { old: connectionState, new: connectionState },
  tuple_assigned: { tuple_id: text, tuple_remote: endpoint, tuple_local: endpoint },
  mtu_updated: { old: uint, new: uint, done: bool },
  version_information: { server_versions: versions, client_versions: versions, chosen_version: hex },
  alpn_information: { server_alpns: listOf(alpn), client_alpns: listOf(alpn), chosen_alpn: alpn },
  parameters_set: {
    initiator: owner,
    resumption_allowed: bool,
    early_data_enabled: bool,
    tls_cipher: text,
    original_destination_connection_id: hex,
    initial_source_connection_id: hex,
    retry_source_connection_id: hex,
    stateless_reset_token: hex,
    ...PARAMETERS,
    preferred_address: objectOf({ ip_v4: text, port_v4: uint, connection_id: hex }),
    unknown_parameters: listOf(objectOf({ id: uint, value: hex })),
  },
  parameters_restored: PARAMETERS,
  packet_sent: {
    header,
    frames,
    stateless_reset_token: hex,
    supported_versions: versions,
    raw,
    datagram_id: uint,
    datagram_payload_checksum: uint,
    is_mtu_probe_packet: bool,
    trigger: words('retransmit_reordered retransmit_timeout pto_probe retransmit_crypto cc_bandwidth_probe'),
  },
  packet_received: {
    header,
    frames,
    stateless_reset_token: hex,
    supported_versions: versions,
    raw,
    datagram_id: uint,
    datagram_payload_checksum: uint,
    trigger: words('keys_available'),
  },
  packet_dropped: {
    header,
    raw,
    datagram_id: uint,
    datagram_payload_checksum: uint,
    details: objectOf({ why: text }),
    trigger: words(
      'internal_error rejected unsupported invalid duplicate connection_unknown decryption_failure key_unavailable general',
    ),
  },
  packet_buffered: {
    header,
    raw,
    datagram_id: uint,
    datagram_payload_checksum: uint,
    trigger: words('backpressure keys_unavailable'),
  },
  packets_acked: { packet_number_space: space, packet_numbers: listOf(uint) },
  udp_datagrams_sent: datagrams,
  udp_datagrams_received: datagrams,
  udp_datagram_dropped: { raw },
  stream_state_updated: {
    stream_id: uint,
    stream_type: words('unidirectional bidirectional'),
    old: streamState,
    new: streamState,
    stream_side: words('sending receiving'),
  },
  frames_created: { frames, datagram_id: uint },
  frames_parsed: { frames, datagram_id: uint },
  stream_data_moved: {
    stream_id: uint,
    offset: uint,
    length: uint,
    from: layers,
    to: layers,
    additional_info: words('fin_set stream_reset'),
    raw,
  },
  datagram_data_moved: { from: layers, to: layers, raw },
  connection_data_blocked_updated: { old: data, new: data, reason: words(REASONS) },
  stream_data_blocked_updated: { old: data, new: data, stream_id: uint, reason: words(REASONS) },
  datagram_data_blocked_updated: { old: data, new: data, reason: words(REASONS) },
  migration_state_updated: {
    old: migrationState,
    new: migrationState,
    tuple_id: text,
    tuple_remote: endpoint,
    tuple_local: endpoint,
  },
  timer_updated: {
    timer_type: words('ack pto loss_timeout path_validation handshake_timeout idle_timeout'),
    timer_id: uint,
    packet_number_space: space,
    event_type: words('set expired cancelled'),
    delta: float,
  },
  key_updated: {
    key_type: keyType,
    old: hex,
    new: hex,
    key_phase: uint,
    trigger: words('tls remote_update local_update'),
  },
  key_discarded: {
    key_type: keyType,
    key: hex,
    key_phase: uint,
    trigger: words('tls remote_update local_update'),
  },
  recovery_parameters_set: {
    reordering_threshold: uint,
    time_threshold: float,
    timer_granularity: uint,
    initial_rtt: float,
    max_datagram_size: uint,
    initial_congestion_window: uint,
    minimum_congestion_window: uint,
    loss_reduction_factor: float,
    persistent_congestion_threshold: uint,
  },
  recovery_metrics_updated: {
    min_rtt: float,
    smoothed_rtt: float,
    latest_rtt: float,
    rtt_variance: float,
    pto_count: uint,
    congestion_window: uint,
    bytes_in_flight: uint,
    ssthresh: uint,
    packets_in_flight: uint,
    pacing_rate: uint,
    // Of quiche.
    cf_send_rate: uint,
    cf_ack_rate: uint,
    cf_lost_packets: objectOf({ total: uint, delta: uint }, 'total'),
    cf_lost_bytes: objectOf({ total: uint, delta: uint }, 'total'),
  },
  congestion_state_updated: { old: state, new: state, trigger: words('persistent_congestion ecn') },
  packet_lost: {
    header,
    frames,
    is_mtu_probe_packet: bool,
    trigger: words('reordering_threshold time_threshold pto_expired'),
  },
  marked_for_retransmit: { frames },
  ecn_state_updated: { old: ecnState, new: ecnState },
};

const fields = listOf(
  objectOf({ name: words(':status :method x-name'), value: words('200 GET') }, 'name', 'value'),
);

/** RFC 9114 §7.2, RFC 9218 §7.1. */
const HTTP_FRAMES: { readonly [type: string]: Fields } = {
  data: { raw },
  headers: { headers: fields, raw },
  cancel_push: { push_id: uint, raw },
  settings: { settings: listOf(objectOf({ name: text, value: uint })), raw },
  push_promise: { push_id: uint, headers: fields, raw },
  goaway: { id: uint, raw },
  max_push_id: { push_id: uint, raw },
  priority_update: {
    target_stream_type: words('request push'),
    prioritized_element_id: uint,
    priority_field_value: text,
    raw,
  },
  reserved: { frame_type_bytes: uint, raw },
  unknown: { frame_type_bytes: uint, raw },
};

const httpFrame: Fields = { stream_id: uint, frame: framed(HTTP_FRAMES), raw };
const restored: Fields = {
  max_field_section_size: uint,
  max_table_capacity: uint,
  blocked_streams_count: uint,
  extended_connect: bool,
  h3_datagram: bool,
};
const datagram: Fields = { stream_id: uint, quarter_stream_id: uint, datagram: hex, raw };
const capsule: Fields = { stream_id: uint, capsule_type: uint, length: uint, raw };

const HTTP3: { readonly [name: string]: Fields } = {
  parameters_set: { initiator: owner, ...restored, waits_for_settings: bool },
  parameters_restored: restored,
  stream_type_set: {
    initiator: owner,
    stream_id: uint,
    stream_type: words('request control push reserved unknown qpack_encode qpack_decode'),
    stream_type_bytes: uint,
    associated_push_id: uint,
  },
  priority_updated: {
    stream_type: words('request push'),
    stream_id: uint,
    push_id: uint,
    old: text,
    new: text,
    trigger: words('client_signal_received local'),
    reason: words('client_signal_received local'),
  },
  frame_created: httpFrame,
  frame_parsed: httpFrame,
  datagram_created: datagram,
  datagram_parsed: datagram,
  push_resolved: { push_id: uint, stream_id: uint, decision: words('claimed abandoned') },
};

const encoded: Fields = {
  stream_id: uint,
  headers: fields,
  block_prefix: objectOf({ required_insert_count: uint }),
  header_block: listOf(objectOf({ name: text })),
  length: uint,
  raw,
};
const instruction: Fields = {
  instruction: objectOf({ instruction_type: text }),
  length: uint,
  byte_length: uint,
  raw,
};

const QPACK: { readonly [name: string]: Fields } = {
  state_updated: {
    owner,
    dynamic_table_capacity: uint,
    dynamic_table_size: uint,
    known_received_count: uint,
    current_insert_count: uint,
  },
  stream_state_updated: { stream_id: uint, state: words('blocked unblocked') },
  dynamic_table_updated: {
    owner,
    update_type: words('inserted evicted'),
    entries: listOf(objectOf({ index: uint, name: text, value: text })),
  },
  headers_encoded: encoded,
  headers_decoded: encoded,
  instruction_created: instruction,
  instruction_parsed: instruction,
};

const phase = words('reconnaissance unvalidated validating safe_retreat normal');
const RECOVERY: { readonly [name: string]: Fields } = {
  careful_resume_phase_updated: {
    old_phase: phase,
    new_phase: phase,
    state_data: objectOf({
      pipesize: uint,
      first_unvalidated_packet: uint,
      last_unvalidated_packet: uint,
      congestion_window: uint,
      ssthresh: uint,
    }),
    restored_data: objectOf({ saved_congestion_window: uint, saved_rtt: float }),
    trigger: words(
      'congestion_window_limited cr_mark_acknowledged rtt_not_validated ecn_ce exit_recovery packet_loss',
    ),
  },
};

const message: Fields = { code: uint, message: text };
const MAIN: { readonly [namespace: string]: { readonly [name: string]: Fields } } = {
  loglevel: { error: message, warning: message, info: message, debug: message, verbose: message },
  simulation: {
    scenario: { name: text, details: objectOf({ key: text }) },
    marker: { type: text, message: text },
  },
};

const SCHEMAS = {
  quic: QUIC,
  http3: HTTP3,
  http: { capsule_created: capsule, capsule_parsed: capsule },
  qpack: QPACK,
  recovery: RECOVERY,
  ...MAIN,
};

export interface DraftEvent {
  readonly name: string;
  readonly data: object;
}

/** Every event that is defined, with values of the defined types; each field there or not, `header` and `new` always. */
export const DRAFT_EVENTS: ReadonlyMap<string, fc.Arbitrary<DraftEvent>> = new Map(
  Object.entries(SCHEMAS).flatMap(([namespace, events]) =>
    Object.entries(events).map(([type, its]): [string, fc.Arbitrary<DraftEvent>] => {
      const name = `${namespace}:${type}`;
      const required = ['header', 'new', 'new_phase'].filter((key) => Object.hasOwn(its, key));
      return [name, objectOf(its, ...required).map((of) => ({ name, data: of as object }))];
    }),
  ),
);

/** Any of them. */
export const draftEvent: fc.Arbitrary<DraftEvent> = fc.oneof(...DRAFT_EVENTS.values());
