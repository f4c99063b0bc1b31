/**
 * One parsed record as the parts of an event, whatever its shape: an object with `name`, or with `category`
 * and `type`, or an array whose columns the header names (draft-00, -01 and before).
 *
 * A column list may come after the events it describes, so arrays without one are read by the types of their elements:
 *
 *   [ 12.5,  0,  "transport", "packet_sent", "LINE", {…} ]
 *     time   path  category     type          trigger  data
 */
import {
  asArray,
  asNumber,
  asObject,
  type JsonObject,
  type TimeFormat,
  timeFormatNamed,
} from '../../../../../qlog-schema';

/** The parts of the last event. One object, reused for each record. */
export interface EventParts {
  /** `namespace:type` or a bare type; null where there is none. */
  name: string | null;
  time: unknown;
  timeFormat: TimeFormat | null;
  data: JsonObject;
  /** As logged, absent where the event names none. */
  groupId: unknown;
  odcid: unknown;
  /** Id of the path, where the event itself has it (a column of picoquic's multipath traces). */
  path: unknown;
  /** Id of the tuple of addresses that the event belongs to; a path in earlier drafts. Absent for the first one. */
  tuple: unknown;
}

const NO_DATA: JsonObject = Object.freeze({});

export function emptyParts(): EventParts {
  return {
    name: null,
    time: undefined,
    timeFormat: null,
    data: NO_DATA,
    groupId: undefined,
    odcid: undefined,
    path: undefined,
    tuple: undefined,
  };
}

/** Kind of a record. `empty` is a trailing `{}` or `[]`: some writers end their list with it. */
export type ShapeResult = 'event' | 'empty' | 'not-an-event' | 'too-short';

export function whyNoEvent(shape: ShapeResult): string {
  switch (shape) {
    case 'too-short':
      return 'the event has fewer columns than event_fields names';
    case 'not-an-event':
      return 'the record is neither an object nor an array that begins with a time and a name';
    default:
      return 'the event has no name';
  }
}

/**
 * Reads a parsed record into `parts`.
 * @param columns `event_fields` in lower case, null before a header names them.
 */
export function shapeEvent(
  record: unknown,
  columns: readonly string[] | null,
  parts: EventParts,
): ShapeResult {
  const object = asObject(record);
  if (object !== null) return shapeObject(object, parts);
  const list = asArray(record);
  if (list === null) return 'not-an-event';
  if (list.length === 0) return 'empty';
  clear(parts);
  if (columns === null) return shapeByContent(list, parts);
  if (list.length < columns.length) return 'too-short';
  return shapeByColumns(list, columns, parts);
}

function clear(parts: EventParts): void {
  parts.name = null;
  parts.time = undefined;
  parts.timeFormat = null;
  parts.data = NO_DATA;
  parts.groupId = undefined;
  parts.odcid = undefined;
  parts.path = undefined;
  parts.tuple = undefined;
}

/** The event's `namespace:type`, from `name` or from the older `category` and `type` keys. */
export function eventName(event: JsonObject): string | null {
  if (typeof event.name === 'string') return event.name;
  const type = event.type ?? event.event ?? event.event_type;
  if (typeof type !== 'string') return null;
  return joinName(event.category, type);
}

function joinName(category: unknown, type: string): string {
  return typeof category === 'string' && category !== '' ? `${category}:${type}` : type;
}

/** Iterates over the existing keys, which is faster than looking up all possible ones. */
function shapeObject(event: JsonObject, parts: EventParts): ShapeResult {
  clear(parts);
  let empty = true;
  let category: unknown;
  let type: unknown;
  let name: unknown;
  for (const key in event) {
    empty = false;
    switch (key) {
      case 'time':
        parts.time = event.time;
        break;
      case 'name':
        name = event.name;
        break;
      case 'data':
        parts.data = asObject(event.data) ?? NO_DATA;
        break;
      case 'relative_time':
      case 'delta_time':
        // Only if there is no plain `time`.
        if (event.time !== undefined) break;
        parts.time = event[key];
        parts.timeFormat = timeFormatNamed(key);
        break;
      case 'time_format':
        parts.timeFormat = timeFormatNamed(event.time_format);
        break;
      case 'category':
        category = event.category;
        break;
      case 'type':
      case 'event':
      case 'event_type':
        type ??= event[key];
        break;
      case 'group_id':
        parts.groupId = event.group_id;
        break;
      case 'ODCID':
      case 'odcid':
        parts.odcid = event[key];
        break;
      case 'tuple':
      case 'path':
        parts.tuple ??= event[key];
        break;
      case 'common_fields':
        overrideCommon(event, parts);
        break;
      default:
        break;
    }
  }
  if (typeof name === 'string') parts.name = name;
  else if (typeof type === 'string') parts.name = joinName(category, type);
  return empty ? 'empty' : 'event';
}

/** A single event may override the trace's common_fields. */
function overrideCommon(event: JsonObject, parts: EventParts): void {
  const own = asObject(event.common_fields);
  parts.groupId ??= own?.group_id;
  parts.timeFormat ??= timeFormatNamed(own?.time_format);
}

function shapeByColumns(
  list: readonly unknown[],
  columns: readonly string[],
  parts: EventParts,
): ShapeResult {
  let category: unknown;
  let type: unknown;
  for (let i = 0; i < columns.length; i++) {
    const value = list[i];
    switch (columns[i]) {
      case 'time':
        parts.time = value;
        break;
      case 'relative_time':
      case 'delta_time':
        parts.time = value;
        parts.timeFormat = timeFormatNamed(columns[i]);
        break;
      case 'category':
        category = value;
        break;
      case 'name':
      case 'type':
      case 'event':
      case 'event_type':
        type = value;
        break;
      case 'data':
        parts.data = asObject(value) ?? NO_DATA;
        break;
      case 'group_id':
        parts.groupId = value;
        break;
      case 'odcid':
        parts.odcid = value;
        break;
      case 'path_id':
        parts.path = value;
        break;
      default:
        break;
    }
  }
  parts.name = typeof type === 'string' ? joinName(category, type) : null;
  return 'event';
}

/** Time first, then perhaps a path id; texts are category, type and trigger; the first object is the data. */
function shapeByContent(list: readonly unknown[], parts: EventParts): ShapeResult {
  if (asNumber(list[0]) === null) return 'not-an-event';
  parts.time = list[0];
  const texts: string[] = [];
  let data: JsonObject | null = null;
  for (let i = 1; i < list.length; i++) {
    const value = list[i];
    if (typeof value === 'string' && texts.length < 2) texts.push(value);
    else data ??= asObject(value);
  }
  const [first, second] = texts;
  if (first === undefined) return 'not-an-event';
  parts.name = second === undefined ? first : joinName(first, second);
  parts.data = data ?? NO_DATA;
  return 'event';
}
