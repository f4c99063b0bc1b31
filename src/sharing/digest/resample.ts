/**
 * Answers a window of columns from the blocks of a digest. Where its columns are as fine as the requested ones,
 * they are merged; where they are wider, each covered column gets the whole envelope, so that what is
 * drawn still encloses the trace, and a running total grows linearly; their width is said (`coarseUs`). Where a digest has
 * no columns, the answer is limited to the longest part of the window that it has; no column is invented.
 */
import { heldBefore } from '../../drawing/painters/pixel-columns';
import { isRunningTotal } from '../../engine/base/columns/running-total';
import {
  type ColumnWindow,
  type Rounded,
  type SeriesSlice,
  SLICE_STRIDE,
} from '../../engine/base/columns/series';
import { rateGrid, rateWidthUs, slidingRates } from '../../engine/base/columns/sliding-rate';
import type { StateSlice } from '../../engine/base/columns/state-timeline';
import type { AnswerParts } from '../../engine/reading/contract/answer-parts';
import type { PtoSlice, RatesSlice } from '../../engine/reading/contract/parts';
import { addColumn } from './coarsen';
import type { Block, ShareKind } from './digest';
import { ShareColumns } from './stream-shares';

/** The part of a window that can be drawn, and the block that each of its columns comes from. */
export interface Drawable {
  readonly window: ColumnWindow;
  /** One per column; null where there is no data. */
  readonly sources: readonly (Block | null)[];
}

const lengthOf = ({ columnUs, columns }: ColumnWindow): number => columns * columnUs;

const endOf = ({ fromUs, columnUs, columns }: ColumnWindow): number => fromUs + columns * columnUs;

/**
 * @param blocks the finest first.
 * @param visible the visible range: the part that covers most of it is chosen.
 */
export function drawable(
  blocks: readonly Block[],
  asked: ColumnWindow,
  visible: { readonly fromUs: number; readonly toUs: number },
): Drawable {
  const sources = Array.from({ length: asked.columns }, (_, column) => {
    const fromUs = asked.fromUs + column * asked.columnUs;
    const toUs = fromUs + asked.columnUs;
    const covers = blocks.find(({ window }) => window.fromUs <= fromUs && endOf(window) >= toUs);
    // At the edges of the trace no block covers a wide column completely.
    return covers ?? blocks.find(({ window }) => window.fromUs < toUs && endOf(window) > fromUs) ?? null;
  });
  let best = { from: 0, to: 0, seen: 0 };
  for (let from = 0; from < sources.length; from++) {
    if (sources[from] === null) continue;
    let to = from;
    while (to < sources.length && sources[to] !== null) to++;
    const fromUs = Math.max(visible.fromUs, asked.fromUs + from * asked.columnUs);
    const seen = Math.min(visible.toUs, asked.fromUs + to * asked.columnUs) - fromUs;
    if (seen > best.seen) best = { from, to, seen };
    from = to;
  }
  const { from, to } = best;
  // One empty column over the whole window: no data anywhere.
  if (to === from)
    return {
      window: { fromUs: asked.fromUs, columnUs: lengthOf(asked), columns: 1 },
      sources: [null],
    };
  const window = { ...asked, fromUs: asked.fromUs + from * asked.columnUs, columns: to - from };
  return { window, sources: sources.slice(from, to) };
}

/** Width of the widest columns that the visible part comes from; undefined where none is wider than those of the window. */
export function coarseUsOf(
  { window, sources }: Drawable,
  visible: { readonly fromUs: number; readonly toUs: number },
): number | undefined {
  const widths = sources.flatMap((block, column) => {
    const fromUs = window.fromUs + column * window.columnUs;
    const isVisible = fromUs < visible.toUs && fromUs + window.columnUs > visible.fromUs;
    return block !== null && isVisible ? [block.window.columnUs] : [];
  });
  const widest = widths.reduce((most, width) => Math.max(most, width), 0);
  return widest > window.columnUs ? widest : undefined;
}

/** Calls back for each column of a block that is drawn: [first, last) are the covered columns of the window. */
function eachColumn(
  { window, sources }: Drawable,
  block: Block,
  run: (column: number, first: number, last: number, whole: number) => void,
): void {
  const scale = block.window.columnUs / window.columnUs;
  const offset = (block.window.fromUs - window.fromUs) / window.columnUs;
  const start = sources.indexOf(block);
  const stop = sources.lastIndexOf(block) + 1;
  if (start < 0) return;
  const from = Math.max(0, Math.floor((start - offset) / scale));
  const to = Math.min(block.window.columns, Math.ceil((stop - offset) / scale));
  for (let column = from; column < to; column++) {
    let first = Math.max(0, Math.floor(offset + column * scale));
    const last = Math.min(sources.length, Math.max(first + 1, Math.floor(offset + (column + 1) * scale)));
    while (first < last && sources[first] !== block) first++;
    if (first < last) run(column, first, last, Math.max(1, scale));
  }
}

