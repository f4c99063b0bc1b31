/**
 * A batch of decoded events as typed columns. The decoder fills it, the replay takes it, and it is reused.
 *
 * One row per event. Lists of varying length (ACK ranges, metric fields) are stored in `pairs`, two numbers each; a row
 * holds the index of its first pair. Frames of streams stand in `frames`, with their row. The replay copies what it needs: batches are overwritten.
 */
import {
  type LoggedHttp,
  type LoggedLife,
  type LoggedTermination,
  type LossTrigger,
  PacketSpace,
} from '../../../qlog-schema';
import { FrameList } from './frame-list';

/** Rows per batch: small enough that panels update while reading, large enough that the cost per call is negligible. */
export const BATCH_ROWS = 2048;

const FEW_ROWS = 16;
const FIRST_PAIRS = 32;
const NO_NUMBERS = new Float64Array(0);

/**
 * All columns of numbers, in the order of their width; `unset` is the value of an event that does not hold one, null where
 * every event has one.
 */
export const BATCH_COLUMNS = [
  { name: 'timeUs', type: Float64Array, unset: null },
  { name: 'offset', type: Float64Array, unset: null },
  { name: 'packetNumber', type: Float64Array, unset: Number.NaN },
  { name: 'ect0Count', type: Float64Array, unset: Number.NaN },
  { name: 'ect1Count', type: Float64Array, unset: Number.NaN },
  { name: 'ceCount', type: Float64Array, unset: Number.NaN },
  { name: 'ackDelayUs', type: Float64Array, unset: Number.NaN },
  { name: 'ackDelayWire', type: Float64Array, unset: Number.NaN },
  { name: 'connectionCredit', type: Float64Array, unset: Number.NaN },
  { name: 'streamCredit', type: Float64Array, unset: Number.NaN },
  { name: 'firstPair', type: Uint32Array, unset: null },
  { name: 'pairCount', type: Uint32Array, unset: null },
  { name: 'sizeBytes', type: Uint32Array, unset: 0 },
  { name: 'dataBytes', type: Uint32Array, unset: 0 },
  { name: 'resentBytes', type: Uint32Array, unset: 0 },
  { name: 'nameId', type: Uint16Array, unset: null },
  { name: 'flags', type: Uint16Array, unset: 0 },
  { name: 'kind', type: Uint8Array, unset: null },
  { name: 'space', type: Uint8Array, unset: PacketSpace.none },
] as const;
type ColumnSpec = (typeof BATCH_COLUMNS)[number];

type ArrayOf<Type> = Type extends Float64ArrayConstructor
  ? Float64Array
  : Type extends Uint32ArrayConstructor
    ? Uint32Array
    : Type extends Uint16ArrayConstructor
      ? Uint16Array
      : Uint8Array;

const ROW_BYTES = BATCH_COLUMNS.reduce((sum, { type }) => sum + type.BYTES_PER_ELEMENT, 0);

/** The columns of a batch, all of one length. */
export type BatchColumns = { readonly [S in ColumnSpec as S['name']]: ArrayOf<S['type']> };

/** What an event may hold. */
const FACTS = BATCH_COLUMNS.filter(({ unset }) => unset !== null) as readonly {
  readonly name: Exclude<ColumnSpec, { readonly unset: null }>['name'];
  readonly unset: number;
}[];

interface FactColumn {
  readonly values: BatchColumns[keyof BatchColumns];
  readonly unset: number;
}

/** Columns without a row, in one buffer: facts are unset. @param rows capacity. */
function emptyColumns(rows: number): BatchColumns {
  // Columns stand in the order of their width.
  const buffer = new ArrayBuffer(rows * ROW_BYTES);
  let at = 0;
  const columns = BATCH_COLUMNS.map(({ name, type, unset }) => {
    const column = new type(buffer, at, rows).fill(unset ?? 0);
    at += column.byteLength;
    return [name, column];
  });
  return Object.fromEntries(columns) as BatchColumns;
}

/** Numbers that rows hold pairs of. */
export class Pairs {
  /** Memory that others fill too; null where it grows and stays so. */
  readonly #fixed: Float64Array | null;
  #data: Float64Array;
  #length: number;

