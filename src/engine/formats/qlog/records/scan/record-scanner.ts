/**
 * Recognises records that differ from an earlier one in nothing but numbers, and gives their numbers without
 * parsing them. Learns from what JSON.parse has read; everything that it does not recognise is left to the
 * splitter and to JSON.parse, which stay the truth.
 *
 * Bounded in both memory and time: it keeps at most `MAX_TEMPLATES`, lets go of the least used ones, and where
 * records do not come again it learns and looks less often.
 */
import { type Between, type Engine, type EngineBuild, engine, Learned } from './engine';
import { skeletonOf } from './skeleton';
import { Template } from './template';

const MAX_TEMPLATES = 512;
/** Records that may be learned before any came again, and how many more may be when one did for the first time. */
const MAX_CREDIT = 128;
const CREDIT_PER_RETURN = 4;
/** Without credit one record of so many is learned, and ever fewer until one comes again. */
const FIRST_PAUSE = 32;
const LONGEST_PAUSE = 512;
/** Where too many records differ at one place, unused ones are let go, but not more often than after so many more. */
const LEARNED_BETWEEN_PRUNINGS = 64;
/** After so many misses in a row, looks are left out. */
const PATIENCE = 32;
const LEFT_OUT = 15;
/** Where less text than this is left in the window and nothing was found, the window is moved. */
const LARGEST_RECORD_BYTES = 64 * 1024;

/** Recognised records, one behind the other; good until the next call. */
export interface ScannedRun {
  readonly count: number;
  /** Place of the text's first byte in the bytes that were scanned. */
  readonly base: number;
  /** Three numbers each: template, first byte and byte behind the last one, counted from `base`. */
  readonly records: Uint32Array;
  /** Their numbers, one record's behind the other's. */
  readonly numbers: Float64Array;
}

export class RecordScanner {
  readonly #build: EngineBuild | null;
  #engine: Engine | null | undefined;
  #templates: Template[] = [];
  #credit = MAX_CREDIT;
  /** Records that will not be learned, and how many that were the last time. */
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

  /** @param build null for the best that this machine runs. */
  constructor(build: EngineBuild | null = null) {
    this.#build = build;
  }

  get size(): number {
    return this.#templates.length;
  }

  /** The template of a record in a run. */
  template(index: number): Template {
    return this.#templates[index] as Template;
  }

  /** As `template`, and counts it as used. */
  use(index: number): Template {
    const template = this.template(index);
    if (template.uses++ === 0) {
      this.#credit = Math.min(MAX_CREDIT, this.#credit + CREDIT_PER_RETURN);
      this.#lastPause = FIRST_PAUSE;
    }
    return template;
  }

  /** What the last `scan` found. */
  get run(): ScannedRun {
    const { records, numbers } = this.#engine as Engine;
    return { count: this.#count, base: this.#base, records, numbers };
  }

  /** The bytes scanned last may be overwritten now. */
  forget(): void {
    this.#source = null;
  }

  /**
   * Recognises records from `from` on.
   * @param afterComma only for events: the first one stands behind a comma already, or needs none.
   * @returns the place behind the last one, and behind its RS in a text sequence; `from` where there is none.
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
   * @param bytes its text without white space around it. @param value what JSON.parse made of it; from now on the
   * scanner's own.
   */
  learn(bytes: Uint8Array, value: unknown): void {
    if (this.#pause > 0) {
      this.#pause--;
      return;
    }
    if (this.#credit > 0) this.#credit--;
    else this.#pause = this.#lastPause = Math.min(LONGEST_PAUSE, 2 * this.#lastPause);
    if (this.#engine === undefined) this.#engine = engine(this.#build);
    const machine = this.#engine;
    if (machine === null) return;
    const skeleton = skeletonOf(bytes, value, machine.maxSlots);
    if (skeleton === null) return;
    this.#learnedSincePruning++;
    this.#own(machine);
    if (this.#templates.length >= MAX_TEMPLATES) this.#prune(machine);
    const template = new Template(skeleton);
    const learned = this.#insert(machine, template, this.#templates.length);
    if (learned === Learned.added) this.#templates.push(template);
    else if (learned === Learned.noRoom) this.#prune(machine);
    else if (learned === Learned.crowded && this.#learnedSincePruning >= LEARNED_BETWEEN_PRUNINGS)
      this.#prune(machine);
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
    } else if (++this.#misses >= PATIENCE) this.#leftOut = LEFT_OUT;
  }

  /** Another scanner of this thread may have used the engine since. */
  #own(machine: Engine): void {
    if (machine.user === this) return;
    machine.user = this;
    this.#source = null;
    this.#insertAll(machine);
  }

  #insertAll(machine: Engine): void {
    machine.code.clear();
    const templates = this.#templates;
    this.#templates = [];
    for (const template of templates) {
      if (this.#insert(machine, template, this.#templates.length) === Learned.added)
        this.#templates.push(template);
    }
  }

  /** Keeps those that were used, and of them the half that was used most. */
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
