/**
 * Links of older versions, brought forward one version at a time. An upgrader gets the parameters as they were
 * written and gives those of the next version; once a version was released, its upgrader and its frozen examples
 * (`tests/unit/sharing/link/frozen-links.json`) stay for good.
 */

/** Name and value as written, in their order. */
export type Parameter = readonly [name: string, raw: string];

export type Upgrader = (parameters: readonly Parameter[]) => readonly Parameter[];

/** By the version that is left behind: `[1, toVersion2]`. Version 1 is the first. */
export const UPGRADERS: ReadonlyMap<number, Upgrader> = new Map();

/** @returns null where a step on the way from `from` to `to` is not known. */
export function upgrade(
  parameters: readonly Parameter[],
  from: number,
  to: number,
  upgraders: ReadonlyMap<number, Upgrader> = UPGRADERS,
): readonly Parameter[] | null {
  let upgraded = parameters;
  for (let version = from; version < to; version++) {
    const step = upgraders.get(version);
    if (step === undefined) return null;
    upgraded = step(upgraded);
  }
  return upgraded;
}
