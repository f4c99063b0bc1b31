/**
 * Time ticks on round times of day, for an axis in UTC. Steps are those of clocks: 1, 2 or 5 of a decimal place below ten
 * seconds, then parts of a minute, an hour, a day, then whole days. Where a time of day comes again, the date is with it.
 */
import { type Digits, utcInstant, utcTime } from '../../engine/base/text/utc';
import type { Viewport } from './viewport';

/** Pixels that a time of day needs. */
const LABEL_PX = 130;
const SECOND_US = 1e6;
const DAY_S = 86_400;
const DAY_US = DAY_S * SECOND_US;
const STEPS_S = [10, 20, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 43_200, DAY_S] as const;

/** The least round step that is as long, µs. */
function stepOf(leastUs: number): number {
  const clock = STEPS_S.find((seconds) => seconds * SECOND_US >= leastUs);
  if (leastUs > (STEPS_S[0] * SECOND_US) / 2)
    return clock === undefined ? Math.ceil(leastUs / DAY_US) * DAY_US : clock * SECOND_US;
  const place = 10 ** Math.max(0, Math.floor(Math.log10(leastUs)));
  return (([1, 2, 5, 10] as const).find((times) => times * place >= leastUs) ?? 10) * place;
}

/** Digits after the second that two neighbours need: `06:36:05`, `06:36:05.250`, `06:36:05.250125`. */
function digitsOf(stepUs: number): 0 | Digits {
  if (stepUs % SECOND_US === 0) return 0;
  return stepUs % 1000 === 0 ? 3 : 6;
}

/** @param originMs time 0 of the axis as ms since 1970. */
export function utcTicks(
  { fromUs, toUs, width }: Viewport,
  originMs: number,
): { readonly values: readonly number[]; readonly label: (us: number) => string } {
  const most = Math.max(2, Math.floor(width / LABEL_PX));
  const stepUs = stepOf((toUs - fromUs) / most);
  const ofDayUs = Math.round((originMs % (DAY_S * 1000)) * 1000);
  const first = Math.ceil((fromUs + ofDayUs) / stepUs);
  const count = Math.max(0, Math.floor((toUs + ofDayUs) / stepUs) - first + 1);
  const digits = digitsOf(stepUs);
  const label = (us: number): string => {
    // `2026-11-21 06:36:04.962 UTC`
    if (stepUs >= DAY_US) return utcInstant(originMs, us).slice(0, 10);
    if ((count - 1) * stepUs >= DAY_US) return utcInstant(originMs, us).slice(5, 19);
    const time = utcTime(originMs, us, digits === 6 ? 6 : 3);
    return digits === 0 ? time.slice(0, 8) : time;
  };
  return { values: Array.from({ length: count }, (_, i) => (first + i) * stepUs - ofDayUs), label };
}
