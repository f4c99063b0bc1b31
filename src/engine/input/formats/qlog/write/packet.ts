/**
 * Packets: number, type, sizes and frames, written where the drafts since 0.3 have them, wherever the log has
 * them. A logged size of a whole packet becomes `raw.length`; a payload size stays a payload size.
 */
import { asObject, EventKind, type JsonObject, READ_EVENTS, type Source } from '../../../../../qlog-schema';
import { ALL_PACKET_FIELDS } from '../../../../../qlog-schema/event-fields';
import { missingBytes, PACKET_NUMBER, packetTypeOf, SIZES } from '../decode/decode-packet';
import { numberOf } from '../decode/field-reader';
import { exportedFields, movedKeys } from './frames';
import { amount, type RecordWriter, take, type Written } from './record-writer';
import { packetType, space } from './rules';

const HEADER = exportedFields(ALL_PACKET_FIELDS, 'header');
const DATA = exportedFields(ALL_PACKET_FIELDS);
const ACKED = exportedFields(READ_EVENTS.get(EventKind.packetsAcked)?.fields ?? []);

/** Keys that are written into the header, wherever they are logged, or to `raw`. */
const MOVED: ReadonlySet<string> = new Set(['header', ...movedKeys(ALL_PACKET_FIELDS, 'data')]);
const MOVED_FROM_HEADER: ReadonlySet<string> = new Set(movedKeys(ALL_PACKET_FIELDS, 'header'));

/**
 * A packet that was sent, received, lost, dropped or buffered.
 * @param addBytes bytes that the stack does not count in `header.packet_size`.
 */
export function packetData(data: JsonObject, writer: RecordWriter, addBytes = 0): Written {
  const logged = asObject(data.header);
  const header = logged === null ? {} : take(logged, HEADER, writer, 'header.', MOVED_FROM_HEADER);
  const written = take(data, DATA, writer, '', MOVED);
  const number = firstAmount(PACKET_NUMBER.sources, data, logged, writer);
  header.packet_type = packetType(packetTypeOf(data, logged), writer, 'header.packet_type') ?? 'unknown';
  if (number !== undefined) header.packet_number = number;
  return { header, ...withSize(written, data, logged, writer, addBytes) };
}

/** In the order in which readers look: in the header, then in the data. */
function firstAmount(
  sources: readonly Source[],
  data: JsonObject,
  header: JsonObject | null,
  writer: RecordWriter,
): unknown {
  for (const { holder, key } of sources) {
    const number = amount((holder === 'data' ? data : header)?.[key], writer, key);
    if (number !== undefined) return number;
  }
  return undefined;
}

function withSize(
  written: Written,
  data: JsonObject,
  header: JsonObject | null,
  { effects }: RecordWriter,
  addBytes: number,
): Written {
  const raw = asObject(data.raw);
  for (const size of SIZES) {
    const logged = numberOf(size.field, 1, data, header, raw);
    if (Number.isNaN(logged)) continue;
    if (size.field.definition.exportedAs === undefined) break;
    return {
      ...written,
      raw: { ...asObject(written.raw), length: logged + missingBytes(size, effects, addBytes) },
    };
  }
  return written;
}

/** Packets acknowledged according to the stack: a list, or a single number. */
export function ackedData(data: JsonObject, writer: RecordWriter): Written {
  const header = asObject(data.header);
  const written = take(data, ACKED, writer, '', MOVED);
  const single = firstAmount(PACKET_NUMBER.sources, data, header, writer);
  if (written.packet_numbers === undefined && single !== undefined) written.packet_numbers = [single];
  const numberSpace = space(packetTypeOf(data, header), writer, '');
  return numberSpace === undefined ? written : { packet_number_space: numberSpace, ...written };
}
