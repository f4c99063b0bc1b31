/** Inputs of a picture, compared one by one: it is painted where one of them has changed. */
export type Inputs = readonly unknown[];

export function areSame(before: Inputs | null, now: Inputs): boolean {
  return before?.length === now.length && now.every((input, i) => Object.is(input, before[i]));
}
