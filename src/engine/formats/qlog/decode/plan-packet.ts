/**
 * What decode-packet.ts does with a packet, precomputed for all records of one skeleton: its type and frame types are
 * the same in all, its number and sizes are numbers.
 */
import { asObject, type JsonObject, MAX_PACKET_BYTES, type SizeSource } from '../../../../qlog-schema';
import type { EventBatch } from '../../../columns/event-batch';
import type { PacketTally } from '../../quality';
import { addCredit, framesOf, rangesOf } from './decode-frames';
import {
  hasUnusableNumber,
  isReset,
  missingBytes,
  PACKET_NUMBER,
  SIZES,
  spaceOf,
  UNFRAMED,
} from './decode-packet';
import type { Holders } from './field-reader';
import { isCreditFrame } from './flow-credit';
import { ColumnsPlan } from './plan-columns';
import { DataFrame, frameFlags, type KnownFrame, knownFrames, PlannedRanges } from './plan-frames';
import { constant, type Slots, type Term, termValue } from './plan-values';
import type { ConnectionInfo, OpenConnection } from './trace-source';

interface PlannedSize {
  readonly id: SizeSource;
  readonly logged: Term;
  readonly addedBytes: number;
}

/** Common part of sent and received packets. */
class PacketPlan {
  readonly space: number;
  readonly frames: readonly KnownFrame[];
  readonly columns: ColumnsPlan;
  readonly isFramed: boolean;
  readonly #number: Term;
  /** Of a packet without a usable number: one is logged. */
  readonly #isUnusable: boolean;
  readonly #size: PlannedSize | null;
  readonly #frameFlags: number;

  constructor(data: JsonObject, batch: EventBatch, slots: Slots, info: ConnectionInfo, addBytes: number) {
    const holders = { data, header: asObject(data.header), raw: asObject(data.raw) };
    this.space = spaceOf(data, holders.header);
    const number = slots.term(PACKET_NUMBER, 1, holders);
    this.#number = number ?? constant(Number.NaN);
    this.#isUnusable = number === null && hasUnusableNumber(data, holders.header);
    this.#size = sizeOf(holders, slots, info, addBytes);
    const frames = framesOf(data);
    this.isFramed = frames !== null;
    this.frames = knownFrames(frames ?? []);
    // Frames that tell of credit, or of the connection's end, are few: they are parsed.
    const isFew = this.frames.some(({ kind }) => kind.isClose || isCreditFrame(kind.type));
    if (isFew || isReset(data, holders.header)) slots.doubt();
    this.#frameFlags = frames === null ? UNFRAMED : frameFlags(this.frames);
    this.columns = new ColumnsPlan(holders, batch, slots, info);
  }

  fill(batch: EventBatch, row: number, numbers: Float64Array, at: number, tally: PacketTally): void {
    tally.packets++;
    const size = this.#size;
    if (size !== null) {
      tally.sized++;
      tally.sizeSources.add(size.id);
      batch.sizeBytes[row] = Math.min(
        termValue(size.logged, numbers, at) + size.addedBytes,
        MAX_PACKET_BYTES,
      );
    }
    if (this.isFramed) tally.framed++;
    const packetNumber = termValue(this.#number, numbers, at);
    if (!Number.isNaN(packetNumber)) tally.numbered++;
    else if (this.#isUnusable) tally.unusableNumbers++;
    batch.packetNumber[row] = packetNumber;
    batch.space[row] = this.space;
    batch.flags[row] = this.#frameFlags | this.columns.flags;
    this.columns.fill(row, numbers, at);
  }
}

function sizeOf(
  holders: Holders,
  slots: Slots,
  { effects }: ConnectionInfo,
  addBytes: number,
): PlannedSize | null {
  for (const size of SIZES) {
    const logged = slots.term(size.field, 1, holders);
    if (logged !== null) return { id: size.id, logged, addedBytes: missingBytes(size, effects, addBytes) };
  }
  return null;
}

export class SentPlan {
  readonly #packet: PacketPlan;
  readonly #data: readonly DataFrame[];
  /** ACK frames that list ranges. */
  readonly #acks: number;

  constructor(data: JsonObject, batch: EventBatch, slots: Slots, info: ConnectionInfo) {
    const packet = new PacketPlan(data, batch, slots, info, info.effects.packetSizeAddBytes ?? 0);
    const { frames, space } = packet;
    this.#packet = packet;
    this.#data = DataFrame.allOf(frames, space, slots);
    this.#acks = frames.filter(({ frame, kind }) => kind.isAck && rangesOf(frame) !== undefined).length;
  }

  fill(batch: EventBatch, row: number, numbers: Float64Array, at: number, connection: OpenConnection): void {
    const { tally, streams } = connection;
    this.#packet.fill(batch, row, numbers, at, tally.sent);
    tally.sentNumber(this.#packet.space, batch.packetNumber[row] as number);
    tally.sent.withAckRanges += this.#acks;
    const data = this.#data;
    for (let i = 0; i < data.length; i++) (data[i] as DataFrame).fill(batch, row, numbers, at, streams);
    if (this.#packet.isFramed) addCredit(batch, row, streams);
  }
}

export class ReceivedPlan {
  readonly #packet: PacketPlan;
  readonly #ranges: PlannedRanges;

  constructor(data: JsonObject, batch: EventBatch, slots: Slots, info: ConnectionInfo) {
    this.#packet = new PacketPlan(data, batch, slots, info, 0);
    const { frames, columns } = this.#packet;
    columns.addFrames(frames);
    this.#ranges = new PlannedRanges(frames, slots, info.effects);
  }

  fill(batch: EventBatch, row: number, numbers: Float64Array, at: number, connection: OpenConnection): void {
    const { tally, streams } = connection;
    this.#packet.fill(batch, row, numbers, at, tally.received);
    if (this.#packet.isFramed) addCredit(batch, row, streams);
    tally.droppedRanges += this.#ranges.fill(batch, row, numbers, at);
    if ((batch.pairCount[row] as number) > 0) tally.received.withAckRanges++;
  }
}
