/**
 * Identifies the `events` array of a trace by its path in the document, so that an array of the same name inside an
 * event does not match. Shared by the JSON splitter and by the JSON-SEQ splitter, which looks for a contained document
 * between its records.
 *
 *   { "traces": [ { "events": [          from draft-00 on
 *   { "connections": [ { "events": [     before it
 *   { "trace": { "events": [             a sequential header that holds its events
 *   { "events": [                        a bare trace
 */
import type { JsonMachine } from './json-machine';

const OPEN_BRACE = 0x7b;
const TRACE_LISTS: ReadonlySet<string> = new Set(['traces', 'connections']);

export class EventsPath {
  #topIsObject = false;
  /** The key of the top-level object under which the value of depth 2 opened. */
  #branch = '';

  /**
   * To be called after each byte that opened an object or array.
   * @returns true when this byte opened the `events` array of a trace.
   */
  opened(machine: JsonMachine, byte: number): boolean {
    const { depth, key, insideArray } = machine;
    if (depth === 1) this.#topIsObject = byte === OPEN_BRACE;
    if (!this.#topIsObject) return false;
    if (depth === 2) this.#branch = key;
    if (!insideArray || key !== 'events') return false;
    if (depth === 4) return TRACE_LISTS.has(this.#branch);
    return depth === 2 || (depth === 3 && this.#branch === 'trace');
  }

  /** Continues inside the list of traces, where the next trace begins. */
  resumeInTraces(): void {
    this.#topIsObject = true;
    this.#branch = 'traces';
  }
}
