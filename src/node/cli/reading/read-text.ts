/**
 * Drives the reading path like the worker, without a page: a source's texts one after the other, each read to its end,
 * with its failure if any. Only the columns of a text are kept.
 */
import { plural } from '../../../engine/base/text/figures';
import type { ByteSource } from '../../../engine/input/bytes/byte-source';
import { DamagedCompression, type InflateCallbacks, openText } from '../../../engine/input/bytes/inflate';
import type { Compression } from '../../../engine/input/bytes/sniff';
import { fetchAhead } from '../../../engine/input/formats';
import { NotATrace } from '../../../engine/input/formats/not-a-trace';
import { columnBudget } from '../../../engine/reading/budgets/column-budget';
import { ConnectionBudget } from '../../../engine/reading/budgets/connection-budget';
import { WorkSlices } from '../../../engine/reading/budgets/yield-to-event-loop';
import { failureMessage } from '../../../engine/reading/facts/failure-messages';
import { tellsNothing } from '../../../engine/reading/facts/messages';
import { messagesOf } from '../../../engine/reading/facts/text-messages';
import { JudgeAhead } from '../../../engine/reading/judge/judge-ahead';
import { pushChunks, readText } from '../../../engine/reading/scan/text-reading';
import { ColumnWatch } from '../../../engine/reading/stages/column-watch';
import { FileText } from '../../../engine/reading/stages/file-text';
import { systemReason } from '../system-reason';
import type { ReadingThreads } from './reading-threads';

/** Why a text, or a whole file, was not read to its end. */
export interface ReadFailure {
  /** Path of its file where the trace has several; null where it has one. */
  readonly file: string | null;
  /** Offset in the decompressed text at which it shows; null for none. */
  readonly offset: number | null;
  readonly reason: string;
}

export interface ReadText {
  /** Null if no text could be opened. */
  readonly text: FileText | null;
  /** Analyses its connections. */
  readonly judge: JudgeAhead;
  readonly compression: Compression;
  /** One per file at most; empty where all was read to its end. */
  readonly failures: readonly ReadFailure[];
  /** `FileText.isForeign`: no failure for a file that was not named on the command line. */
  readonly foreign: boolean;
}

/** Where no text is read again, nothing needs to be kept. */
const NO_STORE = { leftBytes: 0 };
/** What is kept of compressed texts whose records are read again; beyond it they are decompressed again. */
const KEPT_BYTES = 256 * 1024 * 1024;

/**
 * Every text of a source, read to its end; the last item may be a failure of the file. Never throws.
 * @param threads that read and judge a large file; null for this one only. @param readsRecords records of rows are read again.
 */
export async function* readTexts(
  source: ByteSource,
  threads: ReadingThreads | null = null,
  readsRecords = false,
): AsyncGenerator<ReadText, void, undefined> {
  let compression: Compression = 'none';
  let open: FileText | null = null;
  let texts = 0;
  let failure: ReadFailure | null = null;
  try {
    const callbacks: InflateCallbacks = {
      onRead: () => undefined,
      onCompression: (kind) => {
        compression = kind;
      },
      onEncoding: (encoding) => {
        if (open !== null) open.encoding = encoding;
      },
    };
    await fetchAhead();
    const parts = openText(source, callbacks);
    const maxBytes = columnBudget();
    const connections = new ConnectionBudget(maxBytes);
    const store = readsRecords ? { leftBytes: KEPT_BYTES } : NO_STORE;
    for await (const part of parts) {
      const columns = new ColumnWatch(maxBytes, () => open?.pipeline.columnBytes ?? 0);
      const judge = new JudgeAhead(threads?.judge ?? null);
      const slices = new WorkSlices();
      const { text, failure: thrown } = await readText(source, part, {
        begin: (remote, timeUnit) => {
          open = new FileText(part, store, { remote, connections, readsRecords, timeUnit });
          return open;
        },
        drop: () => judge.drop(),
        onStep: (read, bytes) => {
          judge.look(read);
          columns.look(read, bytes);
          // Node else reads one thread's messages for as long as there are any.
          return threads === null ? null : slices.pause();
        },
        startScan: threads?.scan ?? null,
      });
      texts++;
      text.end(thrown);
      const ended = failureOf(text, thrown);
      try {
        yield { text, judge, compression, failures: ended === null ? [] : [ended], foreign: text.isForeign };
      } finally {
        judge.drop();
      }
    }
    if (texts === 0) failure = { file: null, offset: null, reason: 'the zip holds no file' };
  } catch (error) {
    failure = { file: null, offset: placeOf(error), reason: wordsOf(error) };
  }
  if (failure !== null)
    yield { text: null, judge: new JudgeAhead(null), compression, failures: [failure], foreign: false };
}

