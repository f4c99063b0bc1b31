/**
 * What frames say of streams, or of all of them, besides data: FIN, resets, credit and its end (RFC 9000 §19.4, §19.5, §19.8 to
 * §19.14), in the order of the log. A client with 100,000 requests has as many of them: they are columns, not objects.
 */
import { BlockColumn, EMPTY_COLUMN } from '../../base/columns/block-column';

const KINDS = [
  'fin',
  'reset',
  'stop-sending',
  'stream-credit',
  'stream-blocked',
  'connection-credit',
  'connection-blocked',
  // Limits of how many streams may be opened: of bidirectional and of unidirectional ones.
  'streams-credit',
  'streams-blocked',
  'uni-streams-credit',
  'uni-streams-blocked',
] as const;
export type StreamNoteKind = (typeof KINDS)[number];

export interface StreamNote {
  readonly kind: StreamNoteKind;
  readonly by: 'local' | 'remote';
  readonly timeUs: number;
  /** Ordinal of the stream, -1 for those of the connection. */
  readonly stream: number;
  /** Final offset of FIN, error code, or limit in bytes or streams; NaN where it is not logged. */
  readonly value: number;
  /** Number of the packet that holds it. */
  readonly packetNumber: number;
}

export class StreamNotes implements Iterable<StreamNote> {
  /** Ascending. */
  timeUs = EMPTY_COLUMN;
  /** Index among the kinds, and who says it. */
  #kind = EMPTY_COLUMN;
  #stream = EMPTY_COLUMN;
  #value = EMPTY_COLUMN;
  #packetNumber = EMPTY_COLUMN;

  get length(): number {
    return this.timeUs.length;
  }

  get byteLength(): number {
    const columns = [this.timeUs, this.#kind, this.#stream, this.#value, this.#packetNumber];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  push({ kind, by, timeUs, stream, value, packetNumber }: StreamNote): void {
    if (this.timeUs === EMPTY_COLUMN) this.#begin();
    this.timeUs.push(timeUs);
    this.#kind.push(2 * KINDS.indexOf(kind) + (by === 'local' ? 0 : 1));
    this.#stream.push(stream);
    this.#value.push(value);
    this.#packetNumber.push(packetNumber);
  }

  #begin(): void {
    this.timeUs = new BlockColumn();
    this.#kind = new BlockColumn();
    this.#stream = new BlockColumn();
    this.#value = new BlockColumn();
    this.#packetNumber = new BlockColumn();
  }

  /** @param index within the length. */
  at(index: number): StreamNote {
    const kind = this.#kind.at(index);
    return {
      kind: KINDS[kind >>> 1],
      by: (kind & 1) === 0 ? 'local' : 'remote',
      timeUs: this.timeUs.at(index),
      stream: this.#stream.at(index),
      value: this.#value.at(index),
      packetNumber: this.#packetNumber.at(index),
    };
  }

  *[Symbol.iterator](): Generator<StreamNote, void> {
    for (let i = 0; i < this.length; i++) yield this.at(i);
  }
}
