/**
 * Contained JSON and newline-separated JSON, cut into records while they stream by.
 *
 *   { "qlog_version": …, "traces": [ { …, "events": [ {event}, {event}, … ] } ] }
 *   └──────── outer: kept as the header ────────────┘ └─ handed on one by one ─┘
 *
 * Text outside an `events` array is collected and handed on as the header, with the arrays left empty.
 * A file without such an array is a sequence of top-level values: header first, then one event each.
 *
 * After damage inside an event the search goes on just behind the damaged event's first byte, for text
 * that begins as events did before; in a sequence, at the line after that on which the damaged value began.
 */
import { EventSignatures } from './event-signature';
import { JsonMachine, Step } from './json-machine';
import {
  type Container,
  joinBytes,
  MAX_RECORD_BYTES,
  NotQlog,
  printable,
  type RecordSink,
  skipWhitespace,
} from './sink';

const LF = 0x0a;
const OPEN_BRACE = 0x7b;
/** Text shown before the byte at which the JSON breaks. */
const DETAIL_BYTES = 32;
const NONE = -1;
const LIMIT = `${MAX_RECORD_BYTES / 1024 / 1024} MiB`;
/** Bytes of a sequence read again after damage, per byte so far: a file of openers would take 256. */
const MAX_REREADS = 8;
/** `events` belongs to a trace at most this deep: file object, `traces` array, trace object. */
const MAX_TRACE_DEPTH = 3;

type Mode = 'scanning' | 'resync-event' | 'resync-line' | 'stopped';

/** Result of a search for the next good place: where it is, or from where on bytes are still needed. */
interface Found {
  readonly found: boolean;
  readonly at: number;
}

export class JsonSplitter {
  readonly #sink: RecordSink;
  readonly #machine = new JsonMachine();
  /** Unconsumed bytes: the open event, or the tail that a search still needs. */
  #buffer: Uint8Array = new Uint8Array(0);
  #bufferOffset = 0;
  #mode: Mode = 'scanning';
  /** Depth of the open `events` array, or NONE outside one. */
  #eventsDepth = NONE;
  /** The brackets open inside the last `events` array, and the outer text up to it. */
  #eventsOpeners: readonly number[] = [];
  #eventsOuterBytes = 0;
  #eventsSeen = false;
  #trace = NONE;
  readonly #signatures = new EventSignatures();
  /** Bytes of the open event that were let go of, because it is oversized. */
  #skippedBytes = 0;
  #outer: Uint8Array[] = [];
  #outerBytes = 0;
  #outerOffset = 0;
  #topLevelValues = 0;
  #rereadBytes = 0;

  constructor(sink: RecordSink) {
    this.#sink = sink;
  }

  get container(): Container {
    return this.#eventsSeen ? 'JSON' : 'NDJSON';
  }

