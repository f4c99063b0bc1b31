/**
 * What a format of traces is: it recognises its texts by their first bytes, reads one into rows of event batches, and
 * gives access to the records of the rows (records.ts). Types only; the list of formats is in index.ts.
 *
 * Whatever is above `formats` knows only this: not what a record looks like, and not whether it is text at all.
 */
import type { EventBatch } from '../../base/columns/event-batch';
import type { ConnectionFacts } from './connection-facts';
import type { DecodeProblem, ProblemMessage } from './decode-problem';
import type { LogIdentity } from './log-identity';
import type { NameTable } from './name-table';
import type { DecodeQuality } from './quality';
import type { RecordAccess } from './record-access';
import type { Missing } from './records';

/** How the records of a qlog stand in its text; other formats have no such word. */
export type Container = 'JSON-SEQ' | 'JSON' | 'NDJSON' | 'JSON array';

/** Whether a text is of a format; `more` where these bytes cannot tell. */
export type Claim = 'yes' | 'no' | 'more';

export interface TraceFormat {
  /** As in "Not a qlog trace". */
  readonly name: string;
  /** Endings of names that its files may have, without a dot: files of a folder that are looked into. */
  readonly endings: readonly string[];
  /** @param head first bytes of the decompressed text; at `HEAD_BYTES` and at the text's end `more` counts as `no`. */
  claims(head: Uint8Array): Claim;
  /** Fetches what reads its texts, before the first `reader`; left out where it is there. Rejects where it cannot be fetched. */
  fetch?(): Promise<void>;
  reader(output: ReaderOutput): FormatReader;
  /** Messages about problems that only texts of this format have, by their reasons. */
  readonly messages?: { readonly [reason: string]: ProblemMessage };
  /**
   * The records of the rows of a text, or why they cannot be read again. Rejects where its code cannot be fetched.
   * @param connections of the text, as the reader reported them last, by their indices.
   */
  records(connections: readonly ConnectionFacts[]): Promise<RecordAccess | Missing>;
  /** Fetches what only makes reading faster: until it is there, texts are read without it. Never rejects. */
  fetchAhead?(): Promise<void>;
  /** The message about a text that was read to its end and holds no event. */
  withoutEvents(text: EmptyText): NoEvents;
}

export interface EmptyText {
  readonly hasHeader: boolean;
  readonly skippedRecords: number;
}

/** `not-qlog` where the text is not of the format, although it may have begun so. */
export interface NoEvents {
  readonly kind: 'not-qlog' | 'no-events';
  /** One sentence. */
  readonly text: string;
}

export interface ReaderOutput {
  /** A connection appeared, or more is known about it. Called before its first batch; indices count from 0. */
  readonly onConnection: (facts: ConnectionFacts) => void;
  /**
   * Whether another connection may be opened; asked before each. Events of those that may not are counted and reported as
   * `too-many-connections`. Left out where as many may be as the reader distinguishes.
   */
  readonly mayOpen?: () => boolean;
  /** What times are multiplied by beside what the header says of their unit; left out for 1. */
  readonly timeFactor?: number;
  /**
   * Events of one connection, in file order. The batch is valid until the call returns. Row offsets count from the first
   * byte of the text and do not descend; rows of one record have the same offset.
   */
  readonly onBatch: (batch: EventBatch, connection: number) => void;
  readonly onProblem: (problem: DecodeProblem) => void;
}

/** What is known of a text, or of several that continue each other, as far as it was read. */
export interface TextFacts {
  /** The times of the newest text start anew and nothing says when: see `FormatReader.nextText`. */
  readonly startedAnew: boolean;
  /** Event names as logged; rows hold their ids. */
  readonly names: NameTable;
  /** Events so far, including those of unknown kinds. */
  readonly events: number;
  readonly skippedRecords: number;
  /** Records without an event: skipped, or empty. */
  readonly fruitlessRecords: number;
  readonly container: Container | null;
  /** A header was found, also where no connection has appeared yet. */
  readonly hasHeader: boolean;
  /** How well a connection could be read so far; null for an unknown index. */
  quality(connection: number): DecodeQuality | null;
  /** What the log says about which connection it is of; null for an unknown index. */
  identity(connection: number): LogIdentity | null;
}

/**
 * Reads one text, or several that continue each other. Bad records are reported and passed over; nothing is thrown but
 * `NotATrace`.
 *
 * A text has as many headers as its format allows: nothing outside the reader may assume one.
 */
export interface FormatReader extends TextFacts {
  /**
   * Processes the next bytes; chunks may end anywhere, and their buffers may be reused afterwards. The rows of all
   * complete records are delivered before it returns.
   * @throws NotATrace when the text cannot be of this format.
   */
  push(chunk: Uint8Array): void;
  /** The text ends here. @throws NotATrace when nothing in it is readable. */
  end(): void;
  /**
   * After `end`, also where a text was given up: another text continues the connection. Its header continues the
   * connection and its clock: where times start anew and nothing says when, they follow the last time before. Records are
   * counted anew; offsets count from `baseOffset`, that of its first byte in all texts joined.
   */
  nextText(baseOffset: number): void;
}
