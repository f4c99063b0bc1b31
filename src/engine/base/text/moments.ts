/** Dates and times as text, in the user's time zone: `today 14:02`, `yesterday 09:30`, `3 Mar 2026`. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const dayOf = (date: Date): number =>
  Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/** @param atMs, nowMs ms since 1970. A time in the future (a clock was set back) is shown as a date. */
export function moment(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  const days = dayOf(new Date(nowMs)) - dayOf(at);
  const clock = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  if (days === 0) return `today ${clock}`;
  if (days === 1) return `yesterday ${clock}`;
  return `${at.getDate()} ${MONTHS[at.getMonth()]} ${at.getFullYear()}`;
}
