/** A line of a file of marks: its marks, nothing where it holds none by right, such as a comment, or why it cannot be used. */
import type { OutsideMark } from './outside-mark';
import { type ReadTime, readUtc, type UnixUnit } from './utc';

export type MarkLine = readonly OutsideMark[] | string;
export type ReadLine = (line: string) => MarkLine;

/** Names of columns and keys, as other tools have them, in lower case. */
export const TIME_NAMES: readonly string[] = [
  'time',
  'timestamp',
  '@timestamp',
  'ts',
  'datetime',
  'date',
  'utc',
  'time_utc',
  'start',
  'starts_at',
  'startsat',
];
export const EVENT_NAMES: readonly string[] = [
  'name',
  'event',
  'label',
  'title',
  'message',
  'msg',
  'text',
  'alertname',
  'alert',
  'metric',
  'description',
];
export const VALUE_NAMES: readonly string[] = ['value', 'val'];

/** Times of one file, of which all have the unit of the first. */
export class FileTimes {
  #unit: UnixUnit | null | undefined;

  /** @returns µs since 1970; why it is none, as a clause. */
  read(text: string): number | string {
    const read: ReadTime | string = readUtc(text.trim());
    if (typeof read === 'string') return `its time ${read}`;
    if (this.#unit === undefined) this.#unit = read.unit;
    if (this.#unit === read.unit) return read.utcUs;
    return `its time is in ${unitWords(read.unit)}, the first one in ${unitWords(this.#unit)}`;
  }
}

const unitWords = (unit: UnixUnit | null): string => unit ?? 'ISO 8601';

/** A finite number as other tools write it; null for what is none. */
export function readNumber(text: string): number | null {
  return /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?\s*$/.test(text) && Number.isFinite(Number(text))
    ? Number(text)
    : null;
}
