/**
 * JSON in every form but text sequences, split into records while streaming: contained documents, bare traces, bare
 * arrays of events, newline-separated or simply concatenated values, and any sequence of these.
 *
 *   { "qlog_version": …, "traces": [ { …, "events": [ {event}, [event], … ] } ] }
 *   └──────── outer: kept as the header ────────────┘ └─ delivered singly ─────┘
 *
 * Text outside an `events` array is collected and delivered as the header, with empty arrays. A top-level value without
 * such an array is a record of a sequence. Damage is handled in `json-recovery.ts`.
 */
import type { Container } from '../../format';
import { MAX_RECORD_BYTES } from '../../records';
import { refuseForeign } from './foreign';
import { Step } from './json-machine';
import { JsonRecovery } from './json-recovery';
import { JsonState, type TraceNumbers } from './json-state';
import { beginsDocument } from './landmarks';
import { Recogniser } from './scan/recogniser';
import { isWhitespace, joinBytes, type RecordSink, skipWhitespace } from './sink';

const LF = 0x0a;
const RS = 0x1e;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;
/** Allowed between top-level values, besides white space: RS, a comma, the bytes of a byte order mark. */
const SEPARATORS: ReadonlySet<number> = new Set([RS, COMMA, 0xef, 0xbb, 0xbf]);
/** Maximum total size of incomplete header texts delivered: each repeats the traces before it. */
const MAX_HEADER_BYTES = 64 * 1024 * 1024;

export class JsonSplitter {
  readonly #state: JsonState;
  readonly #recovery: JsonRecovery;
  #sawSeparator = false;
  /** A top-level array is open, and its first element has not begun. */
  #undecidedArray = false;
  #headerBytes = 0;
  /** Offset of the newest array inside the open event array, until it is known not to be an event. */
  #nestedOffset: number | null = null;
  /** A value has just ended: the next ones may be recognised by the scanner. */
  #betweenValues = false;
  readonly #recogniser: Recogniser;
  /** The first column of the open event array has been read. */
  #hasColumns = false;

  /** @param continued whether good records precede this text: it is not refused then. */
  constructor(sink: RecordSink, traces: TraceNumbers = { next: 0 }, continued = false) {
    this.#state = new JsonState(sink, traces);
    this.#recovery = new JsonRecovery(this.#state, continued);
    this.#recogniser = new Recogniser(this.#state);
    if (continued) this.#state.before = 'document';
  }

  get container(): Container {
    const container = this.#state.container ?? 'NDJSON';
    return container === 'NDJSON' && this.#sawSeparator ? 'JSON-SEQ' : container;
  }

  /**
   * @param offset of the chunk's first byte in the decompressed text.
   * @throws NotATrace when the text is not JSON from the start, or another tool's.
   */
  push(chunk: Uint8Array, offset: number): void {
    const state = this.#state;
    const held = state.buffer.length;
    if (held === 0) state.bufferOffset = offset;
    state.sink.scanner?.forget();
    state.buffer = joinBytes(state.buffer, chunk);
    this.#run(state.mode === 'scanning' ? held : 0);
  }

