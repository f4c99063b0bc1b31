/**
 * The fields of each event, by its kind: those that rows are made of (read-events.ts), and those that are exported and
 * found by the filter only. An event without an entry has no field that is read or exported. Never listed: payload,
 * tokens, keys and other secrets, certificates.
 */
import { EventKind } from './event-kinds';
import type { FieldDefinition } from './field';
import { each, eachWith, OWNER, oneOf } from './field-lists';
import { FRAME_FIELDS, FRAME_TYPES } from './frame-fields';
import { HTTP_STREAM_TYPE_EVENT } from './http-fields';
import { ECN_WORDS, NUMBER_KEYS, PACKET_FIELDS, SPACE_KEYS } from './packet-fields';
import { OTHER_PARAMETERS, RECOVERY_PARAMETERS, RESTORED_PARAMETERS } from './parameter-fields';
import { DATA_BLOCKED, DATAGRAMS, type EventFields, PARAMETERS, READ_EVENTS } from './read-events';

/** Sizes of a datagram, in the `raw` of an event. */
export const DATAGRAM_SIZES: readonly FieldDefinition[] = [
  { keys: ['raw.length'], type: 'amount', exported: true },
  { keys: ['raw.payload_length'], type: 'amount', exported: true },
];

/** The fields of packets, those that are exported only after those that are read. */
export const ALL_PACKET_FIELDS: readonly FieldDefinition[] = [
  ...PACKET_FIELDS,
  { keys: ['header.scil'], type: 'amount', exported: true },
  { keys: ['header.dcil'], type: 'amount', exported: true },
  { keys: ['header.scid'], type: 'hex', exported: 'connectionIds' },
  { keys: ['header.packet_number_length'], type: 'amount', exported: true },
  { keys: ['header.packet_type_bytes'], type: 'amount', exported: true },
  { keys: ['header.quic_bit'], type: 'flag', exported: true },
  { keys: ['header.key_phase'], type: 'amount', exported: true },
  { keys: ['header.spin_bit'], type: 'flag', exported: true },
  { keys: ['header.key_phase_bit'], type: 'flag', exported: true },
  { keys: ['is_coalesced'], type: 'flag', exported: true },
  { keys: ['is_0rtt_accepted'], type: 'flag', exported: true },
  { keys: ['datagram_id'], type: 'amount', exported: true },
];

/** The same of frames. */
export const ALL_FRAME_FIELDS: readonly FieldDefinition[] = [
  ...FRAME_FIELDS,
  { keys: ['payload_length'], type: 'amount', exported: true },
  { keys: ['sequence_number'], type: 'amount', exported: true },
  { keys: ['retire_prior_to'], type: 'amount', exported: true },
  { keys: ['connection_id_length'], type: 'amount', exported: true },
  { keys: ['connection_id'], type: 'hex', exported: 'connectionIds' },
  { keys: ['trigger_frame_type'], type: 'frameTypeOrNumber', words: FRAME_TYPES, exported: true },
  { keys: ['frame_type_value'], type: 'amount', exported: true },
  { keys: ['frame_type_bytes'], type: 'amount', exported: true },
  { keys: ['path_id'], type: 'amount', exported: true },
  { keys: ['ack_eliciting_threshold'], type: 'amount', exported: true },
  { keys: ['request_max_ack_delay'], type: 'number', exported: true },
  { keys: ['reordering_threshold'], type: 'amount', exported: true },
];

const MAX_DATAGRAMS = 4096;

/** Beside how many they are. */
const OF_DATAGRAMS: EventFields = {
  fields: [
    { keys: ['raw'], type: 'sizes', list: MAX_DATAGRAMS, exported: true },
    { keys: ['datagram_ids'], type: 'amount', list: MAX_DATAGRAMS, exported: true },
    { keys: ['ecn'], type: 'word', words: ECN_WORDS, list: MAX_DATAGRAMS, exported: true },
  ],
};

const FRAMES: EventFields = {
  fields: [...PACKET_FIELDS.filter(({ fact }) => fact === 'frames'), ...each('amount', 'datagram_id')],
};

const PACKETS: EventFields = { fields: ALL_PACKET_FIELDS };

/** Layers between which data moved; never the data. */
const LAYERS = 'user application transport network dropped';
const MOVED: readonly FieldDefinition[] = [
  ...each('amount', 'length'),
  oneOf('from', LAYERS),
  oneOf('to', LAYERS),
  ...DATAGRAM_SIZES,
];

const STREAM_STATES =
  'idle open closed half_closed_local half_closed_remote ready send data_sent reset_sent reset_received receive ' +
  'size_known data_read reset_read data_received destroyed';

/** A packet that was wrongly declared lost; its number and type stand in the data. */
const SPURIOUS_LOSS_FIELDS: readonly FieldDefinition[] = [
  { keys: SPACE_KEYS, type: 'space', exported: true },
  { keys: NUMBER_KEYS, type: 'amount', exported: true },
  { keys: ['packet_type'], type: 'packetType', exported: true },
  { keys: ['header.packet_type'], type: 'packetType', exported: true },
  { keys: ['header.packet_number'], type: 'amount', exported: true },
  { keys: ['reordering_packets'], type: 'number', exported: true },
  { keys: ['reordering_time'], type: 'time', exported: true },
];

const K = EventKind;

export const EVENT_FIELDS: ReadonlyMap<EventKind, EventFields> = new Map<EventKind, EventFields>([
  ...READ_EVENTS,
  [K.packetSent, PACKETS],
  [K.packetReceived, PACKETS],
  [K.packetLost, PACKETS],
  [K.packetDropped, PACKETS],
  [K.packetBuffered, PACKETS],
  [K.recoveryParametersSet, { fields: RECOVERY_PARAMETERS }],
  [K.parametersSet, { ...PARAMETERS, fields: [...PARAMETERS.fields, ...OTHER_PARAMETERS] }],
  [K.parametersRestored, { fields: RESTORED_PARAMETERS }],
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
  [K.udpDatagramsSent, { fields: [...DATAGRAMS.fields, ...OF_DATAGRAMS.fields] }],
  [K.udpDatagramsReceived, { fields: [...each('amount', 'count'), ...OF_DATAGRAMS.fields] }],
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
  [K.datagramDataBlockedUpdated, { fields: DATA_BLOCKED.fields.map(({ pair: _, ...field }) => field) }],
  [K.connectionIdUpdated, { fields: [OWNER, ...eachWith('connectionIds', 'hex', 'old', 'new')] }],
  [K.serverListening, { fields: each('flag', 'retry_required') }],
  [K.spinBitUpdated, { fields: each('flag', 'state') }],
  [K.tupleAssigned, { fields: PACKET_FIELDS.filter(({ keys: [key] }) => key === 'path_id') }],
  [K.httpStreamTypeSet, { fields: HTTP_STREAM_TYPE_EVENT }],
  [K.spuriousLoss, { fields: SPURIOUS_LOSS_FIELDS }],
]);
