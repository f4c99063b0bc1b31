/**
 * Packets to rows: type, number and size from wherever the dialect has them, flags from the frames, the ranges of ACKs.
 * Wrong types count as absent, lists are bounded, and a range is never expanded: `[0, 2⁶²]` costs what `[0, 1]` costs.
 */
import {
  ACK_RANGE_KEYS,
  AGGREGATE_LOSS,
  asArray,
  asFlag,
  asNumber,
  asObject,
  asText,
  flagsOfFrame,
  isAckFrame,
  type JsonObject,
  MAX_PACKET_BYTES,
  PACKET_NUMBER_KEYS,
  PACKET_NUMBER_LIMIT,
  PACKET_SPACE_KEYS,
  PACKET_TYPE_KEYS,
  PAYLOAD_OVERHEAD_BYTES,
  PacketFlag,
  packetSpaceOf,
  type QuirkEffects,
  SIZE_SOURCES,
} from '../../../../qlog-schema';
import type { EventBatch } from '../../../columns/event-batch';
import type { PacketTally, Tally } from '../../quality';
import { payloadBytes, type StreamProgress } from './stream-progress';
import type { ConnectionInfo } from './trace-source';

/** Maximum ACK ranges and frames read per event: bounds the cost of a malicious list. */
const MAX_RANGES = 4096;
const MAX_FRAMES = 16_384;

/** The value of the first of `keys` that the object has. */
export function firstOf(object: JsonObject | null, keys: readonly string[]): unknown {
  if (object === null) return undefined;
  for (const key of keys) if (object[key] !== undefined) return object[key];
  return undefined;
}

function addFlags(batch: EventBatch, row: number, flags: number): void {
  batch.flags[row] = (batch.flags[row] as number) | flags;
}

/** A packet number that RFC 9000 allows (§12.3) and that a double represents exactly, else NaN. */
export function packetNumberOf(value: unknown): number {
  const number = asNumber(value);
  return number !== null && number >= 0 && number <= Number.MAX_SAFE_INTEGER ? number : Number.NaN;
}

/** The end of a range may exceed the largest packet number: it is reduced to that. */
function rangeEndOf(value: unknown): number {
  const number = asNumber(value) ?? Number.NaN;
  return number > Number.MAX_SAFE_INTEGER && number <= PACKET_NUMBER_LIMIT
    ? Number.MAX_SAFE_INTEGER
    : packetNumberOf(number);
}

/** Space and number, from the header first and then from the event data. */
function decodeIdentity(batch: EventBatch, row: number, data: JsonObject, header: JsonObject | null): void {
  const type =
    firstOf(header, PACKET_TYPE_KEYS) ?? firstOf(data, PACKET_SPACE_KEYS) ?? firstOf(data, PACKET_TYPE_KEYS);
  batch.space[row] = packetSpaceOf(asText(type) ?? '1RTT');
  const inHeader = packetNumberOf(firstOf(header, PACKET_NUMBER_KEYS));
  batch.packetNumber[row] = Number.isNaN(inHeader)
    ? packetNumberOf(firstOf(data, PACKET_NUMBER_KEYS))
    : inHeader;
}

/** Counts a packet number that is present but invalid. */
function countUnusable(data: JsonObject, header: JsonObject | null, tally: PacketTally): void {
  const logged = firstOf(header, PACKET_NUMBER_KEYS) ?? firstOf(data, PACKET_NUMBER_KEYS);
  if (asNumber(logged) !== null) tally.unusableNumbers++;
}

function decodeSize(
  batch: EventBatch,
  row: number,
  data: JsonObject,
  header: JsonObject | null,
  effects: QuirkEffects,
  tally: PacketTally | null,
  packetSizeAddBytes: number,
): void {
  const raw = asObject(data.raw);
  for (const { id, parent, key, payload } of SIZE_SOURCES) {
    const holder = parent === 'raw' ? raw : parent === 'header' ? header : data;
    const logged = holder === null ? null : asNumber(holder[key]);
    if (logged === null || logged < 0) continue;
    const overhead = payload && effects.payloadIsPacket !== true ? PAYLOAD_OVERHEAD_BYTES : 0;
    const added = id === 'header.packet_size' ? packetSizeAddBytes : 0;
    batch.sizeBytes[row] = Math.min(logged + overhead + added, MAX_PACKET_BYTES);
    if (tally !== null) {
      tally.sized++;
      tally.sizeSources.add(id);
    }
    return;
  }
}

