/**
 * A block of columns as bytes: its window, its series (`columns.ts`), shares of states to the nearest 1/127 and how far that
 * is from them, exact counts. Reading checks every length against the window before allocating.
 */
import type { SeriesSlice } from '../../engine/base/columns/series';
import type { StateSlice } from '../../engine/base/columns/state-timeline';
import type { PtoSlice } from '../../engine/reading/contract/parts';
import { type ByteReader, type ByteWriter, Unreadable } from './bytes';
import { type Codec, flag, list, nullable, number, oneOf, record, text, whole } from './codec';
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
  for (let i = 0; i < values.length; i++) counts.write(writer, values[i]);
}

function readPlane<T extends Float64Array | Uint32Array>(reader: ByteReader, into: T): T {
  if (into.length > reader.left) throw new Unreadable('it ends too early');
  for (let i = 0; i < into.length; i++) into[i] = reader.uint();
  return into;
}

/** Errors of shares are written in parts of a million, rounded up. */
const ERROR_PARTS = 1e6;
/** Sums of shares are as near as this to those that they are the sums of. */
const SLACK = 1e-9;

/** Shares as integers: each off by less than one part, running sums by at most half a part. */
function partsOf({ names: { length }, shares }: StateSlice, column: number): readonly number[] {
  const parts: number[] = [];
  let sum = 0;
  let written = 0;
  for (let state = 0; state < length; state++) {
    sum += shares[column * length + state];
    const until = Math.min(SHARE_PARTS, Math.round(sum * SHARE_PARTS));
    parts.push(until - written);
    written = until;
  }
  return parts;
}

/** The largest difference of a share from its parts, in parts of a million. */
function errorOf(slice: StateSlice, parts: readonly (readonly number[])[]): number {
  const { length } = slice.names;
  let most = 0;
  parts.forEach((row, column) => {
    row.forEach((part, state) => {
      most = Math.max(most, Math.abs(slice.shares[column * length + state] - part / SHARE_PARTS));
    });
  });
  const before = slice.rounded?.byUpTo.reduce((error, own) => Math.max(error, own), 0) ?? 0;
  return most + before < SLACK ? 0 : Math.ceil((most + before) * ERROR_PARTS);
}

/** True where no part is missing of a share that is not 0, and none left of one that is not all of the time. */
function hasExactEnds(slice: StateSlice, parts: readonly (readonly number[])[], state: number): boolean {
  const { length } = slice.names;
  const isExact = slice.rounded?.exactEnds[state] ?? true;
  return (
    isExact &&
    parts.every((row, column) => {
      const share = slice.shares[column * length + state];
      if (row[state] === 0) return share <= SLACK;
      return row[state] !== SHARE_PARTS || share >= 1 - SLACK;
    })
  );
}

function writeShares(writer: ByteWriter, slice: StateSlice): void {
  names.write(writer, slice.names);
  const columns = slice.changes.length;
  const states = Math.min(MAX_NAMES, slice.names.length);
  const parts = Array.from({ length: columns }, (_, column) => partsOf(slice, column));
  counts.write(writer, errorOf(slice, parts));
  for (let state = 0; state < states; state++) flag.write(writer, hasExactEnds(slice, parts, state));
  for (let state = 0; state < states; state++) {
    // The last state nearly always has the remainder.
    const expected = (column: number): number =>
      state < states - 1 || states === 1
        ? (parts[column - 1]?.[state] ?? 0)
        : SHARE_PARTS - parts[column].slice(0, state).reduce((a, b) => a + b, 0);
    for (let column = 0; column < columns; column++) writer.int(parts[column]?.[state] - expected(column));
  }
  writePlane(writer, slice.changes);
}

/** @param isEarlier a digest before version 7, of which it is not written how far shares are off. */
function readShares(reader: ByteReader, columns: number, isEarlier: boolean): StateSlice {
  const stateNames = names.read(reader);
  const states = stateNames.length;
  const byUpTo = isEarlier ? 1 / SHARE_PARTS : counts.read(reader) / ERROR_PARTS;
  const exactEnds = stateNames.map(() => (isEarlier ? false : flag.read(reader)));
  if (columns * (states + 1) > reader.left) throw new Unreadable('it ends too early');
  const shares = new Float64Array(columns * states);
  const left = new Int32Array(columns).fill(SHARE_PARTS);
  for (let state = 0; state < states; state++) {
    let before = 0;
    for (let column = 0; column < columns; column++) {
      const expected = state < states - 1 || states === 1 ? before : left[column];
      const part = reader.int() + expected;
      if (!(part >= 0 && part <= left[column])) throw new Unreadable('its shares exceed 100 %');
      left[column] = left[column] - part;
      shares[column * states + state] = part / SHARE_PARTS;
      before = part;
    }
  }
  const changes = readPlane(reader, new Float64Array(columns));
  if (byUpTo === 0) return { names: stateNames, shares, changes };
  const isRounded = (column: number): boolean =>
    exactEnds.some((isExact, state) => {
      const share = shares[column * states + state];
      return !isExact || (share > 0 && share < 1);
    });
  const errors = Float64Array.from({ length: columns }, (_, column) => (isRounded(column) ? byUpTo : 0));
  return { names: stateNames, shares, changes, rounded: { byUpTo: errors, exactEnds } };
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

/** How blocks are written and read. */
export interface BlockForm {
  /** See `writeScale`. */
  readonly levels: number;
  readonly version: number;
  /** Which values of a series stay as they are, see `exact-figures.ts`. */
  readonly exactOf: (slice: SeriesSlice) => ReadonlySet<number>;
}

export function block({ levels, version, exactOf }: BlockForm): Codec<Block> {
  const hasStreams = version > 5;
  const isEarlier = version < 7;
  return {
    write(writer, { window, series, shares, losses, ptos: part, streamShares: shareRuns }) {
      writeWindow(writer, window);
      writer.uint(Math.min(MAX_SERIES, series.length));
      for (const slice of series.slice(0, MAX_SERIES)) {
        id.write(writer, slice.id);
        writeSlice(writer, slice, levels, exactOf(slice));
      }
      writer.uint(shares.length);
      for (const { kind, slice } of shares) {
        shareKind.write(writer, kind);
        writeShares(writer, slice);
      }
      writePlane(writer, losses);
      nullable(ptos(window.columns)).write(writer, part);
      if (hasStreams) nullable(streamShares(window.columns, isEarlier)).write(writer, shareRuns);
    },
    read(reader) {
      const window = readWindow(reader);
      const { columns } = window;
      const seriesCount = reader.uint();
      if (seriesCount > MAX_SERIES) throw new Unreadable('it holds too many series');
      const series = Array.from({ length: seriesCount }, () =>
        readSlice(reader, id.read(reader), columns, isEarlier),
      );
      const shareCount = reader.uint();
      if (shareCount > SHARE_KINDS.length) throw new Unreadable('it holds too many states');
      const shares = Array.from({ length: shareCount }, () => ({
        kind: shareKind.read(reader),
        slice: readShares(reader, columns, isEarlier),
      }));
      const losses = readPlane(reader, new Float64Array(columns));
      const part = nullable(ptos(columns)).read(reader);
      const shareRuns = hasStreams ? nullable(streamShares(columns, isEarlier)).read(reader) : null;
      return { window, series, shares, losses, ptos: part, streamShares: shareRuns };
    },
  };
}
