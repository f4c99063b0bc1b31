/**
 * What is exported of HTTP/3 events beyond what is read (http.ts): the fields of a frame, and of headers those that are numbers or
 * one of our words; hosts, paths and priorities with their option.
 */
import type { FieldDefinition } from './field';
import { each, OWNER, oneOf } from './field-lists';
import { HTTP_FRAME_NAMES, HTTP_KEYS } from './http';

/** The fields of a frame; of SETTINGS none. */
export const HTTP_FRAME_FIELDS: readonly FieldDefinition[] = [
  {
    keys: HTTP_KEYS.type,
    type: 'frameTypeOrNumber',
    words: [...HTTP_FRAME_NAMES.keys(), 'unknown'],
    exported: true,
  },
  { keys: ['raw'], type: 'sizes', exported: true },
  { keys: HTTP_KEYS.payload, type: 'amount', exported: true },
  { keys: HTTP_KEYS.headers, type: 'httpHeaders', exported: true },
  { keys: HTTP_KEYS.about, type: 'amount', exported: true },
  { keys: ['priority_field_value'], type: 'text', exported: 'requestTexts' },
  oneOf('target_stream_type', 'request push'),
  ...each('amount', 'frame_type_bytes', 'push_id'),
];

/** RFC 9114 §6.2, RFC 9204 §4.2. */
export const HTTP_STREAM_TYPE_EVENT: readonly FieldDefinition[] = [
  OWNER,
  ...each('amount', 'stream_id', 'stream_type_bytes', 'associated_push_id'),
  oneOf(
    'stream_type new',
    'control push request qpack_encode qpack_decode qpack_encoder qpack_decoder reserved unknown',
  ),
];

/** Headers whose value is one of our words, or a number; and those that leave with the option for hosts and paths. */
export const HTTP_PLAIN_HEADERS: readonly string[] = [':method', ':status', 'content-length'];
export const HTTP_TEXT_HEADERS: readonly string[] = [':authority', ':path', 'host', 'priority'];

/** RFC 9114 §7.2.4.1, RFC 9204 §5, RFC 9220 §3, RFC 9297 §2.1.1. */
export const HTTP_PARAMETERS: readonly FieldDefinition[] = [
  OWNER,
  { keys: ['max_field_section_size', 'max_header_list_size'], type: 'amount', exported: true },
  ...each('amount', 'max_table_capacity', 'blocked_streams_count'),
  ...each('flag', 'extended_connect', 'h3_datagram', 'waits_for_settings'),
];

const SIZES = each('amount', 'length', 'raw.length', 'raw.payload_length');

/** RFC 9297 §2.1: of datagrams and capsules sizes and streams, never what they hold. */
export const HTTP_DATAGRAM_EVENT: readonly FieldDefinition[] = [
  ...each('amount', 'stream_id', 'quarter_stream_id'),
  ...SIZES,
];
export const CAPSULE_EVENT: readonly FieldDefinition[] = [
  ...each('amount', 'stream_id', 'capsule_type'),
  ...SIZES,
];
export const HTTP_PUSH_EVENT: readonly FieldDefinition[] = [
  ...each('amount', 'stream_id', 'push_id'),
  oneOf('decision', 'claimed abandoned'),
];

/** RFC 9204: states and sizes; entries, headers and instructions stay. */
export const QPACK_STATE_EVENT: readonly FieldDefinition[] = [
  OWNER,
  ...each('amount', 'dynamic_table_capacity', 'dynamic_table_size'),
  ...each('amount', 'known_received_count', 'current_insert_count'),
];
export const QPACK_STREAM_STATE_EVENT: readonly FieldDefinition[] = [
  ...each('amount', 'stream_id'),
  oneOf('state', 'blocked unblocked'),
];
export const QPACK_TABLE_EVENT: readonly FieldDefinition[] = [
  OWNER,
  oneOf('update_type', 'inserted added evicted'),
];
export const QPACK_HEADERS_EVENT: readonly FieldDefinition[] = [...each('amount', 'stream_id'), ...SIZES];
export const QPACK_INSTRUCTION_EVENT: readonly FieldDefinition[] = [
  ...each('amount', 'byte_length'),
  ...SIZES,
];