  /** The text ends here. @throws NotATrace when nothing in it was good. */
  end(): void {
    const state = this.#state;
    while (this.#holdsLines()) this.#run(this.#recovery.brokenRecord(0, -1));
    for (let at = this.#recovery.unswallow(0); at !== null; at = this.#recovery.unswallow(0)) this.#run(at);
    const isDocument = state.value !== 'record';
    if (state.before === 'nothing' && !isDocument && state.refusal !== null) throw state.refusal;
    const endOffset = state.offsetOf(state.buffer.length);
    state.endStray(endOffset);
    // Damage up to the end has already been reported at its start.
    const isCut = state.mode === 'scanning' && !state.machine.atTopLevel;
    const openBytes = isDocument ? state.buffer.length + state.skippedBytes : state.outer.sizeBytes;
    const offset = endOffset - (isCut ? openBytes : 0);
    state.skipped.end(offset);
    if (!isCut) return;
    const inRecord = state.insideEvent || !isDocument;
    const detail = inRecord ? 'the file ends inside this record' : 'the file ends before its closing bracket';
    state.sink.problem({ reason: 'cut', offset, sizeBytes: openBytes, detail });
  }

  #run(from: number): void {
    let start = this.#scan(from);
    while (this.#state.insideEvent && this.#state.buffer.length - start > MAX_RECORD_BYTES) {
      const at = this.#recovery.unswallow(start);
      if (at === null) break;
      start = this.#scan(at);
    }
    this.#state.dropBefore(start);
  }

  /** @returns the first byte that is still needed, or not yet added to the outer text. */
  #scan(from: number): number {
    const state = this.#state;
    let i = from;
    /** The open event's first byte, or the first byte not yet added to the outer text. */
    let start = state.insideEvent ? 0 : from;
    this.#betweenValues = !state.insideEvent;
    while (i < state.buffer.length) {
      if (this.#betweenValues) {
        this.#betweenValues = false;
        const next = this.#recogniser.pass(i);
        if (next > i) {
          i = start = next;
          continue;
        }
      }
      if (state.mode !== 'scanning') {
        const next = this.#recovery.resume(i);
        i = start = next.at;
        if (!next.isFound) break;
        continue;
      }
      i = state.machine.skip(state.buffer, i);
      if (i >= state.buffer.length) break;
      const byte = state.buffer[i];
      const wasDepth = state.machine.depth;
      const step = state.machine.step(byte);
      if (step === Step.nothing) i++;
      else if (step === Step.broken || (step === Step.scalar && wasDepth === 0)) {
        if (wasDepth === 0 && SEPARATORS.has(byte)) i = this.#passSeparators(i);
        else if (this.#forgivesComma(byte, i)) start = this.#blankComma(start, i);
        else {
          this.#undecidedArray = false;
          i = start = this.#recovery.broken(start, i);
        }
      } else if (this.#isNoEvent(step, wasDepth, start, i)) {
        i = start = this.#recovery.broken(start, this.#nestedAt());
      } else if (state.inEvents) start = this.#stepInEvents(step, wasDepth, start, i++);
      else start = this.#stepOutside(step, wasDepth, start, i++);
    }
    return start;
  }

  /**
   * Checks that the open event array is really an event. A list before any other column, or an event as a column, means
   * a stray bracket; and an array whose end is missing contains the next events. So its first column, when that is an
   * object, and each array inside it are compared with the event signatures, as soon as enough of them has been read.
   */
  #isNoEvent(step: Step, wasDepth: number, start: number, i: number): boolean {
    const state = this.#state;
    const columnDepth = state.events.openers.length + 1;
    if (!state.inEvents) return false;
    if (wasDepth < columnDepth) {
      this.#beginColumns();
      return false;
    }
    if (state.buffer[start] !== OPEN_BRACKET || state.skippedBytes > 0) return false;
    const isFirst = step === Step.opened && wasDepth === columnDepth && !this.#hasColumns;
    const isList = step === Step.opened && state.buffer[i] === OPEN_BRACKET;
    const isStray = isFirst && isList;
    this.#hasColumns = true;
    if (isFirst || isList) {
      this.#nestedOffset = state.offsetOf(i);
      return isStray;
    }
    if (this.#nestedOffset === null) return false;
    const match = state.landmarks.matchEvent(state.buffer, this.#nestedAt());
    if (match === 'no') this.#nestedOffset = null;
    return match === 'yes';
  }

  /** An event begins: what was read of the columns of the one before says nothing of it. */
  #beginColumns(): void {
    this.#hasColumns = false;
    this.#nestedOffset = null;
  }

  /** Skips separators, which a damaged file may have in long runs. @returns the position after the run at `from`. */
  #passSeparators(from: number): number {
    const { buffer } = this.#state;
    let i = from;
    for (; i < buffer.length; i++) {
      const byte = buffer[i];
      if (byte === RS) this.#sawSeparator = true;
      else if (!isWhitespace(byte) && !SEPARATORS.has(byte)) break;
    }
    return i;
  }

  /** Position in the buffer of the array that is compared. */
  #nestedAt(): number {
    return (this.#nestedOffset ?? 0) - this.#state.bufferOffset;
  }

