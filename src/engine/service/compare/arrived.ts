/** How much had arrived over time: a value, its time, and the integral, of the map that an outline holds. */
import { lowerBound, upperBound } from '../../base/columns/growable';
import type { Arrived } from '../../reading/contract/outline';

/** Bytes that had arrived by a time; between two points even, 0 before the first. */
export function arrivedBy({ timesUs, bytes }: Arrived, timeUs: number): number {
  const after = upperBound(timesUs, timeUs);
  if (after === 0) return 0;
  const [low, lowUs] = [bytes[after - 1], timesUs[after - 1]];
  const high = bytes[after];
  if (high === undefined) return low;
  return low + ((high - low) * (timeUs - lowUs)) / (timesUs[after] - lowUs);
}

/**
 * When so many bytes had arrived: the other way round, for an axis of bytes in place of time. The first such time where the
 * amount stood still; NaN for more than ever arrived. `arrivedBy` of it is the amount again, but for the first point and
 * for points at one time, where all of it arrived at once.
 */
export function timeArrived({ timesUs, bytes }: Arrived, amount: number): number {
  const at = lowerBound(bytes, amount);
  const us = timesUs[at];
  if (us === undefined) return Number.NaN;
  if (at === 0) return us;
  const [low, lowUs] = [bytes[at - 1], timesUs[at - 1]];
  return lowUs + ((us - lowUs) * (amount - low)) / (bytes[at] - low);
}

/** Integral of what had arrived over [fromUs, toUs], byte seconds: the sooner it arrived, the larger it is. */
export function arrivedIntegral(arrived: Arrived, fromUs: number, toUs: number): number {
  const { timesUs, bytes } = arrived;
  let sum = 0;
  let lastUs = fromUs;
  let last = arrivedBy(arrived, fromUs);
  const add = (timeUs: number, value: number): void => {
    sum += ((last + value) / 2) * (timeUs - lastUs);
    lastUs = timeUs;
    last = value;
  };
  for (let i = upperBound(timesUs, fromUs); i < timesUs.length && timesUs[i] <= toUs; i++) {
    // Nothing before the first point, and all of it at once there.
    if (i === 0) add(timesUs[0], 0);
    if (i === 0) last = bytes[0];
    else add(timesUs[i], bytes[i]);
  }
  add(toUs, arrivedBy(arrived, toUs));
  return sum / 1e6;
}
