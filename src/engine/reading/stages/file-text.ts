/**
 * One text of a file while it is read: its pipeline, its problems, and its bytes for reading records again. A file is
 * one text; a zip has one per entry. The files of a trace that was rotated are one text, in their order.
 */
import type { Encoding, TextPart } from '../../input/bytes/inflate';
import { JoinedText } from '../../input/bytes/joined-text';
import type { TimeRange } from '../../input/bytes/source';
import type { StoreBudget } from '../../input/bytes/text-store';
import { FORMATS } from '../../input/formats';
import type { DecodeProblem } from '../../input/formats/decode-problem';
import type { TraceFormat } from '../../input/formats/format';
import { NotATrace } from '../../input/formats/not-a-trace';
import type { TimeUnit } from '../../sender/transport/rtt-unit';
import { ConnectionBudget } from '../budgets/connection-budget';
import { timed } from '../budgets/stage-clock';
import type { TextPlace } from '../contract/events';
import type { LogEnds, NumberRange, Segment } from '../contract/log-ends';
import type { SkippedRecord } from '../contract/quality';
import { missingBetween } from '../segments/continues';
import { type RemoteScan, TracePipeline } from './pipeline';
import { TextSegment } from './text-segment';

/** How a text is read. */
export interface TextSettings {
  /** Events outside it are left out; null takes all. */
  readonly range: TimeRange | null;
  /** See `TracePipeline`. */
  readonly formats: readonly TraceFormat[];
  /** Name of the first of several files; null where there is one. */
  readonly file: string | null;
  /** Scans the text in another thread; null for none. */
  readonly remote: RemoteScan | null;
  /** Of all texts of the file. */
  readonly connections: ConnectionBudget;
  /** False where nobody reads records of rows again: their offsets are not stored. */
  readonly readsRecords: boolean;
  /** What times are taken in, because an earlier reading has shown it; null for what the header says. */
  readonly timeUnit: TimeUnit | null;
}

export class FileText {
  /** The entry's name in a zip, null for a file that is no zip. */
  readonly name: string | null;
  readonly store: JoinedText;
  encoding: Encoding = 'utf-8';
  /** Another thread scans it. */
  readonly isScannedApart: boolean;
  readonly pipeline: TracePipeline;
  /** One, or one per file. */
  readonly #segments: TextSegment[] = [];
  /** The one being read, or read last. */
  #newest: TextSegment;
  readonly #seams: Omit<Segment, 'fromUs'>[] = [];
  #lastSent: readonly (NumberRange | null)[] = [];

  constructor(part: TextPart, budget: StoreBudget, settings: Partial<TextSettings> = {}) {
    const { range = null, formats = FORMATS, file = null, remote = null, readsRecords = true } = settings;
    const { connections = new ConnectionBudget(), timeUnit = null } = settings;
    const onProblem = (problem: DecodeProblem): void => this.#newest.add(problem);
    this.pipeline = new TracePipeline(onProblem, range, formats, remote, connections, readsRecords, timeUnit);
    this.isScannedApart = remote !== null;
    this.name = file === null ? part.name : null;
    this.store = new JoinedText(budget);
    this.store.begin(part);
    this.#newest = new TextSegment(file, 0, 0, part.form);
    this.#segments.push(this.#newest);
  }

  push(bytes: Uint8Array): void {
    timed('keep', () => this.store.append(bytes));
    timed('parse', () => this.pipeline.push(bytes));
  }

  /** The next bytes were scanned in another thread, and their rows replayed. */
  passed(bytes: number): void {
    this.store.pass(bytes);
  }

  /** The text ends, normally or with `failure`; the bytes before it may hold a last record, complete or truncated. */
  end(failure: unknown): void {
    this.endSegment(failure);
    this.finish();
  }

  /** The last of several texts has ended. */
  finish(): void {
    timed('parse', () => this.pipeline.finish());
  }

