/**
 * The texts of one file while it is read. A text without events, like most entries of some archives, is released at its
 * end: only its counts are kept here, and one message per kind for all of them in reading/facts/file-messages.ts.
 */
import type { FileText } from './file-text';

export class FileTexts {
  readonly #held: FileText[] = [];
  #opened = 0;
  #inflatedBytes = 0;
  #skippedRecords = 0;
  #areForeign = true;

  /** Texts with events, and the one being read. */
  get held(): readonly FileText[] {
    return this.#held;
  }

  get none(): boolean {
    return this.#opened === 0;
  }

  get events(): number {
    return this.#held.reduce((sum, { pipeline }) => sum + pipeline.events, 0);
  }

  get inflatedBytes(): number {
    return this.#held.reduce((sum, { pipeline }) => sum + pipeline.inflatedBytes, this.#inflatedBytes);
  }

  get skippedRecords(): number {
    return this.#held.reduce((sum, { pipeline }) => sum + pipeline.skippedRecords, this.#skippedRecords);
  }

  get columnBytes(): number {
    return this.#held.reduce((sum, { pipeline }) => sum + pipeline.columnBytes, 0);
  }

  /** All texts that have ended are foreign (`FileText.isForeign`). */
  get areForeign(): boolean {
    return this.#areForeign;
  }

  add(text: FileText): void {
    this.#opened++;
    this.#held.push(text);
  }

  /** The newest text is read again from its beginning, as another. */
  drop(text: FileText): void {
    this.#opened--;
    this.#held.splice(this.#held.indexOf(text), 1);
  }

  /** Nothing of the file may be used. */
  dropAll(): void {
    for (const { store } of this.#held.splice(0)) store.release();
  }

  /** The text has ended: releases an entry of an archive without events. @returns whether it was released. */
  settle(text: FileText): boolean {
    const { pipeline, name } = text;
    this.#areForeign &&= text.isForeign;
    if (name === null || pipeline.events > 0) return false;
    this.#held.splice(this.#held.indexOf(text), 1);
    this.#inflatedBytes += pipeline.inflatedBytes;
    this.#skippedRecords += pipeline.skippedRecords;
    text.store.release();
    return true;
  }
}
