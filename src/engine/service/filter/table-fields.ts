/**
 * The filter language on rows of a table: its fields are a table given by the caller. A field that it does not have is
 * an error, since no row can have it.
 */
import { byColumns, contains, type NumberField, notOrdered, numberTerm } from './field-terms';
import type { Filter, FilterError } from './filter';
import type { Comparison, Language } from './language';
import { equalityOf } from './values';

/** A field that holds texts: none, one, or several, of which one must match. */
export interface TextField<Row> {
  readonly texts: (row: Row) => readonly string[];
}

/** A text field of few distinct values: each is tested once, and a row only names its own. */
export interface CodedField<Row> {
  readonly codeOf: (row: Row) => number;
  /** By code; a value that holds several texts has several here, and that of no text none. */
  readonly textsOf: readonly (readonly string[])[];
}

export type RowField<Row> = NumberField<Row> | TextField<Row> | CodedField<Row>;

export interface FieldTable<Row> {
  /** By name, lower case. */
  readonly fields: { readonly [name: string]: RowField<Row> };
  /** What a text without a field is searched in: the texts of a row, or a test for one in lower case. */
  readonly searched:
    | ((row: Row) => readonly string[])
    | { readonly by: (lowerCase: string) => (row: Row) => boolean };
  readonly exampleField: string;
  readonly exampleNumber: string;
}

export function rowLanguage<Row>(table: FieldTable<Row>): Language<Row> {
  const { fields, searched, exampleField, exampleNumber } = table;
  const find = (name: string): RowField<Row> | null => {
    const key = name.toLowerCase();
    return Object.hasOwn(fields, key) ? (fields[key] ?? null) : null;
  };
  const unknown = (name: string, at: number): FilterError => ({
    text: `There is no field “${name}”; the fields are ${Object.keys(fields).join(', ')}.`,
    at,
  });
  return {
    exampleField,
    exampleNumber,
    unitsOf(name) {
      const field = find(name);
      const units = field !== null && 'units' in field ? field.units : {};
      return Object.keys(units).length === 0 ? null : units;
    },
    comparison(asked) {
      const field = find(asked.field);
      if (field === null) return unknown(asked.field, asked.fieldAt);
      if ('units' in field) return numberTerm(asked, field);
      return 'texts' in field ? textsTerm(asked, field) : codedTerm(asked, field);
    },
    presence(name, at) {
      const field = find(name);
      if (field === null) return unknown(name, at);
      if ('units' in field) return byColumns((row) => field.of(row) !== null);
      if ('texts' in field) return byColumns((row) => field.texts(row).length > 0);
      return byCode(field, (texts) => texts.length > 0);
    },
    text(text) {
      const wanted = text.toLowerCase();
      if (typeof searched !== 'function') return byColumns(searched.by(wanted));
      return byColumns((row) => searched(row).some((one) => one.toLowerCase().includes(wanted)));
    },
    packet: (number, at) => ({
      text: `#${number} is a packet number, which a row of this table does not have.`,
      at,
    }),
  };
}

/** Whether texts satisfy the comparison. @returns an error where it is none of texts. */
function textsTest(asked: Comparison): ((texts: readonly string[]) => boolean) | FilterError {
  const error = notOrdered(asked);
  if (error !== null) return error;
  const tests = asked.values.map((value) => (asked.operator === '~' ? contains(value) : equalityOf(value)));
  return (texts) => {
    const held = texts.map((text) => text.toLowerCase());
    const any = held.some((text) => tests.some((test) => test(text)));
    return asked.operator === '!=' ? held.length > 0 && !any : any;
  };
}

function textsTerm<Row>(asked: Comparison, { texts }: TextField<Row>): Filter<Row> | FilterError {
  const test = textsTest(asked);
  return typeof test === 'function' ? byColumns((row) => test(texts(row))) : test;
}

function codedTerm<Row>(asked: Comparison, field: CodedField<Row>): Filter<Row> | FilterError {
  const test = textsTest(asked);
  return typeof test === 'function' ? byCode(field, test) : test;
}

function byCode<Row>(
  { codeOf, textsOf }: CodedField<Row>,
  test: (texts: readonly string[]) => boolean,
): Filter<Row> {
  const holds = Uint8Array.from(textsOf, (texts) => (test(texts) ? 1 : 0));
  return byColumns((row) => holds[codeOf(row)] === 1);
}
