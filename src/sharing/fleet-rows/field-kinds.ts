/** Kinds of fields of a fleet in the filter language, over columns. */
import {
  type CodedField,
  PERCENT_UNITS,
  RATE_UNITS_BYTES,
  type RowField,
  SIZE_UNITS_BYTES,
  TIME_UNITS_US,
} from '../../engine/service/filter';
import { dateMs } from '../figures/view';
import {
  type CodedColumn,
  type LoadedColumn,
  lowerTextAt,
  type NumberColumn,
  type TextColumn,
} from './columns';

/** A row is its number. */
export type Field = RowField<number>;

/** What a field is made from. */
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

export const ids = (value: string): readonly string[] => value.split(' ').filter((id) => id !== '');

export function text(column: string): FieldSource {
  return {
    columns: [column],
    field: ([only]) => ({
      texts: (row) => {
        const found = lowerTextAt(only as TextColumn, row);
        return found === '' ? [] : [found];
      },
    }),
  };
}

/** @param factor from the column's unit to that of the field. */
export function number(
  column: string,
  factor: number,
  how: Pick<NumberField, 'units' | 'unitless' | 'example'>,
): FieldSource {
  return {
    columns: [column],
    field: ([only]) => {
      const { values } = only as NumberColumn;
      return { ...how, of: (row) => orNull(values[row] * factor) };
    },
  };
}

type NumberField = Extract<Field, { readonly units: unknown }>;

export const orNull = (value: number): number | null =>
  Number.isNaN(value) ? null : Math.round(value * 1e5) / 1e5;
export const time = (column: string): FieldSource =>
  number(column, 1000, { units: TIME_UNITS_US, unitless: 1e6, example: '2.5s, 300ms or 40us' });
export const bytes = (column: string): FieldSource =>
  number(column, 1, { units: SIZE_UNITS_BYTES, unitless: 1, example: '1200, 1200B or 1.2MB' });
export const share = (column: string): FieldSource =>
  number(column, 100, { units: PERCENT_UNITS, unitless: 1, example: '2% or 2.5' });
export const count = (column: string): FieldSource =>
  number(column, 1, { units: {}, unitless: 1, example: '42' });

export const rate = (column: string): FieldSource =>
  number(column, 1, { units: RATE_UNITS_BYTES, unitless: 1, example: '1.5Mbit/s or 200kB/s' });

/** ms since 1970. */
export const date = (column: string): FieldSource => ({
  columns: [column],
  field: ([only]) => ({
    units: {},
    unitless: 1,
    example: '2026-03-31 or 2026-03-31T14:02',
    read: dateMs,
    of: (row) => orNull((only as NumberColumn).values[row]),
  }),
});
