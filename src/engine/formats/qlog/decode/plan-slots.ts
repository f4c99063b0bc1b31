/**
 * Source of each value that a plan needs: one of the record's numbers, or a constant of its skeleton.
 */
import { asNumber, type JsonObject } from '../../../../qlog-schema';
import type { Skeleton } from '../records/scan/skeleton';

/** The number at `slot` of a record, or a constant where the slot is negative. */
export interface Term {
  readonly slot: number;
  readonly always: number;
}

export function termValue({ slot, always }: Term, numbers: Float64Array, at: number): number {
  return slot < 0 ? always : (numbers[at + slot] as number);
}

/** Finds the slots of a skeleton's numbers by their position in the parsed record. */
export class Slots {
  readonly #byHolder = new Map<object, Map<string | number, number>>();

  constructor({ holders, keys }: Skeleton) {
    for (const [slot, holder] of holders.entries()) {
      const slots = this.#byHolder.get(holder) ?? new Map<string | number, number>();
      slots.set(keys[slot] as string | number, slot);
      this.#byHolder.set(holder, slots);
    }
  }

  /** @returns -1 for no number that differs between records. */
  at(holder: object | null, key: string | number): number {
    return (holder === null ? undefined : this.#byHolder.get(holder)?.get(key)) ?? -1;
  }

  /** The result of `asNumber` for a value in each record; null where it is null in all. */
  term(holder: JsonObject | null, key: string): Term | null {
    const slot = this.at(holder, key);
    if (slot >= 0) return { slot, always: Number.NaN };
    const always = asNumber(holder?.[key]);
    return always === null ? null : { slot, always };
  }

  /** The term of the first of `keys` that has a value, as `firstOf` chooses it. */
  termOfFirst(holder: JsonObject | null, keys: readonly string[]): Term | null {
    const key = keys.find((key) => holder?.[key] !== undefined);
    return key === undefined ? null : this.term(holder, key);
  }
}
