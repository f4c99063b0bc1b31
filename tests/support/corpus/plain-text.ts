/**
 * Values as plain text that two people, and two runs, compare line by line: numbers to ten digits, what is no number
 * by its name, and one line per field.
 */

/** Digits kept of a number that is no integer: the last ones are the machine's, not the program's. */
const DIGITS = 10;

export function figure(value: number): string {
  return Number.isInteger(value) || !Number.isFinite(value)
    ? String(value)
    : String(Number(value.toPrecision(DIGITS)));
}

/** A value in one line. */
export function inline(value: unknown): string {
  if (typeof value === 'number') return figure(value);
  if (value === '') return 'none';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(inline).join(', ');
  if (value instanceof Set || value instanceof Map) throw new TypeError('a value of this kind has no line');
  return Object.entries(value)
    .map(([name, item]) => `${name} ${inline(item)}`)
    .join('; ');
}

/** One line per field, indented; fields that hold lists of objects take a line per item. */
export function lines(value: object): readonly string[] {
  return Object.entries(value).flatMap(([name, item]) => {
    const isTable = Array.isArray(item) && item.some((one) => typeof one === 'object');
    return isTable
      ? [`  ${name}:`, ...item.map((one: unknown) => `    ${inline(one)}`)]
      : [`  ${name}: ${inline(item)}`];
  });
}
