/**
 * The two tiers of tests: `npm test`, the gate, makes a tenth of the draws of a property, the same in every run, and takes
 * some of the cases of long tables; `npm run test:deep` sets `QLOGSCOPE_DEEP` and makes all of them, others in every run by
 * `QLOGSCOPE_SEED`.
 */
export const DEEP = process.env.QLOGSCOPE_DEEP === '1';

/** What everything that is drawn begins with; a run that says the same one draws the same. */
export const SEED = Number(process.env.QLOGSCOPE_SEED ?? 20_261_121);

/** @returns the cases of a table that are tested: in the gate one of so many, the first among them. */
export function someOf<Case>(all: readonly Case[], oneOf: number): readonly Case[] {
  return DEEP ? all : all.filter((_, i) => i % oneOf === 0);
}

/**
 * @param oneOf in the gate one of so many. @param atLeast so many there, where each takes long.
 * @returns how many cases of a property to draw, of those that it deserves.
 */
export function draws(all: number, oneOf = 10, atLeast = 10): number {
  return DEEP ? all : Math.min(all, Math.max(atLeast, Math.ceil(all / oneOf)));
}
