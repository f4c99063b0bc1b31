/**
 * The text of one part, to be read in ranges after it was streamed once: the event list shows its records. Where the
 * source itself can be read in ranges (an uncompressed file, pasted text, a server that supports range requests), no
 * copy is kept. Otherwise the first bytes are kept while streaming; the rest is decompressed a second time on the first
 * request and then kept off the heap, within the budget: keeping all of it at once cost more than decompressing it, and
 * most traces are never read again. Beyond the budget every read decompresses up to its range.
 */

import { BlobStore, MAX_STORED_BYTES } from './blob-store';
import { concat } from './chunks';
import { SourceChanged } from './errors';
import type { TextPart } from './inflate';

export { MAX_STORED_BYTES };

/** Bytes kept of a file while it is read, unless its budget says otherwise: all of most traces. */
const EARLY_BYTES = 32 * 1024 ** 2;

/** Bytes that the stores of one file may still keep. */
export interface StoreBudget {
  /** Decompressed bytes, all parts together. */
  leftBytes: number;
  /** Of these, bytes kept while the file is read. */
  earlyBytes?: number;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Progress while the part is decompressed again: bytes done, and bytes of the whole pass. */
  readonly onProgress?: (bytes: number, ofBytes: number) => void;
}

/** A running second pass over the part, and the readers that receive its progress. */
interface Pass {
  readonly end: Promise<void>;
  readonly listeners: Set<(bytes: number) => void>;
}

export class TextStore {
  readonly #part: TextPart;
  readonly #budget: StoreBudget;
  readonly #opened: { readonly sizeBytes: number; readonly lastModified: number } | null;
  #sizeBytes = 0;
  readonly #stored = new BlobStore();
  /** A chunk did not fit: later chunks are not kept either, so that the kept text is contiguous. */
  #isFull = false;
  /** The text has ended, and its rest fits the budget. */
  #mayStoreRest = false;
  #pass: Pass | null = null;

  constructor(part: TextPart, budget: StoreBudget = { leftBytes: MAX_STORED_BYTES }) {
    this.#part = part;
    this.#budget = budget;
    budget.earlyBytes ??= EARLY_BYTES;
    const file = part.original;
    this.#opened = file === null ? null : { sizeBytes: file.size, lastModified: file.lastModified };
  }

  /** Bytes of the text appended so far. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** A read costs about as much as the bytes it returns, or will after the rest has been decompressed and kept. */
  get isFast(): boolean {
    return this.#isRanged || !this.#isFull || this.#mayStoreRest;
  }

  get #isRanged(): boolean {
    return this.#opened !== null || (this.#part.ranges ?? null) !== null;
  }

  /** The next bytes of a text that can be read in ranges were read elsewhere. */
  pass(bytes: number): void {
    this.#sizeBytes += bytes;
  }

  /** Appends the next bytes of the text during the first pass; copies those that are kept. */
  append(chunk: Uint8Array): void {
    this.#sizeBytes += chunk.length;
    if (this.#isRanged || this.#isFull) return;
    const { leftBytes, earlyBytes = 0 } = this.#budget;
    this.#isFull = chunk.length > Math.min(leftBytes, earlyBytes);
    if (this.#isFull) return;
    this.#budget.leftBytes -= chunk.length;
    this.#budget.earlyBytes = earlyBytes - chunk.length;
    this.#stored.append(chunk);
  }

  /** Frees the kept text and returns its share of the budget; it will not be read again. */
  release(): void {
    const earlyBytes = this.#stored.sizeBytes;
    this.#budget.leftBytes += this.#mayStoreRest ? this.#sizeBytes : earlyBytes;
    this.#budget.earlyBytes = (this.#budget.earlyBytes ?? 0) + earlyBytes;
  }

  /** Ends the text: nothing is appended any more. */
  end(): void {
    this.#stored.putAway(true);
    const rest = this.#sizeBytes - this.#stored.sizeBytes;
    if (this.#isRanged || !this.#isFull || rest > this.#budget.leftBytes) return;
    this.#budget.leftBytes -= rest;
    this.#mayStoreRest = true;
  }

  /**
   * The bytes [from, to) of the text, limited to what has been appended.
   * @throws SourceChanged when the file is no longer the one that was read; the signal's reason when it is aborted;
   * whatever decompression throws before the range's end.
   */
  async read(from: number, to: number, options: ReadOptions = {}): Promise<Uint8Array> {
    options.signal?.throwIfAborted();
    const end = Math.min(to, this.#sizeBytes);
    const start = Math.max(0, from);
    if (start >= end) return new Uint8Array(0);
    const file = this.#part.original;
    if (file !== null) return this.#readFile(file, start, end);
    const ranged = await this.#part.ranges?.read(start, end, options.signal);
    if (ranged?.length === end - start) return ranged;
    if (end > this.#stored.sizeBytes && this.#mayStoreRest) await this.#storeRest(end, options);
    if (end <= this.#stored.sizeBytes) return this.#stored.read(start, end, options.signal);
    return this.#inflateAgain(start, end, options);
  }

  async #readFile(file: File, start: number, end: number): Promise<Uint8Array> {
    const isSame = file.size === this.#opened?.sizeBytes && file.lastModified === this.#opened.lastModified;
    if (!isSame) throw new SourceChanged(file.name);
    // A browser refuses to read a file that was changed or deleted since it was picked.
    const bytes = await file
      .slice(start, end)
      .arrayBuffer()
      .catch(() => null);
    if (bytes === null || bytes.byteLength !== end - start) throw new SourceChanged(file.name);
    return new Uint8Array(bytes);
  }

  /** Waits until a pass over the part, shared by all readers, has reached `end`. */
  async #storeRest(end: number, { signal, onProgress }: ReadOptions): Promise<void> {
    const pass = this.#pass ?? this.#begin();
    this.#pass = pass;
    let stop = (): void => undefined;
    const passed = new Promise<void>((resolve, reject) => {
      const onAbort = (): void => reject(signal?.reason);
      const onBytes = (bytes: number): void => {
        if (bytes >= end) resolve();
        else onProgress?.(bytes, end);
      };
      stop = () => {
        pass.listeners.delete(onBytes);
        signal?.removeEventListener('abort', onAbort);
      };
      pass.listeners.add(onBytes);
      signal?.addEventListener('abort', onAbort);
      pass.end.then(resolve, reject);
    });
    await passed.finally(stop);
  }

  #begin(): Pass {
    const listeners = new Set<(bytes: number) => void>();
    return { listeners, end: this.#storePass(listeners) };
  }

  async #storePass(listeners: Pass['listeners']): Promise<void> {
    let at = 0;
    try {
      for await (const chunk of this.#part.chunks()) {
        const fresh = chunk.subarray(Math.max(0, this.#stored.sizeBytes - at));
        if (fresh.length > 0) this.#stored.append(fresh);
        at += chunk.length;
        for (const report of listeners) report(at);
      }
    } finally {
      // Keep what a damaged part yielded again; a read beyond it fails with the damage.
      this.#stored.putAway(true);
      this.#mayStoreRest = false;
      this.#isFull = this.#stored.sizeBytes < this.#sizeBytes;
      listeners.clear();
    }
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
}
