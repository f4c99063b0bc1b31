/**
 * The events of a connection as columns, one row per event in file order: 30 bytes per event with typical numbers.
 *
 * Rows are appended per batch. The replay's results for its rows are collected first, so that one event costs three
 * writes and not ten.
 */
import type { EventBatch } from '../columns/event-batch';
import { FittingColumn } from '../columns/fitting-column';
import { float64Column, uint8Column, uint16Column, uint32Column } from '../columns/growable';

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

/** One row per event, in file order; times never descend (a backward step keeps the previous time and is counted). */
export class EventColumns {
  readonly timeUs = float64Column();
  /** `EventKind`. */
  readonly kind = uint8Column();
  /** Event name as logged: an id in the decoder's name table. */
  readonly nameId = uint16Column();
  /** `PacketSpace`. */
  readonly space = uint8Column();
  /** `PacketFlag` bits. */
  readonly flags = uint16Column();
  /** NaN where the event names no packet. */
  readonly packetNumber = new FittingColumn();
  readonly sizeBytes = new FittingColumn();
  /** In-flight bytes that this event acknowledged for the first time. */
  readonly ackedBytes = new FittingColumn();
  /**
   * Bytes in flight after this event: logged where the stack logs them, else rebuilt; `NOT_SET` where the event does
   * not change them.
   */
  readonly inFlightBytes = uint32Column();
  /** Byte offset of the record, to read its text on demand. */
  readonly offset = new FittingColumn();

  get length(): number {
    return this.timeUs.length;
  }

  /** Bytes held, unused capacity included. */
  get byteLength(): number {
    return Object.values(this).reduce(
      (sum: number, column: { byteLength: number }) => sum + column.byteLength,
      0,
    );
  }

  /** Appends the first `count` rows of a batch with the replay's results. */
  append(batch: EventBatch, rows: ReplayedRows, count: number): void {
    this.timeUs.append(rows.timeUs, count);
    this.kind.append(batch.kind, count);
    this.nameId.append(batch.nameId, count);
    this.space.append(batch.space, count);
    this.flags.append(batch.flags, count);
    this.packetNumber.append(batch.packetNumber, count);
    this.sizeBytes.append(batch.sizeBytes, count);
    this.ackedBytes.append(rows.ackedBytes, count);
    this.inFlightBytes.append(rows.inFlightBytes, count);
    this.offset.append(batch.offset, count);
  }
}
