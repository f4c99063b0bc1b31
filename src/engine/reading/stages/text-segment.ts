/**
 * One text of a `FileText` while it is read: its problems and its failure, with places as they are in its own file. Most
 * traces have one; a trace of several files has one per file.
 */
import type { TextForm } from '../../input/bytes/inflate';
import type { CommonReason, DecodeProblem } from '../../input/formats/decode-problem';
import { NotATrace } from '../../input/formats/not-a-trace';
import type { SkippedRecord } from '../contract/quality';
import { ProblemLog } from './problem-log';

export class TextSegment {
  /** Name of its file where the trace has several; null where it has one. */
  readonly name: string | null;
  /** Offset of its first byte in all texts joined. */
  readonly offset: number;
  readonly form: TextForm;
  readonly #eventsBefore: number;
  readonly problems = new ProblemLog();
  #failure: unknown = null;
  /** Set at its end. */
  events = 0;

  /** @param form of its text; any where its file gave none. */
  constructor(name: string | null, offset: number, eventsBefore: number, form: TextForm) {
    this.name = name;
    this.offset = offset;
    this.form = form;
    this.#eventsBefore = eventsBefore;
  }

  add(problem: DecodeProblem): void {
    this.problems.add({ ...problem, offset: problem.offset - this.offset });
  }

  /** @param failure why it ended early; null for its end. @param events of all texts so far. */
  end(failure: unknown, events: number): void {
    this.events = events - this.#eventsBefore;
    this.#failure = failure;
  }

  /** Why it ended early; null for its end. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Reading ended before its end. */
  get brokenOff(): boolean {
    return this.#failure !== null;
  }

  /** It ended early, for another reason than not being a trace. */
  get isDamaged(): boolean {
    return this.brokenOff && !(this.#failure instanceof NotATrace);
  }

  /** It ended early, and nothing of it could be read. */
  get isRefused(): boolean {
    return this.brokenOff && this.events === 0;
  }

  total(reason: CommonReason): number {
    return this.problems.total(reason);
  }

  get skipped(): readonly SkippedRecord[] {
    return this.problems.skipped;
  }
}
