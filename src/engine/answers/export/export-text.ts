/** The text of an export while it is written: pieces are moved into Blobs, which are off the heap, before they grow large. */

/** UTF-16 units collected before they become a Blob. */
const PIECE_LENGTH = 512 * 1024;

export class ExportText {
  readonly #blobs: Blob[] = [];
  #pieces: string[] = [];
  #length = 0;

  add(text: string): void {
    this.#pieces.push(text);
    this.#length += text.length;
    if (this.#length >= PIECE_LENGTH) this.#flush();
  }

  /** The whole text as one file. */
  file(): Blob {
    this.#flush();
    return new Blob(this.#blobs, { type: 'application/qlog+json-seq' });
  }

  #flush(): void {
    if (this.#pieces.length > 0) this.#blobs.push(new Blob([this.#pieces.join('')]));
    this.#pieces = [];
    this.#length = 0;
  }
}
