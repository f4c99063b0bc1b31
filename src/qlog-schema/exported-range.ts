/**
 * What an export says of the log before its range, in a field of its own in `common_fields` (main-schema allows any
 * there): what its events alone would not show again. Without it a reader of the range would infer losses that the log
 * counts, and would not know the packets that its first ACKs acknowledge.
 *
 * Times are ms on the log's clock, as everywhere in a qlog; here µs. Imported by what writes and resumes a range only: it is
 * fetched where there is one.
 */
import { asArray, asFlag, asNumber, asObject, asText, type JsonObject } from './values';
import { isFamily, type QlogFamily } from './versions';

/** Packets of one number space that have no fate where the range begins, as parallel columns, ascending. */
export interface UnsettledPackets {
  /** `PacketSpace`: Initial, Handshake, application data. */
  readonly space: number;
  readonly packetNumber: readonly number[];
  readonly sentUs: readonly number[];
  readonly sizeBytes: readonly number[];
  /** STREAM, CRYPTO and DATAGRAM payload, and how much of it was sent again, bytes. */
  readonly dataBytes: readonly number[];
  readonly resentBytes: readonly number[];
  /** 1 where it counts as in flight (RFC 9002 §2), 0 else. */
  readonly inFlight: readonly number[];
  readonly ackEliciting: readonly number[];
}

/** Packets of one number space that were not sent at the time that they have, because the log steps back there: see `unsettled`, and in the range. */
export interface MovedSends {
  /** `PacketSpace` */
  readonly space: number;
  readonly packetNumber: readonly number[];
}

/** The RTT estimate of RFC 9002 §5, µs. */
export interface RttEstimate {
  readonly latestUs: number;
  readonly minUs: number;
  readonly smoothedUs: number;
  readonly variationUs: number;
}

export const LOGGED_QUANTITIES = ['congestion_window', 'bytes_in_flight', 'smoothed_rtt', 'acks'] as const;
export type LoggedQuantity = (typeof LOGGED_QUANTITIES)[number];

export interface ExportedRange {
  /** Where the range begins, µs. */
  readonly fromUs: number;
  /** Of the log that was exported: what its stack does otherwise may depend on it. */
  readonly family: QlogFamily;
  /** The range begins with the log. */
  readonly fromStart: boolean;
  /** The range ends with the log, which was read to its end. */
  readonly toEnd: boolean;
  /** How fine the clock of the log is, see the engine's `Resolution`. */
  readonly resolution: string | null;
  /** Which of these the log holds somewhere, so that their absence in the range is no fault of the log. */
  readonly logged: readonly LoggedQuantity[];
  /** How the log shows losses and PTOs: names of the engine's methods; null where it shows none. */
  readonly losses: string | null;
  readonly timeouts: string | null;
  /** The count of consecutive PTOs that was logged last. */
  readonly ptoCount: number;
  /** Whether the endpoint sends the data of the whole log; null where that is not known. */
  readonly sendsData: boolean | null;
  /** The packet threshold of RFC 9002 §6.1.1 as reordering has raised it; NaN where nothing was acknowledged. */
  readonly packetThreshold: number;
  /** The congestion window in force had grown to its value, and was not cut to it. */
  readonly windowGrew: boolean;
  /** Null before the first sample. */
  readonly rtt: RttEstimate | null;
  /** Start of the last recovery period (RFC 9002 §7.3.2), NaN for none, and whether it lasts. */
  readonly recoveryUs: number;
  readonly inRecovery: boolean;
  /** Packets reported as marked CE. */
  readonly marked: number;
  readonly unsettled: readonly UnsettledPackets[];
  /** An export's times never step back, so that its events do not show it; none in exports from before this was written. */
  readonly moved: readonly MovedSends[];
}

/** More packets are not carried, nor read. */
export const MAX_UNSETTLED = 16_384;

const SPACE_NAMES = ['initial', 'handshake', 'application_data'];
const US_PER_MS = 1000;
const ms = (us: number): number => us / US_PER_MS;
const us = (value: unknown): number => Math.round((asNumber(value) ?? Number.NaN) * US_PER_MS);

/** The value of the field, to be written as JSON: numbers, flags, and words of closed lists. */
export function rangeField(range: ExportedRange): JsonObject {
  const { rtt, packetThreshold, recoveryUs } = range;
  return {
    from: ms(range.fromUs),
    from_start: range.fromStart,
    to_end: range.toEnd,
    family: range.family,
    ...(range.resolution === null ? {} : { resolution: range.resolution }),
    logged: range.logged,
    window_grew: range.windowGrew,
    ...(range.losses === null ? {} : { losses: range.losses }),
    ...(range.timeouts === null ? {} : { timeouts: range.timeouts }),
    pto_count: range.ptoCount,
    ...(range.sendsData === null ? {} : { sends_data: range.sendsData }),
    ...(Number.isNaN(packetThreshold) ? {} : { packet_threshold: packetThreshold }),
    ...(rtt === null ? {} : { rtt: rttFields(rtt) }),
    ...(Number.isNaN(recoveryUs) ? {} : { recovery_start: ms(recoveryUs), in_recovery: range.inRecovery }),
    ce: range.marked,
    unsettled: range.unsettled.map(packetFields),
    ...(range.moved.length === 0 ? {} : { moved: range.moved.map(movedFields) }),
  };
}

