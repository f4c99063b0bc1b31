/**
 * The fields of the frames of a packet (RFC 9000 §19 and its extensions) that are read, keys relative to the frame; what is
 * exported only stands in event-fields.ts. Never listed: data, tokens.
 */
import type { ColumnOf, FieldDefinition } from './field';
import { ACK_FRAMES } from './frames';
import { CLOSE_FRAMES } from './termination';

/** Types of frames, as the drafts write them. */
// biome-ignore format: a table
export const FRAME_TYPES: readonly string[] = [
  'padding', 'ping', ...ACK_FRAMES, 'reset_stream', 'reset_stream_at', 'stop_sending', 'crypto',
  'new_token', 'stream', 'max_data', 'max_stream_data', 'max_streams', 'data_blocked',
  'stream_data_blocked', 'streams_blocked', 'new_connection_id', 'retire_connection_id', 'path_challenge',
  'path_response', 'connection_close', 'application_close', 'handshake_done', 'datagram', 'ack_frequency',
  'immediate_ack', 'path_abandon', 'path_status', 'path_backup', 'path_available', 'path_standby',
  'max_path_id', 'max_paths', 'paths_blocked', 'path_cids_blocked', 'path_new_connection_id',
  'path_retire_connection_id', 'timestamp', 'unknown',
];

const MAX_RANGES = 4096;
/** RFC 9000 §19.4; draft-ietf-quic-reliable-stream-reset. */
const RESET_FRAMES: readonly string[] = ['reset_stream', 'reset_stream_at'];

const FRAMES = [
  { keys: ['frame_type', 'type'], type: 'frameType', words: FRAME_TYPES, fact: 'frameType', exported: true },
  { keys: ['length'], type: 'amount', fact: 'dataLength', exported: true },
  { keys: ['raw.length'], type: 'amount', fact: 'dataLength', exported: true },
  { keys: ['raw.payload_length'], type: 'amount', fact: 'dataLength', exported: true },
  { keys: ['stream_id', 'id'], type: 'amount', fact: 'streamId', exported: true },
  { keys: ['offset'], type: 'amount', fact: 'dataOffset', exported: true },
  { keys: ['fin'], type: 'flag', fact: 'fin', frames: ['stream'], exported: true },
  { keys: ['final_size'], type: 'amount', fact: 'finalSize', frames: RESET_FRAMES, exported: true },
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
  // RFC 9000 §19.9, §19.10: the limit that a peer grants; the one below is what a sender says that it is blocked by.
  { keys: ['maximum'], type: 'amount', fact: 'granted', exported: true },
  { keys: ['limit', 'maximum_data', 'maximum_streams'], type: 'amount', fact: 'limit', exported: true },
  // RFC 9000 §19.11, §19.14.
  {
    keys: ['stream_type'],
    type: 'word',
    words: ['bidirectional', 'unidirectional'],
    codes: { unidirectional: 1 },
    frames: ['max_streams', 'streams_blocked'],
    fact: 'streamType',
    exported: true,
  },
  {
    keys: ['error_code', 'raw_error_code', 'error_code_value', 'error'],
    type: 'errorCode',
    frames: [...CLOSE_FRAMES, ...RESET_FRAMES, 'stop_sending'],
    fact: 'closeCode',
    exported: true,
  },
  {
    keys: ['error_space'],
    type: 'word',
    words: ['transport', 'application', 'transport_error', 'application_error'],
    frames: CLOSE_FRAMES,
    fact: 'closeSpace',
    exported: true,
  },
  { keys: ['reason'], type: 'text', frames: CLOSE_FRAMES, fact: 'closeReason', exported: 'reasonPhrases' },
  {
    keys: ['reason_phrase'],
    type: 'text',
    frames: CLOSE_FRAMES,
    fact: 'closeReason',
    exported: 'reasonPhrases',
  },
] as const satisfies readonly FieldDefinition[];

export type FrameColumn = ColumnOf<typeof FRAMES>;

export const FRAME_FIELDS: readonly FieldDefinition<FrameColumn>[] = FRAMES;

/** Frames that carry data of streams, of the handshake, or datagrams. */
export const DATA_FRAMES: readonly string[] = ['stream', 'crypto', 'datagram'];
