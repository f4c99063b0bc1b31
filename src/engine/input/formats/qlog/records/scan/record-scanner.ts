/**
 * Recognises records that differ from an earlier one only in numbers, and extracts the numbers without parsing. Learns
 * from records parsed by JSON.parse; everything it does not recognise is left to the splitter and JSON.parse, which
 * define the correct result.
 *
 * Bounded in memory and time: it keeps at most `MAX_TEMPLATES`, drops the least used ones, and learns and scans less
 * often where records do not repeat.
 */
import type { EventBatch } from '../../../../../base/columns/event-batch';
import type { Between } from './between';
import { type Engine, type EngineBuild, engine } from './engine';
import { Learned } from './exports';
import type { RowProgram } from './row-program';
import type { ScannedRun } from './run';
import { skeletonOf } from './skeleton';
import { Template } from './template';

const MAX_TEMPLATES = 512;
/** Records that may be learned before any repeats, and the credit added when one repeats for the first time. */
const MAX_CREDIT = 128;
const CREDIT_PER_RETURN = 4;
/** Without credit one record of this many is learned, and fewer and fewer until one repeats. */
const FIRST_PAUSE = 32;
const LONGEST_PAUSE = 512;
/**
 * Where too many records differ at one position, unused ones are dropped, but only after this many more were learned.
 */
const LEARNED_BETWEEN_PRUNINGS = 64;
/** After this many consecutive misses, scans are skipped. */
const MAX_MISSES_IN_A_ROW = 32;
const LEFT_OUT = 15;
/** When less text than this is left in the window and nothing was found, the window is moved. */
const LARGEST_RECORD_BYTES = 64 * 1024;

/** How the rows of a template's records are filled: by a program, and by whatever else its decoder does. */
export interface RowPlan {
  readonly program: RowProgram;
}

export class RecordScanner<Plan extends RowPlan = RowPlan> {
  readonly #build: EngineBuild | null;
  #engine: Engine | null | undefined;
  #templates: Template<Plan>[] = [];
  #credit = MAX_CREDIT;
  /** Records still to be skipped before the next is learned, and the length of the last pause. */
  #pause = 0;
  #lastPause = FIRST_PAUSE;
  #learnedSincePruning = 0;
  #misses = 0;
  #leftOut = 0;
  #source: Uint8Array | null = null;
  #base = 0;
  #end = 0;
  #count = 0;
  recognised = 0;

  /** @param build null for the fastest that this machine supports. */
  constructor(build: EngineBuild | null = null) {
    this.#build = build;
  }

  get size(): number {
    return this.#templates.length;
  }

  /**
   * A batch that `fillRows` fills; null where nothing is recognised. All readers of a thread share it: each leaves it empty
   * before another reads.
   */
  get batch(): EventBatch | null {
    return this.#machine?.batch ?? null;
  }

  template(index: number): Template<Plan> {
    return this.#templates[index];
  }

  /** As `template`, and counts one use. */
  use(index: number): Template<Plan> {
    const template = this.template(index);
    if (template.uses++ === 0) {
      this.#credit = Math.min(MAX_CREDIT, this.#credit + CREDIT_PER_RETURN);
      this.#lastPause = FIRST_PAUSE;
    }
    return template;
  }

  /**
   * Fills rows of `batch` after its last one, with records of the last run that have plans. Times are as logged.
   * @param offset of the run's base in the decompressed text.
   * @returns the number of records done; fewer where one has a number that no plan takes, or the batch has no room.
   */
  fillRows(first: number, end: number, offset: number): number {
    const { code, batch } = this.#engine as Engine;
    if (!batch.pairs.isInPlace) return 0;
    const last = Math.min(end, first + batch.kind.length - batch.length);
    const done = code.fillRows(first, last, batch.length, batch.pairs.length >>> 1, offset);
    batch.length += done;
    batch.pairs.filledTo(2 * code.pairCount());
    return done;
  }

  /** `batch` has no room for the pairs of a further record: it must be cleared. */
  get lacksPairs(): boolean {
    const { batch, code, maxSlots } = this.#engine as Engine;
    return !batch.pairs.isInPlace || batch.pairs.length >>> 1 > code.maxPairs() - maxSlots;
  }

