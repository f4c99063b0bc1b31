/**
 * Frames of packets (RFC 9000 §19 and its extensions): the type from a closed list, numbers, ranges; never data,
 * tokens or reasons. A frame of another type is kept as `unknown`, because frames decide whether a packet is ack-eliciting.
 */
import { asArray, asNumber, asObject, asText } from '../../../../qlog-schema';
import {
  amount,
  fields,
  flag,
  hex,
  list,
  number,
  object,
  type Rule,
  take,
  text,
  word,
} from './record-writer';

const FRAME_TYPES =
  'padding ping ack ack_ecn ack_mp path_ack reset_stream reset_stream_at stop_sending crypto new_token stream ' +
  'max_data max_stream_data max_streams data_blocked stream_data_blocked streams_blocked new_connection_id ' +
  'retire_connection_id path_challenge path_response connection_close application_close handshake_done datagram ' +
  'ack_frequency immediate_ack path_abandon path_status path_backup path_available path_standby max_path_id ' +
  'max_paths paths_blocked path_cids_blocked path_new_connection_id path_retire_connection_id timestamp unknown';

/** Lists longer than these are not read back either (decode-packet.ts). */
const MAX_RANGES = 4096;
const MAX_FRAMES = 16_384;

/** Names of transport errors (RFC 9000 §20.1). */
const ERRORS =
  'no_error internal_error connection_refused flow_control_error stream_limit_error stream_state_error ' +
  'final_size_error frame_encoding_error transport_parameter_error connection_id_limit_error protocol_violation ' +
  'invalid_token application_error crypto_buffer_exceeded key_update_error aead_limit_reached no_viable_path unknown';

const errorName = word(ERRORS);

/** An error as a number or by its name in the RFC. */
export const errorCode: Rule = (value, writer, path) =>
  amount(value, writer, path) ?? errorName(value, writer, path) ?? hexCode(value);

/** `crypto_error_0x178` etc. */
function hexCode(value: unknown): string | undefined {
  return typeof value === 'string' && /^(?:crypto_error_)?0x[0-9a-f]{1,16}$/i.test(value) ? value : undefined;
}

/** One number, or first and last. The end may exceed exact integers; readers limit it. */
const range: Rule = (value) => {
  const [from, to] = (asArray(value) ?? []).slice(0, 2).map((item) => asNumber(item));
  if (from === undefined || from === null || from < 0) return undefined;
  if (to === undefined) return [from];
  return to === null || to < from ? undefined : [from, to];
};

/** In ms like all times, unless the stack logs the encoded value. */
const ackDelay: Rule = (value, { effects, unitsPerMs }) => {
  const logged = asNumber(value);
  if (logged === null) return undefined;
  return effects.ackDelayRaw === 'as written' ? logged : logged / unitsPerMs;
};

export const rawSizes = object(fields({ length: amount, payload_length: amount }));

const frameType = word(FRAME_TYPES);
const typeOrNumber: Rule = (value, writer, path) =>
  amount(value, writer, path) ?? frameType(value, writer, path);

const FRAME = fields(
  {
    length: amount,
    payload_length: amount,
    raw: rawSizes,
    'stream_id id': amount,
    offset: amount,
    fin: flag,
    'acked_ranges ack_ranges ack_blocks': list(range, MAX_RANGES),
    ack_delay: ackDelay,
    'ect0 ecn_ect0': amount,
    'ect1 ecn_ect1': amount,
    'ce ecn_ce': amount,
    maximum: amount,
    'limit maximum_data maximum_streams': amount,
    final_size: amount,
    'error_code raw_error_code error_code_value error': errorCode,
    error_space: word('transport application transport_error application_error'),
    stream_type: word('bidirectional unidirectional'),
    sequence_number: amount,
    retire_prior_to: amount,
    connection_id_length: amount,
    trigger_frame_type: typeOrNumber,
    frame_type_value: amount,
    frame_type_bytes: amount,
    path_id: amount,
    ack_eliciting_threshold: amount,
    request_max_ack_delay: number,
    reordering_threshold: amount,
  },
  [
    ['connectionIds', { connection_id: hex }],
    ['reasonPhrases', { reason: text, reason_phrase: text }],
  ],
);

const TYPE_KEYS: ReadonlySet<string> = new Set(['frame_type', 'type']);

const frame: Rule = (value, writer, path) => {
  const logged = asObject(value);
  if (logged === null) return undefined;
  const type = logged.frame_type ?? logged.type;
  // A frame without a type is useless to a reader.
  if (asText(type) === null) return undefined;
  const known = frameType(type, writer, path);
  if (known === undefined) writer.leftOut.field(`${path}.frame_type`);
  return { frame_type: known ?? 'unknown', ...take(logged, FRAME, writer, `${path}.`, TYPE_KEYS) };
};

export const frames = list(frame, MAX_FRAMES);
