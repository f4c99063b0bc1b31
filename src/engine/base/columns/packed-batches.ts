/**
 * Batches of events in one buffer each message, so that another thread can read them without a copy:
 *
 *   buffer   │ batch: timeUs ┊ offset ┊ … ┊ kind ┊ space │ batch: …      8 bytes aligned
 *
 * A column in which no row of a batch holds anything is left out; the batch that is read from the buffer has one of unset
 * values in its place, which all share. Texts stand beside the buffer: few rows have one.
 */
import type { LoggedHttp, LoggedLife, LoggedTermination, LossTrigger } from '../../../qlog-schema';
import { BATCH_COLUMNS, BATCH_ROWS, type BatchColumns, EventBatch, Pairs } from './event-batch';
import { FrameList } from './frame-list';

const ALIGNED = 8;

/** One batch in the buffer of its message. */
export interface PackedBatch {
  readonly rows: number;
  /** First byte in the buffer. */
  readonly at: number;
  /** One bit per entry of `BATCH_COLUMNS`: the column stands in the buffer. */
  readonly columns: number;
  /** Numbers of `EventBatch.pairs`. */
  readonly pairs: number;
  /** Numbers of `EventBatch.frames`. */
  readonly frames: number;
  readonly names?: ReadonlyMap<number, string>;
  readonly oldNames?: ReadonlyMap<number, string>;
  readonly lossTriggers?: ReadonlyMap<number, LossTrigger>;
  readonly terminations?: ReadonlyMap<number, LoggedTermination>;
  readonly life?: ReadonlyMap<number, readonly LoggedLife[]>;
  readonly http?: ReadonlyMap<number, LoggedHttp>;
}

/** Writes batches after one another. */
export class BatchPacker {
  #buffer: ArrayBuffer;
  #filledBytes = 0;

  /** @param buffer to be filled; its contents are overwritten. */
  constructor(buffer: ArrayBuffer) {
    this.#buffer = buffer;
  }

  get filledBytes(): number {
    return this.#filledBytes;
  }

  /** The buffer grows where the batch needs it: that copies what stands in it. */
  add(batch: EventBatch): PackedBatch {
    const { length: rows } = batch;
    const columns = filledColumns(batch);
    const at = this.#filledBytes;
    const pairs = batch.pairs.view();
    const frames = batch.frames.numbers;
    const end = at + bytesOf(columns, rows, pairs.length + frames.length);
    this.#makeRoom(end);
    let to = at;
    for (const [i, { name, type }] of BATCH_COLUMNS.entries()) {
      if ((columns & (1 << i)) === 0) continue;
      const values = batch[name];
      new type(this.#buffer, to, rows).set(values.length === rows ? values : values.subarray(0, rows));
      to += aligned(rows * type.BYTES_PER_ELEMENT);
    }
    new Float64Array(this.#buffer, to, pairs.length).set(pairs);
    new Float64Array(this.#buffer, to + pairs.byteLength, frames.length).set(frames);
    this.#filledBytes = end;
    const { names, oldNames, lossTriggers, terminations, life, http } = batch;
    return {
      rows,
      at,
      columns,
      pairs: pairs.length,
      frames: frames.length,
      // The batch is reused.
      ...(names.size > 0 && { names: new Map(names) }),
      ...(oldNames.size > 0 && { oldNames: new Map(oldNames) }),
      ...(lossTriggers.size > 0 && { lossTriggers: new Map(lossTriggers) }),
      ...(terminations.size > 0 && { terminations: new Map(terminations) }),
      ...(life.size > 0 && { life: new Map(life) }),
      ...(http.size > 0 && { http: new Map(http) }),
    };
  }

  /** Gives the buffer away. @param next to be filled now. */
  take(next: ArrayBuffer): ArrayBuffer {
    const filled = this.#buffer;
    this.#buffer = next;
    this.#filledBytes = 0;
    return filled;
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#buffer.byteLength) return;
    const larger = new ArrayBuffer(Math.max(bytes, 2 * this.#buffer.byteLength));
    new Uint8Array(larger).set(new Uint8Array(this.#buffer, 0, this.#filledBytes));
    this.#buffer = larger;
  }
}

/** The batch, as views of the buffer: valid as long as that is. */
export function unpackedBatch(buffer: ArrayBuffer, packed: PackedBatch): EventBatch {
  const { rows, columns } = packed;
  let at = packed.at;
  const read = BATCH_COLUMNS.map(({ name, type }, i) => {
    if ((columns & (1 << i)) === 0) return [name, unsetColumn(i, rows)];
    const values = new type(buffer, at, rows);
    at += aligned(rows * type.BYTES_PER_ELEMENT);
    return [name, values];
  });
  const pairs = new Pairs(new Float64Array(buffer, at, packed.pairs), packed.pairs);
  const frames = new FrameList(new Float64Array(buffer, at + pairs.view().byteLength, packed.frames));
  const batch = new EventBatch(rows, Object.fromEntries(read) as BatchColumns, pairs, frames);
  batch.length = rows;
  copyAll(packed.names, batch.names);
  copyAll(packed.oldNames, batch.oldNames);
  copyAll(packed.lossTriggers, batch.lossTriggers);
  copyAll(packed.terminations, batch.terminations);
  copyAll(packed.life, batch.life);
  copyAll(packed.http, batch.http);
  return batch;
}

function copyAll<T>(from: ReadonlyMap<number, T> | undefined, to: Map<number, T>): void {
  if (from !== undefined) for (const [row, value] of from) to.set(row, value);
}

/** Bits of the columns in which a row holds something. */
function filledColumns(batch: EventBatch): number {
  let bits = 0;
  for (const [i, { name, unset }] of BATCH_COLUMNS.entries())
    if (unset === null || !isUnset(batch[name], unset, batch.length)) bits |= 1 << i;
  return bits;
}

type Values = BatchColumns[keyof BatchColumns];

function isUnset(values: Values, unset: number, rows: number): boolean {
  let row = 0;
  if (Number.isNaN(unset)) while (row < rows && Number.isNaN(values[row])) row++;
  else while (row < rows && values[row] === unset) row++;
  return row === rows;
}

/** @param numbers of pairs and frames. */
function bytesOf(columns: number, rows: number, numbers: number): number {
  let bytes = numbers * Float64Array.BYTES_PER_ELEMENT;
  for (const [i, { type }] of BATCH_COLUMNS.entries())
    if (columns & (1 << i)) bytes += aligned(rows * type.BYTES_PER_ELEMENT);
  return bytes;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNED) * ALIGNED;
}

/** By index in `BATCH_COLUMNS`. */
const unsetColumns: Values[] = [];

function unsetColumn(index: number, rows: number): Values {
  const column = unsetColumns[index];
  if (column !== undefined && column.length >= rows) return column;
  const { type, unset } = BATCH_COLUMNS[index];
  const made = new type(Math.max(rows, BATCH_ROWS)).fill(unset ?? 0);
  unsetColumns[index] = made;
  return made;
}
