/**
 * The fields of the frames of a packet (RFC 9000 §19 and its extensions), keys relative to the frame. Never listed:
 * data, tokens.
 */
import { ERROR_WORDS } from './errors';
import type { ColumnOf, FieldDefinition } from './field';
import { ACK_FRAMES } from './frames';

const FRAME_TYPES = [
  ...[
    'padding',
    'ping',
    ...ACK_FRAMES,
    'reset_stream',
    'reset_stream_at',
    'stop_sending',
    'crypto',
    'new_token',
  ],
  ...['stream', 'max_data', 'max_stream_data', 'max_streams', 'data_blocked', 'stream_data_blocked'],
  ...['streams_blocked', 'new_connection_id', 'retire_connection_id', 'path_challenge', 'path_response'],
  ...[
    'connection_close',
    'application_close',
    'handshake_done',
    'datagram',
    'ack_frequency',
    'immediate_ack',
  ],
  ...[
    'path_abandon',
    'path_status',
    'path_backup',
    'path_available',
    'path_standby',
    'max_path_id',
    'max_paths',
  ],
  ...[
    'paths_blocked',
    'path_cids_blocked',
    'path_new_connection_id',
    'path_retire_connection_id',
    'timestamp',
  ],
  'unknown',
];

const MAX_RANGES = 4096;

const FRAMES = [
  { keys: ['frame_type', 'type'], type: 'frameType', words: FRAME_TYPES, fact: 'frameType', exported: true },
  { keys: ['length'], type: 'amount', fact: 'dataLength', exported: true },
  { keys: ['raw.length'], type: 'amount', fact: 'dataLength', exported: true },
  { keys: ['raw.payload_length'], type: 'amount', fact: 'dataLength', exported: true },
  { keys: ['payload_length'], type: 'amount', exported: true },
  { keys: ['stream_id', 'id'], type: 'amount', fact: 'streamId', exported: true },
  { keys: ['offset'], type: 'amount', fact: 'dataOffset', exported: true },
  { keys: ['fin'], type: 'flag', exported: true },
  {
    keys: ['acked_ranges', 'ack_ranges', 'ack_blocks'],
    type: 'range',
    list: MAX_RANGES,
    fact: 'ackRanges',
    exported: true,
  },
  { keys: ['ack_delay'], type: 'ackDelay', column: 'ackDelayUs', frames: ACK_FRAMES, exported: true },
  // RFC 9000 §19.3.2; a count of each packet number space, which never falls.
  { keys: ['ect0', 'ecn_ect0'], type: 'amount', column: 'ect0Count', frames: ACK_FRAMES, exported: true },
  { keys: ['ect1', 'ecn_ect1'], type: 'amount', column: 'ect1Count', frames: ACK_FRAMES, exported: true },
  { keys: ['ce', 'ecn_ce'], type: 'amount', column: 'ceCount', frames: ACK_FRAMES, exported: true },
  { keys: ['maximum'], type: 'amount', exported: true },
  { keys: ['limit', 'maximum_data', 'maximum_streams'], type: 'amount', fact: 'limit', exported: true },
  { keys: ['final_size'], type: 'amount', exported: true },
  {
    keys: ['error_code', 'raw_error_code', 'error_code_value', 'error'],
    type: 'errorCode',
    words: ERROR_WORDS,
    exported: true,
  },
  {
    keys: ['error_space'],
    type: 'word',
    words: ['transport', 'application', 'transport_error', 'application_error'],
    exported: true,
  },
  { keys: ['stream_type'], type: 'word', words: ['bidirectional', 'unidirectional'], exported: true },
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
  { keys: ['reason'], type: 'text', exported: 'reasonPhrases' },
  { keys: ['reason_phrase'], type: 'text', exported: 'reasonPhrases' },
] as const satisfies readonly FieldDefinition[];

export type FrameColumn = ColumnOf<typeof FRAMES>;

export const FRAME_FIELDS: readonly FieldDefinition<FrameColumn>[] = FRAMES;

/** Frames that carry data of streams, of the handshake, or datagrams. */
export const DATA_FRAMES: readonly string[] = ['stream', 'crypto', 'datagram'];
