/**
 * What a frame says of a stream, or of credit, as a frame of its batch (columns/frame-list.ts). Frames that carry no data are few,
 * and always read as if parsed.
 */
import { asObject, FRAME_FIELDS, type JsonObject } from '../../../../../qlog-schema';
import type { EventBatch } from '../../../../base/columns/event-batch';
import { StreamFrame } from '../../../../base/columns/frame-list';
import { numberOf, readFact } from './field-reader';

export const STREAM_NUMBER = readFact(FRAME_FIELDS, 'streamId');
export const FIN = readFact(FRAME_FIELDS, 'fin');
export const DATA_LENGTH = readFact(FRAME_FIELDS, 'dataLength');
export const DATA_OFFSET = readFact(FRAME_FIELDS, 'dataOffset');
export const LIMIT = readFact(FRAME_FIELDS, 'limit');
export const GRANTED = readFact(FRAME_FIELDS, 'granted');
const STREAM_TYPE = readFact(FRAME_FIELDS, 'streamType');
const CODE = readFact(FRAME_FIELDS, 'closeCode');
const FINAL_SIZE = readFact(FRAME_FIELDS, 'finalSize');

const KINDS: ReadonlyMap<string, StreamFrame> = new Map([
  ['stream', StreamFrame.data],
  ['reset_stream', StreamFrame.reset],
  ['reset_stream_at', StreamFrame.reset],
  ['stop_sending', StreamFrame.stopSending],
  ['max_stream_data', StreamFrame.streamCredit],
  ['stream_data_blocked', StreamFrame.streamBlocked],
  ['max_data', StreamFrame.connectionCredit],
  ['data_blocked', StreamFrame.connectionBlocked],
  ['max_streams', StreamFrame.streamsCredit],
  ['streams_blocked', StreamFrame.streamsBlocked],
  ['datagram', StreamFrame.datagram],
]);

/** @param frameType in lower case. @returns null where it says nothing of streams. */
export function streamFrameOf(frameType: string): StreamFrame | null {
  return KINDS.get(frameType) ?? null;
}

/** Adds a frame to the row, which is the last one. */
export function decodeStreamFrame(
  batch: EventBatch,
  row: number,
  kind: StreamFrame,
  frame: JsonObject,
): void {
  const stream = numberOf(STREAM_NUMBER, 1, frame, null, null);
  switch (kind) {
    case StreamFrame.data:
    case StreamFrame.lastData: {
      const isLast = numberOf(FIN, 1, frame, null, null) === 1;
      const offset = numberOf(DATA_OFFSET, 1, frame, null, null);
      batch.frames.add(
        row,
        isLast ? StreamFrame.lastData : StreamFrame.data,
        stream,
        offset,
        payloadBytes(frame),
      );
      break;
    }
    case StreamFrame.datagram:
      batch.frames.add(row, kind, Number.NaN, Number.NaN, payloadBytes(frame));
      break;
    case StreamFrame.reset:
    case StreamFrame.stopSending: {
      const code = numberOf(CODE, 1, frame, null, null);
      batch.frames.add(row, kind, stream, code, numberOf(FINAL_SIZE, 1, frame, null, null));
      break;
    }
    case StreamFrame.streamsCredit: {
      const ofType = isUni(frame) ? StreamFrame.uniStreamsCredit : kind;
      batch.frames.add(row, ofType, Number.NaN, numberOf(GRANTED, 1, frame, null, null), Number.NaN);
      break;
    }
    case StreamFrame.streamsBlocked: {
      const ofType = isUni(frame) ? StreamFrame.uniStreamsBlocked : kind;
      batch.frames.add(row, ofType, Number.NaN, numberOf(LIMIT, 1, frame, null, null), Number.NaN);
      break;
    }
    case StreamFrame.streamCredit:
    case StreamFrame.connectionCredit:
      batch.frames.add(row, kind, stream, numberOf(GRANTED, 1, frame, null, null), Number.NaN);
      break;
    case StreamFrame.streamBlocked:
    case StreamFrame.connectionBlocked:
      batch.frames.add(row, kind, stream, numberOf(LIMIT, 1, frame, null, null), Number.NaN);
      break;
  }
}

/** Bidirectional where it is not said. */
function isUni(frame: JsonObject): boolean {
  return numberOf(STREAM_TYPE, 1, frame, null, null) === 1;
}

/** Payload of a STREAM, CRYPTO or DATAGRAM frame in bytes, 0 where no length is logged. */
export function payloadBytes(frame: JsonObject): number {
  const logged = numberOf(DATA_LENGTH, 1, frame, null, asObject(frame.raw));
  return Number.isNaN(logged) ? 0 : logged;
}
