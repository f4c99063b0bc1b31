/**
 * The times of one trace as integer µs from its start. All connections of a trace share its clock, because
 * "previous event" means the previous record, whichever connection it belongs to.
 *
 * Time 0 is the reference time where one is given and fits, else the first event. The current time is kept as an
 * unrounded float in ms and only returned values are rounded, so that steps far below a µs add up. A time that can only
 * be a date is treated as one, in whatever unit it counts from 1970: output must not contain the time of day just
 * because the header lacks a time format. An event without a usable time gets its predecessor's and is counted. Source:
 * main-schema, "Timestamps".
 */
import { asNumber, type TimeDescription, type TimeFormat } from '../../../../../qlog-schema';
import { ClockResolution } from '../../clock-resolution';

/** A first time at or above this value is a date of this century in ms; below, time since a start. */
const EARLIEST_DATE_MS = 1e11;
/** Beyond it (the year 2255) µs are not exact integers; no real clock is there. */
const LATEST_MS = Number.MAX_SAFE_INTEGER / 1000;
/** A reference time further than this from the first absolute time belongs to another clock or unit. */
const REFERENCE_REACH_MS = 86_400_000;

/**
 * Dates of 2001 to 2096 that are not in ms, as logged in `time` without a reference time: seconds, µs, ns. As ms they
 * would be weeks of uptime in a log that names neither clock nor start, or far beyond `LATEST_MS`.
 */
const DATE_UNITS = [
  { from: 1e9, to: 4e9, unitsPerMs: 1e-3 },
  { from: 1e15, to: 4e15, unitsPerMs: 1e3 },
  { from: 1e18, to: 4e18, unitsPerMs: 1e6 },
] as const;
/** Between two texts of a trace, a smaller step back is events out of order; a larger one may be a clock that starts anew. */
const OUT_OF_ORDER_MS = 20;
/** Below it no time is a date, nor beyond the range of a clock, also shifted. */
const PLAIN_MS = 1e9;
/** After this much of a trace with relative times, such a value may be a real time in ms. */
const LONG_TRACE_MS = 1e8;

type Time = Pick<TimeDescription, 'timeFormat' | 'referenceTimeMs' | 'hasReference' | 'unitsPerMs'>;

export class TraceClock {
  #resolution: ClockResolution;
  #unitsPerMs: number;
  #referenceMs: number | null;
  #hasReference: boolean;
  #format: TimeFormat | null;
  /** Time of the last event, ms from time 0. */
  #atMs = 0;
  /** The absolute time of time 0, null while no record states it. */
  #baseMs: number | null = null;
  #started = false;
  /** The first time was a date in seconds, µs or ns. */
  #countsDates = false;
  #heldLast = false;
  /** Relative times count from the same start as the last one. */
  #isPlain = false;
  /** Added to relative times, ms: those of a later text may count from another start. */
  #shiftMs = 0;
  /** Time of the first event of this text, ms from time 0; NaN before it where the text continues another. */
  #textStartMs = 0;
  /** The same of the text before. */
  #textFromMs = 0;
  /** A reference that differs from that of the text before; null for none. */
  #newReferenceMs: number | null = null;
  #startedAnew = false;

  constructor(time: Time) {
    this.#format = time.timeFormat;
    this.#unitsPerMs = time.unitsPerMs;
    this.#referenceMs = time.referenceTimeMs;
    this.#hasReference = time.hasReference;
    this.#resolution = new ClockResolution(time.unitsPerMs);
  }

  get resolution(): ClockResolution {
    return this.#resolution;
  }

  /** The format in use; null before the first time where the header names none. */
  get format(): TimeFormat | null {
    return this.#format;
  }

  /** Time 0 as ms since 1970, null where the clock has no such origin. */
  get originMs(): number | null {
    const origin = this.#started ? this.#baseMs : this.#referenceMs;
    return origin !== null && origin >= EARLIEST_DATE_MS ? origin : null;
  }

  /** The last event had no usable time and got its predecessor's. */
  get heldLast(): boolean {
    return this.#heldLast;
  }

  /** Times of the newest text start anew, and nothing says when: they follow the last time before. */
  get startedAnew(): boolean {
    return this.#startedAnew;
  }

  /** Another text continues the trace. @param time as its header describes it; null for none. */
  continueIn(time: Time | null): void {
    this.#textFromMs = this.#textStartMs;
    this.#textStartMs = Number.NaN;
    this.#isPlain = false;
    this.#startedAnew = false;
    if (time === null) return;
    const isNew = time.hasReference && time.referenceTimeMs !== this.#referenceMs;
    this.#newReferenceMs = isNew ? time.referenceTimeMs : null;
    this.#unitsPerMs = time.unitsPerMs;
    this.#referenceMs = time.referenceTimeMs;
    this.#hasReference = time.hasReference;
    this.#format = time.timeFormat ?? this.#format;
  }

  /**
   * @param value the event's time as logged, in the file's unit; a number or a numeric string.
   * @param stated the format that the event itself states, null for the trace's.
   * @returns integer µs from time 0, negative before it; the predecessor's for unusable values.
   */
  toUs(value: unknown, stated: TimeFormat | null = null): number {
    if (this.#isPlain && stated === null && typeof value === 'number') {
      const ms = value / this.#unitsPerMs;
      if (Math.abs(ms) < PLAIN_MS) return this.#plainToUs(value, ms);
    }
    const us = this.#anyToUs(value, stated);
    this.#isPlain = this.#started && this.#format === 'relative' && !Number.isNaN(this.#textStartMs);
    return us;
  }