/** A sent packet. `streams` detects retransmitted data. */
export function decodeSent(
  batch: EventBatch,
  row: number,
  data: JsonObject,
  effects: QuirkEffects,
  tally: Tally,
  streams: StreamProgress,
): void {
  decodePacket(batch, row, data, effects, tally.sent, effects.packetSizeAddBytes ?? 0);
  tally.sentNumber(batch.space[row] as number, batch.packetNumber[row] as number);
  for (const item of framesOf(data, tally)) {
    const frame = asObject(item);
    const type = frameTypeOf(frame);
    if (frame === null || type === null) continue;
    addFlags(batch, row, flagsOfFrame(type));
    if (isAckFrame(type) && firstOf(frame, ACK_RANGE_KEYS) !== undefined) tally.sent.withAckRanges++;
    if (CARRIES_DATA.has(type)) decodeData(batch, row, frame, type, streams);
  }
}

/** Types of frames that carry data. */
export const CARRIES_DATA: ReadonlySet<string> = new Set(['stream', 'crypto', 'datagram']);

/** Payload of a frame, and its retransmitted part: DATAGRAM frames have no offset and are never retransmitted. */
function decodeData(
  batch: EventBatch,
  row: number,
  frame: JsonObject,
  type: string,
  streams: StreamProgress,
): void {
  addPayload(batch, row, payloadBytes(frame));
  if (type === 'datagram') return;
  const key = type === 'crypto' ? cryptoKey(batch.space[row] as number) : undefined;
  addResent(batch, row, streams.resends(frame, key), type === 'stream');
}

/** CRYPTO frames have separate offsets in each packet number space. */
export function cryptoKey(space: number): string {
  return `crypto in space ${space}`;
}

export function addPayload(batch: EventBatch, row: number, bytes: number): void {
  batch.dataBytes[row] = Math.min((batch.dataBytes[row] as number) + bytes, MAX_PACKET_BYTES);
}

/** @param bytes null for no retransmission. */
export function addResent(batch: EventBatch, row: number, bytes: number | null, isStream: boolean): void {
  if (bytes === null) return;
  batch.resentBytes[row] = Math.min((batch.resentBytes[row] as number) + bytes, MAX_PACKET_BYTES);
  if (isStream) addFlags(batch, row, PacketFlag.resentData);
}

/** A received packet: only its ACKs concern our packets. */
export function decodeReceived(
  batch: EventBatch,
  row: number,
  data: JsonObject,
  info: Pick<ConnectionInfo, 'effects' | 'header'>,
  tally: Tally,
): void {
  decodePacket(batch, row, data, info.effects, tally.received, 0);
  for (const item of framesOf(data, tally)) {
    const frame = asObject(item);
    const type = frameTypeOf(frame);
    if (frame === null || type === null) continue;
    addFlags(batch, row, flagsOfFrame(type));
    if (type.startsWith('max_')) batch.grantsCredit[row] = 1;
    if (!isAckFrame(type)) continue;
    decodeAck(batch, row, frame, info.effects, tally);
    decodeAckDelay(batch, row, frame, info);
  }
  if ((batch.pairCount[row] as number) > 0) tally.received.withAckRanges++;
}

const NO_FRAMES: readonly unknown[] = [];

function framesOf(data: JsonObject, tally: Tally): readonly unknown[] {
  const frames = asArray(data.frames) ?? NO_FRAMES;
  if (frames.length <= MAX_FRAMES) return frames;
  tally.droppedFrames += frames.length - MAX_FRAMES;
  return frames.slice(0, MAX_FRAMES);
}

export function frameTypeOf(frame: JsonObject | null): string | null {
  const type = frame?.frame_type ?? frame?.type;
  return typeof type === 'string' ? type.toLowerCase() : null;
}

