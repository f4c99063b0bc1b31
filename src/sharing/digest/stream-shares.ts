/**
 * Which streams the packets of each column carried, in a digest: per column the streams with most bytes, each to the nearest
 * step of the block, whose half is its bound; the bytes of all others in one number. Columns are merged like those of a series.
 */
import type { StreamShares } from '../../engine/reading/contract/streams';
import { type ByteReader, type ByteWriter, Unreadable } from './bytes';
import { type Codec, number, oneOf } from './codec';

/** Streams of a column that are distinguished. */
const MAX_ENTRIES = 8;
/** Steps of the largest number of bytes of a column. */
const STEPS = 255;
const DIRECTIONS: readonly StreamShares['direction'][] = ['sent', 'received'];
const direction = oneOf(DIRECTIONS);

type Column = Map<number, number>;

/** Bytes by stream of each column of another window, as they are added up. */
export class ShareColumns {
  readonly #columns: Column[];
  readonly #others: Float64Array<ArrayBuffer>;
  readonly #within: Float64Array<ArrayBuffer>;

  constructor(columns: number) {
    this.#within = new Float64Array(columns);
    this.#columns = Array.from({ length: columns }, () => new Map());
    this.#others = new Float64Array(columns);
  }

  /** Adds a part of a column of `from`. @param part 1 for all of it. */
  add(at: number, from: StreamShares, column: number, part = 1): void {
    const into = this.#columns[at];
    if (into === undefined) return;
    const end = from.starts[column + 1];
    for (let i = from.starts[column]; i < end; i++) {
      const id = from.ids[i];
      into.set(id, (into.get(id) ?? 0) + from.bytes[i] * part);
    }
    this.#others[at] = this.#others[at] + from.others[column] * part;
    const within = from.within?.[column] ?? 0;
    this.#within[at] = this.#within[at] + within * Math.abs(part);
  }

  /** @param most streams of a column that are distinguished, those with most bytes. */
  shares(way: StreamShares['direction'], most = MAX_ENTRIES): StreamShares {
    const starts = new Uint32Array(this.#columns.length + 1);
    const ids: number[] = [];
    const bytes: number[] = [];
    this.#columns.forEach((column, i) => {
      const byBytes = [...column].sort(([a, x], [b, y]) => y - x || a - b);
      for (const [, size] of byBytes.slice(most)) this.#others[i] = this.#others[i] + size;
      for (const [id, size] of byBytes.slice(0, most).sort(([a], [b]) => a - b)) {
        ids.push(id);
        bytes.push(size);
      }
      starts[i + 1] = ids.length;
    });
    return {
      direction: way,
      starts,
      ids: Float64Array.from(ids),
      bytes: Float64Array.from(bytes),
      others: this.#others,
      ...(this.#within.some((within) => within > 0) ? { within: this.#within } : {}),
    };
  }
}

/** @param place of each column in the coarser window of `columns`. */
export function mergedShares(
  from: StreamShares,
  columns: number,
  place: (column: number) => number,
): StreamShares {
  const merged = new ShareColumns(columns);
  for (let column = 0; column < from.others.length; column++) merged.add(place(column), from, column);
  return merged.shares(from.direction);
}

const sum = (values: Float64Array, from: number, to: number): number => {
  let total = 0;
  for (let i = from; i < to; i++) total += values[i];
  return total;
};

function write(
  writer: ByteWriter,
  { direction: way, starts, ids, bytes, others, within }: StreamShares,
): void {
  const distinct = [...new Set(ids)].sort((a, b) => a - b);
  const index = new Map(distinct.map((id, i) => [id, i]));
  let most = 0;
  for (let i = 0; i < others.length; i++)
    most = Math.max(most, others[i] + sum(bytes, starts[i], starts[i + 1]));
  const step = Math.max(1, Math.ceil(most / STEPS));
  direction.write(writer, way);
  writer.uint(step);
  const before = within?.reduce((most, own) => Math.max(most, own), 0) ?? 0;
  number.write(writer, before + (step > 1 ? step / 2 : 0));
  writer.uint(distinct.length);
  distinct.forEach((id, i) => {
    writer.uint(id - (distinct[i - 1] ?? 0));
  });
  for (let column = 0; column < others.length; column++) {
    const [from, to] = [starts[column], starts[column + 1]];
    writer.uint(to - from);
    let before = 0;
    for (let i = from; i < to; i++) {
      const at = index.get(ids[i]) as number;
      writer.uint(at - before);
      writer.uint(Math.round(bytes[i] / step));
      before = at;
    }
    writer.uint(Math.round(others[column] / step));
  }
}

/** @throws Unreadable for ids and amounts that no trace gives. */
function read(reader: ByteReader, columns: number, isEarlier: boolean): StreamShares {
  const way = direction.read(reader);
  const step = reader.uint();
  const within = isEarlier ? (step > 1 ? step / 2 : 0) : number.read(reader);
  if (!(within >= 0)) throw new Unreadable('a value in it is outside its scale');
  const distinct = reader.uint();
  if (distinct > reader.left || columns * 2 > reader.left) throw new Unreadable('a list in it is too long');
  const streamIds: number[] = [];
  for (let i = 0; i < distinct; i++) streamIds.push(reader.uint() + (streamIds[i - 1] ?? 0));
  const amount = (): number => {
    const bytes = reader.uint() * step;
    if (bytes > Number.MAX_SAFE_INTEGER) throw new Unreadable('a number in it is too large');
    return bytes;
  };
  const starts = new Uint32Array(columns + 1);
  const ids: number[] = [];
  const bytes: number[] = [];
  const others = new Float64Array(columns);
  for (let column = 0; column < columns; column++) {
    const entries = reader.uint();
    if (entries > MAX_ENTRIES) throw new Unreadable('a list in it is too long');
    let at = 0;
    for (let i = 0; i < entries; i++) {
      at += reader.uint();
      const id = streamIds[at];
      if (!Number.isSafeInteger(id)) throw new Unreadable('a stream in it is unknown');
      ids.push(id as number);
      bytes.push(amount());
    }
    others[column] = amount();
    starts[column + 1] = ids.length;
  }
  const shares = {
    direction: way,
    starts,
    ids: Float64Array.from(ids),
    bytes: Float64Array.from(bytes),
    others,
  };
  return within === 0 ? shares : { ...shares, within: new Float64Array(columns).fill(within) };
}

/** @param columns of the block. @param isEarlier a digest before version 7, of which its rounding is not written. */
export function streamShares(columns: number, isEarlier: boolean): Codec<StreamShares> {
  return { write, read: (reader) => read(reader, columns, isEarlier) };
}

/** With as many streams per column as a digest tells apart. */
export function boundedShares(from: StreamShares): StreamShares {
  return mergedShares(from, from.others.length, (column) => column);
}
