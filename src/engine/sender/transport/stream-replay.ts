/**
 * The frames of streams of a connection into its log (stream-log.ts), as the replay comes to the packets that hold them.
 *
 * STREAM frames of a sent packet stand for the packet in the ledger: where that has not taken the packet, nothing is known
 * of their fate, and they are counted. Only 0-RTT and 1-RTT packets may hold them, of one number space (RFC 9000 §12.3,
 * §12.4).
 */
import { PacketFlag, PacketSpace } from '../../../qlog-schema';
import type { EventBatch } from '../../base/columns/event-batch';
import { FrameList, StreamFrame } from '../../base/columns/frame-list';
import type { StreamLog, StreamNote, StreamNoteKind } from './stream-log';

const NOTES: { readonly [frame: number]: StreamNoteKind } = {
  [StreamFrame.lastData]: 'fin',
  [StreamFrame.reset]: 'reset',
  [StreamFrame.stopSending]: 'stop-sending',
  [StreamFrame.streamCredit]: 'stream-credit',
  [StreamFrame.streamBlocked]: 'stream-blocked',
  [StreamFrame.connectionCredit]: 'connection-credit',
  [StreamFrame.connectionBlocked]: 'connection-blocked',
  [StreamFrame.streamsCredit]: 'streams-credit',
  [StreamFrame.streamsBlocked]: 'streams-blocked',
  [StreamFrame.uniStreamsCredit]: 'uni-streams-credit',
  [StreamFrame.uniStreamsBlocked]: 'uni-streams-blocked',
};

export class StreamReplay {
  readonly #log: StreamLog;
  #frames = new FrameList();
  /** The next frame of the batch, and its row. */
  #next = 0;
  #nextRow = Number.POSITIVE_INFINITY;

  constructor(log: StreamLog) {
    this.#log = log;
  }

  /** The rows that follow are those of this batch. */
  begin({ frames }: EventBatch): void {
    this.#frames = frames;
    this.#moveTo(0);
  }

  /** A sent packet. @param holder its row in the ledger of 1-RTT packets, negative for none. */
  sent(batch: EventBatch, row: number, timeUs: number, holder: number): void {
    this.#log.maySendPayload ||= mayCarryPayload(batch, row);
    if (row >= this.#nextRow) this.#take(batch, row, timeUs, 'local', holder);
  }

  /** A received packet. @param holder the row of its event. */
  received(batch: EventBatch, row: number, timeUs: number, holder: number): void {
    this.#log.mayReceivePayload ||= mayCarryPayload(batch, row);
    if (row >= this.#nextRow) this.#take(batch, row, timeUs, 'remote', holder);
  }

  #moveTo(frame: number): void {
    this.#next = frame;
    this.#nextRow = this.#frames.rowAt(frame);
  }

  #take(batch: EventBatch, row: number, timeUs: number, by: StreamNote['by'], holder: number): void {
    const log = this.#log;
    const frames = this.#frames;
    const columns = by === 'local' ? log.sent : log.received;
    let i = this.#next;
    while (frames.rowAt(i) < row) i++;
    for (; frames.rowAt(i) === row; i++) {
      const kind = frames.kindAt(i);
      if (kind === StreamFrame.datagram) {
        if (by === 'local') log.maySendPayload = true;
        else log.mayReceivePayload = true;
        continue;
      }
      const stream = isOfStream(kind) ? log.ordinalOf(frames.streamAt(i)) : -1;
      if (stream < 0 && isOfStream(kind)) continue;
      const value = frames.valueAt(i);
      const length = frames.lengthAt(i);
      if (kind <= StreamFrame.lastData) {
        if (holder >= 0) columns.add(holder, stream, value, length);
        else log.unattributed++;
      }
      if (kind === StreamFrame.data) continue;
      const note = NOTES[kind];
      if (note === undefined) continue;
      const packetNumber = batch.packetNumber[row];
      const said = kind === StreamFrame.lastData ? value + length : value;
      log.note({ kind: note, by, timeUs, stream, value: said, packetNumber });
    }
    this.#moveTo(i);
  }
}

/** But for DATAGRAM frames, which have no flag. */
function mayCarryPayload({ flags, space }: EventBatch, row: number): boolean {
  const ofPacket = flags[row];
  if (ofPacket & PacketFlag.hasStreamData) return true;
  return (ofPacket & PacketFlag.framesUnknown) !== 0 && space[row] === PacketSpace.application;
}

function isOfStream(kind: StreamFrame): boolean {
  return kind <= StreamFrame.streamBlocked;
}
