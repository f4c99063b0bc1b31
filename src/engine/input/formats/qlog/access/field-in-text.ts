/**
 * Where a field stands in the printed text of a record: its path is found in the parsed value, and walked again in the text, so that
 * what is marked is what the log writes.
 */
import { asObject, FRAME_FIELDS, sourcesOf } from '../../../../../qlog-schema';
import { beginningOf, plainLine } from '../../../../base/text/plain';
import type { FieldInText, WantedField } from '../../records';
import { framesOf } from '../decode/decode-frames';
import { frameKindOf } from '../decode/frame-kinds';
import { OtherPaths } from './field-names';
import { dataOf } from './lookup';
import { skipSpace, stringEnd } from './print-record';

type Key = string | number;
type Path = readonly Key[];

const TYPE_KEYS = sourcesOf(FRAME_FIELDS, 'frameType').map(({ key }) => key);
/** A longer value is cut. */
const MAX_VALUE = 60;

/** @param record a parsed one. @param text as it is printed. @param event name of its event, as logged. */
export function fieldInText(
  record: unknown,
  text: string,
  wanted: WantedField,
  event: string,
): FieldInText | null {
  const paths =
    wanted.kind === 'frame' ? framePaths(record, wanted.types) : fieldPaths(record, wanted.paths, event);
  const place = paths && placeIn(text, paths.marked);
  return (
    place && { words: `${pathWords(paths.named)} = ${valueWords(valueAt(record, paths.named))}`, ...place }
  );
}

/** What names it, and what is marked: of a frame all of it. */
interface Paths {
  readonly named: Path;
  readonly marked: Path;
}

/** Of the data: the last object of a record that is an array. */
const dataPath = (record: unknown): Path => [
  Array.isArray(record) ? record.lastIndexOf(dataOf(record)) : 'data',
];

function fieldPaths(record: unknown, wanted: readonly string[], event: string): Paths | null {
  const paths = wanted.flatMap((path): readonly Path[] => {
    const words = path.split('.');
    const ofData = [words, ...new OtherPaths(words).in(event)].map((one) => [...dataPath(record), ...one]);
    return [...ofData, Array.isArray(record) && path === 'time' ? [0] : words];
  });
  const named = paths.find((path) => valueAt(record, path) !== undefined);
  return named === undefined ? null : { named, marked: named };
}

function framePaths(record: unknown, types: readonly string[]): Paths | null {
  const data = dataOf(record);
  const frames = (data && framesOf(data)) ?? [];
  const at = frames.findIndex((frame) => {
    const object = asObject(frame);
    return object !== null && types.includes(frameKindOf(object)?.type ?? '');
  });
  if (at < 0) return null;
  const marked = [...dataPath(record), 'frames', at];
  const key = TYPE_KEYS.find((one) => valueAt(frames[at], [one]) !== undefined);
  return key === undefined ? null : { named: [...marked, key], marked };
}

/** Own values alone; undefined for none. */
function valueAt(record: unknown, path: Path): unknown {
  let value = record;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as { readonly [key in Key]: unknown })[key];
  }
  return value;
}

const pathWords = (path: Path): string =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${key}`)).join('');

function valueWords(value: unknown): string {
  return plainLine(beginningOf(typeof value === 'string' ? value : JSON.stringify(value), MAX_VALUE));
}

/** Of a member from its name on; null where the text ends before. @param text JSON. */
function placeIn(text: string, path: Path): { readonly from: number; readonly to: number } | null {
  let from = 0;
  let at = skipSpace(text, 0);
  for (const key of path) {
    const member = memberAt(text, at, key);
    if (member === null) return null;
    [from, at] = member;
  }
  const to = valueEnd(text, at);
  return to > text.length ? null : { from, to };
}

/** Where a member of an object or an array begins, and its value; null for none. @param at of the bracket. */
function memberAt(text: string, at: number, key: Key): readonly [from: number, value: number] | null {
  const isArray = text.charAt(at) === '[';
  let next = skipSpace(text, at + 1);
  for (let index = 0; next < text.length && !']}'.includes(text.charAt(next)); index++) {
    const from = next;
    let name: Key = index;
    if (!isArray) {
      const end = stringEnd(text, from);
      name = memberName(text.slice(from, end));
      next = skipSpace(text, skipSpace(text, end) + 1);
    }
    if (name === key) return [from, next];
    const end = skipSpace(text, valueEnd(text, next));
    next = skipSpace(text, end + 1);
    if (text.charAt(end) !== ',') return null;
  }
  return null;
}

function memberName(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

/** Index after a value; beyond the text where that ends first. */
function valueEnd(text: string, from: number): number {
  if (text.charAt(from) === '"') return stringEnd(text, from);
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') {
      at = stringEnd(text, at);
      continue;
    }
    if (depth === 0 && /[,\]}\s]/.test(character)) return at;
    if ('[{'.includes(character)) depth++;
    if (']}'.includes(character) && --depth === 0) return at + 1;
    at++;
  }
  return depth === 0 ? at : Number.POSITIVE_INFINITY;
}
