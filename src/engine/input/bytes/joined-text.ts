/**
 * The texts of a trace of several files, read again as one: offsets count from the first byte of the first text. A text
 * that is no longer available fails only where it is read.
 */
import { concat } from './chunks';
import type { TextPart } from './inflate';
import { type ReadOptions, type StoreBudget, TextStore } from './text-store';

export class JoinedText {
  readonly #budget: StoreBudget;
  readonly #texts: { readonly from: number; readonly store: TextStore }[] = [];
  #sizeBytes = 0;

  /** @param budget of all texts together. */
  constructor(budget: StoreBudget) {
    this.#budget = budget;
  }

  /** Bytes of all texts so far. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  get isFast(): boolean {
    return this.#texts.every(({ store }) => store.isFast);
  }

  begin(part: TextPart): void {
    this.#texts.push({ from: this.#sizeBytes, store: new TextStore(part, this.#budget) });
  }

  /** Appends bytes to the newest text. */
  append(chunk: Uint8Array): void {
    this.#texts.at(-1)?.store.append(chunk);
    this.#sizeBytes += chunk.length;
  }

  /** Bytes of the newest text, which can be read in ranges, were read elsewhere. */
  pass(bytes: number): void {
    this.#texts.at(-1)?.store.pass(bytes);
    this.#sizeBytes += bytes;
  }

  end(): void {
    this.#texts.at(-1)?.store.end();
  }

  release(): void {
    for (const { store } of this.#texts) store.release();
  }

  /** The bytes [from, to) of all texts joined; see `TextStore.read`. */
  async read(from: number, to: number, options: ReadOptions = {}): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    for (const { from: begin, store } of this.#texts) {
      if (begin >= to || begin + store.sizeBytes <= from) continue;
      pieces.push(await store.read(from - begin, to - begin, options));
    }
    return pieces.length === 1 ? pieces[0] : concat(pieces);
  }
}
