/** How a figure is shown: its column of the table, its field of the filter, its order, its columns of CSV and TSV. */
import {
  PERCENT_UNITS,
  RATE_UNITS_BYTES,
  type RowField,
  SIZE_UNITS_BYTES,
  TIME_UNITS_US,
} from '../../engine/service/filter';
import type { FilterHelpRow } from '../../engine/service/filter/help';

/** Of a spreadsheet; null is empty. */
export type Cell = string | number | null;

/** @typeParam Value of the figure, or the row where it is made of several. */
export interface View<Value> {
  /** Headings with their units, and their cells. */
  readonly csv?: { readonly [heading: string]: (value: Value) => Cell };
  readonly filter?: { readonly [field: string]: RowField<Value> };
  /** By examples; in the first one the field. */
  readonly help?: readonly FilterHelpRow[];
  readonly order?: ViewOrder<Value>;
  readonly column?: {
    readonly title: string;
    /** What the heading does not say. */
    readonly about: string;
    readonly text: (value: Value) => string;
    /** Aligned at the right, and never cut. */
    readonly isNumber?: true;
  };
}

/** A number that is null, and a text that is empty, come last. */
export type ViewOrder<Value> = {
  /** The column that it is of, and its name in links. */
  readonly key: string;
  /** The smallest, or the first by name, comes first. */
  readonly isAscending?: true;
} & ({ readonly number: (value: Value) => number | null } | { readonly text: (value: Value) => string });

type Read<Value, T> = (value: Value) => T;

export function texts<Value>(of: Read<Value, readonly (string | null)[]>): RowField<Value> {
  return { texts: (value) => of(value).filter((text): text is string => text !== null && text !== '') };
}

export function timeField<Value>(of: Read<Value, number | null>): RowField<Value> {
  return { units: TIME_UNITS_US, unitless: 1e6, example: '2.5s, 300ms or 40us', of };
}

export function bytesField<Value>(of: Read<Value, number | null>): RowField<Value> {
  return { units: SIZE_UNITS_BYTES, unitless: 1, example: '1200, 1200B or 1.2MB', of };
}

export function rateField<Value>(of: Read<Value, number | null>): RowField<Value> {
  return { units: RATE_UNITS_BYTES, unitless: 1, example: '1.5Mbit/s or 200kB/s', of };
}

/** @param of 0 to 1. */
export function shareField<Value>(of: Read<Value, number | null>): RowField<Value> {
  return {
    units: PERCENT_UNITS,
    unitless: 1,
    example: '2% or 2.5',
    of: (value) => {
      const share = of(value);
      return share === null ? null : Math.round(share * 1e7) / 1e5;
    },
  };
}

export function countField<Value>(of: Read<Value, number | null>): RowField<Value> {
  return { units: {}, unitless: 1, example: '42', of };
}

/** A day, or a time of one, in UTC. */
const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?$/;

function dateMs(text: string): number | null {
  if (!DATE.test(text)) return null;
  const ms = Date.parse(text.length > 10 && !text.endsWith('Z') ? `${text}Z` : text);
  return Number.isNaN(ms) ? null : ms;
}

/** @param of ms since 1970. */
export function dateField<Value>(of: Read<Value, number | null>): RowField<Value> {
  return { units: {}, unitless: 1, example: '2026-03-31 or 2026-03-31T14:02', of, read: dateMs };
}

/** The same of the rows that hold the value. */
export function viewOfRow<Row, Value>(view: View<Value>, value: Read<Row, Value>): View<Row> {
  const lift =
    <T>(of: Read<Value, T>): Read<Row, T> =>
    (row) =>
      of(value(row));
  const all = <T, U>(entries: { readonly [key: string]: T }, map: (one: T) => U): { [key: string]: U } =>
    Object.fromEntries(Object.entries(entries).map(([key, one]) => [key, map(one)]));
  const { csv, filter, help, order, column } = view;
  return {
    ...(csv && { csv: all(csv, lift) }),
    ...(filter && { filter: all(filter, (field) => liftField(field, lift)) }),
    ...(help && { help }),
    ...(order && {
      order:
        'number' in order ? { ...order, number: lift(order.number) } : { ...order, text: lift(order.text) },
    }),
    ...(column && { column: { ...column, text: lift(column.text) } }),
  };
}

function liftField<Row, Value>(
  field: RowField<Value>,
  lift: <T>(of: Read<Value, T>) => Read<Row, T>,
): RowField<Row> {
  if ('texts' in field) return { texts: lift(field.texts) };
  return 'of' in field ? { ...field, of: lift(field.of) } : { ...field, codeOf: lift(field.codeOf) };
}