export function resampleSeries(drawn: Drawable, blocks: readonly Block[], id: string): SeriesSlice | null {
  const { window, sources } = drawn;
  const values = new Float64Array(window.columns * SLICE_STRIDE).fill(Number.NaN);
  let isHeld = false;
  for (const block of blocks) {
    const slice = block.series.find((candidate) => candidate.id === id);
    if (slice === undefined) continue;
    isHeld = true;
    const begin = sources.indexOf(block);
    const held = begin < 0 ? Number.NaN : heldAt(block, slice, window.fromUs + begin * window.columnUs);
    if (begin > 0 && !Number.isNaN(held) && !isSampled(id))
      values.fill(held, begin * SLICE_STRIDE, (begin + 1) * SLICE_STRIDE);
    eachColumn(drawn, block, (column, first, last, whole) => {
      if (isRunningTotal(id) && whole > 1)
        spread(values, slice, { column, first, last, whole }, drawn, block);
      else
        for (let i = first; i < last; i++) {
          if (sources[i] !== block) continue;
          addColumn(values, i, slice.values, column);
          if (whole > 1 && !isSampled(id)) enclose(values, i, heldBefore(slice, column));
        }
    });
  }
  if (!isHeld) return null;
  if (!isRunningTotal(id)) for (const block of blocks) endBefore(block, id, drawn, values);
  const rounded = roundedIn(blocks, id);
  const { fromUs } = window;
  const before = sources[0] === null ? [] : [...blocks].reverse();
  const entry = before.reduce((last, block) => {
    const slice = block.series.find((candidate) => candidate.id === id);
    const held = slice === undefined ? Number.NaN : entryAt(block, slice, fromUs, window.columnUs);
    return Number.isNaN(held) ? last : held;
  }, Number.NaN);
  return { id, values, entry, next: null, ...(rounded === undefined ? {} : { rounded }) };
}

/** How values of a series are rounded in any of the blocks; undefined where in none. */
function roundedIn(blocks: readonly Block[], id: string): Rounded | undefined {
  const slices = blocks.flatMap(({ series }) => series.filter((slice) => slice.id === id));
  const roundings = slices.flatMap(({ rounded }) => rounded ?? []);
  if (roundings.length === 0) return undefined;
  const byUpTo = Math.max(...roundings.map((rounded) => rounded.byUpTo));
  const exact = new Set(slices.flatMap((slice) => [slice.entry, ...(slice.rounded?.exact ?? slice.values)]));
  // What one block holds exactly may be a rounded value of another.
  for (const { values, rounded } of slices)
    if (rounded !== undefined) for (const value of values) if (!rounded.exact.has(value)) exact.delete(value);
  // Beyond the smallest and largest of a block, which are among its fences, it has no value.
  const isFence = (value: number): boolean =>
    roundings.every(({ fences: [first = Number.NaN, ...rest] }) => {
      const last = rest[rest.length - 1] ?? first;
      return value <= first || value >= last || rest.includes(value);
    });
  const fences = [...new Set(roundings.flatMap((rounded) => rounded.fences))].sort((a, b) => a - b);
  return { byUpTo, exact, fences: fences.filter(isFence) };
}

/** What is held where a block begins is what the wide column of another ended with there, whose own last value may come later. */
function endBefore(block: Block, id: string, { sources, window }: Drawable, values: Float64Array): void {
  const begin = sources.indexOf(block);
  const slice = block.series.find((candidate) => candidate.id === id);
  if (begin <= 0 || slice === undefined || sources[begin - 1] === null) return;
  const held = heldAt(block, slice, window.fromUs + begin * window.columnUs);
  const last = (begin - 1) * SLICE_STRIDE + 3;
  if (!Number.isNaN(held) && !Number.isNaN(values[last])) values[last] = held;
}

/** Ids of series whose values stand for the moment at which they were taken: none is held until the next. */
const isSampled = (id: string): boolean => ['delivery-rate', 'delivery-rate-app-limited'].includes(id);

/** Widens an envelope: within a wide column the value held on entry lasts until a time that is not known. */
function enclose(values: Float64Array, column: number, held: number): void {
  const [low, high] = [column * SLICE_STRIDE + 1, column * SLICE_STRIDE + 2];
  if (held < values[low]) values[low] = held;
  if (held > values[high]) values[high] = held;
}

