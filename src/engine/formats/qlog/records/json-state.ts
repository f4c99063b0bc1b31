/**
 * What the JSON splitter knows at a byte: the unconsumed bytes, the open top-level value, the last `events`
 * array. Shared by the two halves of the splitter: `split-json.ts` moves it forward over good text,
 * `json-recovery.ts` puts it to where reading can go on behind damage.
 */
import { EventsPath } from './events-path';
import { JsonMachine } from './json-machine';
import { Landmarks } from './landmarks';
import { OuterText } from './outer-text';
import { type Container, MAX_RECORD_BYTES, NotQlog, type RecordSink } from './sink';

const COMMA = 0x2c;
const SPACE = 0x20;
/** Commas forgiven in one event: each is remembered until its end. */
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
  /** Unconsumed bytes: the open event, or the tail that a search still needs. */
  buffer: Uint8Array = new Uint8Array(0);
  bufferOffset = 0;
  mode: Mode = 'scanning';
  /** What the open top-level value is: a document with events, a bare array of events, or no such thing yet. */
  value: 'record' | 'document' | 'array' = 'record';
  events: EventsPlace = { openers: [], outerBytes: 0 };
  inEvents = false;
  /** Number of the trace whose events are read, and of the first one of its document. */
  trace = 0;
  firstTrace = 0;
  /** What came last at the top level and was whole: it says what may come next. */
  before: 'nothing' | 'record' | 'document' = 'nothing';
  /** What the first good thing in the text was. */
  container: Container | null = null;
  /** Bytes of the open event that were let go of, because it is oversized. */
  skippedBytes = 0;
  /** Offsets of commas in the open event that stand before a closing bracket. */
  forgiven: number[] = [];
  /** Why the text is no qlog, should nothing good come. */
  refusal: NotQlog | null = null;
  /** Offset of a bare value among the events, until it is known not to belong to a damaged one. */
  #strayOffset: number | null = null;

  constructor(sink: RecordSink, traces: TraceNumbers) {
    this.sink = sink;
    this.traces = traces;
    this.skipped = new SkippedText(sink);
  }

  get insideEvent(): boolean {
    return this.inEvents && this.machine.depth > this.events.openers.length;
  }

  /** Offset in the inflated text of a place in the buffer. */
  offsetOf(at: number): number {
    return this.bufferOffset + at;
  }

  enterEvents(openers: readonly number[]): void {
    this.inEvents = true;
    this.events = { openers, outerBytes: this.outer.sizeBytes };
    this.trace = this.traces.next++;
  }

  /** The open top-level value ends, whole or given up. */
  leaveValue(before: 'record' | 'document'): void {
    this.before = before;
    this.value = 'record';
    this.inEvents = false;
    this.outer.clear();
  }

  /** Something that can be read begins at `offset`. */
  good(offset: number, container: Container): void {
    this.skipped.end(offset);
    this.container ??= container;
  }

  /** @throws NotQlog when a record's worth of text holds no events and nothing good came before. */
  addOuter(from: number, to: number): void {
    this.outer.add(this.buffer.subarray(from, to), this.offsetOf(from));
    if (this.outer.oversized && this.before === 'nothing' && this.value === 'record')
      throw new NotQlog(`no events array within ${LIMIT}`, this.outer.offset, this.outer.head);
  }

  /** Notes the comma before the bracket at `at`, which closes something inside an event. @returns false: too many. */
  forgiveInEvent(at: number): boolean {
    this.forgiven.push(this.offsetOf(this.buffer.lastIndexOf(COMMA, at)));
    return this.forgiven.length <= MAX_FORGIVEN;
  }

  /** The bytes of an event without the commas that were forgiven; a copy, where there are any. */
  mended(event: Uint8Array, offset: number): Uint8Array {
    if (this.forgiven.length === 0) return event;
    const copy = event.slice();
    for (const comma of this.forgiven) copy[comma - offset] = SPACE;
    this.forgiven = [];
    return copy;
  }

  /** Lets go of what is consumed; keeps a copy, because the chunk belongs to its producer after `push`. */
  keepFrom(start: number): void {
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

  /** A bare value stands where an event is expected. */
  beginStray(offset: number): void {
    this.endStray(offset);
    this.#strayOffset = offset;
  }

  /** What follows is good: the bare value was no part of a damaged event, and is reported as what it is. */
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

  /** The damage that follows covers it. */
  dropStray(): void {
    this.#strayOffset = null;
  }
}

/**
 * A stretch of text between two good places that is no record: a prefix such as `var trace =`, what a script
 * leaves behind a document. It is reported once, when its end is known, and not line by line.
 */
class SkippedText {
  readonly #sink: RecordSink;
  #offset = 0;
  #detail: string | null = null;

  constructor(sink: RecordSink) {
    this.#sink = sink;
  }

  /** Text that is no record begins here, unless it already began earlier. */
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
