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

/** Of several columns together. @param textsOf of a value of each. */
export function combinedField(
  columns: readonly CodedColumn[],
  textsOf: (values: readonly string[]) => readonly string[],
): CodedField<number> {
  const [first, ...others] = columns;
  let codes = first?.codes ?? new Uint32Array();
  let values = first?.values.map((value) => [value]) ?? [];
  for (const other of others) {
    const codeOf = new Map<number, number>();
    const pairs: string[][] = [];
    const width = other.values.length;
    codes = codes.map((code, row) => {
      const key = code * width + other.codes[row];
      const pair = codeOf.get(key) ?? pairs.push([...values[code], other.values[key % width]]) - 1;
      codeOf.set(key, pair);
      return pair;
    });
    values = pairs;
  }
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