  /** @returns the new start: see `#run`. */
  #stepInEvents(step: Step, wasDepth: number, start: number, i: number): number {
    const state = this.#state;
    const eventsDepth = state.events.openers.length;
    if (step !== Step.closed) {
      if (wasDepth !== eventsDepth) return start;
      if (step === Step.scalar) state.beginStray(state.offsetOf(i));
      return i;
    }
    if (state.machine.depth === eventsDepth) {
      this.#emitEvent(start, i + 1);
      return i + 1;
    }
    if (state.machine.depth > eventsDepth) return start;
    state.endStray(state.offsetOf(i));
    state.inEvents = false;
    if (state.machine.depth === 0) this.#finishTopLevel();
    return i;
  }

  #stepOutside(step: Step, wasDepth: number, start: number, i: number): number {
    const state = this.#state;
    const byte = state.buffer[i];
    const from = wasDepth === 0 ? i : start;
    const undecided = this.#undecidedArray;
    this.#undecidedArray = wasDepth === 0 && step === Step.opened && byte === OPEN_BRACKET;
    if (step === Step.opened) {
      if (undecided) return this.#beginArray(from, i);
      if (state.path.opened(state.machine, byte)) return this.#beginEvents(from, i);
    }
    if (step === Step.closed && state.machine.depth === 0) {
      state.addOuter(from, i + 1);
      this.#finishTopLevel();
      return i + 1;
    }
    return from;
  }

  #beginEvents(start: number, i: number): number {
    const state = this.#state;
    state.addOuter(start, i + 1);
    const { offset, sizeBytes, oversized } = state.outer;
    this.#headerBytes += sizeBytes;
    const isGiven = this.#headerBytes <= MAX_HEADER_BYTES && !oversized;
    const text = isGiven ? joinBytes(state.outer.text(), state.machine.closers()) : new Uint8Array(0);
    this.#refuseForeign(text);
    state.good(offset, 'JSON');
    if (state.value === 'record') state.firstTrace = state.traces.next;
    state.value = 'document';
    state.enterEvents(state.machine.openers);
    if (isGiven) state.sink.header(text, false, state.firstTrace);
    return i + 1;
  }

  /** The first element of a top-level array is an object or an array: the array's elements are events. */
  #beginArray(start: number, i: number): number {
    const state = this.#state;
    state.addOuter(start, i);
    state.skipped.end(state.outer.offset);
    state.value = 'array';
    this.#beginColumns();
    state.enterEvents(state.machine.openers.slice(0, 1));
    return i;
  }

  #emitEvent(from: number, to: number): void {
    const state = this.#state;
    state.endStray(state.offsetOf(from));
    const offset = state.offsetOf(from) - state.skippedBytes;
    const sizeBytes = to - from + state.skippedBytes;
    state.skippedBytes = 0;
    const bytes = state.mended(state.buffer.subarray(from, to), offset);
    if (sizeBytes > MAX_RECORD_BYTES) {
      state.oversized(offset, sizeBytes);
      return;
    }
    if (state.value === 'array') {
      this.#refuseForeign(bytes);
      state.good(offset, 'JSON array');
    }
    state.landmarks.learn(bytes, true);
    this.#betweenValues = true;
    state.sink.event(bytes, offset, state.trace);
  }

  #finishTopLevel(): void {
    const state = this.#state;
    const { offset, sizeBytes, oversized } = state.outer;
    if (oversized) {
      state.skipped.end(offset);
      state.oversized(offset, sizeBytes);
    } else if (state.value === 'document') {
      state.sink.header(state.outer.text(), true, state.firstTrace);
    } else if (state.value === 'record') {
      const text = state.outer.text();
      this.#refuseForeign(text);
      state.good(offset, 'NDJSON');
      if (beginsDocument(text) === 'no') state.landmarks.learn(text, true);
      state.sink.record(text, offset, true);
      this.#betweenValues = true;
    }
    state.leaveValue(state.value === 'record' ? 'record' : 'document');
  }

  /** Refuses another tool's file; only its beginning can show that. */
  #refuseForeign(text: Uint8Array): void {
    if (this.#state.container === null) refuseForeign(text, this.#state.outer.offset);
  }

  /** Allows a comma before a closing bracket, as in hand-written files. */
  #forgivesComma(byte: number, at: number): boolean {
    const closes = byte === CLOSE_BRACE || byte === CLOSE_BRACKET;
    if (!closes || !this.#state.machine.forgiveComma()) return false;
    return !this.#state.insideEvent || this.#state.forgiveInEvent(at);
  }

  #blankComma(start: number, i: number): number {
    if (this.#state.inEvents) return start;
    this.#state.addOuter(start, i);
    this.#state.outer.blankComma();
    return i;
  }

  /** True when a value of a sequence is still open at the text's end and contains the following lines. */
  #holdsLines(): boolean {
    const { mode, machine, value, before, outer } = this.#state;
    const isOpen = mode === 'scanning' && !machine.atTopLevel;
    if (!isOpen || value !== 'record' || before !== 'record') return false;
    const text = outer.text();
    return text.indexOf(LF, skipWhitespace(text, 0)) >= 0;
  }
}
