/**
 * Times as a dialect writes them: the format, the reference time they count from, their unit, and how they are
 * rounded. The header's half of the same choice is here too, so that both agree.
 * Source: main-schema drafts, "Time" and "reference_time"; draft-marx-qlog-main-schema-00 and -01 (`time_units`).
 */
import type { Dialect, TimeStyle } from './dialect.ts';
import type { Json } from './model.ts';

/** When the trace begins, ms since 1970: the time of its first event where the dialect has a date. */
export const START_MS = Date.UTC(2026, 10, 21, 6, 0, 0, 250);

export interface WrittenTime {
  readonly value: number | string;
  /** `time_format` of this event alone; null where the trace's holds. */
  readonly format: string | null;
}

const MIXED = ['relative', 'absolute', 'delta'] as const;

/**
 * @param timesMs of all events in file order, ms from the trace's start, on whole microseconds.
 * @returns one written time per event.
 */
export function writeTimes(timesMs: readonly number[], { time, units }: Dialect): readonly WrittenTime[] {
  const us = timesMs.map((ms) => Math.round(ms * 1000));
  const rounded = us.map((timeUs) => roundUs(timeUs, time));
  return rounded.map((timeUs, i) => {
    const format = time.format === 'mixed' ? (MIXED[i % MIXED.length] ?? 'relative') : time.format;
    const written = deltaOf(format) ? deltaUs(rounded, i, time) : timeUs + baseUs(format, time);
    const value = units === 'us' ? written : written / 1000;
    const last = time.rounding === 'float32' ? shortFloat32(value) : value;
    return {
      value: time.written === 'string' ? String(last) : last,
      format: time.format === 'mixed' ? format : null,
    };
  });
}

const deltaOf = (format: string): boolean => format === 'delta' || format === 'relative_to_previous_event';

function roundUs(timeUs: number, time: TimeStyle): number {
  return time.rounding === 'whole-ms' ? Math.floor(timeUs / 1000) * 1000 : timeUs;
}

/** What the writer counts from, µs before the trace's start. */
function baseUs(format: string, time: TimeStyle): number {
  if (format === 'absolute') return START_MS * 1000;
  const dated = format === 'relative_to_epoch' && ['absent', 'epoch-1970'].includes(time.reference);
  return dated ? START_MS * 1000 : 0;
}

function deltaUs(timesUs: readonly number[], i: number, time: TimeStyle): number {
  const now = timesUs[i] ?? 0;
  // The first value of a trace without a reference time is a date (draft-02 to main-09).
  if (i === 0) return time.reference === 'absent' ? now + START_MS * 1000 : now;
  const delta = now - (timesUs[i - 1] ?? 0);
  return time.rounding === 'truncated-deltas' ? Math.trunc(delta / 1000) * 1000 : delta;
}

/** The shortest decimal that reads back as the same float32: what Rust prints. */
function shortFloat32(value: number): number {
  const wanted = Math.fround(value);
  for (let digits = 1; digits <= 9; digits++) {
    const short = Number(wanted.toPrecision(digits));
    if (Math.fround(short) === wanted) return short;
  }
  return wanted;
}

/** The `reference_time` of the header; undefined where it has none. */
export function referenceTime({ time, units }: Dialect): Json | undefined {
  const start = units === 'us' ? START_MS * 1000 : START_MS;
  switch (time.reference) {
    case 'absent':
      return undefined;
    case 'zero':
      return 0;
    case 'number':
      return start;
    case 'string':
      return String(start);
    case 'rfc3339':
      return new Date(START_MS).toISOString();
    case 'epoch':
      return { clock_type: 'system', epoch: new Date(START_MS).toISOString() };
    case 'epoch-1970':
      return { clock_type: 'system', epoch: new Date(0).toISOString() };
    case 'unknown-epoch':
      return {
        clock_type: 'monotonic',
        epoch: 'unknown',
        wall_clock_time: new Date(START_MS).toISOString(),
      };
    case 'empty-struct':
      return { clock_type: '', epoch: '' };
  }
}

/** The name of the time column of an event array. */
export function timeColumn({ format }: TimeStyle): string {
  if (deltaOf(format)) return 'delta_time';
  return format === 'absolute' ? 'time' : 'relative_time';
}

/**
 * How far a time read back may be off, µs, for traces below 32,768 ms: there a float32 steps by 2⁻⁹ ms, and a
 * date in ms by 0.24 µs as a float64.
 */
export function resolutionUs({ format, rounding }: TimeStyle): number {
  if (rounding === 'whole-ms') return 1000;
  if (rounding === 'float32') return 2;
  return ['absolute', 'relative_to_epoch', 'mixed'].includes(format) ? 1 : 0;
}
