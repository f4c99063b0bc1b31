/**
 * The terms of a filter: one field against values, a field's presence, a text anywhere. Terms over columns decide at
 * once; others need the record. `logic.ts` combines them, the parser reads them.
 */
import { OtherPaths } from './field-names';
import type { Filter, FilterError, RowFacts } from './filter';
import { valuesAt } from './lookup';
import type { Operator } from './tokens';
import {
  compareNumber,
  equalityOf,
  quantityOf,
  SIZE_UNITS_BYTES,
  scalarText,
  TIME_UNITS_US,
  type Units,
  type Wanted,
} from './values';

export interface Comparison {
  readonly field: string;
  readonly operator: Operator;
  readonly operatorAt: number;
  /** At least one; several stand for "any of these". */
  readonly values: readonly Wanted[];
}

interface NumberColumn {
  readonly units: Units;
  readonly unitless: number;
  readonly example: string;
  readonly of: (row: RowFacts) => number | null;
}

/** Fields of the columns that hold numbers, and how their values are written. */
const NUMBER_COLUMNS: { readonly [field: string]: NumberColumn } = {
  pn: { units: {}, unitless: 1, example: '42', of: (row) => row.packetNumber },
  size: {
    units: SIZE_UNITS_BYTES,
    unitless: 1,
    example: '1200, 1200B or 1.2kB',
    of: (row) => (row.sizeBytes > 0 ? row.sizeBytes : null),
  },
  time: { units: TIME_UNITS_US, unitless: 1e6, example: '2.5s, 300ms or 40us', of: (row) => row.timeUs },
};

/** Other spellings of the application data space (RFC 9000 §12.3). */
const APPLICATION = new Set(['1rtt', '1-rtt', 'application', 'application_data']);
const SPACES = new Set(['initial', 'handshake', '1rtt']);
/** Maximum number of cached name tests; a trace has a few dozen names. */
const MAX_REMEMBERED = 512;

/** The units allowed after a number of this field, after a space; null for a field without units. */
export function unitsOf(field: string): Units | null {
  const column = numberColumn(field);
  return column === null || Object.keys(column.units).length === 0 ? null : column.units;
}

/** One field against its values. `!=` requires the field to exist and to equal none of them. */
export function comparison(asked: Comparison): Filter | FilterError {
  const column = numberColumn(asked.field);
  if (column !== null) return numberTerm(asked, column);
  switch (asked.field.toLowerCase()) {
    case 'name':
      return nameTerm(asked);
    case 'space':
      return spaceTerm(asked);
    default:
      return fieldTerm(asked);
  }
}

/** The event has the field, whatever its value. */
export function presence(field: string): Filter {
  const column = numberColumn(field);
  if (column !== null) return byColumns((row) => column.of(row) !== null);
  const word = field.toLowerCase();
  if (word === 'name') return byColumns(() => true);
  if (word === 'space') return byColumns((row) => row.space !== null);
  const path = field.split('.');
  const others = new OtherPaths(path);
  return {
    quick: () => null,
    full: ({ name }, record) => valuesAt(record(), path, () => others.in(name)).length > 0,
  };
}

/** The event's name or its record contains the text; case-insensitive. */
export function textTerm(text: string): Filter {
  const wanted = text.toLowerCase();
  const inName = (row: RowFacts): boolean => row.name.toLowerCase().includes(wanted);
  return {
    quick: (row) => (inName(row) ? true : null),
    full: (row, _record, source) => inName(row) || source().toLowerCase().includes(wanted),
  };
}

/** The event is about the packet with this number. */
export function packetTerm(number: number): Filter {
  return byColumns((row) => row.packetNumber === number);
}

function byColumns(test: (row: RowFacts) => boolean): Filter {
  return { quick: test, full: test };
}

function numberColumn(field: string): NumberColumn | null {
  const key = field.toLowerCase();
  return Object.hasOwn(NUMBER_COLUMNS, key) ? (NUMBER_COLUMNS[key] ?? null) : null;
}

