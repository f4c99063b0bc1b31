/**
 * The one way to anything that leaves the device: reports, digests, links, exports, pictures, tables, the clipboard and
 * the names of saved files are made from what `redact` returns. It builds a new value from lists of fields, by one set of
 * options; a field that no list names stays behind. No other file of this folder is imported from outside.
 */

import type { Measured, Rows } from '../contract/parts';
import type { ShareOptions } from '../contract/share-options';
import type { Snapshot, WindowAnswer } from '../contract/snapshot';
import { redactName } from './names';
import { redactAnswer } from './redact-answer';
import { redactSnapshot } from './redact-snapshot';
import { type NoteText, redactMeasured, redactNote, redactRows } from './redact-tables';
import { messagesWithoutFile, type OwnMessages } from './redact-texts';
import { redactorOf } from './redactor';
import { redactKey } from './state-names';

export {
  fileStem,
  type Origin,
  redactIds,
  redactName,
  redactOrigin,
  redactOriginMs,
} from './names';
export { dottedVersion } from './redact-texts';
export { isOwnKey, stateMask } from './state-names';

/** What is known of a trace, as far as something that leaves is made from it. */
export interface Shareable {
  /** Name of the file or its path, as it was opened; null for none, as of standard input. */
  readonly name: string | null;
  readonly snapshot: Snapshot;
  /** What is drawn. */
  readonly answer?: WindowAnswer | null;
  /** The same over the whole trace. */
  readonly whole?: WindowAnswer | null;
  /** Keys of legend entries that are hidden, `panel/entry`: some hold the name of a state. */
  readonly hidden?: readonly string[];
  /** Points of series. */
  readonly rows?: Rows;
  readonly measured?: Measured;
  /** Their author's own words: whether they are shared has an option of its own, and what is given here is. */
  readonly notes?: readonly NoteText[];
}

declare const redacted: unique symbol;

/** A value that `redact` returned: whatever writes what leaves takes no other. */
export type Redacted<T> = T extends null | undefined ? T : T & { readonly [redacted]: true };

type Part = Exclude<keyof Shareable, 'name'>;

/** The parts that were given, and what goes with every trace. */
export type Shared<T extends Shareable> = { readonly [K in keyof T & Part]: Redacted<T[K]> } & {
  /** Null without its option. */
  readonly name: string | null;
  /** The snapshot's messages for who does not hold the file. */
  readonly ownMessages: OwnMessages;
};

export function redact<T extends Shareable>(trace: T, options: ShareOptions): Shared<T> {
  const { name, answer, whole, hidden, rows, measured, notes } = trace;
  const by = redactorOf(name, trace.snapshot.summary.states, options);
  const snapshot = redactSnapshot(trace.snapshot, by);
  const shared = {
    name: redactName(name, options),
    snapshot,
    answer: answer && redactAnswer(answer, by),
    whole: whole && redactAnswer(whole, by),
    hidden: hidden?.map((key) => redactKey(key, by.states)),
    rows: rows && redactRows(rows),
    measured: measured && redactMeasured(measured),
    notes: notes?.map(redactNote),
    ownMessages: messagesWithoutFile(snapshot.messages, options),
  } satisfies { readonly [key in keyof Shared<Required<Shareable>>]: unknown };
  return shared as unknown as Shared<T>;
}
