/**
 * Packets to rows: type, number and size from wherever the dialect has them, and what the schema's table has columns
 * for. Wrong types count as absent.
 *
 * Not here: frames (decode-frames.ts).
 */
import {
  asArray,
  asNumber,
  asObject,
  asText,
  EventKind,
  type JsonObject,
  LOSS_TRIGGERS,
  type LoggedTermination,
  MAX_PACKET_BYTES,
  PACKET_FIELDS,
  PACKET_SIZES,
  PAYLOAD_OVERHEAD_BYTES,
  PacketFlag,
  packetSpaceOf,
  type QuirkEffects,
  READ_EVENTS,
  type SizeSource,
  STATELESS_RESET,
  sourcesOf,
} from '../../../../../qlog-schema';
import type { EventBatch } from '../../../../base/columns/event-batch';
import { addFlags } from '../../packet-row';
import type { PacketTally, Tally } from '../../quality';
import type { StreamProgress } from '../../stream-progress';
import { decodeReceivedFrames, decodeSentFrames, framesOf } from './decode-frames';
import { decodeColumns, type FileFacts, PACKET_COLUMNS } from './field-columns';
import {
  firstValue,
  listLimit,
  numberOf,
  packetNumberOf,
  type ReadField,
  readFact,
  readField,
} from './field-reader';

const TYPE = sourcesOf(PACKET_FIELDS, 'packetType');
/** The path of any event, in its data or in the header of its packet. */
export const PATH = sourcesOf(PACKET_FIELDS, 'path');
export const PACKET_NUMBER = readFact(PACKET_FIELDS, 'packetNumber');
const LARGEST_LOST = readFact(PACKET_FIELDS, 'largestLost');
const PACKETS_LOST = readFact(PACKET_FIELDS, 'packetsLost');
const TRIGGER = sourcesOf(PACKET_FIELDS, 'trigger');
const BYTES_LOST = readFact(PACKET_FIELDS, 'bytesLost');
const ACKED_FIELDS = READ_EVENTS.get(EventKind.packetsAcked)?.fields ?? [];
const PACKETS_ACKED = sourcesOf(ACKED_FIELDS, 'packetNumbers');
const MAX_PACKETS_ACKED = listLimit(ACKED_FIELDS, 'packetNumbers');

/** The size column is 32 bits wide. */
const MAX_AGGREGATE_BYTES = 0xffff_ffff;
/** A packet whose frames are not listed is assumed to be ack-eliciting. */
export const UNFRAMED = PacketFlag.framesUnknown | PacketFlag.ackEliciting | PacketFlag.inFlight;

const RESET_BY_PEER: LoggedTermination = {
  how: 'stateless-reset',
  by: 'remote',
  space: 'unknown',
  code: Number.NaN,
};

export interface SizeField {
  readonly id: SizeSource;
  readonly field: ReadField;
  readonly isPayload: boolean;
}

/** In the order in which they are tried. */
export const SIZES: readonly SizeField[] = PACKET_SIZES.map(({ id, definition, isPayload }) => ({
  id,
  field: readField(definition),
  isPayload,
}));

/** What a logged size lacks. @param addBytes what the stack does not count in `header.packet_size`. */
export function missingBytes(
  { id, isPayload }: SizeField,
  { payloadIsPacket }: QuirkEffects,
  addBytes: number,
): number {
  if (isPayload) return payloadIsPacket === true ? 0 : PAYLOAD_OVERHEAD_BYTES;
  return id === 'header.packet_size' ? addBytes : 0;
}

/** The packet's type as logged; null for none. */
export function packetTypeOf(data: JsonObject, header: JsonObject | null): string | null {
  return asText(firstValue(TYPE, data, header));
}

/** A packet without a type is one of the application data space. */
export function spaceOf(data: JsonObject, header: JsonObject | null): number {
  return packetSpaceOf(packetTypeOf(data, header) ?? '1RTT');
}

/** A Stateless Reset, which has neither number nor frames (RFC 9000 §10.3). */
export function isReset(data: JsonObject, header: JsonObject | null): boolean {
  return packetTypeOf(data, header)?.toLowerCase() === STATELESS_RESET;
}

/** A packet number is present but invalid. */
export function hasUnusableNumber(data: JsonObject, header: JsonObject | null): boolean {
  return PACKET_NUMBER.sources.some(
    ({ holder, key }) => asNumber((holder === 'data' ? data : header)?.[key]) !== null,
  );
}

/** A sent packet. `streams` detects retransmitted data. */
export function decodeSent(
  batch: EventBatch,
  row: number,
  data: JsonObject,
  facts: FileFacts,
  tally: Tally,
  streams: StreamProgress,
): void {
  const frames = decodePacket(batch, row, data, facts, tally.sent, facts.effects.packetSizeAddBytes ?? 0);
  tally.sentNumber(batch.space[row], batch.packetNumber[row]);
  if (frames !== null) decodeSentFrames(batch, row, frames, facts.effects, tally, streams);
}