/** The files of one trace, in order, as one text. A file that cannot be read costs itself, and is a failure. */
export async function readSegments(
  files: readonly { readonly name: string; readonly source: ByteSource }[],
): Promise<ReadText> {
  let compression: Compression | null = null;
  let text: FileText | null = null;
  const failures: ReadFailure[] = [];
  const fail = (file: string, error: unknown, events: number): void => {
    const reason = events > 0 ? judgedWords(error, events) : wordsOf(error);
    failures.push({ file, offset: placeOf(error), reason });
  };
  /** Before the first one that gives a text. */
  const missed: { readonly name: string; readonly error: unknown }[] = [];
  const maxBytes = columnBudget();
  const connections = new ConnectionBudget(maxBytes);
  const columns = new ColumnWatch(maxBytes, () => text?.pipeline.columnBytes ?? 0);
  for (const { name, source } of files) {
    try {
      const callbacks: InflateCallbacks = {
        onRead: () => undefined,
        onCompression: (kind) => {
          compression ??= kind;
        },
        onEncoding: (encoding) => {
          if (text !== null) text.encoding = encoding;
        },
      };
      const parts = openText(source, callbacks);
      for await (const part of parts) {
        if (text === null) {
          text = new FileText(part, NO_STORE, { file: name, connections });
          for (const file of missed) text.missSegment(file.name, file.error);
        } else text.nextSegment(part, name);
        const before = text.pipeline.events;
        await fetchAhead();
        const onStep = (read: FileText, bytes: number): null => {
          columns.look(read, bytes);
          return null;
        };
        const thrown = await pushChunks(part, text, { onStep });
        text.endSegment(thrown);
        if (thrown !== null) fail(name, thrown, text.pipeline.events - before);
      }
    } catch (error) {
      fail(name, error, 0);
      if (text === null) missed.push({ name, error });
      else text.missSegment(name, error);
    }
  }
  text?.finish();
  const judge = new JudgeAhead(null);
  return { text, judge, compression: compression ?? 'none', failures, foreign: text?.isForeign === true };
}

/** @param thrown error that ended the reading of this text; null if it was read to its end. */
function failureOf(text: FileText, thrown: unknown): ReadFailure | null {
  const { events, format } = text.pipeline;
  const offset = placeOf(thrown);
  if (events > 0) {
    if (thrown === null)
      return text.isForeign ? { file: null, offset: null, reason: tellsNothing(format?.name ?? '') } : null;
    return { file: null, offset, reason: judgedWords(thrown, events) };
  }
  if (thrown !== null && !(thrown instanceof NotATrace))
    return { file: null, offset, reason: wordsOf(thrown) };
  const [message] = messagesOf(text, null, true);
  const prefix = `${text.name}: `;
  const words = message?.text ?? 'it holds no event';
  const start = message?.places[0];
  const reason = words.startsWith(prefix) ? words.slice(prefix.length) : words;
  return { file: null, offset, reason: start === undefined ? reason : `${reason} ${start}` };
}

/** Why reading ended early, after the name of the file where the trace has several; null where it did not. */
export function failureWords([first]: readonly ReadFailure[]): string | null {
  if (first === undefined) return null;
  return first.file === null ? first.reason : `${first.file}: ${first.reason}`;
}

function judgedWords(error: unknown, events: number): string {
  return `${systemReason(error)}; the ${plural(events, 'event')} before it ${events === 1 ? 'was' : 'were'} judged`;
}

function placeOf(error: unknown): number | null {
  if (error instanceof DamagedCompression) return error.inflatedOffset;
  return error instanceof NotATrace ? error.offset : null;
}

function wordsOf(error: unknown): string {
  const isSystem = typeof (error as { code?: unknown } | null)?.code === 'string';
  return isSystem ? systemReason(error) : failureMessage(error, 0).text;
}