/** The value of a series at a time, from the columns before it; NaN before the block, and beyond it. */
function heldAt({ window }: Block, slice: SeriesSlice, timeUs: number): number {
  if (timeUs < window.fromUs || timeUs > endOf(window)) return Number.NaN;
  let column = Math.min(window.columns, Math.floor((timeUs - window.fromUs) / window.columnUs)) - 1;
  while (column >= 0 && Number.isNaN(slice.values[column * SLICE_STRIDE])) column--;
  return column < 0 ? slice.entry : slice.values[column * SLICE_STRIDE + 3];
}

/**
 * Distributes the growth of a total in a wide column linearly over the narrow ones; the least and the most are those of it. Where another
 * block begins or ends within the column, the total is known there.
 */
function spread(
  into: Float64Array,
  from: SeriesSlice,
  place: { readonly column: number; readonly first: number; readonly last: number; readonly whole: number },
  { sources, window }: Drawable,
  block: Block,
): void {
  const ended = from.values[place.column * SLICE_STRIDE + 3];
  if (Number.isNaN(ended)) return;
  // The column may end beyond the window.
  const endUs = block.window.fromUs + (place.column + 1) * block.window.columnUs;
  const last = Math.round((endUs - window.fromUs) / window.columnUs);
  const knownAt = (column: number, other: Block | null | undefined): number => {
    const slice = other?.series.find(({ id }) => id === from.id);
    return other && slice ? heldAt(other, slice, window.fromUs + column * window.columnUs) : Number.NaN;
  };
  for (let first = place.first; first < place.last; first++) {
    if (sources[first] !== block) continue;
    let stop = first + 1;
    while (stop < place.last && sources[stop] === block) stop++;
    const before = sources[first - 1] === block ? Number.NaN : knownAt(first, sources[first - 1]);
    const after = sources[stop] === block ? Number.NaN : knownAt(stop, sources[stop]);
    const [begin, low] = Number.isNaN(before)
      ? [last - place.whole, heldBefore(from, place.column) || 0]
      : [first, before];
    const [end, high] = Number.isNaN(after) ? [last, ended] : [stop, after];
    for (; first < stop; first++) {
      const value = low + ((high - low) * (first + 1 - begin)) / (end - begin);
      into.set([value, low, high, value], first * SLICE_STRIDE);
    }
  }
}

/** The value held at a time; of a total within a wide column as it is spread over it. */
function entryAt(block: Block, slice: SeriesSlice, timeUs: number, columnUs: number): number {
  const { window } = block;
  const held = heldAt(block, slice, timeUs);
  const column = Math.floor((timeUs - window.fromUs) / window.columnUs);
  const at = column * SLICE_STRIDE;
  const end = slice.values[at + 3] ?? Number.NaN;
  const isWithin = isRunningTotal(slice.id) && window.columnUs > columnUs && column >= 0;
  if (!isWithin || Number.isNaN(end)) return held;
  const start = held || 0;
  const share = (timeUs - window.fromUs) / window.columnUs - column;
  return start + (end - start) * share;
}

/**
 * Rates of the totals that were resampled, whose steps are taken to be at the ends of their columns.
 * @param extent of the trace. @param rttUs NaN where none is known.
 */
export function resampleRates(
  { window }: Drawable,
  extent: { readonly fromUs: number; readonly toUs: number },
  rttUs: number,
  {
    series,
    changes,
    coarseUs = 0,
  }: {
    readonly series: readonly SeriesSlice[];
    readonly changes: Float64Array;
    readonly coarseUs?: number | undefined;
  },
): RatesSlice {
  const covered = {
    fromUs: Math.max(extent.fromUs, window.fromUs),
    toUs: Math.min(extent.toUs, endOf(window)),
  };
  const grid = rateGrid(window, covered, rateWidthUs(window, rttUs));
  const timesUs = Float64Array.from(
    { length: window.columns },
    (_, column) => window.fromUs + (column + 1) * window.columnUs,
  );
  const rate = (totals: Float64Array): Float64Array<ArrayBuffer> =>
    slidingRates({ timesUs, after: (columns) => totals[columns] }, grid);
  const totals = series
    .filter(({ id }) => isRunningTotal(id))
    .map((slice) => ({ id: slice.id, values: rate(totalsOf(slice, window.columns)) }));
  const transitions = new Float64Array(window.columns + 1);
  for (let i = 0; i < window.columns; i++) transitions[i + 1] = transitions[i] + changes[i];
  const { fromUs, stepUs } = grid;
  // A rate within a wide column is that of the whole column.
  const widthUs = Math.max(grid.widthUs, coarseUs);
  return { fromUs, stepUs, widthUs, totals, transitions: rate(transitions) };
}

