/**
 * Fields that the schema's tables send to a column or a flag of a row: of packets, and of frames in received packets. A
 * new fact of this kind needs its entry there and its column, and nothing here.
 */
import {
  asObject,
  type FieldDefinition,
  type FrameColumn,
  type Holder,
  type JsonObject,
  PACKET_FIELDS,
  type PacketColumn,
  type QuirkEffects,
} from '../../../../../qlog-schema';
import type { EventBatch } from '../../../../base/columns/event-batch';
import type { ConnectionInfo } from './connection-info';
import { factorOf, numberOf, type ReadField, readField } from './field-reader';

export type BatchColumn = PacketColumn | FrameColumn;
export type ColumnField = ReadField<BatchColumn>;

/** Fields of a packet or a type of frame, by the keys of each object that may hold one; null for no such object. */
export type ColumnTable = ReturnType<typeof columnTable>;

/** The fields that have a column or a flag, of these. */
export function columnTable(definitions: readonly FieldDefinition<BatchColumn>[]) {
  const fields = definitions
    .filter(({ column, flag }) => column !== undefined || flag !== undefined)
    .map(readField<BatchColumn>);
  const inHolder = (wanted: Holder): ReadonlyMap<string, ColumnField> | null => {
    const byKey = new Map<string, ColumnField>();
    for (const field of fields)
      for (const { holder, key } of field.sources) if (holder === wanted) byKey.set(key, field);
    return byKey.size > 0 ? byKey : null;
  };
  return { fields, inData: inHolder('data'), inHeader: inHolder('header'), inRaw: inHolder('raw') };
}

/** Fields of a packet besides its identity and size. */
export const PACKET_COLUMNS = columnTable(PACKET_FIELDS);

/** The column of a field: a quirk of the stack may name another one than the schema. */
export function columnNamed(
  column: BatchColumn,
  { ackDelayRaw, ectCountsSwapped }: QuirkEffects,
): BatchColumn | 'ackDelayWire' {
  if (column === 'ackDelayUs' && ackDelayRaw !== undefined) return 'ackDelayWire';
  if (ectCountsSwapped === true && column === 'ect0Count') return 'ect1Count';
  if (ectCountsSwapped === true && column === 'ect1Count') return 'ect0Count';
  return column;
}

export type FileFacts = Pick<ConnectionInfo, 'effects' | 'header'>;

/**
 * Writes the columns of a packet or a frame, and sets its flags. Looks at the keys that an object has, which is faster
 * than looking up all possible ones.
 */
export function decodeColumns(
  { inData, inHeader, inRaw }: ColumnTable,
  batch: EventBatch,
  row: number,
  facts: FileFacts,
  data: JsonObject,
  header: JsonObject | null,
): void {
  if (inData !== null) decodeHeld(inData, data, batch, row, facts, data, header);
  if (inHeader !== null && header !== null) decodeHeld(inHeader, header, batch, row, facts, data, header);
  const raw = inRaw === null ? null : asObject(data.raw);
  if (inRaw !== null && raw !== null) decodeHeld(inRaw, raw, batch, row, facts, data, header);
}

function decodeHeld(
  byKey: ReadonlyMap<string, ColumnField>,
  holder: JsonObject,
  batch: EventBatch,
  row: number,
  { effects, header: { unitsPerMs } }: FileFacts,
  data: JsonObject,
  header: JsonObject | null,
): void {
  for (const key in holder) {
    const field = byKey.get(key);
    if (field === undefined) continue;
    const { type, column, flag } = field.definition;
    const number = numberOf(field, factorOf(type, effects, unitsPerMs), data, header, asObject(data.raw));
    if (Number.isNaN(number)) continue;
    if (column !== undefined) batch[columnNamed(column, effects)][row] = number;
    if (flag !== undefined && number === 1) batch.flags[row] = batch.flags[row] | flag;
  }
}
