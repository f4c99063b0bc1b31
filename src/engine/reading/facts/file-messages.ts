/**
 * All messages about a file: about its failure, about each of its texts, and one per kind about entries of an archive
 * that hold nothing. The page fetches them, and their words, while it reads.
 */
import type { Message } from '../contract/snapshot';
import type { FileText } from '../stages/file-text';
import type { FileTexts } from '../stages/file-texts';
import type { Connection } from '../stages/pipeline';
import { EntryMessages } from './entry-messages';
import { failureMessage } from './failure-messages';
import { EMPTY_ZIP } from './messages';
import { messagesOf } from './text-messages';

export class FileMessages {
  readonly #texts: FileTexts;
  /** About entries that were released. */
  readonly #entries = new EntryMessages();

  constructor(texts: FileTexts) {
    this.#texts = texts;
  }

  /** An entry of an archive was released. */
  addReleased(text: FileText): void {
    this.#entries.add(text);
  }

  /**
   * @param shown the selected connection, and the text that it is in. @param read the file has been read.
   * @param failure that ended the reading of the file as a whole; null for none.
   */
  list(
    shown: { readonly text: FileText; readonly connection: Connection } | null,
    read: boolean,
    failure: unknown,
  ): readonly Message[] {
    const { held, events, none } = this.#texts;
    const all = [
      ...(failure === null ? [] : [failureMessage(failure, events)]),
      ...(failure === null && none && read ? [EMPTY_ZIP] : []),
      ...held.flatMap((text) => messagesOf(text, text === shown?.text ? shown.connection : null, read)),
      ...this.#entries.list(),
    ];
    // One of several texts that is not a trace does not make the file a failure.
    if (events === 0 || (read && failure === null && this.#texts.areForeign)) return all;
    return all.map((message) => (message.level === 'error' ? { ...message, level: 'warning' } : message));
  }
}
