/**
 * The fields of each event, by its kind. An event without an entry has no field that is read or exported. Never listed:
 * payload, tokens, keys and other secrets, certificates.
 */
import { ERROR_WORDS } from './errors';
import { EventKind } from './event-kinds';
import type { ExportOption, FieldDefinition, ValueType } from './field';
import { METRIC_FIELDS } from './metric-fields';
import {
  ACKED_FIELDS,
  DATAGRAM_SIZES,
  ECN_WORDS,
  PACKET_FIELDS,
  PACKET_TRIGGERS,
  SPURIOUS_LOSS_FIELDS,
} from './packet-fields';

/** First number of the pairs of events that are neither packets nor metrics; the second number is the value. */
export const EventFact = {
  /** Transport parameters of the peer. */
  peerMaxAckDelayUs: 0,
  peerAckDelayExponent: 1,
  /** A PTO timer expired; always 1. */
  ptoExpired: 2,
  /** Flow control: 1 when the sender becomes blocked, 0 when it becomes unblocked. */
  flowBlocked: 3,
} as const;

/** Pairs are read only from events in which a field has this word, or has it not. */
export interface ReadWhere {
  readonly keys: readonly string[];
  readonly word: string;
  readonly is: boolean;
}

export interface EventFields {
  readonly fields: readonly FieldDefinition[];
  readonly readWhere?: ReadWhere;
}

/** Fields that are exported and not read, all of one type. */
function each(type: ValueType, ...names: readonly string[]): readonly FieldDefinition[] {
  return names.map((name) => ({ keys: [name], type, exported: true }));
}

/** The same, exported only with an option. */
function eachWith(
  option: ExportOption,
  type: ValueType,
  ...names: readonly string[]
): readonly FieldDefinition[] {
  return names.map((name) => ({ keys: [name], type, exported: option }));
}

function errors(...keys: readonly string[]): FieldDefinition {
  return { keys, type: 'errorCode', words: ERROR_WORDS, exported: true };
}

function oneOf(keys: string, words: string): FieldDefinition {
  return { keys: keys.split(' '), type: 'word', words: words.split(' '), exported: true };
}

const CARRIED_FORWARD: FieldDefinition = { keys: ['carried_forward'], type: 'flag', exported: true };
const OWNER = oneOf('initiator owner', 'local remote');

/** RFC 9000 §18.2: a larger exponent and a delay of 2¹⁴ ms or more are invalid. */
const MAX_ACK_DELAY_EXPONENT = 20;
const MAX_ACK_DELAY_MS = 2 ** 14 - 1;

const PARAMETERS: EventFields = {
  // The peer's. A set without an owner is assumed to be the peer's: stacks that log one set log that one.
  readWhere: { keys: ['initiator', 'owner'], word: 'local', is: false },
  fields: [
    {
      keys: ['max_ack_delay'],
      type: 'milliseconds',
      most: MAX_ACK_DELAY_MS,
      pair: EventFact.peerMaxAckDelayUs,
      exported: true,
    },
    {
      keys: ['ack_delay_exponent'],
      type: 'amount',
      most: MAX_ACK_DELAY_EXPONENT,
      pair: EventFact.peerAckDelayExponent,
      exported: true,
    },
    OWNER,
    ...each(
      'flag',
      'resumption_allowed',
      'early_data_enabled',
      'disable_active_migration',
      'grease_quic_bit',
    ),
    { keys: ['max_idle_timeout', 'idle_timeout'], type: 'amount', exported: true },
    { keys: ['max_udp_payload_size', 'max_packet_size'], type: 'amount', exported: true },
    ...each('amount', 'active_connection_id_limit', 'initial_max_data', 'initial_max_stream_data_uni'),
    ...each('amount', 'initial_max_stream_data_bidi_local', 'initial_max_stream_data_bidi_remote'),
    ...each('amount', 'initial_max_streams_bidi', 'initial_max_streams_uni', 'max_datagram_frame_size'),
    ...each('amount', 'min_ack_delay', 'initial_max_path_id'),
    ...eachWith(
      'connectionIds',
      'hex',
      'original_destination_connection_id',
      'initial_source_connection_id',
      'retry_source_connection_id',
    ),
    CARRIED_FORWARD,
  ],
};

const MAX_DATAGRAMS = 4096;

