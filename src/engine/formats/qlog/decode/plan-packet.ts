/**
 * What decode-packet.ts does with a packet, precomputed for all records of one skeleton: its type and frame types are
 * the same in all, its number and sizes are numbers.
 */
import {
  ACK_RANGE_KEYS,
  asArray,
  asFlag,
  asObject,
  asText,
  isAckFrame,
  type JsonObject,
  MAX_PACKET_BYTES,
  PACKET_NUMBER_KEYS,
  PACKET_SPACE_KEYS,
  PACKET_TYPE_KEYS,
  PAYLOAD_OVERHEAD_BYTES,
  PacketFlag,
  packetSpaceOf,
  SIZE_SOURCES,
  type SizeSource,
} from '../../../../qlog-schema';
import type { EventBatch } from '../../../columns/event-batch';
import type { PacketTally } from '../../quality';
import { firstOf, frameTypeOf, packetNumberOf } from './decode-packet';
import { AckFrame, DataFrame, frameFlags } from './plan-frames';
import { type Slots, type Term, termValue } from './plan-slots';
import type { ConnectionInfo, OpenConnection } from './trace-source';

interface PlannedSize {
  readonly id: SizeSource;
  readonly logged: Term;
  readonly addedBytes: number;
}

/** Common part of sent and received packets. */
class PacketPlan {
  readonly space: number;
  readonly frames: readonly unknown[];
  readonly #number: Term;
  readonly #size: PlannedSize;
  readonly #flags: number;
  readonly #isFramed: boolean;

  constructor(data: JsonObject, number: Term, size: PlannedSize) {
    const header = asObject(data.header);
    const type =
      firstOf(header, PACKET_TYPE_KEYS) ??
      firstOf(data, PACKET_SPACE_KEYS) ??
      firstOf(data, PACKET_TYPE_KEYS);
    this.space = packetSpaceOf(asText(type) ?? '1RTT');
    this.frames = asArray(data.frames) ?? [];
    this.#number = number;
    this.#size = size;
    this.#isFramed = Array.isArray(data.frames);
    const unframed = PacketFlag.framesUnknown | PacketFlag.ackEliciting | PacketFlag.inFlight;
    this.#flags =
      (asFlag(data.is_mtu_probe_packet) === true ? PacketFlag.mtuProbe : 0) |
      (data.trigger === 'pto_probe' ? PacketFlag.ptoProbe : 0) |
      (this.#isFramed ? frameFlags(this.frames) : unframed);
  }

  fill(batch: EventBatch, row: number, numbers: Float64Array, at: number, tally: PacketTally): void {
    const { id, logged, addedBytes } = this.#size;
    tally.packets++;
    tally.sized++;
    tally.sizeSources.add(id);
    tally.numbered++;
    if (this.#isFramed) tally.framed++;
    batch.space[row] = this.space;
    batch.packetNumber[row] = termValue(this.#number, numbers, at);
    batch.sizeBytes[row] = Math.min(termValue(logged, numbers, at) + addedBytes, MAX_PACKET_BYTES);
    batch.flags[row] = this.#flags;
  }
}

/** @returns null where a packet has no number or no size, or where one number changes the meaning of another. */
function packetPlanOf(
  data: JsonObject,
  slots: Slots,
  { effects }: ConnectionInfo,
  packetSizeAddBytes: number,
): PacketPlan | null {
  const header = asObject(data.header);
  const number = numberTerm(header, slots) ?? numberTerm(data, slots);
  if (number === null || slots.at(data, 'is_mtu_probe_packet') >= 0) return null;
  const raw = asObject(data.raw);
  for (const { id, parent, key, payload } of SIZE_SOURCES) {
    const logged = slots.term(parent === 'raw' ? raw : parent === 'header' ? header : data, key);
    if (logged === null || logged.always < 0) continue;
    const overhead = payload && effects.payloadIsPacket !== true ? PAYLOAD_OVERHEAD_BYTES : 0;
    const added = id === 'header.packet_size' ? packetSizeAddBytes : 0;
    return new PacketPlan(data, number, { id, logged, addedBytes: overhead + added });
  }
  return null;
}

function numberTerm(holder: JsonObject | null, slots: Slots): Term | null {
  const term = slots.termOfFirst(holder, PACKET_NUMBER_KEYS);
  return term === null || (term.slot < 0 && Number.isNaN(packetNumberOf(term.always))) ? null : term;
}

export class SentPlan {
  readonly #packet: PacketPlan;
  readonly #data: readonly DataFrame[];
  /** ACK frames that list ranges. */
  readonly #acks: number;

  private constructor(packet: PacketPlan, slots: Slots) {
    this.#packet = packet;
    this.#data = DataFrame.allOf(packet.frames, packet.space, slots);
    const frames = packet.frames.map(asObject);
    this.#acks = frames.filter(
      (frame) => isAckFrame(frameTypeOf(frame) ?? '') && firstOf(frame, ACK_RANGE_KEYS) !== undefined,
    ).length;
  }

  static of(data: JsonObject, slots: Slots, info: ConnectionInfo): SentPlan | null {
    const packet = packetPlanOf(data, slots, info, info.effects.packetSizeAddBytes ?? 0);
    return packet === null ? null : new SentPlan(packet, slots);
  }

  fill(batch: EventBatch, row: number, numbers: Float64Array, at: number, connection: OpenConnection): void {
    const { tally, streams } = connection;
    this.#packet.fill(batch, row, numbers, at, tally.sent);
    tally.sentNumber(this.#packet.space, batch.packetNumber[row] as number);
    tally.sent.withAckRanges += this.#acks;
    const data = this.#data;
    for (let i = 0; i < data.length; i++) (data[i] as DataFrame).fill(batch, row, numbers, at, streams);
  }
}

export class ReceivedPlan {
  readonly #packet: PacketPlan;
  readonly #acks: readonly AckFrame[];
  readonly #grantsCredit: boolean;
  readonly #info: ConnectionInfo;
  /** Converts a logged ACK delay to the column's unit. */
  readonly #delayOf: (logged: number) => number;

  private constructor(packet: PacketPlan, acks: readonly AckFrame[], info: ConnectionInfo) {
    this.#packet = packet;
    this.#acks = acks;
    this.#info = info;
    const { unitsPerMs } = info.header;
    const asWritten = info.effects.ackDelayRaw === 'as written';
    this.#delayOf = asWritten ? (logged) => logged : (logged) => (logged * 1000) / unitsPerMs;
    this.#grantsCredit = packet.frames.some((frame) => frameTypeOf(asObject(frame))?.startsWith('max_'));
  }

  static of(data: JsonObject, slots: Slots, info: ConnectionInfo): ReceivedPlan | null {
    const packet = packetPlanOf(data, slots, info, 0);
    const acks = packet === null ? null : AckFrame.allOf(packet.frames, slots, info.effects);
    return packet === null || acks === null ? null : new ReceivedPlan(packet, acks, info);
  }

  fill(batch: EventBatch, row: number, numbers: Float64Array, at: number, { tally }: OpenConnection): void {
    this.#packet.fill(batch, row, numbers, at, tally.received);
    if (this.#grantsCredit) batch.grantsCredit[row] = 1;
    const acks = this.#acks;
    const delays = this.#info.effects.ackDelayRaw === undefined ? batch.ackDelayUs : batch.ackDelayWire;
    for (let i = 0; i < acks.length; i++) {
      const ack = acks[i] as AckFrame;
      tally.droppedRanges += ack.fill(batch, row, numbers, at, delays, this.#delayOf);
    }
    if ((batch.pairCount[row] as number) > 0) tally.received.withAckRanges++;
  }
}