  /** A relative time that can mean nothing else, as nearly all are. */
  #plainToUs(value: number, ms: number): number {
    this.#heldLast = false;
    this.#resolution.note(value);
    this.#atMs = ms + this.#shiftMs;
    return Math.round(this.#atMs * 1000);
  }

  #anyToUs(value: unknown, stated: TimeFormat | null): number {
    const number = asNumber(value);
    const ms = this.#inMs((number ?? Number.NaN) / this.#unitsPerMs, stated);
    this.#heldLast = !(Math.abs(ms) <= LATEST_MS);
    if (!this.#heldLast) {
      const before = this.#atMs;
      this.#resolution.note(number as number);
      this.#place(ms, stated);
      // Steps can add up beyond the range of a clock.
      this.#heldLast = !(Math.abs(this.#atMs) <= LATEST_MS);
      if (this.#heldLast) this.#atMs = before;
    }
    return Math.round(this.#atMs * 1000);
  }

  /** @param time in ms, or a date in another unit. @returns ms. */
  #inMs(time: number, stated: TimeFormat | null): number {
    if (time < 1e9) return time;
    const format = stated ?? this.#format;
    // A reference of 0 means none: some writers must write a value.
    const isBare = !this.#hasReference || this.#referenceMs === 0;
    const unit = isBare ? DATE_UNITS.find(({ from, to }) => time >= from && time < to) : undefined;
    if (unit === undefined) return time;
    const isFirst = !this.#started;
    if (!isFirst && !this.#countsDates) {
      // Relative times came first. In other formats, and in smaller units, such a time is damaged.
      const isLate = unit.unitsPerMs < 1 && this.#atMs < LONG_TRACE_MS;
      if (format !== 'relative' || !isLate) return time;
    }
    if (format === 'absolute' && !this.#countsDates) return time;
    if (isFirst && format !== 'delta') {
      this.#countsDates = true;
      this.#resolution = new ClockResolution(this.#unitsPerMs * unit.unitsPerMs);
    }
    return time / unit.unitsPerMs;
  }

  #place(ms: number, stated: TimeFormat | null): void {
    const first = !this.#started;
    this.#started = true;
    this.#format ??= stated ?? (ms < EARLIEST_DATE_MS ? 'relative' : 'absolute');
    const format = stated ?? this.#format;
    const continues = Number.isNaN(this.#textStartMs) && !first;
    if (continues && format !== 'absolute' && ms < EARLIEST_DATE_MS) this.#continueAt(ms, format);
    else this.#placeAs(format, ms, first);
    if (first || continues) this.#textStartMs = this.#atMs;
  }

  #placeAs(format: TimeFormat, ms: number, first: boolean): void {
    switch (format) {
      case 'relative':
        this.#placeRelative(ms, first);
        break;
      case 'delta':
        this.#placeDelta(ms, first);
        break;
      case 'absolute':
        this.#placeAbsolute(ms, first);
        break;
    }
  }

  #placeRelative(ms: number, first: boolean): void {
    // A date is absolute whatever the format is called: relative_to_epoch without a reference counts from 1970.
    if (ms >= EARLIEST_DATE_MS) {
      this.#placeAbsolute(ms, first);
      return;
    }
    if (first) this.#baseMs = this.#referenceMs;
    this.#atMs = ms + this.#shiftMs;
  }

  /**
   * The first time of a text that continues another. It counts from the text's own reference where that differs; from
   * the same start as before where it then goes on; else it starts anew, and follows the last time.
   */
  #continueAt(ms: number, format: Exclude<TimeFormat, 'absolute'>): void {
    const lastMs = this.#atMs;
    const base = this.#baseMs;
    const reference = this.#newReferenceMs;
    if (reference !== null && base !== null && this.#goesOn(reference - base + ms)) {
      this.#shiftMs = reference - base;
      this.#atMs = this.#shiftMs + ms;
    } else if (format === 'delta') {
      this.#atMs += ms;
    } else if (this.#goesOn(ms + this.#shiftMs)) {
      this.#atMs = ms + this.#shiftMs;
    } else {
      this.#startedAnew = true;
      this.#shiftMs = lastMs - ms;
      this.#atMs = lastMs;
    }
  }

  /** A time after the last one, or before it by no more than events are out of order. */
  #goesOn(ms: number): boolean {
    const backMs = this.#atMs - ms;
    return backMs <= OUT_OF_ORDER_MS || backMs < (this.#atMs - this.#textFromMs) / 2;
  }

  #placeDelta(ms: number, first: boolean): void {
    if (!first) {
      this.#atMs += ms;
      return;
    }
    // The first delta is a date, a step from the reference, or nothing to count from.
    if (ms >= EARLIEST_DATE_MS) this.#placeAbsolute(ms, true);
    else {
      this.#baseMs = this.#referenceMs;
      this.#atMs = this.#hasReference ? ms : 0;
    }
  }

  #placeAbsolute(ms: number, first: boolean): void {
    if (first) this.#baseMs = this.#referenceNear(ms) ?? ms;
    // Relative events came first without a start time: this event's date is placed at the current time.
    this.#baseMs ??= ms - this.#atMs;
    this.#atMs = ms - this.#baseMs;
  }

  #referenceNear(absoluteMs: number): number | null {
    const reference = this.#referenceMs;
    return reference !== null && Math.abs(absoluteMs - reference) < REFERENCE_REACH_MS ? reference : null;
  }
}
