/**
 * The fields of packets that are sent, received, lost, dropped or buffered, and of packets acknowledged, as far as they are
 * read; what is exported only stands in event-fields.ts.
 *
 * Type, number and sizes stand in `header` and `raw` since draft-02, in the data itself before and in stacks that stayed
 * there. Sources: quic-events drafts, README.md.
 */
import type { ColumnOf, FieldDefinition } from './field';
import { PacketFlag } from './frames';

/** Upper bound of packet numbers (RFC 9000 §12.3). */
export const PACKET_NUMBER_LIMIT = 2 ** 62;

/** Added to a payload's length if nothing else is logged: short header, packet number and AEAD tag. */
export const PAYLOAD_OVERHEAD_BYTES = 30;

/** The largest UDP payload; a size above it is a damaged number. */
export const MAX_PACKET_BYTES = 65_535;

const MAX_FRAMES = 16_384;
const MAX_PACKETS_ACKED = 4096;

export const NUMBER_KEYS = ['packet_number', 'packet_num', 'packet_nr'] as const;
const TYPE_KEYS = ['packet_type', 'type'] as const;
export const SPACE_KEYS = ['packet_number_space', 'packet_num_space'] as const;

const inHeader = (keys: readonly string[]): readonly string[] => keys.map((key) => `header.${key}`);

/** Codepoints of the IP header (RFC 3168 §5), as quic-events and quic-go write them. */
export const ECN_WORDS: readonly string[] = ['ect(0)', 'ect(1)', 'ce', 'not-ect', 'ect0', 'ect1', 'unknown'];

/**
 * Where the size of a packet is logged, tried in this order. A size of a whole packet that is logged elsewhere is
 * exported as `raw.length`; the size of a payload stays one.
 */
const SIZE_FIELDS = [
  { keys: ['raw.length'], type: 'amount', fact: 'packetSize', exported: true },
  { keys: ['header.packet_size'], type: 'amount', fact: 'packetSize', exportedAs: 'raw.length' },
  { keys: ['header.length'], type: 'amount', fact: 'packetSize', exported: true },
  { keys: ['length'], type: 'amount', fact: 'packetSize', exportedAs: 'raw.length' },
  { keys: ['raw.payload_length'], type: 'amount', fact: 'payloadSize', exported: true },
  { keys: ['header.payload_length'], type: 'amount', fact: 'payloadSize', exported: true },
] as const satisfies readonly FieldDefinition[];

/** The field that the size of a packet was read from. */
export type SizeSource = (typeof SIZE_FIELDS)[number]['keys'][0];

export const PACKET_SIZES: readonly {
  readonly id: SizeSource;
  readonly definition: FieldDefinition;
  /** The size is that of the payload. */
  readonly isPayload: boolean;
}[] = SIZE_FIELDS.map((definition) => ({
  id: definition.keys[0],
  definition,
  isPayload: definition.fact === 'payloadSize',
}));

const PACKETS = [
  ...SIZE_FIELDS,
  {
    keys: [...inHeader(TYPE_KEYS), ...SPACE_KEYS, ...TYPE_KEYS],
    type: 'packetType',
    fact: 'packetType',
    exported: true,
  },
  {
    keys: [...inHeader(NUMBER_KEYS), ...NUMBER_KEYS],
    type: 'packetNumber',
    fact: 'packetNumber',
    exported: true,
  },
  { keys: ['header.dcid'], type: 'hex', fact: 'destinationId', exported: 'connectionIds' },
  { keys: ['header.version'], type: 'version', fact: 'packetVersion', exported: true },
  { keys: ['path_id'], type: 'amount', fact: 'path', exported: true },
  { keys: ['header.path_id'], type: 'amount', fact: 'path', exported: true },
  { keys: ['frames'], type: 'frame', list: MAX_FRAMES, fact: 'frames', exported: true },
  { keys: ['is_mtu_probe_packet'], type: 'flag', flag: PacketFlag.mtuProbe, exported: true },
  {
    keys: ['ecn'],
    type: 'word',
    words: ECN_WORDS,
    codes: { 'ect(0)': 1, 'ect(1)': 1, ect0: 1, ect1: 1 },
    flag: PacketFlag.ecnCapable,
    exported: true,
  },
  {
    keys: ['trigger'],
    type: 'trigger',
    codes: { pto_probe: 1 },
    flag: PacketFlag.ptoProbe,
    fact: 'trigger',
    exported: true,
  },
  // A loss event for several packets (mvfst): largest number, count, bytes.
  { keys: ['largest_lost_packet_num'], type: 'packetNumber', fact: 'largestLost', exported: true },
  { keys: ['lost_packets'], type: 'amount', fact: 'packetsLost', exported: true },
  { keys: ['lost_bytes'], type: 'amount', fact: 'bytesLost', exported: true },
] as const satisfies readonly FieldDefinition[];

export type PacketColumn = ColumnOf<typeof PACKETS>;

/** Columns and flags are read from sent, received and lost packets. */
export const PACKET_FIELDS: readonly FieldDefinition<PacketColumn>[] = PACKETS;

/** Packets acknowledged according to the stack: a list, or one packet (mvfst, draft-00). */
export const ACKED_FIELDS: readonly FieldDefinition[] = [
  { keys: SPACE_KEYS, type: 'space', fact: 'packetType', exported: true },
  {
    keys: [...inHeader(NUMBER_KEYS), ...NUMBER_KEYS],
    type: 'packetNumber',
    fact: 'packetNumber',
    exportedAs: 'packet_numbers',
  },
  {
    keys: ['packet_numbers'],
    type: 'amount',
    list: MAX_PACKETS_ACKED,
    fact: 'packetNumbers',
    exported: true,
  },
  { keys: ['path_id'], type: 'amount', fact: 'path', exported: true },
];

/** What made a packet lost (RFC 9002 §6.1.1, §6.1.2, §6.2), by the word of `packet_lost`. */
export const LOSS_TRIGGERS = {
  reordering_threshold: 'packet threshold',
  time_threshold: 'time threshold',
  pto_expired: 'PTO',
} as const;

export type LossTrigger = (typeof LOSS_TRIGGERS)[keyof typeof LOSS_TRIGGERS];
