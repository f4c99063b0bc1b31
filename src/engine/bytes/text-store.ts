/**
 * The text of one part, to be read again in ranges after it has streamed by once: what the list of events shows
 * of a record. Where the source itself can be read in ranges (a plain file, pasted text, a server that takes range
 * requests), nothing is kept. Of anything else the beginning is kept as it passes; the rest is inflated a second time
 * when it is first asked for, and kept then, off the heap, as far as the budget goes: keeping all of it at once cost
 * more than inflating it, and most traces are never read again. Beyond the budget every read inflates up to its range.
 */
import { concat } from './chunks';
import { SourceChanged } from './errors';
import type { TextPart } from './inflate';
import { KeptBlobs, MAX_KEPT_BYTES } from './kept-blobs';

export { MAX_KEPT_BYTES };

/** Kept of a file while it is read, unless its budget says otherwise: the whole of most traces. */
const EARLY_BYTES = 32 * 1024 ** 2;

/** What the stores of one file may still keep. */
export interface KeptBudget {
  /** Inflated bytes, all parts together. */
  leftBytes: number;
  /** Of these, bytes that are kept while the file is read. */
  earlyBytes?: number;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Called while the part is inflated again: bytes passed, of those that the pass will give. */
  readonly onProgress?: (bytes: number, ofBytes: number) => void;
}

/** A second pass over the part under way, and whoever wants to know how far it is. */
interface Pass {
  readonly end: Promise<void>;
  readonly listeners: Set<(bytes: number) => void>;
}

export class TextStore {
  readonly #part: TextPart;
  readonly #budget: KeptBudget;
  readonly #opened: { readonly sizeBytes: number; readonly lastModified: number } | null;
  #sizeBytes = 0;
  readonly #kept = new KeptBlobs();
  /** A chunk did not fit: what follows is not kept either, so that the kept text has no holes. */
  #isFull = false;
  /** The text has ended, and the budget has room for the rest of it. */
  #mayKeepRest = false;
  #pass: Pass | null = null;

  constructor(part: TextPart, budget: KeptBudget = { leftBytes: MAX_KEPT_BYTES }) {
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

  /** A read costs about as much as the bytes it returns, or does so once the rest has been inflated and kept. */
  get isFast(): boolean {
    return this.#isRanged || !this.#isFull || this.#mayKeepRest;
  }

  get #isRanged(): boolean {
    return this.#opened !== null || (this.#part.ranges ?? null) !== null;
  }

  /** Takes the next bytes of the text while it is read the first time; a copy, where they are kept. */
  append(chunk: Uint8Array): void {
    this.#sizeBytes += chunk.length;
    if (this.#isRanged || this.#isFull) return;
    const { leftBytes, earlyBytes = 0 } = this.#budget;
    this.#isFull = chunk.length > Math.min(leftBytes, earlyBytes);
    if (this.#isFull) return;
    this.#budget.leftBytes -= chunk.length;
    this.#budget.earlyBytes = earlyBytes - chunk.length;
    this.#kept.append(chunk);
  }

  /** The text will not be read again: its share of the budget is another's. */
  letGo(): void {
    const keptBytes = this.#kept.sizeBytes;
    this.#budget.leftBytes += this.#mayKeepRest ? this.#sizeBytes : keptBytes;
    this.#budget.earlyBytes = (this.#budget.earlyBytes ?? 0) + keptBytes;
  }

  /** The text ends here: nothing is appended any more. */
  end(): void {
    this.#kept.putAway(true);
    const rest = this.#sizeBytes - this.#kept.sizeBytes;
    if (this.#isRanged || !this.#isFull || rest > this.#budget.leftBytes) return;
    this.#budget.leftBytes -= rest;
    this.#mayKeepRest = true;
  }

  /**
   * The bytes [from, to) of the text, cut to what has been appended.
   * @throws SourceChanged when the file is no longer the one that was read; the signal's reason when it is
   * aborted; whatever inflating throws before the range's end.
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
    if (end > this.#kept.sizeBytes && this.#mayKeepRest) await this.#keepRest(end, options);
    if (end <= this.#kept.sizeBytes) return this.#kept.read(start, end, options.signal);
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

  /** Waits until a pass over the part, one for all readers, has come by `end`. */
  async #keepRest(end: number, { signal, onProgress }: ReadOptions): Promise<void> {
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
    return { listeners, end: this.#keepPass(listeners) };
  }

  async #keepPass(listeners: Pass['listeners']): Promise<void> {
    let at = 0;
    try {
      for await (const chunk of this.#part.chunks()) {
        const fresh = chunk.subarray(Math.max(0, this.#kept.sizeBytes - at));
        if (fresh.length > 0) this.#kept.append(fresh);
        at += chunk.length;
        for (const tell of listeners) tell(at);
      }
    } finally {
      // What a damaged part gave once more is kept; a read beyond it says what is wrong.
      this.#kept.putAway(true);
      this.#mayKeepRest = false;
      this.#isFull = this.#kept.sizeBytes < this.#sizeBytes;
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
