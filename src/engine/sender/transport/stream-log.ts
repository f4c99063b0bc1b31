/**
 * The STREAM frames of a connection as columns, and what else its frames say of streams (RFC 9000 §2 to §4): filled by the
 * replay, read by `engine/sender/streams`. One row per STREAM frame; ids are stored once, rows hold their ordinals.
 *
 * Rows of sent frames point to the packet in the ledger of 1-RTT packets: whatever becomes of the packet becomes of
 * its frames, and is counted when it is asked for. Rows of received frames point to the event.
 */
import { BlockColumn, EMPTY_COLUMN } from '../../base/columns/block-column';
import { type StreamNote, StreamNotes } from './stream-notes';

export type { StreamNote, StreamNoteKind } from './stream-notes';

/** Streams that are distinguished; frames of later ones are counted. */
export const MAX_STREAMS = 1 << 20;
/** Notes on streams that are kept. */
const MAX_NOTES = 1 << 19;

/** Frames that a pass copies from their blocks at a time. */
const FRAMES_TOGETHER = 8192;

export interface FrameArrays {
  /** Index of the first one. */
  readonly first: number;
  readonly holder: Float64Array;
  readonly stream: Float64Array;
  readonly offset: Float64Array;
  readonly bytes: Float64Array;
}

/** Frames of one direction, in the order of the log. */
export class StreamFrames {
  /** Sent: row of the packet in `ledger.application`. Received: row of the event. Ascending. */
  holder = EMPTY_COLUMN;
  stream = EMPTY_COLUMN;
  offset = EMPTY_COLUMN;
  bytes = EMPTY_COLUMN;

  get length(): number {
    return this.holder.length;
  }

  get byteLength(): number {
    const { holder, stream, offset, bytes } = this;
    return [holder, stream, offset, bytes].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  add(holder: number, stream: number, offset: number, bytes: number): void {
    if (this.holder === EMPTY_COLUMN) this.#begin();
    this.holder.push(holder);
    this.stream.push(stream);
    this.offset.push(offset);
    this.bytes.push(bytes);
  }

  #begin(): void {
    this.holder = new BlockColumn();
    this.stream = new BlockColumn();
    this.offset = new BlockColumn();
    this.bytes = new BlockColumn();
  }

  /** All frames, in order, some thousands at a time: for a pass over all of them. */
  *inArrays(): Generator<FrameArrays, void> {
    for (let first = 0; first < this.length; first += FRAMES_TOGETHER) {
      const end = first + FRAMES_TOGETHER;
      yield {
        first,
        holder: this.holder.slice(first, end),
        stream: this.stream.slice(first, end),
        offset: this.offset.slice(first, end),
        bytes: this.bytes.slice(first, end),
      };
    }
  }
}

export class StreamLog {
  readonly sent = new StreamFrames();
  readonly received = new StreamFrames();
  /** Id by ordinal, in the order of appearance. */
  readonly ids: number[] = [];
  readonly notes = new StreamNotes();
  /** Frames without a usable id, frames of streams beyond `MAX_STREAMS`, and notes beyond those that are kept. */
  unusable = 0;
  beyond = 0;
  notesLeftOut = 0;
  /** Sent STREAM frames of packets that the ledger has not taken: logged twice, out of order, or without a number. */
  unattributed = 0;
  /**
   * Payload of the application may have been sent, or received: in STREAM and DATAGRAM frames, or in 1-RTT packets whose frames
   * the log does not list.
   */
  maySendPayload = false;
  mayReceivePayload = false;
  /** Made with the first stream. */
  #ordinals: Map<number, number> | null = null;
  #newestId = Number.NaN;
  #newest = -1;

  get byteLength(): number {
    return this.sent.byteLength + this.received.byteLength + this.notes.byteLength;
  }

  /** Frames that stand in no row: without a usable id, or of packets that the ledger has not taken. */
  get unplaced(): number {
    return this.unusable + this.unattributed;
  }

  /** Frames beyond the streams and the notes that are kept. */
  get leftOut(): number {
    return this.beyond + this.notesLeftOut;
  }

  /** The stream's ordinal, a new one where it is new; -1 where it is no id (RFC 9000 §2.1), or one too many. */
  ordinalOf(id: number): number {
    if (id === this.#newestId) return this.#newest;
    let ordinal = this.#ordinals?.get(id);
    if (ordinal === undefined) {
      if (!(Number.isSafeInteger(id) && id >= 0)) {
        this.unusable++;
        return -1;
      }
      if (this.ids.length >= MAX_STREAMS) {
        this.beyond++;
        return -1;
      }
      ordinal = this.ids.length;
      this.ids.push(id);
      this.#ordinals ??= new Map();
      this.#ordinals.set(id, ordinal);
    }
    this.#newestId = id;
    this.#newest = ordinal;
    return ordinal;
  }

  /** The ordinal of a stream that is known; -1 for none. */
  find(id: number): number {
    return this.#ordinals?.get(id) ?? -1;
  }

  note(note: StreamNote): void {
    if (this.notes.length < MAX_NOTES) this.notes.push(note);
    else this.notesLeftOut++;
  }
}
