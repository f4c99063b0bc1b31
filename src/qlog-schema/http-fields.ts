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
const PARAMETERS: readonly FieldDefinition[] = [
  OWNER,
  { keys: ['max_field_section_size', 'max_header_list_size'], type: 'amount', exported: true },
  ...each('amount', 'max_table_capacity', 'blocked_streams_count'),
  ...each('flag', 'extended_connect', 'h3_datagram', 'waits_for_settings'),
];
const SIZES = each('amount', 'length', 'raw.length', 'raw.payload_length');
const DATAGRAM: readonly FieldDefinition[] = [...each('amount', 'stream_id', 'quarter_stream_id'), ...SIZES];
const CAPSULE: readonly FieldDefinition[] = [...each('amount', 'stream_id', 'capsule_type'), ...SIZES];
const FIELD_SECTION: readonly FieldDefinition[] = [...each('amount', 'stream_id'), ...SIZES];
const INSTRUCTION: readonly FieldDefinition[] = [...each('amount', 'byte_length'), ...SIZES];

/**
 * Events of HTTP/3 and QPACK of which no row is made: their fields by canonical name, states and sizes without what they hold
 * (RFC 9114 §4.6, RFC 9204, RFC 9297).
 */
export const NAMED_EVENTS: { readonly [name: string]: readonly FieldDefinition[] } = {
  'http3:parameters_set': PARAMETERS,
  'http3:parameters_restored': PARAMETERS,
  'http3:datagram_created': DATAGRAM,
  'http3:datagram_parsed': DATAGRAM,
  'http3:push_resolved': [...each('amount', 'stream_id', 'push_id'), oneOf('decision', 'claimed abandoned')],
  'http3:capsule_created': CAPSULE,
  'http3:capsule_parsed': CAPSULE,
  'qpack:state_updated': [
    OWNER,
    ...each('amount', 'dynamic_table_capacity', 'dynamic_table_size'),
    ...each('amount', 'known_received_count', 'current_insert_count'),
  ],
  'qpack:stream_state_updated': [...each('amount', 'stream_id'), oneOf('state', 'blocked unblocked')],
  'qpack:dynamic_table_updated': [OWNER, oneOf('update_type', 'inserted added evicted')],
  'qpack:headers_encoded': FIELD_SECTION,
  'qpack:headers_decoded': FIELD_SECTION,
  'qpack:instruction_created': INSTRUCTION,
  'qpack:instruction_parsed': INSTRUCTION,
};

/** The name under which these events are listed. @param logged in any case, with the namespace of any draft. */
export function canonicalHttpName(logged: string): string {
  return logged.toLowerCase().replace(/^(?:http|h3):/, 'http3:');
}
