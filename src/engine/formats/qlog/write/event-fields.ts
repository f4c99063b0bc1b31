/**
 * Allow-lists of the data of each event: one table per kind, except packets (packet.ts). An event without a table
 * is left out, and counted. Never written, with any option: payload, tokens, keys and other secrets, certificates.
 */
import {
  asNumber,
  asObject,
  EventKind,
  METRIC_FIELDS,
  METRIC_STATE_KEYS,
  type MetricDefinition,
} from '../../../../qlog-schema';
import { errorCode, frames, rawSizes } from './frames';
import { packetType, space, trigger } from './packet';
import {
  amount,
  type Fields,
  fields,
  flag,
  hex,
  list,
  number,
  object,
  type Rule,
  text,
  time,
  version,
  word,
} from './record-writer';

const state: Rule = (value, writer) => {
  const logged = typeof value === 'number' ? String(value) : value;
  return typeof logged === 'string' && logged !== '' ? writer.stateName(logged) : undefined;
};

/** In ms, corrected where the log uses another unit by mistake; a stack's known own unit is kept, since the export names the stack. */
const rtt: Rule = (value, writer, path) => {
  const logged = amount(value, writer, path) as number | undefined;
  if (logged === undefined) return undefined;
  return (logged * writer.rttFactor) / (writer.effects.rttUnit === undefined ? writer.unitsPerMs : 1);
};

/** A counter of losses, relative to the start of the export: else its first value would look like a burst of losses. */
const lossCounter: Rule = (value, { lostBefore }) => {
  const total = asNumber(asObject(value)?.total);
  return total === null || total < lostBefore ? undefined : { total: total - lostBefore };
};

function metricRule({ unit, nestedKey }: MetricDefinition): Rule {
  if (nestedKey !== undefined) return lossCounter;
  if (unit === 'time') return rtt;
  return unit === 'flag' ? flag : amount;
}

const METRICS = fields({
  ...Object.fromEntries(
    METRIC_FIELDS.map((definition) => [definition.keys.join(' '), metricRule(definition)]),
  ),
  ...Object.fromEntries(METRIC_STATE_KEYS.map((key) => [key, state])),
  carried_forward: flag,
});

const OWNER = word('local remote');

const PARAMETERS = fields(
  {
    'initiator owner': OWNER,
    resumption_allowed: flag,
    early_data_enabled: flag,
    disable_active_migration: flag,
    'max_idle_timeout idle_timeout': amount,
    'max_udp_payload_size max_packet_size': amount,
    ack_delay_exponent: amount,
    max_ack_delay: amount,
    active_connection_id_limit: amount,
    initial_max_data: amount,
    initial_max_stream_data_bidi_local: amount,
    initial_max_stream_data_bidi_remote: amount,
    initial_max_stream_data_uni: amount,
    initial_max_streams_bidi: amount,
    initial_max_streams_uni: amount,
    max_datagram_frame_size: amount,
    grease_quic_bit: flag,
    min_ack_delay: amount,
    initial_max_path_id: amount,
    carried_forward: flag,
  },
  [
    [
      'connectionIds',
      {
        original_destination_connection_id: hex,
        initial_source_connection_id: hex,
        retry_source_connection_id: hex,
      },
    ],
  ],
);

const DATAGRAMS = fields({
  count: amount,
  raw: list(rawSizes, 4096),
  datagram_ids: list(amount, 4096),
  ecn: list(word('ect(0) ect(1) ce not-ect ect0 ect1 unknown'), 4096),
});

const FRAMES = fields({ frames, datagram_id: amount });

const BLOCKED = fields({
  old: word('blocked unblocked'),
  new: word('blocked unblocked'),
  reason: word(
    'scheduling pacing amplification_protection congestion_control connection_flow_control stream_flow_control',
  ),
  stream_id: amount,
});

/** Layers between which data moved; never the data. */
const LAYERS = word('user application transport network dropped');

const CONNECTION_STATES = word(
  'attempted peer_validated handshake_started early_write handshake_complete handshake_completed handshake_confirmed ' +
    'closing draining closed active',
);

const STREAM_STATES = word(
  'idle open closed half_closed_local half_closed_remote ready send data_sent reset_sent reset_received receive ' +
    'size_known data_read reset_read data_received destroyed',
);

const K = EventKind;

