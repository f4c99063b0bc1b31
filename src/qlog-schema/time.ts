/**
 * Reads the time description of a header: format, unit, reference, in the spellings of ten years of drafts. The clock
 * (src/engine/input/formats/qlog/decode/clock.ts) converts an event's `time` to µs.
 *
 *   00/01        columns `time`, `relative_time`, `delta_time`; `configuration.time_units` ms or us
 *   02 – main-09 `time_format` absolute | relative | delta; `reference_time` a number in ms
 *   main-10 on   relative_to_epoch | relative_to_previous_event; `reference_time` an object
 */
import { asNumber, asObject, asText, type JsonObject } from './values';

export type TimeFormat = 'relative' | 'delta' | 'absolute';

export interface TimeDescription {
  /** Format of the `time` of events, as stated or implied by a reference time; null if unknown. */
  readonly timeFormat: TimeFormat | null;
  /** The file states the format (`time_format`, or a `relative_time` or `delta_time` column). */
  readonly timeFormatStated: boolean;
  /** Time 0 of relative times: ms since 1970 if it is a date, else on an unknown clock. */
  readonly referenceTimeMs: number | null;
  /** A reference is given, even if its value is unknown (a monotonic clock). */
  readonly hasReference: boolean;
  /** Divisor from the file's times to ms: 1000 when `time_units` is `us`. */
  readonly unitsPerMs: number;
}

/** A format by any of its names, null for anything else. */
export function timeFormatNamed(name: unknown): TimeFormat | null {
  switch (name) {
    case 'relative':
    case 'relative_to_epoch':
    case 'relative_time':
      return 'relative';
    case 'delta':
    case 'relative_to_previous_event':
    case 'delta_time':
      return 'delta';
    case 'absolute':
      return 'absolute';
    default:
      return null;
  }
}

const RFC3339 = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:?\d\d)?$/;

/** An RFC 3339 date as ms since 1970, including fractions of a ms; null for anything else. */
export function dateMs(text: string): number | null {
  const match = RFC3339.exec(text);
  if (match === null) return null;
  const [, day, clock, fraction = '', zone = 'Z'] = match;
  const whole = Date.parse(`${day}T${clock}${zone.toUpperCase()}`);
  return Number.isNaN(whole) ? null : whole + Number(`0${fraction}`) * 1000;
}

function referenceMs(value: unknown, unitsPerMs: number): number | null {
  const number = asNumber(value);
  if (number !== null) return number / unitsPerMs;
  const text = asText(value);
  if (text !== null) return dateMs(text);
  const struct = asObject(value);
  if (struct === null) return null;
  // A monotonic clock has no epoch; the wall clock time is then approximately when logging began.
  const epoch = asText(struct.epoch);
  const wall = asText(struct.wall_clock_time);
  return (epoch === null ? null : dateMs(epoch)) ?? (wall === null ? null : dateMs(wall));
}

/**
 * @param common the trace's `common_fields`.
 * @param configuration the trace's (or the file's) `configuration`.
 * @param columns `event_fields` in lower case, null if events are objects.
 * @param startSeconds pre-spec `starttime`, seconds since 1970.
 */
export function describeTime(
  common: JsonObject | null,
  configuration: JsonObject | null,
  columns: readonly string[] | null,
  startSeconds: unknown,
): TimeDescription {
  const unitsPerMs = asText(configuration?.time_units) === 'us' ? 1000 : 1;
  const start = asNumber(startSeconds);
  const reference = common?.reference_time;
  const referenceTimeMs =
    reference === undefined && start !== null ? start * 1000 : referenceMs(reference, unitsPerMs);
  const hasReference = (reference !== undefined && reference !== null) || start !== null;
  const column = columns?.map(timeFormatNamed).find((format) => format !== null) ?? null;
  const stated = timeFormatNamed(common?.time_format) ?? column;
  // A bare reference time means relative times, an object relative_to_epoch (main-10 on).
  const timeFormat = stated ?? (hasReference ? 'relative' : null);
  return { timeFormat, timeFormatStated: stated !== null, referenceTimeMs, hasReference, unitsPerMs };
}
