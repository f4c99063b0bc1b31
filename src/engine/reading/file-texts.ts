/**
 * The texts of one file while it is read. A text without events, like most entries of some archives, is released at its
 * end: only its counts and one message per kind for all of them are kept.
 */
import type { Message } from '../contract/snapshot';
import { MAX_NAMED, namesOf } from './entry-names';
import type { FileText } from './file-text';
import type { Connection } from './pipeline';

interface Group {
  readonly first: Message;
  readonly names: string[];
  total: number;
}

export class FileTexts {
  readonly #held: FileText[] = [];
  readonly #groups = new Map<string, Group>();
  #opened = 0;
  #inflatedBytes = 0;
  #skippedRecords = 0;
  #areForeign = true;

  /** Texts with events, and the one being read. */
  get held(): readonly FileText[] {
    return this.#held;
  }

  /** No text has been opened yet. */
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

  /** The text has ended: releases an entry of an archive without events. */
  settle(text: FileText): void {
    const { pipeline, name } = text;
    this.#areForeign &&= text.isForeign;
    if (name === null || pipeline.events > 0) return;
    this.#held.splice(this.#held.indexOf(text), 1);
    this.#inflatedBytes += pipeline.inflatedBytes;
    this.#skippedRecords += pipeline.skippedRecords;
    text.store.release();
    for (const message of text.messages(null, true)) this.#group(message, name);
  }

  /** @param shown the selected connection, and the text that it is in. */
  messages(shown: { readonly text: FileText; readonly connection: Connection } | null, read: boolean) {
    const own = this.#held.flatMap((text) =>
      text.messages(text === shown?.text ? shown.connection : null, read),
    );
    return [...own, ...[...this.#groups.values()].map(messageOf)];
  }

  #group(message: Message, name: string): void {
    const group = this.#groups.get(message.kind) ?? { first: message, names: [], total: 0 };
    group.total++;
    if (group.names.length < MAX_NAMED) group.names.push(name);
    this.#groups.set(message.kind, group);
  }
}

/** The names precede the sentence, so that they can be left out where names are not shared. */
function messageOf({ first, names, total }: Group): Message {
  if (total === 1) return first;
  const entry = namesOf(names, total);
  const sentence = first.text.slice((first.entry?.length ?? 0) + 2);
  const words =
    first.kind === 'not-qlog' ? 'no qlog traces.' : `${sentence} (So the first of them; all are alike.)`;
  return { kind: first.kind, level: first.level, text: `${entry}: ${words}`, places: [], entry };
}
