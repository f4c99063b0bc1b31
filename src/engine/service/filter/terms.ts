/**
 * The terms of a filter: one field against values, a field's presence, a text anywhere. Terms over columns decide at
 * once; others need the record. `logic.ts` combines them, the parser reads them.
 */
import { byColumns, contains, holds, type NumberField, notOrdered, numberTerm } from './field-terms';
import type { Filter, FilterError, RowFacts } from './filter';
import type { Comparison, Language } from './language';
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

/** Fields of the columns that hold numbers, and how their values are written. */
const NUMBER_COLUMNS: { readonly [field: string]: NumberField<RowFacts> } = {
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
function unitsOf(field: string): Units | null {
  const column = numberColumn(field);
  return column === null || Object.keys(column.units).length === 0 ? null : column.units;
}

/** One field against its values. `!=` requires the field to exist and to equal none of them. */
function comparison(asked: Comparison): Filter | FilterError {
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
function presence(field: string): Filter {
  const column = numberColumn(field);
  if (column !== null) return byColumns((row) => column.of(row) !== null);
  const word = field.toLowerCase();
  if (word === 'name') return byColumns(() => true);
  if (word === 'space') return byColumns((row) => row.space !== null);
  const path = field.split('.');
  return { quick: () => null, full: ({ name }, record) => record.valuesAt(path, name).length > 0 };
}

/** The event's name or its record contains the text; case-insensitive. */
function textTerm(text: string): Filter {
  const wanted = text.toLowerCase();
  const inName = (row: RowFacts): boolean => row.name.toLowerCase().includes(wanted);
  return {
    quick: (row) => (inName(row) ? true : null),
    full: (row, record) => inName(row) || record.text.toLowerCase().includes(wanted),
  };
}

/** The event is about the packet with this number. */
function packetTerm(number: number): Filter {
  return byColumns((row) => row.packetNumber === number);
}

function numberColumn(field: string): NumberField<RowFacts> | null {
  const key = field.toLowerCase();
  return Object.hasOwn(NUMBER_COLUMNS, key) ? (NUMBER_COLUMNS[key] ?? null) : null;
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
    const memo = remembered.get(name);
    if (memo !== undefined) return memo;
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
  return {
    quick: () => null,
    full({ name }, record) {
      const values = record.valuesAt(path, name);
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

/** The language of the event list. */
export const EVENT_LANGUAGE: Language<RowFacts> = {
  exampleField: 'ssthresh',
  exampleNumber: 'pn',
  unitsOf,
  comparison,
  presence,
  text: textTerm,
  packet: packetTerm,
};
