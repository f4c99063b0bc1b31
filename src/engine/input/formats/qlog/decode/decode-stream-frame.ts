/**
 * What a frame says of a stream, or of credit, as a frame of its batch (columns/frame-list.ts). Frames that carry no data are few,
 * and always read as if parsed.
 */
import { asObject, FRAME_FIELDS, type JsonObject } from '../../../../../qlog-schema';
import type { EventBatch } from '../../../../base/columns/event-batch';
import { StreamFrame } from '../../../../base/columns/frame-list';
import { numberOf, type ReadField, readFact } from './field-reader';

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

export function frameNumber(fact: ReadField, frame: JsonObject): number {
  return numberOf(fact, 1, frame, null, null);
}

/** Adds a frame to the row, which is the last one. */
export function decodeStreamFrame(
  batch: EventBatch,
  row: number,
  kind: StreamFrame,
  frame: JsonObject,
): void {
  const { frames } = batch;
  const stream = frameNumber(STREAM_NUMBER, frame);
  switch (kind) {
    case StreamFrame.data:
    case StreamFrame.lastData: {
      const data = frameNumber(FIN, frame) === 1 ? StreamFrame.lastData : StreamFrame.data;
      frames.add(row, data, stream, frameNumber(DATA_OFFSET, frame), payloadBytes(frame));
      break;
    }
    case StreamFrame.datagram:
      frames.add(row, kind, Number.NaN, Number.NaN, payloadBytes(frame));
      break;
    case StreamFrame.reset:
    case StreamFrame.stopSending:
      frames.add(row, kind, stream, frameNumber(CODE, frame), frameNumber(FINAL_SIZE, frame));
      break;
    case StreamFrame.streamsCredit: {
      const ofType = isUni(frame) ? StreamFrame.uniStreamsCredit : kind;
      frames.add(row, ofType, Number.NaN, frameNumber(GRANTED, frame), Number.NaN);
      break;
    }
    case StreamFrame.streamsBlocked: {
      const ofType = isUni(frame) ? StreamFrame.uniStreamsBlocked : kind;
      frames.add(row, ofType, Number.NaN, frameNumber(LIMIT, frame), Number.NaN);
      break;
    }
    case StreamFrame.streamCredit:
    case StreamFrame.connectionCredit:
      frames.add(row, kind, stream, frameNumber(GRANTED, frame), Number.NaN);
      break;
    case StreamFrame.streamBlocked:
    case StreamFrame.connectionBlocked:
      frames.add(row, kind, stream, frameNumber(LIMIT, frame), Number.NaN);
      break;
  }
}

/** Bidirectional where it is not said. */
function isUni(frame: JsonObject): boolean {
  return frameNumber(STREAM_TYPE, frame) === 1;
}

/** Payload of a STREAM, CRYPTO or DATAGRAM frame in bytes, 0 where no length is logged. */
export function payloadBytes(frame: JsonObject): number {
  const logged = numberOf(DATA_LENGTH, 1, frame, null, asObject(frame.raw));
  return Number.isNaN(logged) ? 0 : logged;
}
