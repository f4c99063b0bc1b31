/**
 * The fields of each event, by its kind. An event without an entry has no field that is read or exported. Never listed:
 * payload, tokens, keys and other secrets, certificates.
 */
import { EventFact } from './event-fact';
import { EventKind } from './event-kinds';
import type { FieldDefinition } from './field';
import { CARRIED_FORWARD, each, eachWith, errors, OWNER, oneOf } from './field-lists';
import { METRIC_FIELDS } from './metric-fields';
import {
  ACKED_FIELDS,
  DATAGRAM_SIZES,
  ECN_WORDS,
  PACKET_FIELDS,
  PACKET_TRIGGERS,
  SPURIOUS_LOSS_FIELDS,
} from './packet-fields';
import {
  OTHER_PARAMETERS,
  READ_PARAMETERS,
  RECOVERY_PARAMETERS,
  RESTORED_PARAMETERS,
} from './parameter-fields';

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

const PARAMETERS: EventFields = {
  // The peer's. A set without an owner is assumed to be the peer's: stacks that log one set log that one.
  readWhere: { keys: OWNER.keys, word: 'local', is: false },
  fields: [...READ_PARAMETERS, ...OTHER_PARAMETERS],
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
  [K.recoveryParametersSet, { fields: RECOVERY_PARAMETERS }],
  [K.parametersSet, PARAMETERS],
  [K.parametersRestored, { fields: RESTORED_PARAMETERS }],
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
        {
          ...oneOf('new', 'testing unknown failed capable'),
          codes: { failed: 1 },
          pair: EventFact.ecnFailed,
        },
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
  [K.tupleAssigned, { fields: PACKET_FIELDS.filter(({ keys: [key] }) => key === 'path_id') }],
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