export const EVENT_FIELDS: ReadonlyMap<number, Fields> = new Map<number, Fields>([
  [K.metricsUpdated, METRICS],
  [
    K.congestionStateUpdated,
    fields({
      old: state,
      new: state,
      trigger: word('persistent_congestion ecn loss pto'),
      carried_forward: flag,
    }),
  ],
  [
    K.recoveryParametersSet,
    fields({
      reordering_threshold: amount,
      time_threshold: amount,
      timer_granularity: time,
      initial_rtt: time,
      max_datagram_size: amount,
      'initial_congestion_window init_cwnd': amount,
      'minimum_congestion_window min_cwnd': amount,
      loss_reduction_factor: amount,
      persistent_congestion_threshold: amount,
    }),
  ],
  [K.parametersSet, PARAMETERS],
  [K.parametersRestored, PARAMETERS],
  [
    K.timerUpdated,
    fields({
      timer_type: word(
        'ack pto loss_timeout path_validation handshake_timeout idle_timeout path_probe loss_time',
      ),
      event_type: word('set expired cancelled'),
      packet_number_space: space,
      delta: time,
    }),
  ],
  [
    K.keyDiscarded,
    fields({
      'key_type type': keyType(),
      key_phase: amount,
      generation: amount,
      trigger: word('tls remote_update local_update'),
    }),
  ],
  [
    K.keyUpdated,
    fields({
      'key_type type': keyType(),
      key_phase: amount,
      generation: amount,
      trigger: word('tls remote_update local_update'),
    }),
  ],
  [
    K.ecnStateUpdated,
    fields({
      old: word('testing unknown failed capable'),
      new: word('testing unknown failed capable'),
      trigger,
    }),
  ],
  [K.mtuUpdated, fields({ old: amount, 'new mtu': amount, done: flag })],
  [K.udpDatagramsSent, DATAGRAMS],
  [K.udpDatagramsReceived, DATAGRAMS],
  [K.udpDatagramDropped, fields({ raw: rawSizes, datagram_id: amount })],
  [K.framesCreated, FRAMES],
  [K.framesParsed, FRAMES],
  [K.markedForRetransmit, FRAMES],
  [
    K.streamDataMoved,
    fields({ stream_id: amount, offset: amount, length: amount, from: LAYERS, to: LAYERS, raw: rawSizes }),
  ],
  [K.datagramDataMoved, fields({ length: amount, from: LAYERS, to: LAYERS, raw: rawSizes })],
  [
    K.streamStateUpdated,
    fields({
      stream_id: amount,
      stream_type: word('bidirectional unidirectional'),
      stream_side: word('sending receiving'),
      old: STREAM_STATES,
      new: STREAM_STATES,
    }),
  ],
  [K.connectionDataBlockedUpdated, BLOCKED],
  [K.streamDataBlockedUpdated, BLOCKED],
  [K.datagramDataBlockedUpdated, BLOCKED],
  [K.connectionStateUpdated, fields({ old: CONNECTION_STATES, 'new state': CONNECTION_STATES })],
  [
    K.connectionStarted,
    fields({ ip_version: word('ipv4 ipv6') }, [
      ['addresses', { src_ip: text, dst_ip: text, src_port: amount, dst_port: amount }],
      ['connectionIds', { src_cid: hex, dst_cid: hex }],
    ]),
  ],
  [
    K.connectionClosed,
    fields(
      {
        'initiator owner': OWNER,
        'connection_error connection_code': errorCode,
        'application_error application_code': errorCode,
        error_code: errorCode,
        internal_code: amount,
        trigger: word(
          'clean handshake_timeout idle_timeout error stateless_reset version_mismatch application unspecified',
        ),
      },
      [['reasonPhrases', { reason: text }]],
    ),
  ],
  [K.connectionIdUpdated, fields({ 'initiator owner': OWNER }, [['connectionIds', { old: hex, new: hex }]])],
  [K.spinBitUpdated, fields({ state: flag })],
  [K.tupleAssigned, fields({ path_id: amount })],
  [
    K.migrationStateUpdated,
    fields({
      old: word(
        'probing_started probing_abandoned probing_successful migration_started migration_abandoned migration_complete',
      ),
      new: word(
        'probing_started probing_abandoned probing_successful migration_started migration_abandoned migration_complete',
      ),
    }),
  ],
  [
    K.versionInformation,
    fields({
      server_versions: list(version, 64),
      client_versions: list(version, 64),
      chosen_version: version,
    }),
  ],
  [
    K.spuriousLoss,
    fields({
      'packet_number_space packet_num_space': space,
      'packet_number packet_num packet_nr': amount,
      packet_type: packetType,
      reordering_packets: number,
      reordering_time: time,
      header: object(fields({ packet_type: packetType, packet_number: amount })),
    }),
  ],
]);

/** `server_handshake_secret` etc.: names of secrets, never a secret. */
function keyType(): Rule {
  const sides = ['client', 'server'];
  const kinds = ['initial', 'handshake', '0rtt', '1rtt'];
  return word(
    [
      ...sides.flatMap((side) => kinds.map((kind) => `${side}_${kind}_secret`)),
      ...kinds,
      ...kinds.map((kind) => `${kind}_secret`),
    ].join(' '),
  );
}