  /** The text of one file ends, as `end`; that of the next one follows. */
  endSegment(failure: unknown): void {
    let reason = failure;
    const segment = this.#newest;
    this.store.end();
    try {
      if (!(reason instanceof NotATrace)) timed('parse', () => this.pipeline.endText());
    } catch (error) {
      reason ??= error;
    }
    segment.end(reason, this.pipeline.events);
    if (segment.name !== null) this.#addSeam(segment, segment.name);
  }

  nextSegment(part: TextPart, file: string): void {
    const { events, inflatedBytes } = this.pipeline;
    this.pipeline.nextText();
    this.store.begin(part);
    this.#newest = new TextSegment(file, inflatedBytes, events, part.form);
    this.#segments.push(this.#newest);
  }

  /** A file before or after the one being read gives no text. */
  missSegment(file: string, failure: unknown): void {
    const { events, inflatedBytes } = this.pipeline;
    const segment = new TextSegment(file, inflatedBytes, events, 'stored');
    // All files before the one being read have ended.
    this.#segments.splice(this.#seams.length, 0, segment);
    segment.end(failure, events);
    this.#addSeam(segment, file);
  }

  /** The files of the trace that have been read; empty where it is one file. */
  get segments(): readonly Segment[] {
    const rows = this.pipeline.connections[0]?.state.events;
    return this.#seams.map((seam) => {
      const row = rows === undefined || seam.events === 0 ? -1 : firstAt(rows.offset, seam.offset);
      return { ...seam, fromUs: rows === undefined || row < 0 ? Number.NaN : rows.timeUs.at(row) };
    });
  }

  /** What shows which other log continues this one; null for several connections, and for several files. */
  get ends(): LogEnds | null {
    const [only, another] = this.pipeline.connections;
    return only === undefined || another !== undefined || this.#seams.length > 0 ? null : only.ends;
  }

  /** Number of truncated records, which are included in the skipped ones. */
  get truncatedRecords(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.total('cut'), 0);
  }

  /** Several files, read as one text. */
  get isJoined(): boolean {
    return this.#seams.length > 0;
  }

  /** Its files, with the problems of each; one where it is one file. */
  get files(): readonly TextSegment[] {
    return this.#segments;
  }

  /** Where a byte of all texts joined stands in its own file. */
  placeOf(offset: number): TextPlace {
    // A file without text begins where the next one does.
    const segment = this.#segments.findLast((one) => one.offset <= offset) ?? this.#newest;
    return { file: segment.name, offset: offset - segment.offset, form: segment.form };
  }

  /** Reading ended before the end of a text. */
  get brokenOff(): boolean {
    return this.#segments.some((segment) => segment.brokenOff);
  }

  /**
   * True if it ended and is no trace, or a trace without content: a JSON object with a key `name` is read as an event;
   * without a header, a packet or a metric it is some other file. Damaged bytes are never foreign: their format is
   * unknown.
   */
  get isForeign(): boolean {
    const { events, hasHeader, connections } = this.pipeline;
    if (this.#segments.some((segment) => segment.isDamaged)) return false;
    if (events === 0) return true;
    return !hasHeader && connections.every(({ state }) => state.filledSeries().length === 0);
  }

  /** The first records that were not read, with their positions. */
  get skipped(): readonly SkippedRecord[] {
    return this.#segments.flatMap(({ name, skipped }, i) =>
      name === null ? skipped : skipped.map((record) => ({ ...record, file: name, fileNumber: i + 1 })),
    );
  }

  #addSeam({ offset, events }: TextSegment, name: string): void {
    const { connections, startedAnew } = this.pipeline;
    const sent = connections[0]?.ends.sent ?? [];
    this.#seams.push({
      name,
      offset,
      events,
      startsAnew: this.#seams.length > 0 && startedAnew,
      missingPackets: missingBetween(this.#lastSent, sent),
    });
    this.#lastSent = sent.map((range, space) => range ?? this.#lastSent[space] ?? null);
  }
}

/** The first row at or after an offset; -1 for none. */
function firstAt(offsets: { readonly length: number; at(row: number): number }, offset: number): number {
  let from = 0;
  let to = offsets.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (offsets.at(middle) < offset) from = middle + 1;
    else to = middle;
  }
  return from < offsets.length ? from : -1;
}
