/**
 * Reduces a block to fewer and wider columns by merging pairs of columns. Nothing is sampled: minimum and
 * maximum of both stay, first and last are those of the pair, shares are means and counts are sums.
 */
import { type ColumnWindow, type SeriesSlice, SLICE_STRIDE } from '../../engine/base/columns/series';
import type { StateSlice } from '../../engine/base/columns/state-timeline';
import type { PtoSlice } from '../../engine/reading/contract/parts';
import { type Block, MAX_COLUMNS } from './digest';
import { mergedShares } from './stream-shares';

/** Windows are aligned to a grid of so many columns, a power of two, that halving to a sixteenth of them cuts none at an edge. */
const alignedColumns = (most: number): number => 2 ** Math.max(5, Math.floor(Math.log2(most)) - 4);

/**
 * The window to request for making a digest of the range.
 * @param most maximum columns of the range; the window has more at its edges, an eighth of it or 64.
 * @param leastUs minimum column width, where the source has nothing finer.
 */
export function surveyWindow(
  range: { readonly fromUs: number; readonly toUs: number },
  most: number,
  leastUs = 0,
): ColumnWindow {
  const finest = Math.max(leastUs, (range.toUs - range.fromUs) / Math.min(most, MAX_COLUMNS / 2));
  const columnUs = 2 ** Math.ceil(Math.log2(finest));
  const aligned = alignedColumns(most);
  const gridUs = columnUs * aligned;
  const first = Math.floor(range.fromUs / gridUs);
  // One more, to include an event exactly at the end.
  const last = Math.floor(range.toUs / gridUs) + 1;
  return { fromUs: first * gridUs, columnUs, columns: (last - first) * aligned };
}

/** @param most maximum columns of the result, at least 1. */
export function coarsen(block: Block, most: number): Block {
  let coarse = block;
  while (coarse.window.columns > most && coarse.window.columns > 1) coarse = halve(coarse);
  return coarse;
}

function halve({ window, series, shares, losses, ptos, streamShares }: Block): Block {
  const columnUs = window.columnUs * 2;
  const first = Math.floor(window.fromUs / columnUs);
  /** 1 where the first of the old columns is the second half of a new one. */
  const odd = Math.round((window.fromUs - first * columnUs) / window.columnUs);
  const columns = Math.ceil((window.columns + odd) / 2);
  const place = (column: number): number => (column + odd) >> 1;
  return {
    window: { fromUs: first * columnUs, columnUs, columns },
    series: series.map((slice) => halveSlice(slice, columns, place)),
    shares: shares.map(({ kind, slice }) => ({ kind, slice: halveShares(slice, columns, place) })),
    losses: summed(losses, new Float64Array(columns), place),
    ptos: ptos && halvePtos(ptos, columns, place),
    streamShares: streamShares && mergedShares(streamShares, columns, place),
  };
}

type Place = (column: number) => number;

function halveSlice(slice: SeriesSlice, columns: number, place: Place): SeriesSlice {
  const { values: from } = slice;
  const values = new Float64Array(columns * SLICE_STRIDE).fill(Number.NaN);
  for (let column = 0; column * SLICE_STRIDE < from.length; column++) {
    addColumn(values, place(column), from, column);
  }
  return { ...slice, values };
}

/** Merges a column into another that may already hold earlier ones. */
export function addColumn(into: Float64Array, at: number, from: Float64Array, column: number): void {
  const source = column * SLICE_STRIDE;
  const target = at * SLICE_STRIDE;
  if (Number.isNaN(from[source])) return;
  if (Number.isNaN(into[target])) {
    into.set(from.subarray(source, source + SLICE_STRIDE), target);
    return;
  }
  into[target + 1] = Math.min(into[target + 1], from[source + 1]);
  into[target + 2] = Math.max(into[target + 2], from[source + 2]);
  into[target + 3] = from[source + 3];
}

function halveShares(slice: StateSlice, columns: number, place: Place): StateSlice {
  const states = slice.names.length;
  const shares = new Float64Array(columns * states);
  slice.shares.forEach((share, i) => {
    const at = place(Math.floor(i / states)) * states + (i % states);
    shares[at] = shares[at] + share / 2;
  });
  const changes = summed(slice.changes, new Float64Array(columns), place);
  const { names, rounded } = slice;
  if (rounded === undefined) return { names, shares, changes };
  const byUpTo = summed(rounded.byUpTo, new Float64Array(columns), place).map((error) => error / 2);
  return { names, shares, changes, rounded: { ...rounded, byUpTo } };
}

function summed<T extends Float64Array | Uint32Array>(from: ArrayLike<number>, into: T, place: Place): T {
  for (let column = 0; column < from.length; column++)
    into[place(column)] = into[place(column)] + from[column];
  return into;
}

function halvePtos(slice: PtoSlice, columns: number, place: Place): PtoSlice {
  const consecutive = new Uint32Array(columns);
  slice.consecutive.forEach((most, column) => {
    consecutive[place(column)] = Math.max(consecutive[place(column)], most);
  });
  return {
    method: slice.method,
    counts: summed(slice.counts, new Uint32Array(columns), place),
    spurious: summed(slice.spurious, new Uint32Array(columns), place),
    consecutive,
    persistentCongestion: slice.persistentCongestion,
  };
}
