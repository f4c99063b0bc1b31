/** Holds the memory of a file's texts against its limit while they are read. */
import { CHECK_BYTES, ColumnsFull } from '../budgets/column-budget';
import type { FileText } from './file-text';

export class ColumnWatch {
  readonly #maxBytes: number;
  readonly #heldBytes: () => number;
  /** Bytes of text until the next check. */
  #untilCheckBytes = 0;

  /** @param maxBytes memory limit (`columnBudget`). @param heldBytes of all texts that are held; asked now and then. */
  constructor(maxBytes: number, heldBytes: () => number) {
    this.#maxBytes = maxBytes;
    this.#heldBytes = heldBytes;
  }

  /** More of a text was read. @throws ColumnsFull when the columns reach their limit. */
  look({ pipeline }: FileText, readBytes: number): void {
    this.#untilCheckBytes -= readBytes;
    if (this.#untilCheckBytes > 0) return;
    this.#untilCheckBytes = Math.min(CHECK_BYTES, this.#maxBytes / 4);
    const heldBytes = this.#heldBytes();
    if (heldBytes > this.#maxBytes)
      throw new ColumnsFull(heldBytes, pipeline.inflatedBytes, pipeline.state.lastUs);
  }
}
