/**
 * The text of one part, to be read again in ranges after it has streamed by once: what the list of events shows
 * of a record. A plain file is read from again where it lies; everything else is kept as it passes, in Blobs off
 * the heap, as far as the budget goes. Beyond that the part is inflated once more up to the range.
 */
import { type Bytes, concat } from './chunks';
import { SourceChanged } from './errors';
import type { TextPart } from './inflate';

/** Inflated bytes kept of one file, all its parts together. */
export const MAX_KEPT_BYTES = 1024 ** 3;
/** Chunks are gathered to pieces of this size, so that there are few of them. */
const PIECE_BYTES = 4 * 1024 ** 2;

/** What the stores of one file may still keep. */
export interface KeptBudget {
  leftBytes: number;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Called while the part is inflated again: bytes passed, of those up to the range's end. */
  readonly onProgress?: (bytes: number, ofBytes: number) => void;
}

/** One piece of kept text. */
interface Kept {
  readonly from: number;
  readonly blob: Blob;
}

export class TextStore {
  readonly #part: TextPart;
  readonly #budget: KeptBudget;
  readonly #opened: { readonly sizeBytes: number; readonly lastModified: number } | null;
  #sizeBytes = 0;
  readonly #kept: Kept[] = [];
  #keptBytes = 0;
  #gathered: Bytes[] = [];
  #gatheredBytes = 0;
  /** A chunk did not fit: what follows is not kept either, so that the kept text has no holes. */
  #isFull = false;

  constructor(part: TextPart, budget: KeptBudget = { leftBytes: MAX_KEPT_BYTES }) {
    this.#part = part;
    this.#budget = budget;
    const file = part.original;
    this.#opened = file === null ? null : { sizeBytes: file.size, lastModified: file.lastModified };
  }

  /** Bytes of the text appended so far. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** A read costs about as much as the bytes it returns: nothing must be inflated again for it. */
  get isFast(): boolean {
    return this.#opened !== null || !this.#isFull;
  }

  /** Takes the next bytes of the text while it is read the first time; a copy, where they are kept. */
  append(chunk: Uint8Array): void {
    this.#sizeBytes += chunk.length;
    if (this.#opened !== null || this.#isFull) return;
    this.#isFull = chunk.length > this.#budget.leftBytes;
    if (this.#isFull) return;
    this.#budget.leftBytes -= chunk.length;
    this.#gathered.push(new Uint8Array(chunk));
    this.#gatheredBytes += chunk.length;
    if (this.#gatheredBytes >= PIECE_BYTES) this.#putAway();
  }

  /**
   * The bytes [from, to) of the text, cut to what has been appended.
   * @throws SourceChanged when the file on disk is no longer the one that was read; the signal's reason when it is
   * aborted; whatever inflating throws before the range's end.
   */
  async read(from: number, to: number, options: ReadOptions = {}): Promise<Uint8Array> {
    options.signal?.throwIfAborted();
    const end = Math.min(to, this.#sizeBytes);
    const start = Math.max(0, from);
    if (start >= end) return new Uint8Array(0);
    const file = this.#part.original;
    if (file !== null) return this.#readFile(file, start, end);
    if (end <= this.#keptBytes + this.#gatheredBytes) return this.#readKept(start, end);
    return this.#inflateAgain(start, end, options);
  }

  async #readFile(file: File, start: number, end: number): Promise<Uint8Array> {
    const isSame = file.size === this.#opened?.sizeBytes && file.lastModified === this.#opened.lastModified;
    if (!isSame) throw new SourceChanged(file.name);
    // A browser refuses to read a file that was changed since it was picked, or is gone.
    const bytes = await file
      .slice(start, end)
      .arrayBuffer()
      .catch(() => null);
    if (bytes === null || bytes.byteLength !== end - start) throw new SourceChanged(file.name);
    return new Uint8Array(bytes);
  }

  async #readKept(start: number, end: number): Promise<Uint8Array> {
    this.#putAway();
    const pieces: Uint8Array[] = [];
    for (const { from, blob } of this.#kept) {
      if (from >= end || from + blob.size <= start) continue;
      const piece = blob.slice(Math.max(0, start - from), end - from);
      pieces.push(new Uint8Array(await piece.arrayBuffer()));
    }
    return concat(pieces);
  }

  async #inflateAgain(start: number, end: number, { signal, onProgress }: ReadOptions): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let at = 0;
    for await (const chunk of this.#part.chunks()) {
      signal?.throwIfAborted();
      const piece = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
      if (piece.length > 0) pieces.push(piece.slice());
      at += chunk.length;
      onProgress?.(Math.min(at, end), end);
      if (at >= end) break;
    }
    return concat(pieces);
  }

  #putAway(): void {
    if (this.#gatheredBytes === 0) return;
    this.#kept.push({ from: this.#keptBytes, blob: new Blob(this.#gathered) });
    this.#keptBytes += this.#gatheredBytes;
    this.#gathered = [];
    this.#gatheredBytes = 0;
  }
}
