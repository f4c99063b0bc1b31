/**
 * The two tiers of tests: `npm test`, the gate, makes a tenth of the draws of a property, the same in every run;
 * `npm run test:deep` sets `QLOGSCOPE_DEEP` and makes all of them, others in every run by `QLOGSCOPE_SEED`.
 */
export const DEEP = process.env.QLOGSCOPE_DEEP === '1';

/** What everything that is drawn begins with; a run that says the same one draws the same. */
export const SEED = Number(process.env.QLOGSCOPE_SEED ?? 20_261_121);

/** @returns how many cases of a property to draw, of those that it deserves: a tenth in the gate, 10 at the least. */
export function draws(all: number): number {
  return DEEP ? all : Math.min(all, Math.max(10, Math.ceil(all / 10)));
}
