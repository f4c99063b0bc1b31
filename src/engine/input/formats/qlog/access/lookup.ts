/**
 * Finds the values at a field's path in a record of any shape. Own properties only, so that a name like `__proto__` or
 * `constructor` finds only what the file contains; no recursion, so that deep nesting cannot overflow the stack.
 * `values.ts` compares the values, `field-names.ts` knows the names of fields.
 */
import { keysOf } from './field-names';

type JsonObject = { readonly [key: string]: unknown };

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The data of an event: under `data`, or, where events are arrays (main schema drafts 00 and 01), their last object.
 * @returns null where the record has none.
 */
export function dataOf(record: unknown): { readonly [key: string]: unknown } | null {
  if (Array.isArray(record)) return record.findLast(isObject) ?? null;
  if (!isObject(record) || !Object.hasOwn(record, 'data')) return null;
  return isObject(record.data) ? record.data : null;
}

/**
 * Every value at the path; arrays stand for all their elements.
 *
 * A path of several words starts at the data; a leading `data` is optional. A single word is the data's own field, else
 * a field of that name at any depth of the data, else the record's own (`group_id`); after `data.` the record's own is
 * not searched. A single word of the page's stands for each of its keys. Where nothing is found, the first of the
 * field's other keys in this event that has a value counts.
 *
 * @param others paths of the other keys, from the data on.
 */
export function valuesAt(
  record: unknown,
  path: readonly string[],
  others: () => readonly (readonly string[])[],
): readonly unknown[] {
  const data = dataOf(record);
  const inDataOnly = path[0] === 'data' && path.length > 1;
  const words = inDataOnly ? path.slice(1) : path;
  const [first, second] = words;
  if (first === undefined) return [];
  const isWord = second === undefined;
  const values = data === null ? [] : isWord ? inData(data, keysOf(first)) : follow(data, words);
  if (values.length > 0) return values;
  if (data !== null)
    for (const other of others()) {
      const elsewhere = follow(data, other);
      if (elsewhere.length > 0) return elsewhere;
    }
  return isWord && !inDataOnly && isObject(record) ? ownOf(record, keysOf(first)) : [];
}

/** The data's own fields of these names, else those at any depth. */
function inData(data: JsonObject, names: readonly string[]): readonly unknown[] {
  const own = ownOf(data, names);
  return own.length > 0 ? own : names.flatMap((name) => search(data, name));
}

function ownOf(object: JsonObject, names: readonly string[]): readonly unknown[] {
  return names.filter((name) => Object.hasOwn(object, name)).flatMap((name) => spread(object[name]));
}

/** Follows a path; a number selects an element of an array, any other word is looked up in all elements. */
function follow(data: JsonObject, path: readonly string[]): readonly unknown[] {
  let values: unknown[] = [data];
  for (const key of path) {
    const next: unknown[] = [];
    for (const value of values) {
      if (Array.isArray(value) && /^\d+$/.test(key)) {
        if (Object.hasOwn(value, key)) next.push(value[Number(key)]);
        continue;
      }
      for (const item of spread(value)) if (isObject(item) && Object.hasOwn(item, key)) next.push(item[key]);
    }
    values = next;
  }
  return values.flatMap(spread);
}

/** All values under `key`, however deep. */
function search(data: JsonObject, key: string): readonly unknown[] {
  const values: unknown[] = [];
  const open: unknown[] = [data];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (isObject(value) && Object.hasOwn(value, key))
      for (const item of spread(value[key])) values.push(item);
    for (const inner of Object.values(value)) if (typeof inner === 'object') open.push(inner);
  }
  return values;
}

/** The elements of an array, and of arrays in it; any other value alone. An empty array is itself a value. */
function spread(value: unknown): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0) return [value];
  const values: unknown[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (!Array.isArray(item)) values.push(item);
    else for (const inner of item) open.push(inner);
  }
  return values;
}
