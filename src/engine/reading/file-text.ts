/**
 * One text of a file while it is read: its pipeline, its problems, and its bytes for reading records again. A file is
 * one text; a zip has one per entry.
 */
import type { Encoding, TextPart } from '../bytes/inflate';
import type { TimeRange } from '../bytes/source';
import { type KeptBudget, TextStore } from '../bytes/text-store';
import type { SkippedRecord } from '../contract/quality';
import type { Message } from '../contract/snapshot';
import { FORMATS } from '../formats';
import type { TraceFormat } from '../formats/format';
import { NotATrace } from '../formats/not-a-trace';
import { contentMessages, failureMessage, noEventsMessage, ProblemLog, rangeMessages } from './messages';
import { type Connection, TracePipeline } from './pipeline';
import { timed } from './stage-clock';

export class FileText {
  /** The entry's name in a zip, null for a file that is no zip. */
  readonly name: string | null;
  readonly store: TextStore;
  encoding: Encoding = 'utf-8';
  readonly #problems = new ProblemLog();
  readonly pipeline: TracePipeline;
  #failure: Message | null = null;
  /** The text did not end normally, for another reason than not being a trace. */
  #isDamaged = false;

  /** @param range events outside it are left out; null keeps all. @param formats see `TracePipeline`. */
  constructor(
    part: TextPart,
    budget: KeptBudget,
    range: TimeRange | null = null,
    formats: readonly TraceFormat[] = FORMATS,
  ) {
    this.pipeline = new TracePipeline((problem) => this.#problems.add(problem), range, formats);
    this.name = part.name;
    this.store = new TextStore(part, budget);
  }

  push(bytes: Uint8Array): void {
    timed('keep', () => this.store.append(bytes));
    timed('parse', () => this.pipeline.push(bytes));
  }

  /** The text ends, normally or with `failure`; the bytes before it may hold a last record, complete or truncated. */
  end(failure: unknown): void {
    let reason = failure;
    this.#isDamaged = failure !== null && !(failure instanceof NotATrace);
    this.store.end();
    try {
      if (!(reason instanceof NotATrace)) timed('parse', () => this.pipeline.end());
    } catch (error) {
      reason ??= error;
    }
    if (reason !== null) this.#failure = failureMessage(reason, this.pipeline.events);
  }

  /** Number of truncated records, which are included in the skipped ones. */
  get truncatedRecords(): number {
    return this.#problems.total('cut');
  }

  /** Reading ended before the text's end. */
  get brokenOff(): boolean {
    return this.#failure !== null;
  }

  /**
   * True if it ended and is no trace, or a trace without content: a JSON object with a key `name` is read as an event;
   * without a header, a packet or a metric it is some other file. Damaged bytes are never foreign: their format is
   * unknown.
   */
  get isForeign(): boolean {
    const { events, hasHeader, connections } = this.pipeline;
    if (this.#isDamaged) return false;
    if (events === 0) return true;
    return !hasHeader && connections.every(({ state }) => state.filledSeries().length === 0);
  }

  /** The first records that were not read, with their positions. */
  get skipped(): readonly SkippedRecord[] {
    return this.#problems.skipped;
  }

  /**
   * Messages for the user about this text.
   * @param shown the selected connection, null if it is in another text.
   */
  messages(shown: Connection | null, read: boolean): readonly Message[] {
    const { events, noEvents } = this.pipeline;
    const failed = this.#failure;
    const own =
      failed !== null && events === 0
        ? [failed]
        : [
            ...(failed === null ? [] : [failed]),
            ...rangeMessages(this.pipeline.rangeLimit, events),
            ...this.#problems.messages(events),
            ...(read && events === 0 && noEvents !== null ? [noEventsMessage(noEvents)] : []),
            ...(read && events > 0 && shown !== null ? contentMessages(shown.state, events) : []),
          ];
    // A text that is no trace needs no messages about its header and records.
    const refusals = own.filter(({ kind }) => kind === 'not-qlog');
    const relevant = refusals.length > 0 ? refusals : own;
    const { name } = this;
    return name === null
      ? relevant
      : relevant.map((message) => ({ ...message, text: `${name}: ${message.text}`, entry: name }));
  }
}
