/**
 * Recovery of the JSON splitter at an invalid byte: reports the damage, decides where to search for the next readable
 * position, and finds it. Damage costs only the record it is in.
 *
 *   inside events          the next event, the next trace, the end of the events, or a new document
 *   in a sequence          the next line after the start of the damaged record, or an event on the same line
 *   before or between      the next document; one report for the whole stretch, however many lines it has
 */
import { NotATrace, printable } from '../../not-a-trace';
import { MAX_RECORD_BYTES } from '../../records';
import type { JsonState } from './json-state';
import type { Found, Landmark } from './landmarks';
import { isWhitespace, joinBytes, skipWhitespace } from './sink';

const LF = 0x0a;
const RS = 0x1e;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
/** Closes a trace whose end is missing, and leads to the next one. */
const TRACE_SEAM = new TextEncoder().encode(']},');
/** Depth of the `events` array of a document that has a list of traces. */
const LISTED_EVENTS_DEPTH = 4;
/** Text shown before the byte at which the JSON breaks. */
const DETAIL_BYTES = 32;
/** Maximum bytes of a sequence read again after damage, per byte so far: a file of opening brackets would take 256. */
const MAX_REREADS = 8;
/** Maximum text before the first document that is not JSON. */
const MAX_PREFIX_BYTES = 64 * 1024;

/** Where to continue; or, if nothing was found, the first byte that is still needed. */
interface Place {
  readonly at: number;
  readonly isFound: boolean;
}

export class JsonRecovery {
  readonly #state: JsonState;
  #rereadBytes = 0;
  readonly #lines = new ByteFinder(LF);
  readonly #separators = new ByteFinder(RS);
  /** The text begins with JSON: then a line that begins so may be tried next. */
  #lineMayBegin: boolean;

  /** @param continued whether good records precede this text. */
  constructor(state: JsonState, continued: boolean) {
    this.#state = state;
    this.#lineMayBegin = continued;
  }

  /**
   * The byte at `at` is invalid. @param start first byte of the open event or of outer text not yet collected.
   * @returns where to continue, in the mode that is set now.
   */
  broken(start: number, at: number): number {
    const { value, before, inEvents, skippedBytes } = this.#state;
    this.#state.dropStray();
    this.#state.forgiven = [];
    if (inEvents && value === 'array' && before === 'record' && skippedBytes === 0)
      return this.#brokenStrayArray(start, at);
    if (inEvents) return this.#brokenInEvents(start, at);
    if (value === 'document') return this.#brokenAfterEvents(at);
    return before === 'record' ? this.brokenRecord(start, at) : this.#brokenStart(start, at);
  }

  /**
   * Looks for the position to continue at; sets the mode to `scanning` when found.
   * @throws NotATrace when no qlog begins within the first 64 KiB.
   */
  resume(from: number): Place {
    const { mode } = this.#state;
    const place =
      mode === 'resync-line'
        ? this.#findLine(from)
        : mode === 'resync-event'
          ? this.#resumeInDocument(from)
          : this.#resumeAtStart(from);
    if (place.isFound) this.#state.mode = 'scanning';
    return place;
  }

  /**
   * A value of a sequence: the next line, or the next event on the same line, may begin before the byte that reveals
   * the damage.
   */
  brokenRecord(start: number, at: number): number {
    const state = this.#state;
    const brokenAt = state.offsetOf(at);
    const { oversized } = state.outer;
    const isOpen = state.machine.depth > 0;
    const from = oversized || !isOpen ? Math.max(at, 0) : this.#restart(start);
    const offset = oversized ? state.outer.offset : state.offsetOf(from);
    const shown = brokenAt - state.bufferOffset;
    this.#report(offset, Math.max(0, brokenAt + 1 - offset), from, shown);
    state.outer.clear();
    state.machine.resetTo([]);
    state.mode = 'resync-line';
    if (this.#mayReread(shown - from, brokenAt)) return from + 1;
    return Math.max(from + 1, shown, 0);
  }

  /** Limits how many bytes are read again after the start of a damaged record. */
  #mayReread(bytes: number, readBytes: number): boolean {
    this.#rereadBytes += Math.max(0, bytes);
    return this.#rereadBytes <= MAX_REREADS * readBytes;
  }

