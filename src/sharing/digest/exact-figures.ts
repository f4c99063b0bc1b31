/**
 * Which values of a series a digest holds as they are, whatever its size: beside a finding that says "flat at 2,835 B" no
 * panel may show 2,700 B. They are the smallest and the largest of each block, those in the interval of each finding, and
 * the values that are written as a figure in the words of one.
 */
import { heldBefore } from '../../drawing/painters/pixel-columns';
import { isRunningTotal } from '../../engine/base/columns/running-total';
import { type SeriesSlice, type SeriesUnit, SLICE_STRIDE } from '../../engine/base/columns/series';
import { bitRate } from '../../engine/base/text/bit-rate';
import { bytes, count, duration, rtt } from '../../engine/base/text/figures';
import type { Finding } from '../../engine/findings/finding/finding';
import type { Block, Digest } from './digest';

/** Findings whose intervals are looked at: those that cost most stand first. */
const MOST_FINDINGS = 16;
/** Figures of findings that are looked for in one series. */
const MOST_NAMED = 16;

/** A figure with its unit, as findings write them. */
const FIGURE = /[\d.,]*\d (?:B|µs|ms|s|packets?|[kMG]?bit\/s)(?![\w/])/g;

/** As values of a unit are written in findings and panels. */
const WRITTEN: { readonly [unit in SeriesUnit]: readonly ((value: number) => string)[] } = {
  bytes: [bytes],
  us: [duration, rtt],
  packets: [(value) => `${count(value)} packets`],
  'bytes/s': [bitRate],
  flag: [],
};

type Interval = Pick<Finding, 'startUs' | 'endUs'>;

/** @returns the values to leave exact of a slice of the digest or of another one of its set; none of a running total. */
export function exactFigures(digest: Digest): (slice: SeriesSlice) => ReadonlySet<number> {
  const exact = new Map<SeriesSlice, ReadonlySet<number>>();
  for (const one of [digest, ...digest.others.map((other) => other.digest)]) {
    const blocks = [...one.blocks, ...one.closeUps.map(({ block }) => block)];
    const figures = new Set(one.findings.flatMap(figuresOf));
    const intervals = one.findings.slice(0, MOST_FINDINGS);
    const ids = new Set(blocks.flatMap(({ series }) => series.map(({ id }) => id)));
    for (const id of ids) {
      if (isRunningTotal(id)) continue;
      // Blocks answer together: what is exact in one must be no rounded value of another.
      const unit = one.catalogue.find((info) => info.id === id)?.unit ?? 'bytes';
      const values = new Set(blocks.flatMap((block) => [...ofBlock(block, id, intervals)]));
      for (const value of namedIn(blocks, id, unit, figures)) values.add(value);
      for (const { series } of blocks)
        for (const slice of series) if (slice.id === id) exact.set(slice, values);
    }
  }
  return (slice) => exact.get(slice) ?? new Set();
}

function figuresOf({
  title,
  label,
  verdict,
  why,
  next,
  closedLoop,
  closeUp,
  evidence,
  course,
}: Finding): readonly string[] {
  const words = [title, label ?? '', verdict, why, next, closedLoop?.words ?? ''];
  const steps = closeUp?.steps.map(({ text }) => text) ?? [];
  const rows = evidence.flatMap(({ name, normal, threshold, unit, value }) => [
    name,
    normal,
    threshold,
    ...(unit === 'bytes' || unit === 'us' ? WRITTEN[unit].map((text) => text(value)) : []),
  ]);
  const reduced = [course?.reducedFromBytes, course?.reducedToBytes, closedLoop?.bytes];
  const figures = [...words, ...steps, ...rows].flatMap((text) => text.match(FIGURE) ?? []);
  return [...figures, ...reduced.flatMap((value) => (value === undefined ? [] : bytes(value)))];
}

/** Smallest and largest of a block, and of its columns in each interval. */
function* ofBlock({ window, series }: Block, id: string, intervals: readonly Interval[]): Generator<number> {
  const slice = series.find((one) => one.id === id);
  if (slice === undefined) return;
  for (const held of [slice.entry, slice.next?.value ?? Number.NaN]) if (!Number.isNaN(held)) yield held;
  const endUs = window.fromUs + window.columns * window.columnUs;
  for (const { startUs, endUs: until } of [{ startUs: window.fromUs, endUs }, ...intervals]) {
    const first = Math.max(0, Math.floor((startUs - window.fromUs) / window.columnUs));
    const last = Math.min(window.columns, Math.floor((until - window.fromUs) / window.columnUs) + 1);
    let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let column = first; column < last; column++) {
      const at = column * SLICE_STRIDE;
      min = Math.min(min, low(slice, at) ?? min);
      max = Math.max(max, high(slice, at) ?? max);
    }
    if (min <= max) yield* [min, max];
    // What is held when it begins.
    const held = heldBefore(slice, first);
    if (!Number.isNaN(held)) yield held;
  }
}

const low = ({ values }: SeriesSlice, at: number): number | null => orNull(values[at + 1]);
const high = ({ values }: SeriesSlice, at: number): number | null => orNull(values[at + 2]);
const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/** Of the values that are written as one of the figures the smallest and the largest: between both lie no others. */
function namedIn(
  blocks: readonly Block[],
  id: string,
  unit: SeriesUnit,
  figures: ReadonlySet<string>,
): readonly number[] {
  const named = new Map<string, [least: number, most: number]>();
  const seen = new Set<number>();
  for (const { series } of blocks) {
    for (const value of series.find((one) => one.id === id)?.values ?? []) {
      if (seen.has(value) || Number.isNaN(value)) continue;
      seen.add(value);
      for (const text of WRITTEN[unit].map((format) => format(Math.abs(value)))) {
        if (!figures.has(text)) continue;
        const signed = `${value < 0 ? '−' : ''}${text}`;
        const [least, most] = named.get(signed) ?? [value, value];
        named.set(signed, [Math.min(least, value), Math.max(most, value)]);
      }
    }
  }
  return [...named.values()].slice(0, MOST_NAMED).flat();
}
