/** Where the path in time changes while a run lasts: what it carries, and how much longer it is than where the run begins. */
import { isSameRate } from '../../sender/transport/path/carried-rate';
import type { PathInterval } from '../../sender/transport/path/path-course';
import { isAbove, rttMinAt } from '../../sender/transport/path/path-levels';
import type { RateStep } from '../../sender/transport/path/virtual-link';

export interface LengthStep {
  readonly fromUs: number;
  /** Of a round trip, µs; below 0 where it became shorter. */
  readonly longerUs: number;
}

/** Rates that are proved and differ, from a time on; the first holds at that time. Fewer than two where the rate does not change. */
export function rateSteps(path: readonly PathInterval[], fromUs: number): readonly RateStep[] {
  const steps: RateStep[] = [];
  for (const { fromUs: atUs, toUs, rate, proof } of path) {
    const last = steps.at(-1);
    if (proof !== 'proved' || toUs <= fromUs || (last !== undefined && isSameRate(rate, last.rate))) continue;
    steps.push({ fromUs: atUs, rate });
  }
  return steps;
}

/** Changes of the smallest RTT after a time; none where it stays. */
export function lengthSteps(path: readonly PathInterval[], fromUs: number): readonly LengthStep[] {
  const firstUs = rttMinAt(path, fromUs);
  let lastUs = firstUs;
  return path.flatMap(({ fromUs: atUs, rttMinUs }) => {
    if (atUs <= fromUs || !(isAbove(rttMinUs, lastUs) || isAbove(lastUs, rttMinUs))) return [];
    lastUs = rttMinUs;
    return [{ fromUs: atUs, longerUs: rttMinUs - firstUs }];
  });
}