function numberTerm(asked: Comparison, column: NumberColumn): Filter | FilterError {
  const { field, operator, values } = asked;
  if (operator === '~') {
    return { text: `${field} is a number; compare it with = != < <= > or >=.`, at: asked.operatorAt };
  }
  const numbers: number[] = [];
  for (const { text, at } of values) {
    const number = quantityOf(text, column.units, column.unitless);
    if (number === null) {
      return { text: `“${text}” is no value of ${field}; write it like ${column.example}.`, at };
    }
    numbers.push(number);
  }
  return byColumns((row) => {
    const value = column.of(row);
    if (value === null) return false;
    const any = numbers.some((number) => holds(operator, value === number ? 0 : value - number));
    return operator === '!=' ? !any : any;
  });
}

/** Whether a difference satisfies the operator; for `!=` this tests equality and the caller negates it. */
function holds(operator: Operator, difference: number): boolean {
  switch (operator) {
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    case '>=':
      return difference >= 0;
    default:
      return difference === 0;
  }
}

function notOrdered(asked: Comparison): FilterError | null {
  if (asked.operator === '=' || asked.operator === '!=' || asked.operator === '~') return null;
  return { text: `${asked.field} is a text; compare it with =, != or ~.`, at: asked.operatorAt };
}

/** The whole name, or its part after the last colon; `~` searches the whole name. */
function nameTerm(asked: Comparison): Filter | FilterError {
  const error = notOrdered(asked);
  if (error !== null) return error;
  const tests = asked.values.map((value) => {
    if (asked.operator === '~') return contains(value);
    const equals = equalityOf(value);
    return (name: string) => equals(name) || equals(name.slice(name.lastIndexOf(':') + 1));
  });
  const remembered = new Map<string, boolean>();
  return byColumns(({ name }) => {
    const known = remembered.get(name);
    if (known !== undefined) return known;
    const lowerCase = name.toLowerCase();
    const matches = tests.some((test) => test(lowerCase)) !== (asked.operator === '!=');
    if (remembered.size < MAX_REMEMBERED) remembered.set(name, matches);
    return matches;
  });
}

function spaceTerm(asked: Comparison): Filter | FilterError {
  const error = notOrdered(asked);
  if (error !== null) return error;
  const wanted = new Set(asked.values.map(({ text }) => spaceName(text)));
  const unknown = asked.values.find(({ text }) => !SPACES.has(spaceName(text)));
  if (unknown !== undefined) {
    const text = `“${unknown.text}” is no packet number space; they are initial, handshake and 1RTT.`;
    return { text, at: unknown.at };
  }
  return byColumns(
    ({ space }) => space !== null && wanted.has(spaceName(space)) !== (asked.operator === '!='),
  );
}

function spaceName(text: string): string {
  const lowerCase = text.toLowerCase();
  return APPLICATION.has(lowerCase) ? '1rtt' : lowerCase;
}

function contains({ text }: Wanted): (lowerCase: string) => boolean {
  const wanted = text.toLowerCase();
  return (candidate) => candidate.includes(wanted);
}

/** A field of the record: compared as numbers if both sides are numbers, else as texts. */
function fieldTerm(asked: Comparison): Filter | FilterError {
  const { field, operator } = asked;
  const tests: ((value: unknown) => boolean)[] = [];
  for (const wanted of asked.values) {
    const number = wanted.quoted ? null : quantityOf(wanted.text, SIZE_UNITS_BYTES, 1);
    const isText = operator === '=' || operator === '!=' || operator === '~';
    if (!isText && number === null) {
      const text = `“${wanted.text}” is no number; ${operator} compares numbers, as in ${field} ${operator} 3000.`;
      return { text, at: wanted.at };
    }
    tests.push(valueTest(operator, wanted, number));
  }
  const path = field.split('.');
  const others = new OtherPaths(path);
  return {
    quick: () => null,
    full({ name }, record) {
      const values = valuesAt(record(), path, () => others.in(name));
      const any = values.some((value) => tests.some((test) => test(value)));
      return operator === '!=' ? values.length > 0 && !any : any;
    },
  };
}

function valueTest(operator: Operator, wanted: Wanted, number: number | null): (value: unknown) => boolean {
  const ofText = operator === '~' ? contains(wanted) : equalityOf(wanted);
  const asText = (value: unknown): boolean => {
    const text = scalarText(value);
    return text !== null && ofText(text.toLowerCase());
  };
  if (operator === '~' || number === null) return asText;
  const asNumber = (value: unknown): boolean => {
    const order = compareNumber(value, wanted.text, number);
    return order !== null && holds(operator, order);
  };
  return operator === '=' || operator === '!=' ? (value) => asNumber(value) || asText(value) : asNumber;
}
