/**
 * The events of a connection as columns, one row per event in file order: some nine bytes per event with typical numbers.
 *
 * What each row has takes few bytes because it repeats (row-kinds.ts) or differs little from the row before
 * (block-column.ts); what few rows have costs a bit in the others (sparse-column.ts). Rows are appended per batch: the
 * replay's results for its rows are collected first.
 */
import { EventKind } from '../../../qlog-schema';
import { BlockColumn } from '../../base/columns/block-column';
import type { EventBatch } from '../../base/columns/event-batch';
import { type RowFact, type RowFactReader, RowKinds } from '../../base/columns/row-kinds';
import { SparseColumn } from '../../base/columns/sparse-column';

/** Marks a row that does not set the bytes in flight. */
export const NOT_SET = 0xffff_ffff;

/** Results of the replay for the rows of a batch. */
export class ReplayedRows {
  readonly timeUs: Float64Array;
  readonly ackedBytes: Uint32Array;
  readonly inFlightBytes: Uint32Array;

  /** @param rows capacity. */
  constructor(rows: number) {
    this.timeUs = new Float64Array(rows);
    this.ackedBytes = new Uint32Array(rows);
    this.inFlightBytes = new Uint32Array(rows);
  }
}

/** One row per event, in file order; times never descend (a backward step takes the previous time and is counted). */
export class EventColumns {
  readonly timeUs = new BlockColumn();
  readonly #kinds = new RowKinds();
  /** NaN where the event names no packet. */
  readonly packetNumber = new SparseColumn(Number.NaN);
  /** 0 where the event names no size. */
  readonly sizeBytes = new SparseColumn(0);
  /** In-flight bytes that this event acknowledged for the first time. */
  readonly ackedBytes = new SparseColumn(0);
  /**
   * Bytes in flight after this event: logged where the stack logs them, else rebuilt; `NOT_SET` where the event does
   * not change them.
   */
  readonly inFlightBytes = new SparseColumn(NOT_SET);
  /** Byte offset of the record, to read its text on demand; empty where nobody does. */
  readonly offset = new BlockColumn();
  storesOffsets = true;

  /** `EventKind`. */
  readonly kind: RowFact = this.#kinds.kind;
  /** Event name as logged: an id in the decoder's name table. */
  readonly nameId: RowFact = this.#kinds.nameId;
  /** `PacketSpace`. */
  readonly space: RowFact = this.#kinds.space;
  /** `PacketFlag` bits. */
  readonly flags: RowFact = this.#kinds.flags;

  get length(): number {
    return this.timeUs.length;
  }

  /** Whether an event of transport, recovery or HTTP is among them. */
  get tellOfConnection(): boolean {
    return this.#kinds.holdsOther(EventKind.other);
  }

  /** See `RowKinds.classes`. */
  classes(classOf: (kind: number, space: number, flags: number) => number): RowFactReader {
    return this.#kinds.classes(classOf);
  }

  /** Bytes held, unused capacity included. */
  get byteLength(): number {
    const { timeUs, packetNumber, sizeBytes, ackedBytes, inFlightBytes, offset } = this;
    const columns = [timeUs, this.#kinds, packetNumber, sizeBytes, ackedBytes, inFlightBytes, offset];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Appends the first `count` rows of a batch with the replay's results. */
  append(batch: EventBatch, rows: ReplayedRows, count: number): void {
    this.timeUs.append(rows.timeUs, count);
    this.#kinds.append(batch, count);
    this.packetNumber.append(batch.packetNumber, count);
    this.sizeBytes.append(batch.sizeBytes, count);
    this.ackedBytes.append(rows.ackedBytes, count);
    this.inFlightBytes.append(rows.inFlightBytes, count);
    if (this.storesOffsets) this.offset.append(batch.offset, count);
  }
}
