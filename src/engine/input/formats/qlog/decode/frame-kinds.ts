/**
 * What the type of a frame says about it, looked up once per frame: flags of its packet, whether it acknowledges or
 * carries data, which of its fields have columns.
 */
import {
  CLOSE_FRAMES,
  DATA_FRAMES,
  FRAME_FIELDS,
  fieldsOf,
  flagsOfFrame,
  isAckFrame,
  type JsonObject,
  sourcesOf,
} from '../../../../../qlog-schema';
import type { StreamFrame } from '../../../../base/columns/frame-list';
import { streamFrameOf } from './decode-stream-frame';
import { type ColumnTable, columnTable } from './field-columns';
import { firstValue } from './field-reader';

export interface FrameKind {
  /** In lower case. */
  readonly type: string;
  /** Bits of `PacketFlag`. */
  readonly flags: number;
  readonly isAck: boolean;
  /** A STREAM, CRYPTO or DATAGRAM frame. */
  readonly carriesData: boolean;
  /** What it says of streams or of credit; null for nothing. */
  readonly streamFrame: StreamFrame | null;
  readonly isClose: boolean;
  /** Fields that have columns in a received packet; null for none. */
  readonly columns: ColumnTable | null;
}

function kindOf(type: string): FrameKind {
  const fields = FRAME_FIELDS.filter(({ frames, column }) => column !== undefined && frames?.includes(type));
  return {
    type,
    flags: flagsOfFrame(type),
    isAck: isAckFrame(type),
    carriesData: DATA_FRAMES.includes(type),
    streamFrame: streamFrameOf(type),
    isClose: CLOSE_FRAMES.includes(type),
    columns: fields.length > 0 ? columnTable(fields) : null,
  };
}

const KINDS: ReadonlyMap<string, FrameKind> = new Map(
  fieldsOf(FRAME_FIELDS, 'frameType')
    .flatMap(({ words = [] }) => words)
    .map((type) => [type, kindOf(type)]),
);

const TYPE = sourcesOf(FRAME_FIELDS, 'frameType');

/** The kind of a logged frame; null without a type. */
export function frameKindOf(frame: JsonObject): FrameKind | null {
  const type = firstValue(TYPE, frame);
  if (typeof type !== 'string') return null;
  const kind = KINDS.get(type);
  if (kind !== undefined) return kind;
  const lowerCase = type.toLowerCase();
  return KINDS.get(lowerCase) ?? kindOf(lowerCase);
}
