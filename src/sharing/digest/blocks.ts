/**
 * A block of columns as bytes: its window, its series (`columns.ts`), shares of states to the nearest 1/127, exact
 * counts. Reading checks every length against the window before allocating.
 */

import type { StateSlice } from '../../engine/columns/state-timeline';
import type { PtoSlice } from '../../engine/contract/parts';
import { type ByteReader, type ByteWriter, Unreadable } from './bytes';
import { type Codec, list, nullable, number, oneOf, record, text, whole } from './codec';
import { readSlice, writeSlice } from './columns';
import { type Block, MAX_COLUMNS, SHARE_KINDS } from './digest';
import { streamShares } from './stream-shares';
import { PTO_METHODS_WRITTEN } from './words';

const MAX_SERIES = 64;
const MAX_NAMES = 64;
export const MAX_SPANS = 500;
/** Resolution of shares: finer than a panel's pixels. */
const SHARE_PARTS = 127;
/** Columns are 2⁻¹⁰ to 2⁵⁰ µs wide. */
const LEAST_LOG = -10;
const MOST_LOG = 50;

const id = text(60);
const names = list(text(60), MAX_NAMES);
const counts = whole(Number.MAX_SAFE_INTEGER);
const shareKind = oneOf(SHARE_KINDS);
const method = oneOf(PTO_METHODS_WRITTEN);
const spans = list(
  record<PtoSlice['persistentCongestion'][number]>({ startUs: number, endUs: number }),
  MAX_SPANS,
);

function writePlane(writer: ByteWriter, values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++) counts.write(writer, values[i] as number);
}

function readPlane<T extends Float64Array | Uint32Array>(reader: ByteReader, into: T): T {
  if (into.length > reader.left) throw new Unreadable('it ends too early');
  for (let i = 0; i < into.length; i++) into[i] = reader.uint();
  return into;
}

/** Shares as integers: each off by less than one part, running sums by at most half a part. */
function partsOf({ names: { length }, shares }: StateSlice, column: number): readonly number[] {
  const parts: number[] = [];
  let sum = 0;
  let written = 0;
  for (let state = 0; state < length; state++) {
    sum += shares[column * length + state] as number;
    const until = Math.min(SHARE_PARTS, Math.round(sum * SHARE_PARTS));
    parts.push(until - written);
    written = until;
  }
  return parts;
}

function writeShares(writer: ByteWriter, slice: StateSlice): void {
  names.write(writer, slice.names);
  const columns = slice.changes.length;
  const states = Math.min(MAX_NAMES, slice.names.length);
  const parts = Array.from({ length: columns }, (_, column) => partsOf(slice, column));
  for (let state = 0; state < states; state++) {
    // The last state nearly always has the remainder.
    const expected = (column: number): number =>
      state < states - 1 || states === 1
        ? (parts[column - 1]?.[state] ?? 0)
        : SHARE_PARTS - (parts[column] as readonly number[]).slice(0, state).reduce((a, b) => a + b, 0);
    for (let column = 0; column < columns; column++)
      writer.int((parts[column]?.[state] as number) - expected(column));
  }
  writePlane(writer, slice.changes);
}

function readShares(reader: ByteReader, columns: number): StateSlice {
  const known = names.read(reader);
  const states = known.length;
  if (columns * (states + 1) > reader.left) throw new Unreadable('it ends too early');
  const shares = new Float64Array(columns * states);
  const left = new Int32Array(columns).fill(SHARE_PARTS);
  for (let state = 0; state < states; state++) {
    let before = 0;
    for (let column = 0; column < columns; column++) {
      const expected = state < states - 1 || states === 1 ? before : (left[column] as number);
      const part = reader.int() + expected;
      if (!(part >= 0 && part <= (left[column] as number))) throw new Unreadable('its shares exceed 100 %');
      left[column] = (left[column] as number) - part;
      shares[column * states + state] = part / SHARE_PARTS;
      before = part;
    }
  }
  return { names: known, shares, changes: readPlane(reader, new Float64Array(columns)) };
}

const ptos = (columns: number): Codec<PtoSlice> => ({
  write(writer, slice) {
    method.write(writer, slice.method);
    for (const plane of [slice.counts, slice.spurious, slice.consecutive]) writePlane(writer, plane);
    spans.write(writer, slice.persistentCongestion);
  },
  read: (reader) => ({
    method: method.read(reader),
    counts: readPlane(reader, new Uint32Array(columns)),
    spurious: readPlane(reader, new Uint32Array(columns)),
    consecutive: readPlane(reader, new Uint32Array(columns)),
    persistentCongestion: spans.read(reader),
  }),
});

function writeWindow(writer: ByteWriter, { fromUs, columnUs, columns }: Block['window']): void {
  writer.int(Math.log2(columnUs));
  writer.int(Math.round(fromUs / columnUs));
  writer.uint(columns);
}

function readWindow(reader: ByteReader): Block['window'] {
  const log = reader.int();
  const first = reader.int();
  const columns = reader.uint();
  if (!(log >= LEAST_LOG && log <= MOST_LOG) || columns < 1 || columns > MAX_COLUMNS)
    throw new Unreadable('a window in it has an invalid size');
  return { fromUs: first * 2 ** log, columnUs: 2 ** log, columns };
}

/** @param levels see `writeScale`. @param hasStreams from version 6 on. */
export function block(levels: number, hasStreams: boolean): Codec<Block> {
  return {
    write(writer, { window, series, shares, losses, ptos: part, streamShares: carried }) {
      writeWindow(writer, window);
      writer.uint(Math.min(MAX_SERIES, series.length));
      for (const slice of series.slice(0, MAX_SERIES)) {
        id.write(writer, slice.id);
        writeSlice(writer, slice, levels);
      }
      writer.uint(shares.length);
      for (const { kind, slice } of shares) {
        shareKind.write(writer, kind);
        writeShares(writer, slice);
      }
      writePlane(writer, losses);
      nullable(ptos(window.columns)).write(writer, part);
      if (hasStreams) nullable(streamShares(window.columns)).write(writer, carried);
    },
    read(reader) {
      const window = readWindow(reader);
      const { columns } = window;
      const seriesCount = reader.uint();
      if (seriesCount > MAX_SERIES) throw new Unreadable('it holds too many series');
      const series = Array.from({ length: seriesCount }, () => readSlice(reader, id.read(reader), columns));
      const shareCount = reader.uint();
      if (shareCount > SHARE_KINDS.length) throw new Unreadable('it holds too many states');
      const shares = Array.from({ length: shareCount }, () => ({
        kind: shareKind.read(reader),
        slice: readShares(reader, columns),
      }));
      const losses = readPlane(reader, new Float64Array(columns));
      const part = nullable(ptos(columns)).read(reader);
      const carried = hasStreams ? nullable(streamShares(columns)).read(reader) : null;
      return { window, series, shares, losses, ptos: part, streamShares: carried };
    },
  };
}
