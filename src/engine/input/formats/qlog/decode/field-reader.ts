/**
 * Numbers of fields, by the schema's tables: one reader per type of value. Parsed records are read with these; the plans
 * of recognised records (plan-values.ts) use the same readers for what is constant in them.
 *
 * A value of the wrong type, or out of range, counts as absent: the next key of the field is tried.
 */
import {
  asFlag,
  asNumber,
  asObject,
  type Fact,
  type FieldDefinition,
  fieldsOf,
  type Holder,
  type JsonObject,
  type QuirkEffects,
  type Source,
  sourceOf,
  sourcesOf,
  type ValueType,
} from '../../../../../qlog-schema';

/** The objects of an event that hold fields; for a frame, the frame and its `raw`. */
export interface Holders {
  readonly data: JsonObject;
  readonly header: JsonObject | null;
  readonly raw: JsonObject | null;
}

/** A field with its keys and its reader at hand. */
export interface ReadField<Column extends string = string> {
  readonly definition: FieldDefinition<Column>;
  readonly sources: readonly Source[];
  /** A logged number from 0 up to this one is the field's number; NaN where that is not so simple. */
  readonly validUpTo: number;
  /** The number of any logged value, without the factor of its unit; NaN for none. */
  readonly read: (logged: unknown) => number;
}

export function readField<Column extends string>(definition: FieldDefinition<Column>): ReadField<Column> {
  return readFrom(definition, definition.keys.map(sourceOf));
}

function readFrom<Column extends string>(
  definition: FieldDefinition<Column>,
  sources: readonly Source[],
): ReadField<Column> {
  return { definition, sources, validUpTo: validUpTo(definition), read: readerOf(definition) };
}

function validUpTo({ type, codes, most, inner }: FieldDefinition): number {
  if (codes !== undefined || type === 'flag' || inner !== undefined) return Number.NaN;
  return type === 'packetNumber' ? Number.MAX_SAFE_INTEGER : (most ?? Number.MAX_VALUE);
}

/** The fields of a fact as one, with the keys of all of them. */
export function readFact(fields: readonly FieldDefinition[], fact: Fact): ReadField {
  const [definition] = fieldsOf(fields, fact);
  if (definition === undefined) throw new RangeError(`no field is read for ${fact}`);
  return readFrom(definition, sourcesOf(fields, fact));
}

/** How many values of a list are read: bounds the cost of a malicious one. */
export function listLimit(fields: readonly FieldDefinition[], fact: Fact): number {
  return fieldsOf(fields, fact)[0]?.list ?? 0;
}

function readerOf({ type, codes, most, inner }: FieldDefinition): (logged: unknown) => number {
  if (codes !== undefined) return codeReader(codes);
  if (type === 'flag') return flagNumber;
  if (inner !== undefined) return (logged) => amount(asObject(logged)?.[inner]);
  if (type === 'packetNumber') return packetNumberOf;
  return most === undefined ? amount : (logged) => upTo(amount(logged), most);
}

function amount(logged: unknown): number {
  const number = asNumber(logged);
  return number === null || number < 0 ? Number.NaN : number;
}

function upTo(number: number, most: number): number {
  return number <= most ? number : Number.NaN;
}

function flagNumber(logged: unknown): number {
  const flag = asFlag(logged);
  return flag === null ? Number.NaN : Number(flag);
}

function codeReader(codes: { readonly [word: string]: number }): (logged: unknown) => number {
  const byWord = new Map(Object.entries(codes));
  return (logged) =>
    typeof logged === 'string'
      ? (byWord.get(logged) ?? byWord.get(logged.toLowerCase()) ?? Number.NaN)
      : Number.NaN;
}

/** A packet number that RFC 9000 allows (§12.3) and that a double represents exactly, else NaN. */
export function packetNumberOf(logged: unknown): number {
  return upTo(amount(logged), Number.MAX_SAFE_INTEGER);
}

export function holderOf({ data, header, raw }: Holders, holder: Holder): JsonObject | null {
  if (holder === 'data') return data;
  return holder === 'header' ? header : raw;
}

/** The number of a logged value, times the factor of its unit; NaN for none. */
export function numberIn({ validUpTo, read }: ReadField, factor: number, logged: unknown): number {
  const isPlain = typeof logged === 'number' && logged >= 0 && logged <= validUpTo;
  const number = (isPlain ? logged : read(logged)) * factor;
  return Number.isFinite(number) ? number : Number.NaN;
}

/** The first valid number of a field, times the factor of its unit; NaN for none. */
export function numberOf(
  field: ReadField,
  factor: number,
  data: JsonObject,
  header: JsonObject | null,
  raw: JsonObject | null,
): number {
  const { sources } = field;
  for (let i = 0; i < sources.length; i++) {
    const { holder, key } = sources[i];
    const object = holder === 'data' ? data : holder === 'header' ? header : raw;
    const logged = object === null ? undefined : object[key];
    if (logged === undefined) continue;
    const number = numberIn(field, factor, logged);
    if (!Number.isNaN(number)) return number;
  }
  return Number.NaN;
}

/** The value of the first of these keys that has one; null counts as none. */
export function firstValue(
  sources: readonly Source[],
  data: JsonObject,
  header: JsonObject | null = null,
): unknown {
  for (let i = 0; i < sources.length; i++) {
    const { holder, key } = sources[i];
    const value = holder === 'data' ? data[key] : header?.[key];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** The drafts use bits per second; columns hold bytes per second. */
const BYTES_PER_BIT = 1 / 8;
const US_PER_MS = 1000;

/** Factor from a logged value to columns and pairs. @param unitsPerMs of the file's times. */
export function factorOf(type: ValueType, effects: QuirkEffects, unitsPerMs: number): number {
  switch (type) {
    case 'time':
      return US_PER_MS / unitsPerMs;
    case 'rtt':
      return rttUnitUs(effects, unitsPerMs);
    case 'ackDelay':
      return effects.ackDelayRaw === 'as written' ? 1 : US_PER_MS / unitsPerMs;
    case 'rate':
      return effects.pacingUnit === 'bytes/s' ? 1 : BYTES_PER_BIT;
    case 'milliseconds':
      return US_PER_MS;
    default:
      return 1;
  }
}

/** Length of the logged time unit in µs: from a quirk, else the file's unit. */
function rttUnitUs(effects: QuirkEffects, unitsPerMs: number): number {
  switch (effects.rttUnit) {
    case 'us':
      return 1;
    case 'ms':
      return US_PER_MS;
    case 's':
      return 1_000_000;
    default:
      return US_PER_MS / unitsPerMs;
  }
}