  /**
   * @param offset of the chunk's first byte in the inflated file.
   * @throws NotQlog when the text is no JSON from the start on, or holds no record within 16 MiB.
   */
  push(chunk: Uint8Array, offset: number): void {
    if (this.#mode === 'stopped') return;
    const held = this.#buffer.length;
    if (held === 0) this.#bufferOffset = offset;
    this.#buffer = joinBytes(this.#buffer, chunk);
    this.#run(this.#mode === 'scanning' ? held : 0);
  }

  end(): void {
    while (this.#holdsLines()) this.#run(this.#brokenValue(0, -1));
    // Damage that reaches to the end has been reported where it begins.
    if (this.#mode !== 'scanning' || this.#machine.atTopLevel) return;
    this.#sink.problem({
      reason: 'cut',
      offset: this.#eventsSeen ? this.#bufferOffset - this.#skippedBytes : this.#outerOffset,
      sizeBytes: this.#buffer.length + this.#skippedBytes + (this.#eventsSeen ? 0 : this.#outerBytes),
      detail:
        this.#insideEvent() || !this.#eventsSeen
          ? 'the file ends inside this record'
          : 'the file ends before its closing bracket',
    });
  }

  #run(from: number): void {
    let i = from;
    /** The open event's first byte, or the first byte not yet handed to the outer text. */
    let start = this.#insideEvent() ? 0 : from;
    while (i < this.#buffer.length) {
      if (this.#mode === 'stopped') return;
      if (this.#mode !== 'scanning') {
        const next = this.#mode === 'resync-event' ? this.#findEvent(i) : this.#findLine(i);
        i = start = next.at;
        if (!next.found) break;
        this.#mode = 'scanning';
        continue;
      }
      i = this.#machine.skip(this.#buffer, i);
      if (i >= this.#buffer.length) break;
      const wasDepth = this.#machine.depth;
      const step = this.#machine.step(this.#buffer[i] as number);
      const stray = step === Step.scalar && wasDepth === 0;
      if (step === Step.broken || stray) i = start = this.#broken(start, i);
      else if (step === Step.nothing) i++;
      else if (this.#eventsDepth !== NONE) start = this.#stepInEvents(step, wasDepth, start, i++);
      else start = this.#stepOutside(step, wasDepth, start, i++);
    }
    this.#keepFrom(start);
  }

  /** @returns the new start: see `#run`. */
  #stepInEvents(step: Step, wasDepth: number, start: number, i: number): number {
    if (step !== Step.closed) return wasDepth === this.#eventsDepth ? i : start;
    if (this.#machine.depth === this.#eventsDepth) {
      this.#emitEvent(start, i + 1);
      return i + 1;
    }
    if (this.#machine.depth > this.#eventsDepth) return start;
    this.#eventsDepth = NONE;
    return i;
  }

  #stepOutside(step: Step, wasDepth: number, start: number, i: number): number {
    if (wasDepth === 0 && this.#eventsSeen) {
      this.#stopAtSecondDocument(i);
      return i;
    }
    if (step === Step.opened && this.#opensEvents()) {
      this.#addOuter(start, i + 1);
      this.#eventsDepth = this.#machine.depth;
      this.#eventsOpeners = this.#machine.openers;
      this.#eventsOuterBytes = this.#outerBytes;
      this.#eventsSeen = true;
      this.#trace++;
      this.#sink.header(joinBytes(this.#takeOuter(), this.#machine.closers()), false);
      return i + 1;
    }
    if (step === Step.closed && this.#machine.depth === 0) {
      this.#addOuter(start, i + 1);
      this.#finishTopLevel();
      return i + 1;
    }
    return start;
  }

  #insideEvent(): boolean {
    return this.#eventsDepth !== NONE && this.#machine.depth > this.#eventsDepth;
  }

  #opensEvents(): boolean {
    const { depth, insideArray, key } = this.#machine;
    if (this.#topLevelValues > 0) return false;
    return insideArray && key === 'events' && depth <= MAX_TRACE_DEPTH + 1;
  }

  /** Lets go of what is consumed; keeps a copy, because the chunk belongs to its producer after `push`. */
  #keepFrom(start: number): void {
    if (this.#mode === 'scanning' && !this.#insideEvent()) {
      if (this.#eventsDepth === NONE) this.#addOuter(start, this.#buffer.length);
      this.#bufferOffset += this.#buffer.length;
      this.#buffer = new Uint8Array(0);
      return;
    }
    const held = this.#buffer.length - start;
    if (this.#insideEvent() && this.#skippedBytes + held > MAX_RECORD_BYTES) {
      this.#skippedBytes += held;
      this.#bufferOffset += this.#buffer.length;
      this.#buffer = new Uint8Array(0);
      return;
    }
    this.#bufferOffset += start;
    this.#buffer = this.#buffer.slice(start);
  }

  #oversized(offset: number, sizeBytes: number): void {
    this.#sink.problem({ reason: 'oversized', offset, sizeBytes, detail: `larger than ${LIMIT}` });
  }

