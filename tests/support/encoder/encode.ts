/**
 * A model written in a dialect: shapes the events, writes their times and data, puts them into the container,
 * and stores the text. Every step is a pure function of its own file; this one only puts them in order.
 */
import { contain, type TraceParts } from './containers.ts';
import type { Column, Dialect } from './dialect.ts';
import { dataOf } from './event-data.ts';
import { connectionFields, fileFields, traceFields } from './header.ts';
import { jsonText } from './json-text.ts';
import type { Json, JsonObject, ModelEvent, TraceModel } from './model.ts';
import { type EventName, nameOf } from './names.ts';
import { type ShapedEvent, shapeEvents } from './shape-metrics.ts';
import { compress, encodeText } from './stored-bytes.ts';
import { type WrittenTime, writeTimes } from './written-times.ts';

/** The connections of a file, in order; the second one exists where the dialect has copies. */
export const GROUPS = ['c0ffee0000000001', 'c0ffee0000000002'] as const;
const [FIRST, SECOND] = GROUPS;

/** One event before it is written. */
export interface WrittenEvent {
  readonly name: EventName;
  readonly time: WrittenTime;
  readonly timeMs: number;
  readonly data: JsonObject;
  /** The connection, where each event names it; else null. */
  readonly group: string | null;
}

/** @returns the stored bytes of the file. */
export function encode(model: TraceModel, dialect: Dialect): Uint8Array {
  return compress(encodeText(textOfModel(model, dialect), dialect.encoding), dialect.compression);
}

/** The file's text before it is stored. */
export function textOfModel(model: TraceModel, dialect: Dialect): string {
  const { copies } = dialect;
  const document = (groups: readonly (string | null)[]): string =>
    contain(
      dialect.container,
      fileFields(dialect),
      groups.map((group) => traceOf(model, dialect, group)),
    );
  switch (copies) {
    case 'one':
      return document([FIRST]);
    case 'two-traces':
      return document([FIRST, SECOND]);
    case 'two-documents':
      return document([FIRST]) + document([SECOND]);
    case 'group-ids':
      return document([null]);
  }
}

function traceOf(model: TraceModel, dialect: Dialect, group: string | null): TraceParts {
  const { container } = dialect;
  const fields =
    container.kind === 'connections'
      ? connectionFields(dialect, model, group ?? FIRST)
      : traceFields(dialect, model, group);
  return { fields, events: writtenEvents(model, dialect).map((event) => eventText(event, dialect)) };
}

/** The events of one trace as the dialect writes them: what a reader is to find, neither more nor less. */
export function writtenEvents(model: TraceModel, dialect: Dialect): readonly WrittenEvent[] {
  const interleaved = dialect.copies === 'group-ids';
  const shaped = shapeEvents(model.events, dialect.fields);
  const all = shaped.flatMap((event): readonly (readonly [ShapedEvent, string | null])[] =>
    interleaved ? GROUPS.map((group) => [event, group] as const) : [[event, null]],
  );
  const times = writeTimes(
    all.map(([{ timeMs }]) => timeMs),
    dialect,
  );
  return all.map(([event, group], i) => ({
    name: nameOf(plainOf(event), dialect.names),
    time: times[i] ?? { value: event.timeMs, format: null },
    timeMs: event.timeMs,
    data: dataOf(event, dialect),
    group,
  }));
}

/** A loss counter stands among the metrics, whatever they are called. */
function plainOf(event: ShapedEvent): ModelEvent {
  return event.kind === 'counter' ? { kind: 'metrics', timeMs: event.timeMs, values: {} } : event;
}

function eventText(event: WrittenEvent, dialect: Dialect): string {
  const { container } = dialect;
  const indent = 'pretty' in container && container.pretty ? 2 : 0;
  return jsonText(eventJson(event, dialect), indent);
}

function eventJson(event: WrittenEvent, { shape }: Dialect): Json {
  const { name, time, data, group } = event;
  const whose = group === null ? {} : { group_id: group };
  const clock = time.format === null ? {} : { time_format: time.format };
  const fullName = `${name.category}:${name.type}`;
  switch (shape.kind) {
    case 'object':
      return shape.order === 'time-first'
        ? { time: time.value, ...clock, name: fullName, ...whose, data }
        : { name: fullName, ...whose, data, ...clock, time: time.value };
    case 'category-type':
      return { time: time.value, ...clock, ...name, ...whose, data };
    case 'array':
      return shape.columns.map((column) => cell(column, event));
  }
}

function cell(column: Column, { name, time, data, group }: WrittenEvent): Json {
  switch (column) {
    case 'time':
      return time.value;
    case 'category':
      return name.category;
    case 'event':
      return name.type;
    case 'trigger':
      return 'DEFAULT';
    case 'data':
      return data;
    case 'group':
      return group ?? FIRST;
    case 'path':
      return 0;
  }
}
