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

/** Up to so many values together have a place each in a table, which is read faster than a map. */
const MOST_PLACES = 2 ** 22;

export function combined([first, ...others]: readonly CodedColumn[]): CombinedColumn {
  let made: CombinedColumn = {
    codes: first?.codes ?? new Uint32Array(),
    values: first?.values.map((value) => [value]) ?? [],
  };
  let waiting: CodedColumn[] = [];
  let places = made.values.length;
  for (const other of others) {
    if (places * other.values.length > MOST_PLACES && waiting.length > 0) {
      made = numbered(made, waiting);
      waiting = [];
      places = made.values.length;
    }
    waiting.push(other);
    places *= other.values.length;
  }
  return waiting.length === 0 ? made : numbered(made, waiting);
}

/** In one pass: what rows have together is numbered as it comes. */
function numbered(start: CombinedColumn, others: readonly CodedColumn[]): CombinedColumn {
  const places = others.reduce((product, { values }) => product * values.length, start.values.length);
  const table = places <= MOST_PLACES ? new Uint32Array(places) : null;
  const map = new Map<number, number>();
  const values: (readonly string[])[] = [];
  const codes = new Uint32Array(start.codes.length);
  for (let row = 0; row < codes.length; row++) {
    let key = start.codes[row];
    for (let i = 0; i < others.length; i++) key = key * others[i].values.length + others[i].codes[row];
    // One more than the code: 0 is none yet.
    let number = table === null ? map.get(key) : table[key];
    if (number === undefined || number === 0) {
      const own = others.map((other) => other.values[other.codes[row]]);
      number = values.push([...start.values[start.codes[row]], ...own]);
      if (table === null) map.set(key, number);
      else table[key] = number;
    }
    codes[row] = number - 1;
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