function decodePacket(
  batch: EventBatch,
  row: number,
  data: JsonObject,
  effects: QuirkEffects,
  tally: PacketTally,
  packetSizeAddBytes: number,
): void {
  const header = asObject(data.header);
  tally.packets++;
  decodeIdentity(batch, row, data, header);
  decodeSize(batch, row, data, header, effects, tally, packetSizeAddBytes);
  if (Number.isNaN(batch.packetNumber[row] as number)) countUnusable(data, header, tally);
  else tally.numbered++;
  if (asFlag(data.is_mtu_probe_packet) === true) addFlags(batch, row, PacketFlag.mtuProbe);
  if (data.trigger === 'pto_probe') addFlags(batch, row, PacketFlag.ptoProbe);
  if (Array.isArray(data.frames)) tally.framed++;
  else addFlags(batch, row, PacketFlag.framesUnknown | PacketFlag.ackEliciting | PacketFlag.inFlight);
}

function decodeAck(
  batch: EventBatch,
  row: number,
  frame: JsonObject,
  effects: QuirkEffects,
  tally: Tally,
): void {
  const ce = asNumber(frame.ce ?? frame.ecn_ce);
  if (ce !== null) batch.ceCount[row] = ce;
  const ranges = asArray(firstOf(frame, ACK_RANGE_KEYS));
  if (ranges === null) return;
  for (let i = 0; i < ranges.length; i++) {
    if ((batch.pairCount[row] as number) >= MAX_RANGES) {
      tally.droppedRanges += ranges.length - i;
      return;
    }
    const range = asArray(ranges[i]);
    const from = packetNumberOf(range?.[0]);
    const closed = range !== null && range.length > 1;
    const end = closed ? rangeEndOf(range[1]) : from;
    const to = closed && effects.ackRangeEndExclusive === true ? end - 1 : end;
    if (to >= from) batch.addPair(row, from, to);
    else tally.droppedRanges++;
  }
}

/**
 * The delay in the file's unit of time, or the encoded value on the wire, which some stacks convert to that unit as if
 * it were µs.
 */
function decodeAckDelay(
  batch: EventBatch,
  row: number,
  frame: JsonObject,
  { effects, header }: Pick<ConnectionInfo, 'effects' | 'header'>,
): void {
  const logged = asNumber(frame.ack_delay);
  if (logged === null || logged < 0) return;
  const delayUs = (logged * 1000) / header.unitsPerMs;
  if (effects.ackDelayRaw === undefined) batch.ackDelayUs[row] = delayUs;
  else batch.ackDelayWire[row] = effects.ackDelayRaw === 'as written' ? logged : delayUs;
}

/** Packets logged as acknowledged: a list, or one number (mvfst, draft-00). */
export function decodeAckedList(batch: EventBatch, row: number, data: JsonObject, tally: Tally): void {
  const header = asObject(data.header);
  decodeIdentity(batch, row, data, header);
  const single = batch.packetNumber[row] as number;
  batch.packetNumber[row] = Number.NaN;
  const list = asArray(data.packet_numbers) ?? (Number.isNaN(single) ? NO_FRAMES : [single]);
  for (let i = 0; i < list.length; i++) {
    if ((batch.pairCount[row] as number) >= MAX_RANGES) {
      tally.droppedRanges += list.length - i;
      return;
    }
    const packetNumber = packetNumberOf(list[i]);
    if (Number.isNaN(packetNumber)) tally.droppedRanges++;
    else batch.addPair(row, packetNumber, packetNumber);
  }
}

/** A lost packet, or several at once as one pair (largest number, count). */
export function decodeLost(batch: EventBatch, row: number, data: JsonObject, effects: QuirkEffects): void {
  const header = asObject(data.header);
  decodeIdentity(batch, row, data, header);
  decodeSize(batch, row, data, header, effects, null, 0);
  if (asFlag(data.is_mtu_probe_packet) === true) addFlags(batch, row, PacketFlag.mtuProbe);
  const packets = asNumber(data[AGGREGATE_LOSS.packets]);
  if (packets === null || packets < 1) return;
  const largest = packetNumberOf(data[AGGREGATE_LOSS.largest]);
  const bytes = asNumber(data[AGGREGATE_LOSS.bytes]) ?? 0;
  batch.packetNumber[row] = largest;
  batch.sizeBytes[row] = Math.min(Math.max(0, bytes), MAX_AGGREGATE_BYTES);
  batch.addPair(row, Number.isNaN(largest) ? Number.MAX_SAFE_INTEGER : largest, Math.floor(packets));
}

/** The size column is 32 bits wide. */
const MAX_AGGREGATE_BYTES = 0xffff_ffff;
