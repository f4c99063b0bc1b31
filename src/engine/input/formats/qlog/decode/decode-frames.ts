/**
 * The frames of a packet: flags, the data they carry, ACK ranges, and what the schema's table has columns for. Lists are
 * bounded, and a range is never expanded: `[0, 2⁶²]` costs what `[0, 1]` costs.
 */
import {
  asArray,
  asNumber,
  asObject,
  FRAME_FIELDS,
  type JsonObject,
  PACKET_FIELDS,
  PACKET_NUMBER_LIMIT,
  PacketFlag,
  type QuirkEffects,
  sourcesOf,
} from '../../../../../qlog-schema';
import type { EventBatch } from '../../../../base/columns/event-batch';
import { type CreditFrame, isCreditFrame } from '../../flow-credit';
import { addCredit, addFlags, addPayload, addResent } from '../../packet-row';
import type { Tally } from '../../quality';
import { cryptoKey, type StreamProgress } from '../../stream-progress';
import {
  DATA_OFFSET,
  decodeStreamFrame,
  frameNumber,
  GRANTED,
  LIMIT,
  payloadBytes,
  STREAM_NUMBER,
} from './decode-stream-frame';
import { terminationOfFrame } from './decode-termination';
import { decodeColumns, type FileFacts } from './field-columns';
import { firstValue, listLimit, packetNumberOf } from './field-reader';
import { frameKindOf } from './frame-kinds';

const FRAMES = sourcesOf(PACKET_FIELDS, 'frames');
const RANGES = sourcesOf(FRAME_FIELDS, 'ackRanges');
export const STREAM_ID = sourcesOf(FRAME_FIELDS, 'streamId');

/** Maximum ACK ranges and frames read per event: bounds the cost of a malicious list. */
export const MAX_FRAMES = listLimit(PACKET_FIELDS, 'frames');
const MAX_RANGES = listLimit(FRAME_FIELDS, 'ackRanges');

/** The frames of a packet as logged; null where it has no list. */
export function framesOf(data: JsonObject): readonly unknown[] | null {
  return asArray(firstValue(FRAMES, data));
}

/** The ranges of an ACK frame as logged; undefined for none. */
export function rangesOf(frame: JsonObject): unknown {
  return firstValue(RANGES, frame);
}

/** The key of the stream that a frame carries data of, or of the CRYPTO frames in a packet number space. */
function streamKey(frame: JsonObject, type: string, space: number): number {
  return type === 'crypto' ? cryptoKey(space) : frameNumber(STREAM_NUMBER, frame);
}

/** Frames of a sent packet: its ACKs concern packets of the peer. `streams` detects retransmitted data. */
export function decodeSentFrames(
  batch: EventBatch,
  row: number,
  frames: readonly unknown[],
  effects: QuirkEffects,
  tally: Tally,
  streams: StreamProgress,
): void {
  const end = framesEnd(frames, tally);
  let flags = 0;
  for (let i = 0; i < end; i++) {
    const frame = asObject(frames[i]);
    const kind = frame === null ? null : frameKindOf(frame);
    if (frame === null || kind === null) continue;
    flags |= kind.flags;
    if (kind.isAck && rangesOf(frame) !== undefined) {
      tally.sent.withAckRanges++;
      decodeRanges(batch, row, frame, effects, tally);
    }
    if (kind.streamFrame !== null) decodeStreamFrame(batch, row, kind.streamFrame, frame);
    if (kind.carriesData) decodeData(batch, row, frame, kind.type, streams);
    if (kind.isClose) batch.terminations.set(row, terminationOfFrame(frame, kind, 'local'));
  }
  if (flags & PacketFlag.blocked)
    eachCredit(frames, end, (type, key, frame) => streams.creditSent(type, key, frameNumber(LIMIT, frame)));
  addFlags(batch, row, flags);
  addCredit(batch, row, streams);
}

