/** Frames to the row of their packet: flags, ACK ranges, streams and credit. */
import type { LoggedTermination } from '../../../../../qlog-schema';
import type { EventBatch } from '../../../../base/columns/event-batch';
import { StreamFrame } from '../../../../base/columns/frame-list';
import { addFlags } from '../../packet-row';
import type { Tally } from '../../quality';
import { FRAME_FLAGS, Frame } from '../lines/frame-kinds';
import type { FrameLine } from '../lines/frame-line';
import type { LineText } from '../lines/line-text';
import type { OfConnection } from './of-connection';

/** Flags of the frame. */
export function addFrame(batch: EventBatch, row: number, { frame }: FrameLine): void {
  addFlags(batch, row, FRAME_FLAGS[frame] ?? 0);
}

/** The ranges of an ACK frame; those of a second one in a packet only where no row has begun since. */
export function addAcks(batch: EventBatch, row: number, frame: FrameLine, tally: Tally): void {
  const { ranges, rangeCount, droppedRanges } = frame;
  tally.droppedRanges += droppedRanges;
  // Rows with pairs may stand between: NGINX takes what it forgets with the keys out of the flight first.
  if (batch.pairCount[row] === 0) batch.firstPair[row] = batch.pairs.length / 2;
  if (batch.firstPair[row] + batch.pairCount[row] !== batch.pairs.length / 2) {
    tally.droppedRanges += rangeCount;
    return;
  }
  for (let i = 0; i < rangeCount; i++) batch.addPair(row, ranges[2 * i], ranges[2 * i + 1]);
}

/** Of frames with one number: a limit, or an error code. */
const KINDS: { readonly [frame: number]: StreamFrame } = {
  [Frame.stopSending]: StreamFrame.stopSending,
  [Frame.maxStreamData]: StreamFrame.streamCredit,
  [Frame.streamDataBlocked]: StreamFrame.streamBlocked,
  [Frame.maxData]: StreamFrame.connectionCredit,
  [Frame.dataBlocked]: StreamFrame.connectionBlocked,
  [Frame.maxStreams]: StreamFrame.streamsCredit,
  [Frame.streamsBlocked]: StreamFrame.streamsBlocked,
};
const UNI_KINDS: { readonly [frame: number]: StreamFrame } = {
  ...KINDS,
  [Frame.maxStreams]: StreamFrame.uniStreamsCredit,
  [Frame.streamsBlocked]: StreamFrame.uniStreamsBlocked,
};
const OF_STREAM: ReadonlySet<StreamFrame> = new Set([
  StreamFrame.stopSending,
  StreamFrame.streamCredit,
  StreamFrame.streamBlocked,
]);

/** What the frame says of a stream or of credit. */
export function addFlow(batch: EventBatch, row: number, frame: FrameLine): void {
  const { frames } = batch;
  // Of a packet that was sent while this one was read: frames stand in the order of their rows.
  if (frames.length > 0 && frames.rowAt(frames.length - 1) > row) return;
  const { stream, value, length, isUni } = frame;
  switch (frame.frame) {
    case Frame.stream:
      frames.add(row, frame.isFin ? StreamFrame.lastData : StreamFrame.data, stream, value, length || 0);
      break;
    case Frame.reset:
      frames.add(row, StreamFrame.reset, stream, value, length);
      break;
    default: {
      const kind = (isUni ? UNI_KINDS : KINDS)[frame.frame];
      if (kind !== undefined)
        frames.add(row, kind, OF_STREAM.has(kind) ? stream : Number.NaN, value, Number.NaN);
    }
  }
}

/** What a frame of either direction says of the connection, beside what its direction makes of it. */
export function addLife(
  { batch, life }: OfConnection,
  row: number,
  frame: FrameLine,
  by: 'local' | 'remote',
  text: LineText,
): void {
  switch (frame.frame) {
    case Frame.close:
    case Frame.applicationClose:
      batch.terminations.set(row, endOf(frame, by));
      life.reason(row, text);
      break;
    case Frame.pathChallenge:
    case Frame.pathResponse:
      life.validation(row, frame.frame, text);
      break;
    default:
      break;
  }
}

/** What a CONNECTION_CLOSE frame says. */
function endOf({ frame, value }: FrameLine, by: 'local' | 'remote'): LoggedTermination {
  return {
    how: 'close',
    by,
    space: frame === Frame.applicationClose ? 'application' : 'transport',
    code: value,
  };
}
