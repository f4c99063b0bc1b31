/**
 * All messages about a file: about its failure, about each of its texts, and one per kind about entries of an archive
 * that hold nothing. The page fetches them, and their words, while it reads.
 */
import type { Message } from '../contract/snapshot';
import { MAX_NAMED, namesOf } from './entry-names';
import type { FileText } from './file-text';
import type { FileTexts } from './file-texts';
import {
  contentMessages,
  EMPTY_ZIP,
  failureMessage,
  foreignMessage,
  noEventsMessage,
  problemMessages,
  rangeMessages,
} from './messages';
import type { Connection } from './pipeline';
import { segmentMessages } from './segment-messages';
import type { TextSegment } from './text-segment';
import { untoldMessages } from './told';

/**
 * Messages about one text.
 * @param shown the selected connection, null if it is in another text. @param read the file has been read.
 */
export function messagesOf(text: FileText, shown: Connection | null, read: boolean): readonly Message[] {
  const { files, pipeline } = text;
  const { events, noEvents } = pipeline;
  const isRefused = events === 0 && files.every((file) => file.isRefused);
  const first = files.find((file) => !file.isRefused);
  const all = [
    ...files.flatMap((file, i) => messagesOfFile(text, file, file === first, i + 1)),
    ...(read ? segmentMessages(text.segments) : []),
    ...(read && events === 0 && !isRefused && noEvents !== null ? [noEventsMessage(noEvents)] : []),
    ...(read && events > 0 && text.isForeign ? [foreignMessage(pipeline.format?.name ?? '')] : []),
    ...(read && events > 0 ? untoldMessages(pipeline.connections) : []),
    ...(read && events > 0 && shown !== null ? contentMessages(shown.state, events, shown.midwayNumber) : []),
  ];
  // A text that is no trace needs no messages about its header and records.
  const refusals = all.filter(({ kind }) => kind === 'not-qlog');
  const relevant = refusals.length > 0 && !text.isJoined ? refusals : all;
  return named(relevant, text.name);
}

function messagesOfFile(
  { pipeline }: FileText,
  file: TextSegment,
  isFirst: boolean,
  number: number,
): readonly Message[] {
  const { rangeLimit, events } = pipeline;
  const failure = file.brokenOff ? [failureMessage(file.failure, file.events)] : [];
  const others = file.isRefused
    ? []
    : [...(isFirst ? rangeMessages(rangeLimit, events) : []), ...problemMessages(file.problems, events)];
  const messages = named([...failure, ...others], file.name);
  return file.name === null ? messages : messages.map((message) => ({ ...message, file: number }));
}

/** A message about one of several texts begins with its name. */
function named(messages: readonly Message[], name: string | null): readonly Message[] {
  if (name === null) return messages;
  return messages.map((message) => ({ ...message, text: `${name}: ${message.text}`, entry: name }));
}

interface Group {
  readonly first: Message;
  readonly names: string[];
  total: number;
}

export class FileMessages {
  readonly #texts: FileTexts;
  /** About entries that were released, by kind. */
  readonly #groups = new Map<string, Group>();

  constructor(texts: FileTexts) {
    this.#texts = texts;
  }

  /** An entry of an archive was released. */
  addReleased(text: FileText): void {
    for (const message of messagesOf(text, null, true)) {
      const group = this.#groups.get(message.kind) ?? { first: message, names: [], total: 0 };
      group.total++;
      if (group.names.length < MAX_NAMED) group.names.push(text.name ?? '');
      this.#groups.set(message.kind, group);
    }
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
      ...[...this.#groups.values()].map(messageOf),
    ];
    // One of several texts that is not a trace does not make the file a failure.
    if (events === 0 || (read && failure === null && this.#texts.areForeign)) return all;
    return all.map((message) => (message.level === 'error' ? { ...message, level: 'warning' } : message));
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