const DATAGRAMS: EventFields = {
  fields: [
    ...each('amount', 'count'),
    { keys: ['raw'], type: 'sizes', list: MAX_DATAGRAMS, exported: true },
    { keys: ['datagram_ids'], type: 'amount', list: MAX_DATAGRAMS, exported: true },
    { keys: ['ecn'], type: 'word', words: ECN_WORDS, list: MAX_DATAGRAMS, exported: true },
  ],
};

const FRAMES: EventFields = {
  fields: [...PACKET_FIELDS.filter(({ fact }) => fact === 'frames'), ...each('amount', 'datagram_id')],
};

const PACKETS: EventFields = { fields: PACKET_FIELDS };

const BLOCKED: readonly FieldDefinition[] = [
  oneOf('old', 'blocked unblocked'),
  oneOf(
    'reason',
    'scheduling pacing amplification_protection congestion_control connection_flow_control stream_flow_control',
  ),
  ...each('amount', 'stream_id'),
];
const FLOW_CONTROL: EventFields = {
  fields: [
    {
      ...oneOf('new', 'blocked unblocked'),
      codes: { blocked: 1, unblocked: 0 },
      pair: EventFact.flowBlocked,
    },
    ...BLOCKED,
  ],
};

/** Layers between which data moved; never the data. */
const LAYERS = 'user application transport network dropped';
const MOVED: readonly FieldDefinition[] = [
  ...each('amount', 'length'),
  oneOf('from', LAYERS),
  oneOf('to', LAYERS),
  ...DATAGRAM_SIZES,
];

const CONNECTION_STATES =
  'attempted peer_validated handshake_started early_write handshake_complete handshake_completed handshake_confirmed ' +
  'closing draining closed active';

const STREAM_STATES =
  'idle open closed half_closed_local half_closed_remote ready send data_sent reset_sent reset_received receive ' +
  'size_known data_read reset_read data_received destroyed';

const MIGRATION_STATES =
  'probing_started probing_abandoned probing_successful migration_started migration_abandoned migration_complete';

const KEY_KINDS = ['initial', 'handshake', '0rtt', '1rtt'];

/** `server_handshake_secret` etc.: names of secrets. */
const KEY_WORDS = [
  ...['client', 'server'].flatMap((side) => KEY_KINDS.map((kind) => `${side}_${kind}_secret`)),
  ...KEY_KINDS,
  ...KEY_KINDS.map((kind) => `${kind}_secret`),
];
const KEYS: EventFields = {
  fields: [
    { keys: ['key_type', 'type'], type: 'keyType', words: KEY_WORDS, fact: 'discardedKeys', exported: true },
    ...each('amount', 'key_phase', 'generation'),
    oneOf('trigger', 'tls remote_update local_update'),
  ],
};

const K = EventKind;

