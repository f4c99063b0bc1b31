/**
 * What is said of entries of an archive that hold no events: one message per kind. A file of another tool is a kind of its
 * own, named as what it is. The page and the command line say it in these words.
 */
import { NotATrace } from '../../input/formats/not-a-trace';
import type { Message } from '../contract/snapshot';
import type { FileText } from '../stages/file-text';
import { MAX_NAMED, namesOf } from './entry-names';
import { messagesOf } from './text-messages';

interface Group {
  readonly first: Message;
  /** It is of files of one other tool: `foreign-files.ts`. */
  readonly isKnown: boolean;
  readonly names: string[];
  total: number;
}

export class EntryMessages {
  readonly #groups = new Map<string, Group>();

  /** @param text of an entry, without events, at its end. */
  add(text: FileText): void {
    const foreign = knownAs(text);
    for (const message of messagesOf(text, null, true)) {
      const key = `${message.kind} ${foreign ?? ''}`;
      const group = this.#groups.get(key) ?? {
        first: message,
        isKnown: foreign !== null,
        names: [],
        total: 0,
      };
      group.total++;
      if (group.names.length < MAX_NAMED) group.names.push(text.name ?? '');
      this.#groups.set(key, group);
    }
  }

  /** All, those about files of other tools first. */
  list(): readonly Message[] {
    return [...this.#of(true), ...this.#of(false)];
  }

  /** One per kind of file of another tool. */
  ofKnownFiles(): readonly Message[] {
    return this.#of(true);
  }

  #of(isKnown: boolean): readonly Message[] {
    return [...this.#groups.values()].filter((group) => group.isKnown === isKnown).map(messageOf);
  }
}

/** As in "this is …"; null where the text is of no other tool that is known. */
function knownAs({ files }: FileText): string | null {
  const failure = files[0]?.failure;
  return failure instanceof NotATrace && failure.instead !== null ? failure.message : null;
}

/** The names precede the sentence, so that they can be left out where names are not shared. */
function messageOf({ first, isKnown, names, total }: Group): Message {
  if (total === 1) return first;
  const entry = namesOf(names, total);
  const sentence = first.text.slice((first.entry?.length ?? 0) + 2);
  const words =
    first.kind === 'not-qlog' && !isKnown
      ? 'no qlog traces.'
      : `${sentence} (So the first of them; all are alike.)`;
  return { kind: first.kind, level: first.level, text: `${entry}: ${words}`, places: [], entry };
}
