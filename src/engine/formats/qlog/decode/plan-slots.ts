/**
 * Where the numbers of a recognised record come from: each value that a plan needs is one of the record's numbers,
 * or is the same in all records of its skeleton.
 */
import { asNumber, type JsonObject } from '../../../../qlog-schema';
import type { Skeleton } from '../records/scan/skeleton';

/** A number that the record has at `slot`, or, where that is negative, always this one. */
export interface Term {
  readonly slot: number;
  readonly always: number;
}

export function termValue({ slot, always }: Term, numbers: Float64Array, at: number): number {
  return slot < 0 ? always : (numbers[at + slot] as number);
}

/** Finds the slots of a skeleton's numbers by the place that each has in the parsed record. */
export class Slots {
  readonly #byHolder = new Map<object, Map<string | number, number>>();

  constructor({ holders, keys }: Skeleton) {
    for (const [slot, holder] of holders.entries()) {
      const slots = this.#byHolder.get(holder) ?? new Map<string | number, number>();
      slots.set(keys[slot] as string | number, slot);
      this.#byHolder.set(holder, slots);
    }
  }

  /** @returns -1 where no number stands there that differs from record to record. */
  at(holder: object | null, key: string | number): number {
    return (holder === null ? undefined : this.#byHolder.get(holder)?.get(key)) ?? -1;
  }

  /** What `asNumber` makes of a value in each record; null where that is null in all. */
  term(holder: JsonObject | null, key: string): Term | null {
    const slot = this.at(holder, key);
    if (slot >= 0) return { slot, always: Number.NaN };
    const always = asNumber(holder?.[key]);
    return always === null ? null : { slot, always };
  }

  /** The term of the first of some keys that has a value at all, as `firstOf` chooses it. */
  termOfFirst(holder: JsonObject | null, keys: readonly string[]): Term | null {
    const key = keys.find((key) => holder?.[key] !== undefined);
    return key === undefined ? null : this.term(holder, key);
  }
}