  /**
   * @param data memory to be filled; its first `length` numbers are there.
   * @param isFixed others fill it too: after `clear` it is the memory again, also where more was pushed than it holds.
   */
  constructor(data = NO_NUMBERS, length = 0, isFixed = false) {
    this.#fixed = isFixed ? data : null;
    this.#data = data;
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  /** The numbers stand in the memory that it was made with. */
  get isInPlace(): boolean {
    return this.#data === this.#fixed;
  }

  /** So many numbers stand in that memory now. */
  filledTo(length: number): void {
    this.#length = length;
  }

  push(value: number): void {
    if (this.#length === this.#data.length) this.#grow();
    this.#data[this.#length++] = value;
  }

  /** NaN outside the filled part. */
  at(index: number): number {
    return index < this.#length ? (this.#data[index] ?? Number.NaN) : Number.NaN;
  }

  /** The filled part, without a copy; valid until the next push. */
  view(): Float64Array {
    return this.#data.subarray(0, this.#length);
  }

  clear(): void {
    this.#data = this.#fixed ?? this.#data;
    this.#length = 0;
  }

  #grow(): void {
    const larger = new Float64Array(Math.max(FIRST_PAIRS, 2 * this.#data.length));
    larger.set(this.#data);
    this.#data = larger;
  }
}

export class EventBatch implements BatchColumns {
  length = 0;
  /** µs from the trace's start, as logged; may decrease. */
  readonly timeUs: Float64Array;
  readonly kind: Uint8Array;
  /** Byte offset of the record in the decompressed file. */
  readonly offset: Float64Array;
  /** Event name as logged: an id in the decoder's name table. */
  readonly nameId: Uint16Array;
  /**
   * Index of the row's first pair: ACK ranges (from, to) of packets, (field, value) of metrics, (`EventFact`, value) of
   * timers and flow control, (`HttpFact`, value) of HTTP/3, (number of a transport parameter, value), and one (largest packet number, count) of a loss event for several packets.
   */
  readonly firstPair: Uint32Array;
  readonly pairCount: Uint32Array;
  /** Packet number space (`PacketSpace`). */
  readonly space: Uint8Array;
  /** `PacketFlag` bits of packets. */
  readonly flags: Uint16Array;
  /** NaN where the event names no packet. */
  readonly packetNumber: Float64Array;
  /** Size of the packet in bytes, or of all lost packets for an aggregate loss; 0 where unknown. */
  readonly sizeBytes: Uint32Array;
  /**
   * ECN counts of the row's ACK frames, NaN when none is reported: packets that arrived marked ECT(0), ECT(1) or CE
   * since the connection's start, in the row's packet number space (RFC 9000 §19.3.2).
   */
  readonly ect0Count: Float64Array;
  readonly ect1Count: Float64Array;
  readonly ceCount: Float64Array;
  /**
   * ACK delay in µs, NaN for none; `ackDelayWire` where the log has the encoded value, without the ack_delay_exponent
   * applied.
   */
  readonly ackDelayUs: Float64Array;
  readonly ackDelayWire: Float64Array;
  /** Sent packets: payload of STREAM, CRYPTO and DATAGRAM frames in bytes, and how much of it is retransmitted. */
  readonly dataBytes: Uint32Array;
  readonly resentBytes: Uint32Array;
  /**
   * Bytes that the connection, and the stream of which data was sent last, may still send after the packet, by flow
   * control; NaN where the log does not say it.
   */
  readonly connectionCredit: Float64Array;
  readonly streamCredit: Float64Array;
  /** New congestion state by row, of a state event or of metrics that hold one. */
  readonly names = new Map<number, string>();
  /** The congestion state before the one in `names`, where the event logs it. */
  readonly oldNames = new Map<number, string>();
  /** Why a packet was declared lost, by row of a loss event that says so. */
  readonly lossTriggers = new Map<number, LossTrigger>();
  /** What the row says of the end of the connection, by row of those that do. */
  readonly terminations = new Map<number, LoggedTermination>();
  /** What the row says of the life of the connection, by row of those that do. */
  readonly life = new Map<number, readonly LoggedLife[]>();
  /** What HTTP/3 frames with texts say, by row of those. */
  readonly http = new Map<number, LoggedHttp>();
  readonly pairs: Pairs;
  readonly frames: FrameList;
  /** Columns of facts, as far as they were asked for. */
  #facts: readonly FactColumn[] | null = null;

  /** @param rows capacity. @param columns of that length; facts of rows that are not begun are unset. */
  constructor(
    rows = BATCH_ROWS,
    columns = emptyColumns(rows),
    pairs = new Pairs(),
    frames = new FrameList(),
  ) {
    this.pairs = pairs;
    this.frames = frames;
    this.timeUs = columns.timeUs;
    this.kind = columns.kind;
    this.offset = columns.offset;
    this.nameId = columns.nameId;
    this.firstPair = columns.firstPair;
    this.pairCount = columns.pairCount;
    this.space = columns.space;
    this.flags = columns.flags;
    this.packetNumber = columns.packetNumber;
    this.sizeBytes = columns.sizeBytes;
    this.ect0Count = columns.ect0Count;
    this.ect1Count = columns.ect1Count;
    this.ceCount = columns.ceCount;
    this.ackDelayUs = columns.ackDelayUs;
    this.ackDelayWire = columns.ackDelayWire;
    this.dataBytes = columns.dataBytes;
    this.resentBytes = columns.resentBytes;
    this.connectionCredit = columns.connectionCredit;
    this.streamCredit = columns.streamCredit;
  }

  get full(): boolean {
    return this.length === this.kind.length;
  }

  /** Starts a row, its facts unset; the caller sets the known ones. Must not be called when full. */
  begin(kind: number, timeUs: number, offset: number, nameId = 0): number {
    const row = this.length++;
    this.kind[row] = kind;
    this.timeUs[row] = timeUs;
    this.offset[row] = offset;
    this.nameId[row] = nameId;
    this.firstPair[row] = this.pairs.length >>> 1;
    this.pairCount[row] = 0;
    return row;
  }

  addPair(row: number, first: number, second: number): void {
    this.pairs.push(first);
    this.pairs.push(second);
    this.pairCount[row] = this.pairCount[row] + 1;
  }

  /** Copies a row of another batch. Must not be called when full. */
  copyRow(from: EventBatch, row: number): void {
    const copy = this.begin(from.kind[row], from.timeUs[row], from.offset[row], from.nameId[row]);
    for (const { name } of FACTS) this[name][copy] = from[name][row];
    const name = from.names.get(row);
    if (name !== undefined) this.names.set(copy, name);
    const oldName = from.oldNames.get(row);
    if (oldName !== undefined) this.oldNames.set(copy, oldName);
    const trigger = from.lossTriggers.get(row);
    if (trigger !== undefined) this.lossTriggers.set(copy, trigger);
    const termination = from.terminations.get(row);
    if (termination !== undefined) this.terminations.set(copy, termination);
    const life = from.life.get(row);
    if (life !== undefined) this.life.set(copy, life);
    const http = from.http.get(row);
    if (http !== undefined) this.http.set(copy, http);
    const first = from.firstPair[row];
    for (let pair = first; pair < first + from.pairCount[row]; pair++) {
      this.addPair(copy, from.pairs.at(pair * 2), from.pairs.at(pair * 2 + 1));
    }
    if (from.frames.length > 0) this.frames.copyRow(from.frames, row, copy);
  }

  /** Takes the rows from one on out again. */
  dropFrom(row: number): void {
    if (row >= this.length) return;
    for (const { values, unset } of this.#factColumns()) values.fill(unset, row, this.length);
    this.pairs.filledTo(2 * this.firstPair[row]);
    this.frames.dropFrom(row);
    for (const texts of [
      this.names,
      this.oldNames,
      this.lossTriggers,
      this.terminations,
      this.life,
      this.http,
    ])
      for (const holder of texts.keys()) if (holder >= row) texts.delete(holder);
    this.length = row;
  }

  #factColumns(): readonly FactColumn[] {
    this.#facts ??= FACTS.map(({ name, unset }) => ({ values: this[name], unset }));
    return this.#facts;
  }

  /** As `clear`, whatever the columns hold. */
  reset(): void {
    this.length = this.kind.length;
    this.clear();
  }

  clear(): void {
    for (const { values, unset } of this.#factColumns()) {
      // The call costs more than a few rows.
      if (this.length > FEW_ROWS) values.fill(unset, 0, this.length);
      else for (let row = 0; row < this.length; row++) values[row] = unset;
    }
    this.length = 0;
    this.names.clear();
    this.oldNames.clear();
    this.lossTriggers.clear();
    this.terminations.clear();
    this.life.clear();
    this.http.clear();
    this.pairs.clear();
    this.frames.clear();
  }
}