/** An event's fields by its kind. */
export const EVENT_FIELDS: ReadonlyMap<EventKind, EventFields> = new Map<EventKind, EventFields>([
  [K.packetSent, PACKETS],
  [K.packetReceived, PACKETS],
  [K.packetLost, PACKETS],
  [K.packetDropped, PACKETS],
  [K.packetBuffered, PACKETS],
  [K.packetsAcked, { fields: ACKED_FIELDS }],
  [K.metricsUpdated, { fields: METRIC_FIELDS }],
  [
    K.congestionStateUpdated,
    {
      fields: [
        { keys: ['new'], type: 'state', fact: 'newState', exported: true, shortName: 'state' },
        { keys: ['old'], type: 'state', fact: 'oldState', exported: true },
        oneOf('trigger', 'persistent_congestion ecn loss pto'),
        CARRIED_FORWARD,
      ],
    },
  ],
  [
    K.recoveryParametersSet,
    {
      fields: [
        ...each(
          'amount',
          'reordering_threshold',
          'time_threshold',
          'max_datagram_size',
          'loss_reduction_factor',
        ),
        ...each('amount', 'persistent_congestion_threshold'),
        ...each('time', 'timer_granularity', 'initial_rtt'),
        { keys: ['initial_congestion_window', 'init_cwnd'], type: 'amount', exported: true },
        { keys: ['minimum_congestion_window', 'min_cwnd'], type: 'amount', exported: true },
      ],
    },
  ],
  [K.parametersSet, PARAMETERS],
  [K.parametersRestored, { fields: PARAMETERS.fields }],
  [
    K.timerUpdated,
    {
      // Set and cancelled timers are not read.
      readWhere: { keys: ['timer_type'], word: 'pto', is: true },
      fields: [
        oneOf(
          'timer_type',
          'ack pto loss_timeout path_validation handshake_timeout idle_timeout path_probe loss_time',
        ),
        {
          ...oneOf('event_type', 'set expired cancelled'),
          codes: { expired: 1 },
          pair: EventFact.ptoExpired,
        },
        { keys: ['packet_number_space'], type: 'space', exported: true },
        ...each('time', 'delta'),
      ],
    },
  ],
  [K.keyDiscarded, KEYS],
  [K.keyUpdated, KEYS],
  [
    K.ecnStateUpdated,
    {
      fields: [
        oneOf('old', 'testing unknown failed capable'),
        oneOf('new', 'testing unknown failed capable'),
        { keys: ['trigger'], type: 'trigger', words: PACKET_TRIGGERS, exported: true },
      ],
    },
  ],
  [
    K.mtuUpdated,
    {
      fields: [
        ...each('amount', 'old'),
        { keys: ['new', 'mtu'], type: 'amount', exported: true },
        ...each('flag', 'done'),
      ],
    },
  ],
  [K.udpDatagramsSent, DATAGRAMS],
  [K.udpDatagramsReceived, DATAGRAMS],
  [K.udpDatagramDropped, { fields: [...DATAGRAM_SIZES, ...each('amount', 'datagram_id')] }],
  [K.framesCreated, FRAMES],
  [K.framesParsed, FRAMES],
  [K.markedForRetransmit, FRAMES],
  [K.streamDataMoved, { fields: [...each('amount', 'stream_id', 'offset'), ...MOVED] }],
  [K.datagramDataMoved, { fields: MOVED }],
  [
    K.streamStateUpdated,
    {
      fields: [
        ...each('amount', 'stream_id'),
        oneOf('stream_type', 'bidirectional unidirectional'),
        oneOf('stream_side', 'sending receiving'),
        oneOf('old', STREAM_STATES),
        oneOf('new', STREAM_STATES),
      ],
    },
  ],
  [K.connectionDataBlockedUpdated, FLOW_CONTROL],
  [K.streamDataBlockedUpdated, FLOW_CONTROL],
  [K.datagramDataBlockedUpdated, { fields: [oneOf('new', 'blocked unblocked'), ...BLOCKED] }],
  [
    K.connectionStateUpdated,
    { fields: [oneOf('old', CONNECTION_STATES), oneOf('new state', CONNECTION_STATES)] },
  ],
  [
    K.connectionStarted,
    {
      fields: [
        oneOf('ip_version', 'ipv4 ipv6'),
        ...eachWith('addresses', 'text', 'src_ip', 'dst_ip'),
        ...eachWith('addresses', 'amount', 'src_port', 'dst_port'),
        ...eachWith('connectionIds', 'hex', 'src_cid', 'dst_cid'),
      ],
    },
  ],
  [
    K.connectionClosed,
    {
      fields: [
        OWNER,
        errors('connection_error', 'connection_code'),
        errors('application_error', 'application_code'),
        errors('error_code'),
        ...each('amount', 'internal_code'),
        oneOf(
          'trigger',
          'clean handshake_timeout idle_timeout error stateless_reset version_mismatch application unspecified',
        ),
        ...eachWith('reasonPhrases', 'text', 'reason'),
      ],
    },
  ],
  [
    K.connectionIdUpdated,
    {
      fields: [OWNER, ...eachWith('connectionIds', 'hex', 'old', 'new')],
    },
  ],
  [K.spinBitUpdated, { fields: each('flag', 'state') }],
  [K.tupleAssigned, { fields: each('amount', 'path_id') }],
  [K.migrationStateUpdated, { fields: [oneOf('old', MIGRATION_STATES), oneOf('new', MIGRATION_STATES)] }],
  [
    K.versionInformation,
    {
      fields: [
        { keys: ['server_versions'], type: 'version', list: 64, exported: true },
        { keys: ['client_versions'], type: 'version', list: 64, exported: true },
        ...each('version', 'chosen_version'),
      ],
    },
  ],
  [K.spuriousLoss, { fields: SPURIOUS_LOSS_FIELDS }],
]);
