/**
 * What decode-frames.ts does with the frames of a packet, precomputed for all records of one skeleton: the frame types
 * are the same in all, their offsets, lengths and ranges are numbers.
 */
import { asArray, asObject, type JsonObject, type QuirkEffects } from '../../../../../qlog-schema';
import type { EventBatch } from '../../../../base/columns/event-batch';
import { StreamFrame } from '../../../../base/columns/frame-list';
import { addPayload, addResent } from '../../packet-row';
import { cryptoKey, type StreamProgress } from '../../stream-progress';
import type { RowOperation } from '../records/scan/row-program';
import { rangesOf } from './decode-frames';
import { DATA_LENGTH, DATA_OFFSET, FIN, STREAM_NUMBER } from './decode-stream-frame';
import { type FrameKind, frameKindOf } from './frame-kinds';
import { constant, type Slots, type Term, termValue } from './plan-values';

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

/** A STREAM, CRYPTO or DATAGRAM frame. */
export class DataFrame {
  /** Null for CRYPTO frames, which are of no stream. */
  readonly #kind: StreamFrame | null;
  readonly #isStream: boolean;
  /** Of the stream, or of CRYPTO frames. */
  readonly #key: Term;
  readonly #offset: Term;
  readonly #length: Term;

  private constructor({ frame, kind: { type, streamFrame } }: KnownFrame, space: number, slots: Slots) {
    const holders = { data: frame, header: null, raw: asObject(frame.raw) };
    const isLast = type === 'stream' && slots.term(FIN, 1, holders)?.always === 1;
    this.#kind = isLast ? StreamFrame.lastData : streamFrame;
    this.#isStream = type === 'stream';
    // A DATAGRAM frame is of no stream, has no offset, and is never sent again.
    const isDatagram = type === 'datagram';
    const key = type === 'crypto' ? constant(cryptoKey(space)) : slots.term(STREAM_NUMBER, 1, holders);
    this.#key = (isDatagram ? null : key) ?? UNKNOWN;
    this.#offset = (isDatagram ? null : slots.term(DATA_OFFSET, 1, holders)) ?? UNKNOWN;
    this.#length = slots.term(DATA_LENGTH, 1, holders) ?? constant(0);
  }

  static allOf(frames: readonly KnownFrame[], space: number, slots: Slots): readonly DataFrame[] {
    return frames.filter(({ kind }) => kind.carriesData).map((frame) => new DataFrame(frame, space, slots));
  }

  sent(batch: EventBatch, row: number, numbers: Float64Array, at: number, streams: StreamProgress): void {
    const key = termValue(this.#key, numbers, at);
    const offset = termValue(this.#offset, numbers, at);
    const lengthBytes = termValue(this.#length, numbers, at);
    if (this.#kind !== null) batch.frames.add(row, this.#kind, key, offset, lengthBytes);
    addPayload(batch, row, lengthBytes);
    if (Number.isNaN(offset)) return;
    addResent(batch, row, streams.advance(key, offset, lengthBytes, this.#isStream), this.#isStream);
  }

  received(batch: EventBatch, row: number, numbers: Float64Array, at: number): void {
    if (this.#kind === null) return;
    const key = termValue(this.#key, numbers, at);
    const offset = termValue(this.#offset, numbers, at);
    batch.frames.add(row, this.#kind, key, offset, termValue(this.#length, numbers, at));
  }
}

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
