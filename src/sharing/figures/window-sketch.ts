/** The congestion window of a row, in equal columns: as a saved table holds it, and in levels of its largest value for a link. */
import * as v from 'valibot';
import { type Codec, list, number, record } from '../digest/codec';
import { count } from './row-parts';

/** The least and the most of each column, bytes; null before it is known. */
export interface RowWindow {
  readonly fromUs: number;
  readonly columnUs: number;
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

/** Most columns of a window that are read; `engine/service/answers/survey.ts` makes fewer. */
const MOST_READ = 256;
const columns = v.pipe(v.array(count), v.maxLength(MOST_READ));

export const savedWindow = v.pipe(
  v.object({
    fromUs: v.pipe(v.number(), v.finite()),
    columnUs: v.pipe(v.number(), v.finite(), v.minValue(1)),
    low: columns,
    high: columns,
  }),
  v.check(({ low, high }) => low.length === high.length),
);

/** Of a window in a link; twice as many on the page. */
const MOST_COLUMNS = 48;
const LEVELS = 200;
const NOT_KNOWN = 255;

const levels: Codec<readonly number[]> = list(
  { write: (writer, value) => writer.byte(value), read: (reader) => reader.byte() },
  MOST_COLUMNS,
);

interface Sketch {
  readonly fromUs: number;
  readonly columnUs: number;
  readonly max: number;
  readonly low: readonly number[];
  readonly high: readonly number[];
}
const sketch = record<Sketch>({ fromUs: number, columnUs: number, max: number, low: levels, high: levels });

export const windowForm: Codec<RowWindow> = {
  write: (writer, value) => sketch.write(writer, sketchOf(value)),
  read: (reader) => windowOf(sketch.read(reader)),
};

type Column = number | null;

/** Neighbours become one column until there are few enough. */
function coarser({ fromUs, columnUs, low, high }: RowWindow): RowWindow {
  if (low.length <= MOST_COLUMNS) return { fromUs, columnUs, low, high };
  const pairs = (all: readonly Column[], of: (...values: number[]) => number): readonly Column[] =>
    Array.from({ length: Math.ceil(all.length / 2) }, (_, i) => {
      const both = all.slice(i * 2, i * 2 + 2).filter((value) => value !== null);
      return both.length === 0 ? null : of(...both);
    });
  return coarser({ fromUs, columnUs: columnUs * 2, low: pairs(low, Math.min), high: pairs(high, Math.max) });
}

function sketchOf(given: RowWindow): Sketch {
  const { fromUs, columnUs, low, high } = coarser(given);
  const max = Math.round(Math.max(0, ...high.map((value) => value ?? 0)));
  const level = (value: Column): number =>
    value === null ? NOT_KNOWN : max === 0 ? 0 : Math.min(LEVELS, Math.round((value / max) * LEVELS));
  return { fromUs: Math.round(fromUs), columnUs, max, low: low.map(level), high: high.map(level) };
}

function windowOf({ fromUs, columnUs, max, low, high }: Sketch): RowWindow {
  const value = (level: number): Column => (level > LEVELS ? null : Math.round((level / LEVELS) * max));
  return { fromUs, columnUs, low: low.map(value), high: high.map(value) };
}