/** A received packet. `streams` knows which of them wait for credit. */
export function decodeReceived(
  batch: EventBatch,
  row: number,
  data: JsonObject,
  facts: FileFacts,
  tally: Tally,
  streams: StreamProgress,
): void {
  const frames = decodePacket(batch, row, data, facts, tally.received, 0);
  if (isReset(data, asObject(data.header))) batch.terminations.set(row, RESET_BY_PEER);
  if (frames !== null) decodeReceivedFrames(batch, row, frames, facts, tally, streams);
}

/** @returns the packet's frames, null where they are not listed. */
function decodePacket(
  batch: EventBatch,
  row: number,
  data: JsonObject,
  facts: FileFacts,
  tally: PacketTally,
  addBytes: number,
): readonly unknown[] | null {
  const header = asObject(data.header);
  tally.packets++;
  const size = decodeFields(batch, row, data, header, facts, addBytes);
  if (size !== null) {
    tally.sized++;
    tally.sizedBy(size);
  }
  if (!Number.isNaN(batch.packetNumber[row])) tally.numbered++;
  else if (hasUnusableNumber(data, header)) tally.unusableNumbers++;
  const frames = framesOf(data);
  if (frames !== null) tally.framed++;
  else addFlags(batch, row, UNFRAMED);
  return frames;
}

/** Space, number, size, columns and flags. @returns where the size was logged, null for none. */
function decodeFields(
  batch: EventBatch,
  row: number,
  data: JsonObject,
  header: JsonObject | null,
  facts: FileFacts,
  addBytes: number,
): SizeSource | null {
  const raw = asObject(data.raw);
  batch.space[row] = spaceOf(data, header);
  batch.packetNumber[row] = numberOf(PACKET_NUMBER, 1, data, header, null);
  decodeColumns(PACKET_COLUMNS, batch, row, facts, data, header);
  for (let i = 0; i < SIZES.length; i++) {
    const size = SIZES[i];
    const logged = numberOf(size.field, 1, data, header, raw);
    if (Number.isNaN(logged)) continue;
    const missing = missingBytes(size, facts.effects, addBytes);
    batch.sizeBytes[row] = Math.min(logged + missing, MAX_PACKET_BYTES);
    return size.id;
  }
  return null;
}

/** Packets logged as acknowledged: a list, or one number (mvfst, draft-00). */
export function decodeAckedList(batch: EventBatch, row: number, data: JsonObject, tally: Tally): void {
  const header = asObject(data.header);
  batch.space[row] = spaceOf(data, header);
  const single = numberOf(PACKET_NUMBER, 1, data, header, null);
  const list = asArray(firstValue(PACKETS_ACKED, data)) ?? (Number.isNaN(single) ? [] : [single]);
  for (let i = 0; i < list.length; i++) {
    if (batch.pairCount[row] >= MAX_PACKETS_ACKED) {
      tally.droppedRanges += list.length - i;
      return;
    }
    const packetNumber = packetNumberOf(list[i]);
    if (Number.isNaN(packetNumber)) tally.droppedRanges++;
    else batch.addPair(row, packetNumber, packetNumber);
  }
}

function decodeTrigger(batch: EventBatch, row: number, data: JsonObject, { effects }: FileFacts): void {
  if (effects.lossTriggerUnreliable === true) return;
  const word = firstValue(TRIGGER, data);
  if (typeof word === 'string' && Object.hasOwn(LOSS_TRIGGERS, word))
    batch.lossTriggers.set(row, LOSS_TRIGGERS[word as keyof typeof LOSS_TRIGGERS]);
}

/** A lost packet, or several at once as one pair (largest number, count). */
export function decodeLost(batch: EventBatch, row: number, data: JsonObject, facts: FileFacts): void {
  decodeFields(batch, row, data, asObject(data.header), facts, 0);
  decodeTrigger(batch, row, data, facts);
  const packets = numberOf(PACKETS_LOST, 1, data, null, null);
  if (!(packets >= 1)) return;
  const largest = numberOf(LARGEST_LOST, 1, data, null, null);
  const bytes = numberOf(BYTES_LOST, 1, data, null, null);
  batch.packetNumber[row] = largest;
  batch.sizeBytes[row] = Number.isNaN(bytes) ? 0 : Math.min(bytes, MAX_AGGREGATE_BYTES);
  batch.addPair(row, Number.isNaN(largest) ? Number.MAX_SAFE_INTEGER : largest, Math.floor(packets));
}
