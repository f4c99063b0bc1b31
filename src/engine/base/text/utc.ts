/**
 * A time of a trace as the time of day, always UTC: people who compare it with their logs and graphs must not have to
 * guess a zone.
 */

/** Beyond it `Date` has no time (ECMA-262 §21.4.1.1). */
const LAST_MS = 8.64e15;

/** Digits after the second: 3 for ms, 6 for µs. */
export type Digits = 3 | 6;

interface Utc {
  /** `2026-11-21` */
  readonly date: string;
  /** `06:36:04.962` */
  readonly time: string;
}

/**
 * @param originMs time 0 of the trace as ms since 1970; fractions count.
 * @param us the time on the trace's clock.
 * @returns null where there is no such date.
 */
function utcOf(originMs: number, us: number, digits: Digits): Utc | null {
  const wholeMs = Math.floor(originMs);
  const totalUs = Math.round((originMs - wholeMs) * 1000 + us);
  const ms = wholeMs + Math.floor(totalUs / 1000);
  if (!(Math.abs(ms) <= LAST_MS)) return null;
  const [date = '', time = ''] = new Date(ms).toISOString().slice(0, -1).split('T');
  const restUs = String(totalUs - Math.floor(totalUs / 1000) * 1000).padStart(3, '0');
  return { date, time: digits === 3 ? time : `${time}${restUs.slice(0, 3)}` };
}

/** `2026-11-21 06:36:04.962 UTC`, as `utcOf`; empty where there is no such date. */
export function utcInstant(originMs: number, us: number): string {
  const utc = utcOf(originMs, us, 3);
  return utc === null ? '' : `${utc.date} ${utc.time} UTC`;
}

/** `06:36:04.962`: a time among others of which one has the date. */
export function utcTime(originMs: number, us: number, digits: Digits = 3): string {
  return utcOf(originMs, us, digits)?.time ?? '';
}