/** The total before the first column and after each. */
function totalsOf({ values, entry }: SeriesSlice, columns: number): Float64Array {
  const totals = new Float64Array(columns + 1);
  totals[0] = entry || 0;
  for (let i = 0; i < columns; i++) {
    const last = values[i * SLICE_STRIDE + 3];
    totals[i + 1] = Number.isNaN(last) ? totals[i] : last;
  }
  return totals;
}

/** @returns null where no block has it. */
export function resampleShares(
  drawn: Drawable,
  blocks: readonly Block[],
  kind: ShareKind,
): StateSlice | null {
  const slices = blocks.map(
    (block) => block.shares.find((candidate) => candidate.kind === kind)?.slice ?? null,
  );
  const names = slices.find((slice) => slice !== null)?.names ?? null;
  if (names === null) return null;
  const { columns } = drawn.window;
  const shares = new Float64Array(columns * names.length);
  const changes = new Float64Array(columns);
  const byUpTo = new Float64Array(columns);
  blocks.forEach((block, b) => {
    const slice = slices[b] ?? null;
    if (slice === null || slice.names.join('\n') !== names.join('\n')) return;
    const part = Math.min(1, block.window.columnUs / drawn.window.columnUs);
    eachColumn(drawn, block, (column, first, last, whole) => {
      for (let i = first; i < last; i++) {
        if (drawn.sources[i] !== block) continue;
        changes[i] = changes[i] + slice.changes[column] / whole;
        byUpTo[i] = byUpTo[i] + (slice.rounded?.byUpTo[column] ?? 0) * part;
        for (let state = 0; state < names.length; state++) {
          const at = i * names.length + state;
          shares[at] = shares[at] + slice.shares[column * names.length + state] * part;
        }
      }
    });
  });
  const roundings = slices.flatMap((slice) => slice?.rounded ?? []);
  if (roundings.length === 0) return { names, shares, changes };
  const exactEnds = names.map((_, state) => roundings.every((rounded) => rounded.exactEnds[state] === true));
  return { names, shares, changes, rounded: { byUpTo, exactEnds } };
}

/** Counts stay integers: those of a wide column go to the first column it covers. */
function resampleCounts<T extends Float64Array | Uint32Array>(
  drawn: Drawable,
  blocks: readonly Block[],
  of: (block: Block) => ArrayLike<number> | null,
  into: T,
  join: (a: number, b: number) => number,
): T {
  for (const block of blocks) {
    const counts = of(block);
    if (counts === null) continue;
    eachColumn(drawn, block, (column, first) => {
      into[first] = join(into[first], counts[column]);
    });
  }
  return into;
}

const sum = (a: number, b: number): number => a + b;

export function resampleLosses(drawn: Drawable, blocks: readonly Block[]): Float64Array<ArrayBuffer> {
  return resampleCounts(drawn, blocks, ({ losses }) => losses, new Float64Array(drawn.window.columns), sum);
}

export function resamplePtos(drawn: Drawable, blocks: readonly Block[]): AnswerParts['ptos'] {
  const first = blocks.find(({ ptos }) => ptos !== null)?.ptos ?? null;
  if (first === null) return null;
  const plane = (of: (slice: PtoSlice) => Uint32Array, join: (a: number, b: number) => number) =>
    resampleCounts(
      drawn,
      blocks,
      ({ ptos }) => ptos && of(ptos),
      new Uint32Array(drawn.window.columns),
      join,
    );
  const spans = blocks.flatMap(({ ptos }) => ptos?.persistentCongestion ?? []);
  return {
    method: first.method,
    counts: plane(({ counts }) => counts, sum),
    spurious: plane(({ spurious }) => spurious, sum),
    consecutive: plane(({ consecutive }) => consecutive, Math.max),
    persistentCongestion: spans.filter(
      (span, i) => spans.findIndex(({ startUs }) => startUs === span.startUs) === i,
    ),
  };
}

/** Streams of a column that are distinguished, as in an answer from a trace. */
const MAX_SHARED = 16;

export function resampleStreams(drawn: Drawable, blocks: readonly Block[]): AnswerParts['streamShares'] {
  const direction = blocks.find(({ streamShares }) => streamShares !== null)?.streamShares?.direction;
  if (direction === undefined) return null;
  const columns = new ShareColumns(drawn.window.columns);
  for (const block of blocks) {
    const { streamShares } = block;
    if (streamShares === null) continue;
    eachColumn(drawn, block, (column, first, last, whole) => {
      for (let i = first; i < last; i++)
        if (drawn.sources[i] === block) columns.add(i, streamShares, column, 1 / whole);
    });
  }
  return columns.shares(direction, MAX_SHARED);
}