  #emitEvent(from: number, to: number): void {
    const offset = this.#bufferOffset + from - this.#skippedBytes;
    const sizeBytes = to - from + this.#skippedBytes;
    this.#skippedBytes = 0;
    if (sizeBytes > MAX_RECORD_BYTES) {
      this.#oversized(offset, sizeBytes);
      return;
    }
    const bytes = this.#buffer.subarray(from, to);
    this.#signatures.learn(bytes, true);
    this.#sink.event(bytes, offset, this.#trace);
  }

  #addOuter(from: number, to: number): void {
    if (to <= from) return;
    if (this.#outerBytes === 0) this.#outerOffset = this.#bufferOffset + from;
    this.#outer.push(this.#buffer.slice(from, to));
    this.#outerBytes += to - from;
    if (this.#outerBytes <= MAX_RECORD_BYTES) return;
    if (this.#topLevelValues === 0 && !this.#eventsSeen) {
      throw new NotQlog(`no events array within ${LIMIT}`, this.#outerOffset, this.#takeOuter());
    }
    this.#outer = [];
  }

  #takeOuter(): Uint8Array {
    const joined = this.#outer.reduce(joinBytes, new Uint8Array(0));
    this.#outer = [joined];
    return joined;
  }

  #clearOuter(): void {
    this.#outer = [];
    this.#outerBytes = 0;
  }

  #finishTopLevel(): void {
    this.#topLevelValues++;
    const bytes = this.#takeOuter();
    if (this.#outerBytes > MAX_RECORD_BYTES) {
      this.#oversized(this.#outerOffset, this.#outerBytes);
    } else if (this.#eventsSeen) {
      this.#sink.header(bytes, true);
    } else {
      const lead = skipWhitespace(bytes, 0);
      this.#sink.record(bytes.subarray(lead), this.#outerOffset + lead, true);
    }
    this.#clearOuter();
  }

  /** @returns where to go on reading. */
  #broken(start: number, at: number): number {
    if (this.#eventsDepth !== NONE) return this.#brokenInEvents(start, at);
    if (this.#eventsSeen) return this.#brokenAfterEvents(at);
    if (this.#topLevelValues > 0) return this.#brokenValue(start, at);
    const offset = this.#bufferOffset + at;
    const head = joinBytes(this.#takeOuter(), this.#buffer.subarray(start));
    throw new NotQlog(`not valid JSON: it breaks at byte ${offset}`, offset, head);
  }

  #brokenInEvents(start: number, at: number): number {
    const inEvent = this.#insideEvent();
    const from = inEvent ? start : at;
    const sizeBytes = at - from + this.#skippedBytes;
    this.#reportBroken(this.#bufferOffset + at - sizeBytes, sizeBytes, from, at);
    if (inEvent && this.#skippedBytes === 0) this.#signatures.learn(this.#buffer.subarray(from, at), false);
    this.#skippedBytes = 0;
    this.#machine.resetTo(this.#eventsOpeners);
    this.#mode = 'resync-event';
    // Between events the byte may begin the next one: only a comma is missing.
    return inEvent && sizeBytes <= MAX_RECORD_BYTES ? from + 1 : at;
  }

  /** An object where the trace's next key must stand: a bracket too many closed the events early. */
  #brokenAfterEvents(at: number): number {
    this.#reportBroken(this.#bufferOffset + at, 0, at, at);
    const early = this.#machine.depth === this.#eventsOpeners.length - 1;
    if (!early || this.#buffer[at] !== OPEN_BRACE) {
      this.#mode = 'stopped';
      return at;
    }
    this.#outer = [this.#takeOuter().subarray(0, this.#eventsOuterBytes)];
    this.#outerBytes = this.#eventsOuterBytes;
    this.#machine.resetTo(this.#eventsOpeners);
    this.#eventsDepth = this.#eventsOpeners.length;
    this.#mode = 'resync-event';
    return at;
  }

  /** A value of a sequence: the next line is the next chance, and the damage may have run past it. */
  #brokenValue(start: number, at: number): number {
    const brokenAt = this.#bufferOffset + at;
    const oversized = this.#outerBytes > MAX_RECORD_BYTES;
    const from = oversized ? at : this.#restartValue(start);
    const offset = oversized ? this.#outerOffset : this.#bufferOffset + from;
    this.#reportBroken(offset, brokenAt + 1 - offset, from, brokenAt - this.#bufferOffset);
    this.#clearOuter();
    this.#machine.resetTo([]);
    this.#mode = 'resync-line';
    const lastLine = this.#buffer.lastIndexOf(LF, brokenAt - this.#bufferOffset);
    this.#rereadBytes += Math.max(0, lastLine - from);
    return this.#rereadBytes > MAX_REREADS * brokenAt ? Math.max(from, lastLine) : from;
  }

  /** A value of a sequence stays open at the file's end and has taken in the lines behind it. */
  #holdsLines(): boolean {
    const open = this.#mode === 'scanning' && !this.#machine.atTopLevel;
    if (!open || this.#eventsSeen || this.#topLevelValues === 0) return false;
    const text = this.#takeOuter();
    return text.indexOf(LF, skipWhitespace(text, 0)) >= 0;
  }

  /** Puts the open value's text back into the buffer. @returns where the value begins in it. */
  #restartValue(start: number): number {
    if (this.#outerBytes === 0) return skipWhitespace(this.#buffer, start);
    this.#buffer = joinBytes(this.#takeOuter(), this.#buffer.subarray(start));
    this.#bufferOffset = this.#outerOffset;
    return skipWhitespace(this.#buffer, 0);
  }

  /** The detail ends with the byte that cannot stand: what follows may not have been read yet. */
  #reportBroken(offset: number, sizeBytes: number, from: number, at: number): void {
    const last = printable(this.#buffer.subarray(Math.max(from, at - DETAIL_BYTES), at + 1));
    const detail = `the JSON breaks at byte ${this.#bufferOffset + at}, at the end of: ${last}`;
    this.#sink.problem({ reason: 'broken', offset, sizeBytes, detail });
  }

  #stopAtSecondDocument(at: number): void {
    this.#sink.problem({
      reason: 'second-document',
      offset: this.#bufferOffset + at,
      sizeBytes: 0,
      detail: 'a second document begins here; only the first is read',
    });
    this.#mode = 'stopped';
  }

  /** The next text that begins as an event does. */
  #findEvent(from: number): Found {
    const bytes = this.#buffer;
    for (let i = bytes.indexOf(OPEN_BRACE, from); i >= 0; i = bytes.indexOf(OPEN_BRACE, i + 1)) {
      const match = this.#signatures.match(bytes, i);
      if (match === 'yes') return { found: true, at: i };
      // An endless run of white space is no event: it must not be held in memory.
      if (match === 'more' && bytes.length - i <= MAX_RECORD_BYTES) return { found: false, at: i };
    }
    return { found: false, at: bytes.length };
  }

  #findLine(from: number): Found {
    const at = this.#buffer.indexOf(LF, from);
    return at < 0 ? { found: false, at: this.#buffer.length } : { found: true, at: at + 1 };
  }
}
