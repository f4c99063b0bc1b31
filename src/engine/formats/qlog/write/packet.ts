/**
 * Packets: number, type, sizes and frames, written where the drafts since 0.3 have them, wherever the log has
 * them. A logged size of a whole packet becomes `raw.length`; a payload size stays a payload size.
 */
import {
  AGGREGATE_LOSS,
  asNumber,
  asObject,
  asText,
  type JsonObject,
  PACKET_NUMBER_KEYS,
  PACKET_SPACE_KEYS,
  PACKET_TYPE_KEYS,
  PacketSpace,
  packetSpaceOf,
  SIZE_SOURCES,
} from '../../../../qlog-schema';
import { frames, rawSizes } from './frames';
import {
  amount,
  fields,
  flag,
  hex,
  list,
  type RecordWriter,
  type Rule,
  take,
  version,
  type Written,
  word,
} from './record-writer';

/** Spellings of packet types, mapped to those of the drafts. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ...['initial', 'handshake', 'retry', 'stateless_reset', 'unknown', 'version_negotiation'].map(
    (type): [string, string] => [type, type],
  ),
  ...['0rtt', 'zerortt', 'zero_rtt'].map((type): [string, string] => [type, '0RTT']),
  ...['1rtt', 'onertt', 'one_rtt', 'short_header'].map((type): [string, string] => [type, '1RTT']),
  ['versionnegotiation', 'version_negotiation'],
]);

const SPACES: { readonly [space: number]: string } = {
  [PacketSpace.initial]: 'initial',
  [PacketSpace.handshake]: 'handshake',
  [PacketSpace.application]: 'application_data',
};

const TRIGGERS =
  'retransmit_reordered retransmit_timeout pto_probe retransmit_crypto cc_bandwidth_probe keys_available ' +
  'reordering_threshold time_threshold pto_expired decryption_failure key_unavailable unknown_connection_id ' +
  'header_parse_error payload_decrypt_error protocol_violation dos_prevention unsupported_version ' +
  'unexpected_packet unexpected_source_connection_id unexpected_version duplicate invalid_initial ' +
  'internal_error rejected general genericerror backpressure';

const triggerWord = word(TRIGGERS);

/** A trigger listed in the drafts; any other is free text. */
export const trigger: Rule = (value, writer, path) => {
  const known = triggerWord(value, writer, path);
  if (known !== undefined || typeof value !== 'string') return known;
  if (writer.options.reasonPhrases) return value.slice(0, 200);
  writer.leftOut.withheld('reasonPhrases');
  return undefined;
};

/** A type in any spelling; an unlisted one is written as readers would interpret it. */
export const packetType: Rule = (value) => {
  const logged = asText(value);
  if (logged === null) return undefined;
  const known = TYPES.get(logged.toLowerCase().replace(/[ -]/g, '_'));
  const space = packetSpaceOf(logged);
  if (known !== undefined || space === PacketSpace.application) return known ?? 'unknown';
  return space === PacketSpace.none ? 'retry' : SPACES[space];
};

const keys = (names: readonly string[]): string => names.join(' ');

const HEADER = fields(
  {
    [keys(PACKET_TYPE_KEYS)]: packetType,
    [keys(PACKET_NUMBER_KEYS)]: amount,
    length: amount,
    payload_length: amount,
    version,
    scil: amount,
    dcil: amount,
    path_id: amount,
    packet_number_length: amount,
    key_phase: amount,
    spin_bit: flag,
    key_phase_bit: flag,
  },
  [['connectionIds', { scid: hex, dcid: hex }]],
);

const DATA = fields({
  raw: rawSizes,
  frames,
  is_coalesced: flag,
  is_mtu_probe_packet: flag,
  is_0rtt_accepted: flag,
  datagram_id: amount,
  path_id: amount,
  ecn: word('ect(0) ect(1) ce not-ect ect0 ect1 unknown'),
  trigger,
  [AGGREGATE_LOSS.largest]: amount,
  [AGGREGATE_LOSS.packets]: amount,
  [AGGREGATE_LOSS.bytes]: amount,
});

/** Keys that are written into the header, wherever they are logged. */
const IDENTITY: ReadonlySet<string> = new Set([
  ...['header', 'length'],
  ...[...PACKET_NUMBER_KEYS, ...PACKET_TYPE_KEYS, ...PACKET_SPACE_KEYS],
]);
const SIZE_IN_HEADER: ReadonlySet<string> = new Set(['packet_size']);

/**
 * A packet that was sent, received, lost, dropped or buffered.
 * @param addBytes bytes that the stack does not count in `header.packet_size`.
 */
export function packetData(data: JsonObject, writer: RecordWriter, addBytes = 0): Written {
  const logged = asObject(data.header);
  const header = logged === null ? {} : take(logged, HEADER, writer, 'header.', SIZE_IN_HEADER);
  const written = take(data, DATA, writer, '', IDENTITY);
  // In the order in which readers look: in the header, then in the data.
  const type =
    firstOf(logged, PACKET_TYPE_KEYS) ?? firstOf(data, PACKET_SPACE_KEYS) ?? firstOf(data, PACKET_TYPE_KEYS);
  const number =
    amount(firstOf(logged, PACKET_NUMBER_KEYS), writer, '') ??
    amount(firstOf(data, PACKET_NUMBER_KEYS), writer, '');
  header.packet_type = packetType(type, writer, 'header.packet_type') ?? 'unknown';
  if (number !== undefined) header.packet_number = number;
  return { header, ...withSize(written, data, logged, addBytes) };
}

function withSize(written: Written, data: JsonObject, header: JsonObject | null, addBytes: number): Written {
  const raw = asObject(data.raw);
  for (const { id, parent, key, payload } of SIZE_SOURCES) {
    const holder = parent === 'raw' ? raw : parent === 'header' ? header : data;
    const logged = holder === null ? null : asNumber(holder[key]);
    if (logged === null || logged < 0) continue;
    const stays = payload || id === 'raw.length' || id === 'header.length';
    if (stays) break;
    const added = id === 'header.packet_size' ? addBytes : 0;
    return { ...written, raw: { ...asObject(written.raw), length: logged + added } };
  }
  return written;
}

function firstOf(holder: JsonObject | null, names: readonly string[]): unknown {
  for (const name of names) if (holder?.[name] !== undefined) return holder[name];
  return undefined;
}

/** A packet number space by its name or a packet type; the application's if neither is given. */
export const space: Rule = (value) => SPACES[packetSpaceOf(asText(value) ?? '1RTT')];

const ACKED = fields({
  'packet_number_space packet_num_space': space,
  packet_numbers: list(amount, 4096),
  path_id: amount,
});

/** Packets acknowledged according to the stack: a list, or a single number. */
export function ackedData(data: JsonObject, writer: RecordWriter): Written {
  const header = asObject(data.header);
  const written = take(data, ACKED, writer, '', IDENTITY);
  const single = amount(firstOf(header, PACKET_NUMBER_KEYS) ?? firstOf(data, PACKET_NUMBER_KEYS), writer, '');
  if (written.packet_numbers === undefined && single !== undefined) written.packet_numbers = [single];
  const named =
    firstOf(header, PACKET_TYPE_KEYS) ?? firstOf(data, PACKET_SPACE_KEYS) ?? firstOf(data, PACKET_TYPE_KEYS);
  const numberSpace = space(named, writer, '');
  return numberSpace === undefined ? written : { packet_number_space: numberSpace, ...written };
}
