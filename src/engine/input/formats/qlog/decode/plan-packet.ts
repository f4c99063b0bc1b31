/**
 * What decode-packet.ts does with a packet, precomputed for all records of one skeleton: its type and frame types are
 * the same in all, its number and sizes are numbers.
 */
import { asObject, type JsonObject, PacketFlag } from '../../../../../qlog-schema';
import type { EventBatch } from '../../../../base/columns/event-batch';
import { addCredit } from '../../packet-row';
import type { PacketTally } from '../../quality';
import type { RowOperation } from '../records/scan/row-program';
import type { ConnectionInfo } from './connection-info';
import { framesOf, rangesOf } from './decode-frames';
import { rarePacketOf } from './decode-life';
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
import { ColumnsPlan } from './plan-columns';
import { DataFrame, frameFlags, type KnownFrame, knownFrames, plannedRanges } from './plan-frames';
import { constant, plannedValue, type Slots } from './plan-values';
import type { OpenConnection } from './trace-source';

/** Common part of sent and received packets. */
class PacketPlan {
  readonly space: number;
  readonly frames: readonly KnownFrame[];
  readonly columns: ColumnsPlan;
  readonly isFramed: boolean;
  readonly flags: number;
  readonly #operations: readonly RowOperation[];
  /** What each row adds to the counts. */
  readonly #sized: number;
  readonly #numbered: number;
  readonly #unusableNumbers: number;
  readonly #framed: number;

  constructor(data: JsonObject, slots: Slots, info: ConnectionInfo, addBytes: number) {
    const holders = { data, header: asObject(data.header), raw: asObject(data.raw) };
    this.space = spaceOf(data, holders.header);
    const number = slots.term(PACKET_NUMBER, 1, holders) ?? constant(Number.NaN);
    const isNumbered = number.slot >= 0 || !Number.isNaN(number.always);
    this.#numbered = isNumbered ? 1 : 0;
    this.#unusableNumbers = !isNumbered && hasUnusableNumber(data, holders.header) ? 1 : 0;
    const size = sizeOf(holders, slots, info, addBytes);
    this.#sized = size === null ? 0 : 1;
    const frames = framesOf(data);
    this.isFramed = frames !== null;
    this.#framed = this.isFramed ? 1 : 0;
    this.frames = knownFrames(frames ?? []);
    // Frames that tell of credit, of a stream without data, of paths, or of the connection's end, and packets that only the
    // handshake has, are few: they are parsed.
    const isFew = this.frames.some(
      ({ kind: { isClose, carriesData, streamFrame, flags } }) =>
        isClose || (streamFrame !== null && !carriesData) || (flags & PacketFlag.pathValidation) !== 0,
    );
    if (isFew || isReset(data, holders.header) || rarePacketOf(data, holders.header) !== null) slots.doubt();
    this.columns = new ColumnsPlan(holders, slots, info);
    this.flags = (frames === null ? UNFRAMED : frameFlags(this.frames)) | this.columns.flags;
    const first: RowOperation = { op: 'column', column: 'packetNumber', value: plannedValue(number) };
    this.#operations = size === null ? [first] : [size, first];
  }

  /** After the columns of frames were added. */
  get operations(): readonly RowOperation[] {
    return [...this.#operations, ...this.columns.operations];
  }

  count(tally: PacketTally): void {
    tally.packets++;
    tally.sized += this.#sized;
    tally.framed += this.#framed;
    tally.numbered += this.#numbered;
    tally.unusableNumbers += this.#unusableNumbers;
  }
}

function sizeOf(
  holders: Holders,
  slots: Slots,
  { effects }: ConnectionInfo,
  addBytes: number,
): RowOperation | null {
  for (const size of SIZES) {
    const logged = slots.term(size.field, 1, holders);
    if (logged === null) continue;
    const { slot, always } = logged;
    return { op: 'size', slot, always, added: missingBytes(size, effects, addBytes) };
  }
  return null;
}

export class SentPlan {
  readonly packet: PacketPlan;
  readonly #data: readonly DataFrame[];
  readonly operations: readonly RowOperation[];
  readonly #acks: number;

  constructor(data: JsonObject, slots: Slots, info: ConnectionInfo) {
    this.packet = new PacketPlan(data, slots, info, info.effects.packetSizeAddBytes ?? 0);
    const { frames, space } = this.packet;
    this.#data = DataFrame.allOf(frames, space, slots);
    this.operations = [...this.packet.operations, ...plannedRanges(frames, slots, info.effects)];
    this.#acks = frames.filter(({ frame, kind }) => kind.isAck && rangesOf(frame) !== undefined).length;
  }

  order(batch: EventBatch, row: number, numbers: Float64Array, at: number, connection: OpenConnection): void {
    const { tally, streams } = connection;
    this.packet.count(tally.sent);
    tally.sentNumber(this.packet.space, batch.packetNumber[row]);
    tally.sent.withAckRanges += this.#acks;
    const data = this.#data;
    for (let i = 0; i < data.length; i++) data[i].sent(batch, row, numbers, at, streams);
    if (this.packet.isFramed) addCredit(batch, row, streams);
  }
}

export class ReceivedPlan {
  readonly packet: PacketPlan;
  readonly #data: readonly DataFrame[];
  readonly operations: readonly RowOperation[];

  constructor(data: JsonObject, slots: Slots, info: ConnectionInfo) {
    this.packet = new PacketPlan(data, slots, info, 0);
    const { frames, columns, space } = this.packet;
    columns.addFrames(frames);
    this.#data = DataFrame.allOf(frames, space, slots);
    this.operations = [...this.packet.operations, ...plannedRanges(frames, slots, info.effects)];
  }

  order(batch: EventBatch, row: number, numbers: Float64Array, at: number, connection: OpenConnection): void {
    const { tally, streams } = connection;
    this.packet.count(tally.received);
    const data = this.#data;
    for (let i = 0; i < data.length; i++) data[i].received(batch, row, numbers, at);
    if (this.packet.isFramed) addCredit(batch, row, streams);
    if (batch.pairCount[row] > 0) tally.received.withAckRanges++;
  }
}
