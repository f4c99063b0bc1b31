/** Holds a limit by made traces on both sides of it: what is measured, whether the rule finds it, and how close both are. */
import { expect } from 'vitest';

export interface Run {
  /** What the limit is about, measured by the test. */
  readonly value: number;
  readonly found: boolean;
}

/** A pair lies within this share of the limit on both sides. */
const CLOSE = 0.05;

/**
 * @param holds whether a value keeps to the limit; by default it is the least that does.
 * @throws AssertionError where a trace is found on the wrong side, or none is close.
 */
export function expectStraddle(
  limit: number,
  runs: readonly Run[],
  holds = (value: number): boolean => value >= limit,
): void {
  for (const { value, found } of runs) expect(found, `${value} against ${limit}`).toBe(holds(value));
  const closest = (found: boolean): number =>
    Math.min(...runs.filter((run) => run.found === found).map(({ value }) => Math.abs(value / limit - 1)));
  expect(closest(true), 'the closest that is found').toBeLessThanOrEqual(CLOSE);
  expect(closest(false), 'the closest that is not').toBeLessThanOrEqual(CLOSE);
}
