/**
 * The highest rate at which data arrived over one round trip, from the ACKs (or packets) that tell it.
 *
 * What the first of several ACKs acknowledges was delivered before it, and is not counted: over 15 ms that take in three ACKs
 * of two flights, only the later two are what those 15 ms delivered. So of two ways the larger: what the ACKs within a round
 * trip bring behind the first of them, over the round trip; and what came since the last ACK before it, over the time since then.
 */
import type { Series } from '../columns/series';

/**
 * @param total what had arrived, a running total. @param rttAt round trip at a time, µs; NaN or 0 where none is known.
 * @param isCounted false for a time whose arrivals do not count; all of those behind the first must.
 * @returns bytes per µs; 0 for none.
 */
export function highestRateIn(
  { timesUs, values }: Series,
  rttAt: (timeUs: number) => number,
  isCounted: (fromUs: number, toUs: number) => boolean = () => true,
): number {
  let highest = 0;
  let first = 0;
  for (let i = 1; i < timesUs.length; i++) {
    const nowUs = timesUs[i] as number;
    const rttUs = rttAt(nowUs);
    if (!(rttUs > 0)) continue;
    while ((timesUs[first] as number) <= nowUs - rttUs) first++;
    const now = values[i] as number;
    const within = (now - (values[first] as number)) / rttUs;
    if (within > highest && isCounted(timesUs[first] as number, nowUs)) highest = within;
    if (first === 0) continue;
    const since = (now - (values[first - 1] as number)) / (nowUs - (timesUs[first - 1] as number));
    if (since > highest && isCounted(timesUs[first] as number, nowUs)) highest = since;
  }
  return highest;
}
