/**
 * A stretch of text between two good places that is no record: a prefix such as `var trace =`, what a script
 * leaves behind a document. It is reported once, when its end is known, and not line by line.
 */
import type { RecordSink } from './sink';

export class SkippedText {
  readonly #sink: RecordSink;
  #offset = 0;
  #detail: string | null = null;

  constructor(sink: RecordSink) {
    this.#sink = sink;
  }

  /** Text that is no record begins here, unless it already began earlier. */
  begin(offset: number, detail: string): void {
    if (this.#detail !== null) return;
    this.#offset = offset;
    this.#detail = detail;
  }

  /** Something good begins, or the file ends: reports the stretch, if there is one. */
  end(offset: number): void {
    if (this.#detail === null) return;
    const sizeBytes = Math.max(0, offset - this.#offset);
    this.#sink.problem({ reason: 'broken', offset: this.#offset, sizeBytes, detail: this.#detail });
    this.#detail = null;
  }
}
