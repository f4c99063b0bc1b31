/** One record read again from the source: reads on from its offset until its format has found its end. */
import { concat } from '../../../input/bytes/chunks';
import type { RecordCutter } from '../../../input/formats/record-access';
import { type LoggedRecord, MAX_RECORD_BYTES } from '../../../input/formats/records';
import type { ReadOptions, TextReader } from './text-reader';

const FIRST_READ_BYTES = 16 * 1024;

/** Rejects only if the reader does. */
export async function readRecord<R extends LoggedRecord>(
  reader: TextReader,
  cutter: RecordCutter<R>,
  offset: number,
  options: ReadOptions = {},
): Promise<R> {
  let bytes: Uint8Array = new Uint8Array(0);
  for (let size = FIRST_READ_BYTES; ; size *= 2) {
    const wanted = size - bytes.length;
    const more = await reader.read(offset + bytes.length, offset + size, options);
    bytes = concat([bytes, more]);
    const record = cutter.find(bytes, 'more');
    if (record !== null) return record;
    if (more.length < wanted) return cutter.cutOff(bytes, 'end');
    if (size >= MAX_RECORD_BYTES) return cutter.cutOff(bytes, 'limit');
  }
}