  /** Copies the open value's text back into the buffer. @returns where the value begins in it. */
  #restart(start: number): number {
    const state = this.#state;
    if (state.outer.sizeBytes === 0) return skipWhitespace(state.buffer, Math.max(start, 0));
    state.buffer = joinBytes(state.outer.text(), state.buffer.subarray(start));
    state.bufferOffset = state.outer.offset;
    return skipWhitespace(state.buffer, 0);
  }

  /**
   * The open event is far too large, or the text ends in it: if its end is missing, it contains the events after it.
   * @returns where the first of these begins, or null when there is none.
   */
  unswallow(start: number): number | null {
    const state = this.#state;
    if (!state.insideEvent || state.skippedBytes > 0) return null;
    const { landmark, at } = this.#findMark(state.buffer, start + 1);
    if (landmark === null || !this.#mayReread(state.buffer.length - at, state.offsetOf(state.buffer.length)))
      return null;
    const detail = 'this record has lost its end: another one begins inside it';
    state.dropStray();
    state.forgiven = [];
    state.sink.problem({ reason: 'broken', offset: state.offsetOf(start), sizeBytes: at - start, detail });
    this.#continueAt(landmark);
    return at;
  }

  #brokenInEvents(start: number, at: number): number {
    const state = this.#state;
    const { insideEvent, skippedBytes } = state;
    const from = insideEvent ? start : at;
    if (at - from > MAX_RECORD_BYTES) {
      const next = this.unswallow(start);
      if (next !== null) return next;
    }
    const sizeBytes = at - from + skippedBytes;
    this.#report(state.offsetOf(at) - sizeBytes, sizeBytes, from, at);
    if (insideEvent && skippedBytes === 0) state.landmarks.learn(state.buffer.subarray(from, at), false);
    state.skippedBytes = 0;
    state.machine.resetTo(state.events.openers);
    state.mode = 'resync-event';
    // Between events the byte may begin the next one: only a comma is missing.
    const mayGoBack = insideEvent && sizeBytes <= MAX_RECORD_BYTES;
    return mayGoBack && this.#mayReread(at - from, state.offsetOf(at)) ? from + 1 : at;
  }

  /** Up to here, a stray bracket in a sequence looks like an array of events. */
  #brokenStrayArray(start: number, at: number): number {
    const state = this.#state;
    const { insideEvent } = state;
    state.leaveValue('record');
    if (insideEvent) return this.brokenRecord(start, at);
    this.#report(state.offsetOf(at), 0, at, at);
    state.machine.resetTo([]);
    const byte = state.buffer[at];
    if (byte !== OPEN_BRACE && byte !== OPEN_BRACKET) state.mode = 'resync-line';
    return at;
  }

  /** After the events of a trace: a bracket too many may have closed them early, or a later key is broken. */
  #brokenAfterEvents(at: number): number {
    this.#report(this.#state.offsetOf(at), 0, at, at);
    this.#state.mode = 'resync-event';
    return at;
  }

  /** Before the first document, or after one: everything up to the next document is one report. */
  #brokenStart(start: number, at: number): number {
    const state = this.#state;
    const open = state.machine.depth > 0;
    const text = open ? joinBytes(state.outer.text(), state.buffer.subarray(start, at)) : new Uint8Array(0);
    const offset = open
      ? state.offsetOf(at) - Math.max(text.length, state.outer.sizeBytes)
      : state.offsetOf(at);
    if (state.before === 'nothing') this.#refuse(joinBytes(text, state.buffer.subarray(at)), at, open);
    const shown = printable(joinBytes(text, state.buffer.subarray(at, at + 1)).subarray(-1 - DETAIL_BYTES));
    state.skipped.begin(offset, open ? this.#describe(at, shown) : 'this text is no JSON');
    state.outer.clear();
    state.machine.resetTo([]);
    const byte = state.buffer[at];
    const isLineStart = endsWithLine(text) && (byte === OPEN_BRACE || byte === OPEN_BRACKET);
    state.mode = isLineStart ? 'scanning' : 'resync-start';
    return at;
  }

  #refuse(head: Uint8Array, at: number, open: boolean): void {
    const state = this.#state;
    const offset = state.offsetOf(at);
    if (state.refusal === null) this.#lineMayBegin = open;
    const reason = open
      ? `not valid JSON: it breaks at byte ${offset}`
      : 'this is not qlog: neither a JSON object nor a JSON text sequence';
    state.refusal ??= new NotATrace('qlog', reason, offset, head);
    if (offset > MAX_PREFIX_BYTES) throw state.refusal;
  }

  #findLine(from: number): Place {
    const { buffer } = this.#state;
    const { bufferOffset } = this.#state;
    const line = this.#lines.find(buffer, bufferOffset, from);
    const text = buffer.subarray(0, line < 0 ? buffer.length : line);
    const next = this.#separators.find(buffer, bufferOffset, from);
    const separator = next < text.length ? next : -1;
    const mark = this.#findMark(separator < 0 ? text : text.subarray(0, separator), from);
    if (mark.landmark !== null) return { at: mark.at, isFound: true };
    if (separator >= 0) return { at: separator + 1, isFound: true };
    return line < 0 ? { at: mark.at, isFound: false } : { at: line + 1, isFound: true };
  }

  #resumeAtStart(from: number): Place {
    const state = this.#state;
    const place = this.#findStart(from);
    if (state.before === 'nothing' && state.refusal !== null && state.offsetOf(place.at) > MAX_PREFIX_BYTES)
      throw state.refusal;
    return place;
  }

  /** A landmark that can begin a top-level value. */
  #findMark(bytes: Uint8Array, from: number): Found {
    const { landmarks } = this.#state;
    let mark = landmarks.find(bytes, from);
    while (mark.landmark === 'end-of-events') mark = landmarks.find(bytes, mark.at + 1);
    return mark;
  }

  /** A document, a header or an event; where the text is JSON, also a line that begins like one. */
  #findStart(from: number): Place {
    const { buffer } = this.#state;
    const mark = this.#findMark(buffer, from);
    if (this.#lineMayBegin) {
      for (
        let line = buffer.indexOf(LF, from);
        line >= 0 && line < mark.at;
        line = buffer.indexOf(LF, line + 1)
      ) {
        const next = buffer[line + 1];
        if (next === undefined) return { at: line, isFound: false };
        if (next === OPEN_BRACE || next === OPEN_BRACKET) return { at: line + 1, isFound: true };
      }
    }
    return { at: mark.at, isFound: mark.landmark !== null };
  }

  #resumeInDocument(from: number): Place {
    const state = this.#state;
    let { landmark, at } = state.landmarks.find(state.buffer, from);
    while (landmark === 'end-of-events' && state.value === 'array')
      ({ landmark, at } = state.landmarks.find(state.buffer, at + 1));
    if (landmark !== null) this.#continueAt(landmark);
    return { at, isFound: landmark !== null };
  }

  #continueAt(landmark: Landmark): void {
    const state = this.#state;
    const { openers, outerBytes } = state.events;
    state.outer.truncate(outerBytes);
    const isListed = state.value === 'document' && openers.length === LISTED_EVENTS_DEPTH;
    if (landmark === 'event' || landmark === 'end-of-events') {
      state.inEvents = true;
      state.machine.resetTo(openers);
    } else if (landmark === 'trace' && isListed) {
      state.inEvents = false;
      state.outer.add(TRACE_SEAM, state.bufferOffset);
      state.machine.resetTo(openers.slice(0, 2));
      state.path.resumeInTraces();
    } else {
      state.machine.resetTo(openers);
      if (state.value === 'document' && !state.outer.oversized)
        state.sink.header(joinBytes(state.outer.text(), state.machine.closers()), true, state.firstTrace);
      state.leaveValue('document');
      state.machine.resetTo([]);
    }
  }

  #report(offset: number, sizeBytes: number, from: number, at: number): void {
    this.#state.sink.problem({ reason: 'broken', offset, sizeBytes, detail: this.#detail(from, at) });
  }

  /** Ends with the invalid byte: what follows may not have been read yet. */
  #detail(from: number, at: number): string {
    const { buffer } = this.#state;
    return this.#describe(at, printable(buffer.subarray(Math.max(from, at - DETAIL_BYTES), at + 1)));
  }

  #describe(at: number, shown: string): string {
    return `the JSON breaks at byte ${this.#state.offsetOf(at)}, at the end of: ${shown}`;
  }
}