/** What the frames tell of credit, with the key of the stream that they name. */
function eachCredit(
  frames: readonly unknown[],
  end: number,
  tell: (type: CreditFrame, key: number, frame: JsonObject) => void,
): void {
  for (let i = 0; i < end; i++) {
    const frame = asObject(frames[i]);
    const type = frame === null ? undefined : frameKindOf(frame)?.type;
    if (frame !== null && type !== undefined && isCreditFrame(type))
      tell(type, streamKey(frame, type, 0), frame);
  }
}

/** Frames of a received packet: its ACKs concern our packets, and it says what the peer does with streams. */
export function decodeReceivedFrames(
  batch: EventBatch,
  row: number,
  frames: readonly unknown[],
  facts: FileFacts,
  tally: Tally,
  streams: StreamProgress,
): void {
  const end = framesEnd(frames, tally);
  let flags = 0;
  for (let i = 0; i < end; i++) {
    const frame = asObject(frames[i]);
    const kind = frame === null ? null : frameKindOf(frame);
    if (frame === null || kind === null) continue;
    flags |= kind.flags;
    if (kind.columns !== null) decodeColumns(kind.columns, batch, row, facts, frame, null);
    if (kind.streamFrame !== null) decodeStreamFrame(batch, row, kind.streamFrame, frame);
    if (kind.isAck) decodeRanges(batch, row, frame, facts.effects, tally);
    if (kind.isClose) batch.terminations.set(row, terminationOfFrame(frame, kind, 'remote'));
  }
  if (flags & PacketFlag.grantsCredit)
    eachCredit(frames, end, (type, key, frame) =>
      streams.creditReceived(type, key, frameNumber(GRANTED, frame)),
    );
  addFlags(batch, row, flags);
  addCredit(batch, row, streams);
  if (batch.pairCount[row] > 0) tally.received.withAckRanges++;
}

function framesEnd(frames: readonly unknown[], tally: Tally): number {
  if (frames.length <= MAX_FRAMES) return frames.length;
  tally.droppedFrames += frames.length - MAX_FRAMES;
  return MAX_FRAMES;
}

/** Payload of a frame, and its retransmitted part: DATAGRAM frames have no offset and are never retransmitted. */
function decodeData(
  batch: EventBatch,
  row: number,
  frame: JsonObject,
  type: string,
  streams: StreamProgress,
): void {
  const lengthBytes = payloadBytes(frame);
  addPayload(batch, row, lengthBytes);
  const offset = type === 'datagram' ? Number.NaN : frameNumber(DATA_OFFSET, frame);
  if (Number.isNaN(offset)) return;
  const key = streamKey(frame, type, batch.space[row]);
  const isStream = type === 'stream';
  addResent(batch, row, streams.advance(key, offset, lengthBytes, isStream), isStream);
}

function decodeRanges(
  batch: EventBatch,
  row: number,
  frame: JsonObject,
  effects: QuirkEffects,
  tally: Tally,
): void {
  const ranges = asArray(rangesOf(frame));
  if (ranges === null) return;
  for (let i = 0; i < ranges.length; i++) {
    if (batch.pairCount[row] >= MAX_RANGES) {
      tally.droppedRanges += ranges.length - i;
      return;
    }
    const range = asArray(ranges[i]);
    const from = packetNumberOf(range?.[0]);
    const closed = range !== null && range.length > 1;
    const end = closed ? rangeEndOf(range[1]) : from;
    const to = closed && effects.ackRangeEndExclusive === true ? end - 1 : end;
    if (to >= from) batch.addPair(row, from, to);
    else tally.droppedRanges++;
  }
}

/** The end of a range may exceed the largest packet number: it is reduced to that. */
function rangeEndOf(value: unknown): number {
  const number = asNumber(value) ?? Number.NaN;
  return number > Number.MAX_SAFE_INTEGER && number <= PACKET_NUMBER_LIMIT
    ? Number.MAX_SAFE_INTEGER
    : packetNumberOf(number);
}