  /** ACK ranges that the last `fillRows` left out, because they end before they begin. */
  get droppedRanges(): number {
    return (this.#engine as Engine).code.droppedRanges();
  }

  /** Further records of a template are filled by a plan, where there is room for it. */
  plan(index: number, plan: Plan | null): void {
    const template = this.template(index);
    const isWritten = plan !== null && (this.#engine as Engine).programs.write(index, plan.program);
    template.plan = isWritten ? plan : null;
  }

  /** The result of the last `scan`. */
  get run(): ScannedRun {
    const { records, numbers } = this.#engine as Engine;
    return { count: this.#count, base: this.#base, records, numbers };
  }

  /** Allows the scanned bytes to be overwritten. */
  forget(): void {
    this.#source = null;
  }

  /**
   * Recognises records from `from` on.
   * @param afterComma only for events: the first one needs no comma before it.
   * @returns the position after the last one, including its RS in a text sequence; `from` for none.
   */
  scan(bytes: Uint8Array, from: number, between: Between, afterComma = false): number {
    if (this.#leftOut > 0 || this.#templates.length === 0 || from >= bytes.length) {
      if (this.#leftOut > 0) this.#leftOut--;
      return from;
    }
    const machine = this.#engine as Engine;
    this.#own(machine);
    if (bytes !== this.#source || from < this.#base || from >= this.#end) this.#load(machine, bytes, from);
    let end = this.#scanWindow(machine, from, between, afterComma);
    if (end === from && this.#end < bytes.length && this.#end - from < LARGEST_RECORD_BYTES) {
      this.#load(machine, bytes, from);
      end = this.#scanWindow(machine, from, between, afterComma);
    }
    this.#rate();
    return end;
  }

  /**
   * Learns a record that was not recognised.
   * @param bytes its text without white space around it. @param value result of JSON.parse; owned by the scanner from
   * now on.
   */
  learn(bytes: Uint8Array, value: unknown): void {
    if (this.#pause > 0) {
      this.#pause--;
      return;
    }
    if (this.#credit > 0) this.#credit--;
    else this.#pause = this.#lastPause = Math.min(LONGEST_PAUSE, 2 * this.#lastPause);
    const machine = this.#machine;
    if (machine === null) return;
    const skeleton = skeletonOf(bytes, value, machine.maxSlots);
    if (skeleton === null) return;
    this.#learnedSincePruning++;
    this.#own(machine);
    if (this.#templates.length >= MAX_TEMPLATES) this.#prune(machine);
    const template = new Template<Plan>(skeleton);
    const learned = this.#insert(machine, template, this.#templates.length);
    if (learned === Learned.added) this.#templates.push(template);
    else if (learned === Learned.noRoom) this.#prune(machine);
    else if (learned === Learned.crowded && this.#learnedSincePruning >= LEARNED_BETWEEN_PRUNINGS)
      this.#prune(machine);
  }

  get #machine(): Engine | null {
    if (this.#engine === undefined) this.#engine = engine(this.#build);
    return this.#engine;
  }

  #scanWindow(machine: Engine, from: number, between: Between, afterComma: boolean): number {
    const end = this.#base + machine.code.scan(from - this.#base, between, afterComma);
    this.#count = machine.code.recordCount();
    return end;
  }

  #load(machine: Engine, bytes: Uint8Array, from: number): void {
    const text = bytes.subarray(from, from + machine.text.length);
    machine.text.set(text);
    machine.code.endText(text.length);
    this.#source = bytes;
    this.#base = from;
    this.#end = from + text.length;
  }

  #rate(): void {
    if (this.#count > 0) {
      this.#misses = 0;
      this.recognised += this.#count;
    } else if (++this.#misses >= MAX_MISSES_IN_A_ROW) this.#leftOut = LEFT_OUT;
  }

  /** Writes skeletons again if another scanner of this thread has used the engine since. */
  #own(machine: Engine): void {
    if (machine.user === this) return;
    machine.user = this;
    this.#source = null;
    this.#insertAll(machine);
  }

  #insertAll(machine: Engine): void {
    machine.code.clear();
    machine.programs.clear();
    const templates = this.#templates;
    this.#templates = [];
    for (const template of templates) {
      const index = this.#templates.length;
      if (this.#insert(machine, template, index) !== Learned.added) continue;
      this.#templates.push(template);
      this.plan(index, template.plan);
    }
  }

  /** Keeps the used half of the templates, the most used first. */
  #prune(machine: Engine): void {
    this.#learnedSincePruning = 0;
    const half = this.#templates.length >> 1;
    const used = this.#templates.filter(({ uses }) => uses > 0);
    this.#templates = used.sort((a, b) => b.uses - a.uses).slice(0, half);
    for (const template of this.#templates) template.uses = (template.uses + 1) >>> 1;
    this.#insertAll(machine);
  }

  #insert(machine: Engine, { skeleton }: Template, index: number): Learned {
    const { pieces } = skeleton;
    const { lesson } = machine;
    let at = pieces.length * 4;
    const lengths = new Uint32Array(lesson.buffer, lesson.byteOffset, pieces.length);
    for (const [i, piece] of pieces.entries()) {
      if (at + piece.length > lesson.length) return Learned.known;
      lengths[i] = piece.length;
      lesson.set(piece, at);
      at += piece.length;
    }
    return machine.code.learn(index, pieces.length);
  }
}
