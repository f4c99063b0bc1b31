/**
 * What is exported of an object whose fields a table of the schema lists, frames among them: values by the rules of
 * their types. A frame of an unlisted type stays, as `unknown`, because frames decide whether a packet is
 * ack-eliciting.
 */
import {
  asObject,
  asText,
  type FieldDefinition,
  FRAME_FIELDS,
  fieldsOf,
  type Holder,
  type Source,
  sourceOf,
  type ValueType,
} from '../../../../../qlog-schema';
import { ALL_FRAME_FIELDS, DATAGRAM_SIZES } from '../../../../../qlog-schema/event-fields';
import { HTTP_FRAME_FIELDS } from '../../../../../qlog-schema/http-fields';
import { firstValue } from '../decode/field-reader';
import { type Field, type Fields, list, object, type RecordWriter, type Rule, take } from './record-writer';
import { RULES } from './rules';

/** Objects of an event's data with fields of their own. */
const INNER: readonly Holder[] = ['header', 'raw'];

/**
 * The fields of a table that are exported and stand in an object of the event's data.
 * @param holder the object; the data has its inner objects as fields.
 */
export function exportedFields(fields: readonly FieldDefinition[], holder: Holder = 'data'): Fields {
  const table = new Map<string, Field>();
  for (const field of fields) {
    const to = canonical(field);
    if (field.exported === undefined || to.holder !== holder) continue;
    const rule = ruleOf(field);
    const option = field.exported === true ? {} : { option: field.exported };
    for (const [rank, key] of field.keys.entries()) {
      const from = sourceOf(key);
      if (from.holder === holder) table.set(from.key, { to: to.key, rule, rank, ...option });
    }
  }
  if (holder !== 'data') return table;
  for (const inner of INNER) {
    const its = exportedFields(fields, inner);
    if (its.size > 0) table.set(inner, { to: inner, rule: object(its), rank: 0 });
  }
  return table;
}

/** The place that a field is written to. */
function canonical({ keys, exportedAs }: FieldDefinition): Source {
  return sourceOf(exportedAs ?? keys[0]);
}

/** Keys of exported fields that are written to another object than they are logged in. */
export function movedKeys(fields: readonly FieldDefinition[], holder: Holder): readonly string[] {
  return fields
    .filter(({ exported, exportedAs }) => exported !== undefined || exportedAs !== undefined)
    .flatMap((field) => {
      const to = canonical(field);
      return field.keys
        .map(sourceOf)
        .filter((from) => from.holder === holder && (field.exportedAs !== undefined || to.holder !== holder))
        .map(({ key }) => key);
    });
}

/** Values with fields of their own. */
const OBJECTS = { frame, sizes, httpFrame } as const;

function isObject(type: ValueType): type is keyof typeof OBJECTS {
  return Object.hasOwn(OBJECTS, type);
}

function ruleOf(field: FieldDefinition): Rule {
  const { type, list: longest, words = [] } = field;
  const one = isObject(type) ? OBJECTS[type] : RULES[type](words);
  return longest === undefined ? one : list(one, longest);
}

const FRAME = exportedFields(ALL_FRAME_FIELDS);
const [FRAME_TYPE] = fieldsOf(FRAME_FIELDS, 'frameType') as [FieldDefinition];
const frameType = ruleOf(FRAME_TYPE);
const TYPE_SOURCES = FRAME_TYPE.keys.map(sourceOf);
const TYPE_KEYS: ReadonlySet<string> = new Set(FRAME_TYPE.keys);

function frame(value: unknown, writer: RecordWriter, path: string): unknown {
  const logged = asObject(value);
  if (logged === null) return undefined;
  const type = firstValue(TYPE_SOURCES, logged);
  // A frame without a type is useless to whoever reads it.
  if (asText(type) === null) return undefined;
  const listedType = frameType(type, writer, path);
  if (listedType === undefined) writer.leftOut.field(`${path}.frame_type`);
  return { frame_type: listedType ?? 'unknown', ...take(logged, FRAME, writer, `${path}.`, TYPE_KEYS) };
}

const HTTP_FRAME = exportedFields(HTTP_FRAME_FIELDS);

function httpFrame(value: unknown, writer: RecordWriter, path: string): unknown {
  return object(HTTP_FRAME)(value, writer, path);
}

const SIZES = exportedFields(DATAGRAM_SIZES, 'raw');

function sizes(value: unknown, writer: RecordWriter, path: string): unknown {
  return object(SIZES)(value, writer, path);
}
