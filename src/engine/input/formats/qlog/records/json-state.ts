/**
 * State of the JSON splitter at a byte: the unconsumed bytes, the open top-level value, the last `events` array. Shared
 * by the two halves of the splitter: `split-json.ts` advances it over good text, `json-recovery.ts` moves it to the
 * next readable position after damage.
 */
import type { Container } from '../../format';
import { NotATrace } from '../../not-a-trace';
import { MAX_RECORD_BYTES } from '../../records';
import { EventsPath } from './events-path';
import { JsonMachine } from './json-machine';
import { Landmarks } from './landmarks';
import { OuterText } from './outer-text';
import type { RecordSink } from './sink';

const COMMA = 0x2c;
const SPACE = 0x20;
/** Trailing commas allowed in one event: each is stored until its end. */
const MAX_FORGIVEN = 65_536;
export const LIMIT = `${MAX_RECORD_BYTES / 1024 / 1024} MiB`;

/** Trace numbers, shared by the splitters of one text. */
export interface TraceNumbers {
  next: number;
}

/** The last `events` array: what was open inside it, and how much outer text stood before its first event. */
export interface EventsPlace {
  readonly openers: readonly number[];
  readonly outerBytes: number;
}

export type Mode = 'scanning' | 'resync-event' | 'resync-line' | 'resync-start';

export class JsonState {
  readonly sink: RecordSink;
  readonly traces: TraceNumbers;
  readonly machine = new JsonMachine();
  readonly path = new EventsPath();
  readonly landmarks = new Landmarks();
  readonly outer = new OuterText();
  readonly skipped: SkippedText;
  /** Unconsumed bytes: the open event, or the end of the text for a search. */
  buffer: Uint8Array = new Uint8Array(0);
  bufferOffset = 0;
  mode: Mode = 'scanning';
  /** Kind of the open top-level value: a document with events, a bare array of events, or neither so far. */
  value: 'record' | 'document' | 'array' = 'record';
  events: EventsPlace = { openers: [], outerBytes: 0 };
  inEvents = false;
  /** Number of the trace whose events are read, and of the first one of its document. */
  trace = 0;
  firstTrace = 0;
  /** The last complete top-level value: decides what may come next. */
  before: 'nothing' | 'record' | 'document' = 'nothing';
  /** Container of the first good part of the text. */
  container: Container | null = null;
  /** Bytes of the open event that were dropped because it is oversized. */
  skippedBytes = 0;
  /** Offsets of trailing commas in the open event. */
  forgiven: number[] = [];
  /** Why the text is not qlog, used if nothing good follows. */
  refusal: NotATrace | null = null;
  /** Offset of a bare value among the events, until it is known whether it belongs to a damaged event. */
  #strayOffset: number | null = null;

  constructor(sink: RecordSink, traces: TraceNumbers) {
    this.sink = sink;
    this.traces = traces;
    this.skipped = new SkippedText(sink);
  }

  get insideEvent(): boolean {
    return this.inEvents && this.machine.depth > this.events.openers.length;
  }

  /** Offset in the decompressed text of a position in the buffer. */
  offsetOf(at: number): number {
    return this.bufferOffset + at;
  }

  enterEvents(openers: readonly number[]): void {
    this.inEvents = true;
    this.events = { openers, outerBytes: this.outer.sizeBytes };
    this.trace = this.traces.next++;
  }

  /** The open top-level value ends, complete or abandoned. */
  leaveValue(before: 'record' | 'document'): void {
    this.before = before;
    this.value = 'record';
    this.inEvents = false;
    this.outer.clear();
  }

  /** Something readable begins at `offset`. */
  good(offset: number, container: Container): void {
    this.skipped.end(offset);
    this.container ??= container;
  }

  /** @throws NotATrace when a text of the maximum record size holds no events and nothing good came before. */
  addOuter(from: number, to: number): void {
    this.outer.add(this.buffer.subarray(from, to), this.offsetOf(from));
    if (this.outer.oversized && this.before === 'nothing' && this.value === 'record')
      throw new NotATrace('qlog', `no events array within ${LIMIT}`, this.outer.offset, this.outer.head);
  }

  /** Records the comma before the bracket at `at`, which closes something inside an event. @returns false: too many. */
  forgiveInEvent(at: number): boolean {
    this.forgiven.push(this.offsetOf(this.buffer.lastIndexOf(COMMA, at)));
    return this.forgiven.length <= MAX_FORGIVEN;
  }

  /** The bytes of an event without its trailing commas; a copy, if there are any. */
  mended(event: Uint8Array, offset: number): Uint8Array {
    if (this.forgiven.length === 0) return event;
    const copy = event.slice();
    for (const comma of this.forgiven) copy[comma - offset] = SPACE;
    this.forgiven = [];
    return copy;
  }

  /** Drops consumed bytes; keeps a copy of the rest, because the chunk may be reused after `push`. */
  dropBefore(start: number): void {
    const held = this.buffer.length - start;
    const { insideEvent } = this;
    if (this.mode !== 'scanning' || (insideEvent && this.skippedBytes + held <= MAX_RECORD_BYTES)) {
      this.bufferOffset += start;
      this.buffer = this.buffer.slice(start);
      return;
    }
    if (insideEvent) this.skippedBytes += held;
    else if (!this.inEvents && !this.machine.atTopLevel) this.addOuter(start, this.buffer.length);
    this.bufferOffset += this.buffer.length;
    this.buffer = new Uint8Array(0);
  }

  oversized(offset: number, sizeBytes: number): void {
    this.sink.problem({ reason: 'oversized', offset, sizeBytes, detail: `larger than ${LIMIT}` });
  }

  /** A bare value in place of an event. */
  beginStray(offset: number): void {
    this.endStray(offset);
    this.#strayOffset = offset;
  }

  /** Good text follows: the bare value was not part of a damaged event, and is reported itself. */
  endStray(offset: number): void {
    if (this.#strayOffset === null) return;
    this.sink.problem({
      reason: 'broken',
      offset: this.#strayOffset,
      sizeBytes: offset - this.#strayOffset,
      detail: 'a bare value stands where an event is expected: neither an object nor an array',
    });
    this.#strayOffset = null;
  }

  /** Drops the bare value: the report of the following damage includes it. */
  dropStray(): void {
    this.#strayOffset = null;
  }
}

/**
 * A stretch of text between two readable positions that is no record: a prefix such as `var trace =`, or script code
 * after a document. It is reported once, when its end is known, and not line by line.
 */
class SkippedText {
  readonly #sink: RecordSink;
  #offset = 0;
  #detail: string | null = null;

  constructor(sink: RecordSink) {
    this.#sink = sink;
  }

  /** Skipped text begins here, unless it already began earlier. */
  begin(offset: number, detail: string): void {
    if (this.#detail !== null) return;
    this.#offset = offset;
    this.#detail = detail;
  }

  /** Something good begins, or the file ends: reports the stretch, if there is one. */
  end(offset: number): void {
    if (this.#detail === null) return;
    const sizeBytes = Math.max(0, offset - this.#offset);
    this.#sink.problem({ reason: 'broken', offset: this.#offset, sizeBytes, detail: this.#detail });
    this.#detail = null;
  }
}
