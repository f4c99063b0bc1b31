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