function rttFields({ latestUs, minUs, smoothedUs, variationUs }: RttEstimate): JsonObject {
  return {
    latest_rtt: ms(latestUs),
    min_rtt: ms(minUs),
    smoothed_rtt: ms(smoothedUs),
    rtt_variance: ms(variationUs),
  };
}

function movedFields({ space, packetNumber }: MovedSends): JsonObject {
  return { packet_number_space: SPACE_NAMES[space], packet_numbers: packetNumber };
}

function packetFields(packets: UnsettledPackets): JsonObject {
  return {
    packet_number_space: SPACE_NAMES[packets.space],
    packet_numbers: packets.packetNumber,
    sent: packets.sentUs.map(ms),
    lengths: packets.sizeBytes,
    data_lengths: packets.dataBytes,
    resent_lengths: packets.resentBytes,
    in_flight: packets.inFlight,
    ack_eliciting: packets.ackEliciting,
  };
}

/** Reads the field. @returns null where it says nothing; what does not fit is left out. Never throws, whatever the JSON. */
export function readRange(field: JsonObject): ExportedRange | null {
  const fromUs = us(field.from);
  if (Number.isNaN(fromUs)) return null;
  const family = asText(field.family) ?? '';
  return {
    fromUs,
    family: isFamily(family) ? family : 'unknown',
    fromStart: asFlag(field.from_start) === true,
    toEnd: asFlag(field.to_end) === true,
    resolution: asText(field.resolution),
    logged: LOGGED_QUANTITIES.filter((word) => asArray(field.logged)?.includes(word)),
    windowGrew: asFlag(field.window_grew) === true,
    losses: asText(field.losses),
    timeouts: asText(field.timeouts),
    ptoCount: asNumber(field.pto_count) ?? 0,
    sendsData: asFlag(field.sends_data),
    packetThreshold: asNumber(field.packet_threshold) ?? Number.NaN,
    rtt: readRtt(asObject(field.rtt)),
    recoveryUs: us(field.recovery_start),
    inRecovery: asFlag(field.in_recovery) === true,
    marked: asNumber(field.ce) ?? 0,
    unsettled: (asArray(field.unsettled) ?? []).slice(0, SPACE_NAMES.length).flatMap((entry) => {
      const packets = readPackets(asObject(entry), fromUs);
      return packets === null ? [] : [packets];
    }),
    moved: (asArray(field.moved) ?? []).slice(0, SPACE_NAMES.length).flatMap((entry) => {
      const moved = readMoved(asObject(entry));
      return moved === null ? [] : [moved];
    }),
  };
}

function readRtt(field: JsonObject | null): RttEstimate | null {
  const rtt = {
    latestUs: us(field?.latest_rtt),
    minUs: us(field?.min_rtt),
    smoothedUs: us(field?.smoothed_rtt),
    variationUs: us(field?.rtt_variance),
  };
  return Object.values(rtt).every((value) => value >= 0) && rtt.smoothedUs > 0 ? rtt : null;
}

const spaceOf = (field: JsonObject | null): number =>
  SPACE_NAMES.indexOf(asText(field?.packet_number_space) ?? '');
const numbersOf = (field: JsonObject | null, key: string): readonly number[] =>
  (asArray(field?.[key]) ?? []).slice(0, MAX_UNSETTLED).map((value) => asNumber(value) ?? Number.NaN);

function readMoved(field: JsonObject | null): MovedSends | null {
  const moved = { space: spaceOf(field), packetNumber: numbersOf(field, 'packet_numbers') };
  return moved.space >= 0 && moved.packetNumber.every((number) => number >= 0) ? moved : null;
}

function readPackets(field: JsonObject | null, fromUs: number): UnsettledPackets | null {
  const space = spaceOf(field);
  const column = (key: string): readonly number[] => numbersOf(field, key);
  const packets = {
    space,
    packetNumber: column('packet_numbers'),
    sentUs: column('sent').map((sent) => Math.round(sent * US_PER_MS)),
    sizeBytes: column('lengths'),
    dataBytes: column('data_lengths'),
    resentBytes: column('resent_lengths'),
    inFlight: column('in_flight'),
    ackEliciting: column('ack_eliciting'),
  };
  const { space: _, ...columns } = packets;
  const rows = packets.packetNumber.length;
  const fit = Object.values(columns).every(
    (values) => values.length === rows && values.every((value) => value >= 0),
  );
  return space >= 0 && fit && ascends(packets.packetNumber) && packets.sentUs.every((sent) => sent <= fromUs)
    ? packets
    : null;
}

function ascends(numbers: readonly number[]): boolean {
  return numbers.every((number, i) => i === 0 || number > numbers[i - 1]);
}
