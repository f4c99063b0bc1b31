/** Records as the filter reads them: values as if a qlog had logged them. */
import { QlogRecord } from '../../src/engine/input/formats/qlog/access/qlog-record.ts';
import { isMissing, type RecordFields } from '../../src/engine/input/formats/records.ts';

/** @param text JSON text. */
export function fieldsIn(text: string): RecordFields {
  const { fields } = QlogRecord.whole(new TextEncoder().encode(text));
  if (isMissing(fields)) throw new Error(fields.missing);
  return fields;
}

export function fieldsOf(record: unknown): RecordFields {
  return fieldsIn(JSON.stringify(record));
}
