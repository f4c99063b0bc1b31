/**
 * The times of a trace as integer microseconds from its start.
 *
 * Formats: `relative` (to the reference time), `delta` (to the previous record), `absolute`. Where the
 * file names none, a first time below 10¹¹ ms cannot be a date of this century, so it is relative.
 * Delta sums are kept unrounded and only the sum is rounded. Source: main-schema, "Timestamps".
 */
import type { TimeFormat, TraceHeader } from '../qlog-schema';

const EARLIEST_ABSOLUTE_MS = 1e11;
/** Beyond it (the year 2255) µs are no exact integers; no real clock is there. */
const LATEST_MS = Number.MAX_SAFE_INTEGER / 1000;

export class TraceClock {
  #format: TimeFormat | null;
  readonly #unitsPerMs: number;
  #baseMs = 0;
  #sumMs = 0;
  #started = false;

  constructor(header: Pick<TraceHeader, 'timeFormat' | 'unitsPerMs'>) {
    this.#format = header.timeFormat;
    this.#unitsPerMs = header.unitsPerMs;
  }

  /**
   * @param value the event's time as logged, in the file's unit.
   * @returns integer µs from the trace's start; negative for an event before the reference time; NaN,
   * without a trace on later times, for a value that no clock can show.
   */
  toUs(value: number): number {
    const ms = value / this.#unitsPerMs;
    if (!(Math.abs(ms) <= LATEST_MS)) return Number.NaN;
    if (!this.#started) this.#start(ms);
    switch (this.#format) {
      case 'delta':
        this.#sumMs += ms;
        return Math.round((this.#sumMs - this.#baseMs) * 1000);
      case 'absolute':
        return Math.round((ms - this.#baseMs) * 1000);
      default:
        return Math.round(ms * 1000);
    }
  }

  #start(firstMs: number): void {
    this.#started = true;
    this.#format ??= firstMs < EARLIEST_ABSOLUTE_MS ? 'relative' : 'absolute';
    if (this.#format !== 'relative') this.#baseMs = firstMs;
  }
}
