/** The frames of a packet's record, by the schema's tables: what the page says of a packet, and which packets an ACK names. */
import {
  asArray,
  asNumber,
  asObject,
  FRAME_FIELDS,
  type JsonObject,
  type QuirkEffects,
} from '../../../../../qlog-schema';
import { FRAME_TYPES } from '../../../../../qlog-schema/frame-fields';
import type { LoggedFrame } from '../../records';
import { framesOf, MAX_FRAMES, rangesOf, STREAM_ID } from '../decode/decode-frames';
import { DATA_LENGTH, DATA_OFFSET } from '../decode/decode-stream-frame';
import { firstValue, numberOf, packetNumberOf, readFact } from '../decode/field-reader';
import { frameKindOf } from '../decode/frame-kinds';
import { dataOf } from './lookup';

const KNOWN: ReadonlySet<string> = new Set(FRAME_TYPES);
const GRANTED = readFact(FRAME_FIELDS, 'granted');
const LIMIT = readFact(FRAME_FIELDS, 'limit');
const CODE_KEYS = ['sequence_number', 'error_code', 'raw_error_code', 'error_code_value'];
const MAX_RANGES = 4096;

/** @param record a parsed one. @returns null where it lists no frames. */
export function loggedFrames(record: unknown, effects: QuirkEffects): readonly LoggedFrame[] | null {
  const data = dataOf(record);
  const frames = data === null ? null : framesOf(data);
  if (frames === null) return null;
  return frames.slice(0, MAX_FRAMES).flatMap((logged) => {
    const frame = asObject(logged);
    return frame === null ? [] : [frameOf(frame, effects)];
  });
}

function frameOf(frame: JsonObject, effects: QuirkEffects): LoggedFrame {
  const type = frameKindOf(frame)?.type ?? 'unknown';
  const raw = asObject(frame.raw);
  const number = (field: typeof GRANTED): number => numberOf(field, 1, frame, null, raw);
  return {
    type: KNOWN.has(type) ? type : 'unknown',
    streamId: asNumber(firstValue(STREAM_ID, frame)) ?? Number.NaN,
    offset: number(DATA_OFFSET),
    lengthBytes: number(DATA_LENGTH),
    isFin: frame.fin === true,
    ranges: rangesIn(frame, effects),
    value:
      [number(GRANTED), number(LIMIT), ...CODE_KEYS.map((key) => asNumber(frame[key]) ?? Number.NaN)].find(
        (value) => !Number.isNaN(value),
      ) ?? Number.NaN,
  };
}

function rangesIn(frame: JsonObject, { ackRangeEndExclusive }: QuirkEffects): LoggedFrame['ranges'] {
  const ranges = asArray(rangesOf(frame)) ?? [];
  return ranges.slice(0, MAX_RANGES).flatMap((logged): LoggedFrame['ranges'] => {
    const range = asArray(logged);
    const from = packetNumberOf(range === null ? logged : range[0]);
    const isClosed = range !== null && range.length > 1;
    const end = isClosed ? packetNumberOf(range[1]) : from;
    const to = isClosed && ackRangeEndExclusive === true ? end - 1 : end;
    return to >= from ? [[from, to]] : [];
  });
}