/** True when the text ends with a line end and white space. */
function endsWithLine(text: Uint8Array): boolean {
  for (let i = text.length - 1; i >= 0 && isWhitespace(text[i]); i--) if (text[i] === LF) return true;
  return false;
}

/**
 * Finds the next occurrence of one byte in a streamed text, and caches it: with many damaged records in a row, the next
 * line end is searched for at each, and searching the whole buffer every time would be quadratic.
 */
class ByteFinder {
  readonly #byte: number;
  /** The byte does not occur between these offsets of the text; it occurs at `#to`, if it was found. */
  #from = 0;
  #to = 0;
  #isFound = false;

  constructor(byte: number) {
    this.#byte = byte;
  }

  /**
   * @param bufferOffset of the buffer's first byte in the text.
   * @returns the first index at or after `from` that holds the byte; -1 for none.
   */
  find(buffer: Uint8Array, bufferOffset: number, from: number): number {
    const offset = bufferOffset + from;
    const isKnown = offset >= this.#from && offset <= this.#to;
    if (!isKnown) this.#from = offset;
    if (!isKnown || !this.#isFound) {
      const at = buffer.indexOf(this.#byte, isKnown ? this.#to - bufferOffset : from);
      this.#isFound = at >= 0;
      this.#to = bufferOffset + (at < 0 ? buffer.length : at);
    }
    return this.#isFound ? this.#to - bufferOffset : -1;
  }
}
