/**
 * Where a finer block of a digest ends within a wide column of another, both are drawn side by side: the wide column is left
 * with what the finer ones do not hold, so that nothing is counted twice and shares of time are those of the rest.
 *
 *      wide   |               |   x x x x x . . |               |
 *      finer  |...............|.........        |                  x is in both
 */
import type { StateSlice } from '../../engine/base/columns/state-timeline';
import type { PtoSlice } from '../../engine/reading/contract/parts';
import type { Block } from './digest';
import type { Drawable } from './resample';
import { ShareColumns } from './stream-shares';

/** A wide column, and the finer ones within it that are drawn, [from, to). */
interface Overlap {
  readonly column: number;
  readonly finer: Block;
  readonly from: number;
  readonly to: number;
  /** Of the wide column, 0 to 1. */
  readonly part: number;
}

/** @param blocks the finest first. @returns both with such columns reduced to the rest. */
export function withoutFiner(
  drawn: Drawable,
  blocks: readonly Block[],
): { readonly drawn: Drawable; readonly blocks: readonly Block[] } {
  const rests = new Map(
    blocks.map((block, i) => {
      const overlaps = blocks.slice(0, i).flatMap((finer) => overlapsOf(drawn, block, finer));
      return [block, overlaps.reduce(without, block)] as const;
    }),
  );
  const sources = drawn.sources.map((source) => (source === null ? null : (rests.get(source) ?? source)));
  return { drawn: { ...drawn, sources }, blocks: blocks.map((block) => rests.get(block) ?? block) };
}

function overlapsOf({ window, sources }: Drawable, wide: Block, finer: Block): readonly Overlap[] {
  const [first, last] = [sources.indexOf(finer), sources.lastIndexOf(finer) + 1];
  const { fromUs, columnUs } = wide.window;
  if (first < 0 || !sources.includes(wide) || finer.window.columnUs >= columnUs) return [];
  const from = Math.max(
    0,
    Math.floor((window.fromUs + first * window.columnUs - finer.window.fromUs) / finer.window.columnUs),
  );
  const to = Math.min(
    finer.window.columns,
    Math.ceil((window.fromUs + last * window.columnUs - finer.window.fromUs) / finer.window.columnUs),
  );
  const columnOf = (place: number): number =>
    Math.floor((finer.window.fromUs + place * finer.window.columnUs - fromUs) / columnUs);
  const borders = [...new Set([columnOf(from), columnOf(to - 1)])];
  return borders.flatMap((column) => {
    const startUs = fromUs + column * columnUs;
    const placeOf = (timeUs: number): number =>
      Math.round((timeUs - finer.window.fromUs) / finer.window.columnUs);
    const [begin, end] = [Math.max(from, placeOf(startUs)), Math.min(to, placeOf(startUs + columnUs))];
    const part = ((end - begin) * finer.window.columnUs) / columnUs;
    const isBorder = column >= 0 && column < wide.window.columns && part > 0 && part < 1;
    return isBorder ? [{ column, finer, from: begin, to: end, part }] : [];
  });
}

function without(block: Block, overlap: Overlap): Block {
  const { finer } = overlap;
  return {
    ...block,
    losses: less(block.losses, finer.losses, overlap),
    shares: block.shares.map(({ kind, slice }) => {
      const own = finer.shares.find((one) => one.kind === kind)?.slice;
      return own === undefined ? { kind, slice } : { kind, slice: sharesWithout(slice, own, overlap) };
    }),
    ptos: block.ptos && finer.ptos && ptosWithout(block.ptos, finer.ptos, overlap),
    streamShares: block.streamShares && finer.streamShares && streamsWithout(block, overlap),
  };
}

function less<T extends Float64Array | Uint32Array>(
  counts: T,
  finer: ArrayLike<number>,
  { column, from, to }: Overlap,
): T {
  const rest = counts.slice() as T;
  for (let i = from; i < to; i++) rest[column] = Math.max(0, rest[column] - finer[i]);
  return rest;
}

function ptosWithout(slice: PtoSlice, finer: PtoSlice, overlap: Overlap): PtoSlice {
  return {
    ...slice,
    counts: less(slice.counts, finer.counts, overlap),
    spurious: less(slice.spurious, finer.spurious, overlap),
  };
}

/** Shares of the rest of the time; changes as many as a whole column would have of them. */
function sharesWithout(slice: StateSlice, finer: StateSlice, overlap: Overlap): StateSlice {
  const { column, from, to, part } = overlap;
  const length = slice.names.length;
  const shares = slice.shares.slice();
  const error = slice.rounded?.byUpTo.slice();
  const each = part / (to - from);
  slice.names.forEach((name, state) => {
    const own = finer.names.indexOf(name);
    const at = column * length + state;
    let rest = shares[at];
    for (let i = from; own >= 0 && i < to; i++) rest -= finer.shares[i * finer.names.length + own] * each;
    shares[at] = Math.min(1, Math.max(0, rest / (1 - part)));
  });
  const changes = less(slice.changes, finer.changes, overlap);
  changes[column] = changes[column] / (1 - part);
  if (slice.rounded === undefined || error === undefined) return { names: slice.names, shares, changes };
  let open = error[column];
  for (let i = from; i < to; i++) open += (finer.rounded?.byUpTo[i] ?? 0) * each;
  error[column] = open / (1 - part);
  return { names: slice.names, shares, changes, rounded: { ...slice.rounded, byUpTo: error } };
}

function streamsWithout(
  { streamShares, window }: Block,
  { column, finer, from, to, part }: Overlap,
): Block['streamShares'] {
  if (streamShares === null) return null;
  const rest = new ShareColumns(window.columns);
  for (let i = 0; i < window.columns; i++) rest.add(i, streamShares, i, i === column ? 1 / (1 - part) : 1);
  if (finer.streamShares !== null)
    for (let i = from; i < to; i++) rest.add(column, finer.streamShares, i, -1 / (1 - part));
  return rest.shares(streamShares.direction);
}
