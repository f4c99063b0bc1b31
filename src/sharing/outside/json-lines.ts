/** JSON lines: an object per line with a time, a name and, for a metric, a number. Nothing within its other members is looked at. */
import { EVENT_NAMES, FileTimes, type ReadLine, TIME_NAMES, VALUE_NAMES } from './mark-lines';
import { markName } from './outside-mark';

type Members = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first that is a text or a number, by names in their order. @param members by their names in lower case. */
function memberOf(members: ReadonlyMap<string, unknown>, names: readonly string[]): string | number | null {
  for (const name of names) {
    const value = members.get(name);
    if (typeof value === 'string' || typeof value === 'number') return value;
  }
  return null;
}

/** @param fileName names events that have no name of their own. */
export function jsonLines(fileName: string): ReadLine {
  const times = new FileTimes();
  return (line) => {
    if (line.trim() === '') return [];
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return 'it is no JSON';
    }
    if (!isObject(value)) return 'it is no JSON object';
    const members = new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]));
    const time = memberOf(members, TIME_NAMES);
    if (time === null) return 'it has no time, timestamp, ts or @timestamp';
    const timeUs = times.read(String(time));
    if (typeof timeUs === 'string') return timeUs;
    const sample = memberOf(members, VALUE_NAMES);
    if (sample !== null && (typeof sample === 'string' || !Number.isFinite(sample)))
      return 'its value is no number';
    const name = memberOf(members, EVENT_NAMES);
    return [{ timeUs, name: (name === null ? '' : markName(String(name))) || fileName, value: sample }];
  };
}
