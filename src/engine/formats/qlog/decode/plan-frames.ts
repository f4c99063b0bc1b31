/**
 * What decode-frames.ts does with the frames of a packet, precomputed for all records of one skeleton: the frame types
 * are the same in all, their offsets, lengths and ranges are numbers.
 */
import { asArray, asObject, type JsonObject, type QuirkEffects } from '../../../../qlog-schema';
import type { EventBatch } from '../../../columns/event-batch';
import { StreamFrame } from '../../../columns/frame-list';
import type { RowOperation } from '../records/scan/row-program';
import { addPayload, addResent, rangesOf, STREAM_ID, streamKey } from './decode-frames';
import { DATA_LENGTH, DATA_OFFSET, FIN, STREAM_NUMBER } from './decode-stream-frame';
import { type FrameKind, frameKindOf } from './frame-kinds';
import { constant, type Slots, type Term, termValue } from './plan-values';
import { type StreamProgress, streamIdOf } from './stream-progress';

/** A frame whose type is known. */
export interface KnownFrame {
  readonly frame: JsonObject;
  readonly kind: FrameKind;
}

export function knownFrames(frames: readonly unknown[]): readonly KnownFrame[] {
  return frames.flatMap((item) => {
    const frame = asObject(item);
    const kind = frame === null ? null : frameKindOf(frame);
    return frame === null || kind === null ? [] : [{ frame, kind }];
  });
}

/** Packet flags set by frames. */
export function frameFlags(frames: readonly KnownFrame[]): number {
  return frames.reduce((flags, { kind }) => flags | kind.flags, 0);
}

const UNKNOWN = constant(Number.NaN);

/** A STREAM frame. */
export class StreamData {
  readonly #kind: StreamFrame;
  readonly #stream: Term;
  readonly #offset: Term;
  readonly #length: Term;

  constructor({ frame }: KnownFrame, slots: Slots) {
    const holders = { data: frame, header: null, raw: asObject(frame.raw) };
    const fin = slots.term(FIN, 1, holders);
    this.#kind = fin?.always === 1 ? StreamFrame.lastData : StreamFrame.data;
    this.#stream = slots.term(STREAM_NUMBER, 1, holders) ?? UNKNOWN;
    this.#offset = slots.term(DATA_OFFSET, 1, holders) ?? UNKNOWN;
    this.#length = slots.term(DATA_LENGTH, 1, holders) ?? constant(0);
  }

  fill(batch: EventBatch, row: number, numbers: Float64Array, at: number): void {
    const stream = termValue(this.#stream, numbers, at);
    const offset = termValue(this.#offset, numbers, at);
    batch.frames.add(row, this.#kind, stream, offset, termValue(this.#length, numbers, at));
  }
}

/** The STREAM frames of a packet that is received. */
export function streamDataOf(frames: readonly KnownFrame[], slots: Slots): readonly StreamData[] {
  return frames
    .filter(({ kind }) => kind.streamFrame === StreamFrame.data)
    .map((frame) => new StreamData(frame, slots));
}

/** A STREAM, CRYPTO or DATAGRAM frame that is sent. */
export class DataFrame {
  readonly #length: Term;
  readonly #offset: Term | null;
  /** Null for other frames than STREAM. */
  readonly #stream: StreamData | null;
  /** Slot of the stream's id, negative where the key is constant. */
  readonly #idSlot: number;
  /** The id of the cached key. */
  #id = Number.NaN;
  #key: string;

  private constructor(known: KnownFrame, space: number, slots: Slots) {
    const { frame, kind } = known;
    const { type } = kind;
    const holders = { data: frame, header: null, raw: asObject(frame.raw) };
    this.#length = slots.term(DATA_LENGTH, 1, holders) ?? constant(0);
    this.#offset = type === 'datagram' ? null : slots.term(DATA_OFFSET, 1, holders);
    this.#stream = kind.streamFrame === null ? null : new StreamData(known, slots);
    this.#idSlot = type === 'crypto' ? -1 : slots.first(STREAM_ID, holders).slot;
    this.#key = streamKey(frame, type, space);
  }

  static allOf(frames: readonly KnownFrame[], space: number, slots: Slots): readonly DataFrame[] {
    return frames.filter(({ kind }) => kind.carriesData).map((frame) => new DataFrame(frame, space, slots));
  }

  fill(batch: EventBatch, row: number, numbers: Float64Array, at: number, streams: StreamProgress): void {
    const stream = this.#stream;
    if (stream !== null) stream.fill(batch, row, numbers, at);
    const lengthBytes = termValue(this.#length, numbers, at);
    addPayload(batch, row, lengthBytes);
    if (this.#offset === null) return;
    const offset = termValue(this.#offset, numbers, at);
    const key = this.#keyIn(numbers, at);
    const isStream = stream !== null;
    addResent(batch, row, streams.advance(key, offset, lengthBytes, isStream), isStream);
  }

  #keyIn(numbers: Float64Array, at: number): string {
    if (this.#idSlot < 0) return this.#key;
    const id = numbers[at + this.#idSlot] as number;
    if (id !== this.#id) {
      this.#id = id;
      this.#key = streamIdOf(id);
    }
    return this.#key;
  }
}

/** The ranges of all ACK frames of a packet. */
export function plannedRanges(
  frames: readonly KnownFrame[],
  slots: Slots,
  { ackRangeEndExclusive }: QuirkEffects,
): readonly RowOperation[] {
  const ranges: RowOperation[] = [];
  for (const { frame, kind } of frames) {
    if (!kind.isAck) continue;
    for (const item of asArray(rangesOf(frame)) ?? []) {
      const range = asArray(item);
      const from = slots.at(range as object | null, 0);
      const closed = range !== null && range.length > 1;
      const to = closed ? slots.at(range, 1) : from;
      // Not always one number, or two.
      if (from < 0 || to < 0) slots.doubt();
      ranges.push({ op: 'range', from, to, less: closed && ackRangeEndExclusive === true ? 1 : 0 });
    }
  }
  return ranges;
}
