/**
 * Exporting values: rules that make a new value from a logged one or refuse it, and tables of the fields that an
 * object may hold. Unlisted fields are left out, so that an unforeseen field is never shared. Keys
 * of the output come from the tables, never from the log; what is left out is counted.
 */
import {
  asArray,
  asFlag,
  asNumber,
  asObject,
  type JsonObject,
  type QuirkEffects,
} from '../../../../../qlog-schema';
import type { LeftOut, RecordOption as ShareOption, RecordOptions as ShareOptions } from '../../exporting';

/** Context for rewriting events: facts of the connection and the user's options. */
export interface RecordWriter {
  readonly options: ShareOptions;
  readonly leftOut: LeftOut;
  readonly effects: QuirkEffects;
  /** Divisor from the file's times to ms: 1000 where they are in µs. */
  readonly unitsPerMs: number;
  /** Factor that corrects logged RTTs in a wrong unit. */
  readonly rttFactor: number;
  readonly delayFactor: number;
  /** Losses counted before the range: counters are written relative to it. */
  readonly lostBefore: number;
  /** The redacted name of a logged state. */
  stateName(logged: string): string;
  /** What stands for the id of a tuple of addresses, which may say anything; undefined for the first one, which has none. */
  tupleNumber(id: unknown): number | undefined;
}

/** Returns the value to write, undefined for one that is not exported. Never throws, whatever the JSON. */
export type Rule = (value: unknown, writer: RecordWriter, path: string) => unknown;

export interface Field {
  /** Key in the output. */
  readonly to: string;
  readonly rule: Rule;
  readonly option?: ShareOption;
  /** Of several keys for one field the one with the lowest rank is used. */
  readonly rank: number;
}

export type Fields = ReadonlyMap<string, Field>;

export type Written = { [key: string]: unknown };

/** Maximum keys read of one object: no event of a valid trace has as many. */
const MAX_KEYS = 256;

/**
 * The listed fields of an object.
 * @param path of the object in the event's data, ending in a dot, for the names of left-out fields.
 * @param skip keys that the caller handles.
 */
export function take(
  object: JsonObject,
  table: Fields,
  writer: RecordWriter,
  path = '',
  skip: ReadonlySet<string> | null = null,
): Written {
  const written: Written = {};
  const ranks = new Map<string, number>();
  let keys = 0;
  for (const key in object) {
    if (++keys > MAX_KEYS) {
      writer.leftOut.field(`${path}(further fields)`);
      break;
    }
    if (skip?.has(key)) continue;
    const field = table.get(key);
    const logged = object[key];
    if (field?.option !== undefined && !writer.options[field.option]) {
      writer.leftOut.withheld(field.option);
      continue;
    }
    const value = field?.rule(logged, writer, `${path}${key}`);
    if (field === undefined || value === undefined) {
      if (logged !== null) writer.leftOut.field(`${path}${key}`);
      continue;
    }
    if ((ranks.get(field.to) ?? Number.POSITIVE_INFINITY) <= field.rank) continue;
    ranks.set(field.to, field.rank);
    written[field.to] = value;
  }
  return written;
}

/**
 * A finite number; numeric text is converted. One beyond 2⁵³ is no longer what was logged: 2⁶⁴−1 would be written as
 * 18446744073709552000, which is no 64-bit integer.
 */
export const number: Rule = (value) => {
  const logged = asNumber(value);
  return logged === null || Math.abs(logged) > Number.MAX_SAFE_INTEGER ? undefined : logged;
};

/** A non-negative number: sizes, counts, ids. */
export const amount: Rule = (value, writer, path) => {
  const logged = number(value, writer, path) as number | undefined;
  return logged === undefined || logged < 0 ? undefined : logged;
};

export const flag: Rule = (value) => asFlag(value) ?? undefined;

/** A time of the file in ms. */
export const time: Rule = (value, { unitsPerMs }) => {
  const logged = asNumber(value);
  return logged === null ? undefined : logged / unitsPerMs;
};

/** One word of a closed list, in lower case. */
export function word(list: readonly string[]): Rule {
  const words = new Set(list);
  return (value) => {
    const spelled = typeof value === 'string' && value.length <= 64 ? value.toLowerCase() : '';
    return words.has(spelled) ? spelled : undefined;
  };
}

/** A QUIC version (RFC 9000 §15): 32 bits in hexadecimal digits. */
export const version: Rule = (value) =>
  typeof value === 'string' && /^(?:0x)?[0-9a-f]{1,8}$/i.test(value) ? value : undefined;

/** Connection ids: hexadecimal digits only. */
export const hex: Rule = (value) =>
  typeof value === 'string' && /^(?:0x)?[0-9a-f]{0,64}$/i.test(value) ? value : undefined;

/** Maximum length of text exported with an option. */
const MAX_TEXT = 1000;

/** Text exported with an option: bounded. */
export const text: Rule = (value) => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : undefined);

export function object(table: Fields): Rule {
  return (value, writer, path) => {
    const inner = asObject(value);
    return inner === null ? undefined : take(inner, table, writer, `${path}.`);
  };
}

/** A list of values of one rule, up to the readers' maximum length; refused values are left out. */
export function list(rule: Rule, longest: number): Rule {
  return (value, writer, path) => {
    const items = asArray(value);
    if (items === null) return undefined;
    const written: unknown[] = [];
    for (const item of items) {
      if (written.length >= longest) {
        writer.leftOut.field(`${path}[] (beyond ${longest})`);
        break;
      }
      const exported = rule(item, writer, `${path}[]`);
      if (exported === undefined) writer.leftOut.field(`${path}[]`);
      else written.push(exported);
    }
    return written;
  };
}
