/** Kinds of fields of a fleet in the filter language, over columns. */
import type { CodedField, RowField } from '../../engine/service/filter';
import { bytesField, countField, dateField, rateField, shareField, timeField } from '../figures/view';
import {
  type CodedColumn,
  type LoadedColumn,
  lowerTextAt,
  type NumberColumn,
  type TextColumn,
} from './columns';

/** A row is its number. */
export type Field = RowField<number>;

export interface FieldSource {
  readonly columns: readonly string[];
  readonly field: (columns: readonly LoadedColumn[]) => Field;
}

export function coded(
  column: string,
  textsOf: (value: string) => readonly string[] = (value) => [value],
): FieldSource {
  return { columns: [column], field: ([only]) => codedField(only as CodedColumn, textsOf) };
}

function codedField(
  { codes, values }: CodedColumn,
  textsOf: (value: string) => readonly string[],
): CodedField<number> {
  return {
    codeOf: (row) => codes[row],
    textsOf: values.map((value, code) => (code === 0 ? [] : textsOf(value))),
  };
}

/** The values of several columns that a row has together, by its code. */
export interface CombinedColumn {
  readonly codes: Uint32Array<ArrayBuffer>;
  readonly values: readonly (readonly string[])[];
}

/** Up to so many pairs of values have a place each in a table, which is read faster than a map. */
const MOST_PLACES = 2 ** 22;

export function combined([first, ...others]: readonly CodedColumn[]): CombinedColumn {
  let codes = first?.codes ?? new Uint32Array();
  let values: readonly (readonly string[])[] = first?.values.map((value) => [value]) ?? [];
  for (const other of others) {
    const width = other.values.length;
    const places = values.length * width;
    const table = places <= MOST_PLACES ? new Uint32Array(places) : null;
    const map = new Map<number, number>();
    const pairs: (readonly string[])[] = [];
    const next = new Uint32Array(codes.length);
    for (let row = 0; row < next.length; row++) {
      const key = codes[row] * width + other.codes[row];
      // One more than the code: 0 is none yet.
      let pair = table === null ? map.get(key) : table[key];
      if (pair === undefined || pair === 0) {
        pair = pairs.push([...values[codes[row]], other.values[key % width]]);
        if (table === null) map.set(key, pair);
        else table[key] = pair;
      }
      next[row] = pair - 1;
    }
    [codes, values] = [next, pairs];
  }
  return { codes, values };
}

/** Of several columns together. @param textsOf of a value of each. */
export function combinedField(
  columns: readonly CodedColumn[],
  textsOf: (values: readonly string[]) => readonly string[],
): CodedField<number> {
  const { codes, values } = combined(columns);
  return { codeOf: (row) => codes[row], textsOf: values.map(textsOf) };
}

export const ids = (value: string): readonly string[] => value.split(' ').filter((id) => id !== '');

export function text(column: string): FieldSource {
  return {
    columns: [column],
    field: ([only]) => ({
      texts: (row) => {
        const text = lowerTextAt(only as TextColumn, row);
        return text === '' ? [] : [text];
      },
    }),
  };
}

export const orNull = (value: number): number | null =>
  Number.isNaN(value) ? null : Math.round(value * 1e5) / 1e5;

/** @param factor from the column's unit to that of the field. */
function number(
  field: (of: (row: number) => number | null) => Field,
  factor = 1,
): (column: string) => FieldSource {
  return (column) => ({
    columns: [column],
    field: ([only]) => {
      const { values } = only as NumberColumn;
      return field((row) => orNull(values[row] * factor));
    },
  });
}

/** ms. */
export const time = number(timeField, 1000);
export const bytes = number(bytesField);
export const count = number(countField);
export const rate = number(rateField);
/** ms since 1970. */
export const date = number(dateField);

/** 0 to 1. */
export const share = (column: string): FieldSource => ({
  columns: [column],
  field: ([only]) => {
    const { values } = only as NumberColumn;
    return shareField((row) => (Number.isNaN(values[row]) ? null : values[row]));
  },
});
