/**
 * What decode-packet.ts does with the frames of a packet, precomputed for all records of one skeleton: the frame types
 * are the same in all, their offsets, lengths and ranges are numbers.
 */
import {
  ACK_RANGE_KEYS,
  asArray,
  asObject,
  flagsOfFrame,
  isAckFrame,
  type JsonObject,
  type QuirkEffects,
} from '../../../../qlog-schema';
import type { EventBatch } from '../../../columns/event-batch';
import { addPayload, addResent, CARRIES_DATA, cryptoKey, firstOf, frameTypeOf } from './decode-packet';
import { type Slots, type Term, termValue } from './plan-slots';
import { type StreamProgress, streamIdOf } from './stream-progress';

/** Packet flags set by frames. */
export function frameFlags(frames: readonly unknown[]): number {
  const types = frames.map((frame) => frameTypeOf(asObject(frame)));
  return types.reduce((flags, type) => (type === null ? flags : flags | flagsOfFrame(type)), 0);
}

const NOTHING: Term = { slot: -1, always: 0 };

/** A STREAM, CRYPTO or DATAGRAM frame that is sent. */
export class DataFrame {
  readonly #length: Term;
  readonly #offset: Term | null;
  readonly #isStream: boolean;
  /** Slot of the stream's id, negative where the key is constant. */
  readonly #idSlot: number;
  /** The id of the cached key. */
  #id = Number.NaN;
  #key: string;

  private constructor(frame: JsonObject, type: string, space: number, slots: Slots) {
    const raw = asObject(frame.raw);
    this.#length =
      slots.term(frame, 'length') ??
      slots.term(raw, 'length') ??
      slots.term(raw, 'payload_length') ??
      NOTHING;
    this.#offset = type === 'datagram' ? null : slots.term(frame, 'offset');
    this.#isStream = type === 'stream';
    const id = frame.stream_id ?? frame.id;
    this.#idSlot = type === 'crypto' ? -1 : slots.at(frame, frame.stream_id == null ? 'id' : 'stream_id');
    this.#key = type === 'crypto' ? cryptoKey(space) : streamIdOf(id);
  }

  static allOf(frames: readonly unknown[], space: number, slots: Slots): readonly DataFrame[] {
    return frames.flatMap((item) => {
      const frame = asObject(item);
      const type = frameTypeOf(frame);
      return frame === null || type === null || !CARRIES_DATA.has(type)
        ? []
        : [new DataFrame(frame, type, space, slots)];
    });
  }

  fill(batch: EventBatch, row: number, numbers: Float64Array, at: number, streams: StreamProgress): void {
    const lengthBytes = Math.max(0, termValue(this.#length, numbers, at));
    addPayload(batch, row, lengthBytes);
    if (this.#offset === null) return;
    const offset = termValue(this.#offset, numbers, at);
    addResent(batch, row, streams.advance(this.#keyIn(numbers, at), offset, lengthBytes), this.#isStream);
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

/** An ACK frame that is received. */
export class AckFrame {
  readonly #ce: Term | null;
  readonly #delay: Term | null;
  /** Per range the slots of its first and last packet number, and the amount subtracted from the last one. */
  readonly #ends: readonly number[];

  private constructor(frame: JsonObject, ends: readonly number[], slots: Slots) {
    this.#ce = slots.term(frame, frame.ce == null ? 'ecn_ce' : 'ce');
    this.#delay = slots.term(frame, 'ack_delay');
    this.#ends = ends;
  }

  /** @returns null where a range is not always two numbers, or one. */
  static allOf(frames: readonly unknown[], slots: Slots, effects: QuirkEffects): readonly AckFrame[] | null {
    const acks: AckFrame[] = [];
    for (const item of frames) {
      const frame = asObject(item);
      const type = frameTypeOf(frame);
      if (frame === null || type === null || !isAckFrame(type)) continue;
      const ends: number[] = [];
      for (const item of asArray(firstOf(frame, ACK_RANGE_KEYS)) ?? []) {
        const range = asArray(item);
        const from = slots.at(range as object | null, 0);
        const closed = range !== null && range.length > 1;
        const to = closed ? slots.at(range, 1) : from;
        if (from < 0 || to < 0) return null;
        ends.push(from, to, closed && effects.ackRangeEndExclusive === true ? 1 : 0);
      }
      acks.push(new AckFrame(frame, ends, slots));
    }
    return acks;
  }

  /** @returns number of ranges that end before they begin. */
  fill(
    batch: EventBatch,
    row: number,
    numbers: Float64Array,
    at: number,
    delays: Float64Array,
    /** Converts a logged delay to the column's unit. */
    delayOf: (logged: number) => number,
  ): number {
    const ends = this.#ends;
    let dropped = 0;
    if (this.#ce !== null) batch.ceCount[row] = termValue(this.#ce, numbers, at);
    for (let i = 0; i < ends.length; i += 3) {
      const from = numbers[at + (ends[i] as number)] as number;
      const to = (numbers[at + (ends[i + 1] as number)] as number) - (ends[i + 2] as number);
      if (to >= from) batch.addPair(row, from, to);
      else dropped++;
    }
    if (this.#delay === null) return dropped;
    const delay = termValue(this.#delay, numbers, at);
    if (delay >= 0) delays[row] = delayOf(delay);
    return dropped;
  }
}
