/**
 * Finds the values that a field's path names in a record, whatever the record looks like. Own properties only, so that
 * a name like `__proto__` or `constructor` finds what the file holds and nothing else; no recursion, so that deep
 * nesting costs memory and no stack. Comparing the values is left to `values.ts`.
 */

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
 * Every value that the path names, arrays counting as all their elements.
 *
 * A path of several words is followed from the data on; a leading `data` may be written. A single word is the data's
 * own field, else a field of that name at any depth of the data, else the record's own (`group_id`).
 */
export function valuesAt(record: unknown, path: readonly string[]): readonly unknown[] {
  const data = dataOf(record);
  const [first] = path;
  if (first === undefined) return [];
  if (path.length > 1) return data === null ? [] : follow(data, first === 'data' ? path.slice(1) : path);
  if (data !== null && Object.hasOwn(data, first)) return spread(data[first]);
  const deep = data === null ? [] : search(data, first);
  if (deep.length > 0) return deep;
  return isObject(record) && Object.hasOwn(record, first) ? spread(record[first]) : [];
}

/** Follows a path; a number picks an element of an array, any other word goes on in all of them. */
function follow(data: JsonObject, path: readonly string[]): readonly unknown[] {
  let found: unknown[] = [data];
  for (const key of path) {
    const next: unknown[] = [];
    for (const value of found) {
      if (Array.isArray(value) && /^\d+$/.test(key)) {
        if (Object.hasOwn(value, key)) next.push(value[Number(key)]);
        continue;
      }
      for (const item of spread(value)) if (isObject(item) && Object.hasOwn(item, key)) next.push(item[key]);
    }
    found = next;
  }
  return found.flatMap(spread);
}

/** All values under `key`, however deep. */
function search(data: JsonObject, key: string): readonly unknown[] {
  const found: unknown[] = [];
  const open: unknown[] = [data];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (isObject(value) && Object.hasOwn(value, key)) for (const item of spread(value[key])) found.push(item);
    for (const inner of Object.values(value)) if (typeof inner === 'object') open.push(inner);
  }
  return found;
}

/** The elements of an array, and of arrays in it; any other value alone. An empty array stands for itself. */
function spread(value: unknown): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0) return [value];
  const found: unknown[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (!Array.isArray(item)) found.push(item);
    else for (const inner of item) open.push(inner);
  }
  return found;
}
