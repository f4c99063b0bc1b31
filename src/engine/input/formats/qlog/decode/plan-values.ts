/** Source of each value that a plan needs: one of the record's numbers, or a constant of its skeleton. */
import type { FieldDefinition, Source } from '../../../../../qlog-schema';
import { asObject } from '../../../../../qlog-schema';
import type { Value } from '../records/scan/row-program';
import type { Skeleton } from '../records/scan/skeleton';
import { type Holders, holderOf, numberIn, type ReadField } from './field-reader';

/** The number at `slot` of a record times a factor, or a constant where the slot is negative. */
export interface Term {
  readonly slot: number;
  readonly factor: number;
  readonly always: number;
}

export function constant(always: number): Term {
  return { slot: -1, factor: 1, always };
}

/** The same for the scanner. */
export function plannedValue({ slot, factor, always }: Term): Value {
  return slot < 0 ? { slot: -1, always } : { slot, factor };
}

export function termValue({ slot, factor, always }: Term, numbers: Float64Array, at: number): number {
  return slot < 0 ? always : numbers[at + slot] * factor;
}

/** Finds the slots of a skeleton's numbers by their position in the parsed record. */
export class Slots {
  readonly #byHolder = new Map<object, Map<string | number, number>>();
  #isCertain = true;

  constructor({ holders, keys }: Skeleton) {
    for (const [slot, holder] of holders.entries()) {
      const slots = this.#byHolder.get(holder) ?? new Map<string | number, number>();
      slots.set(keys[slot], slot);
      this.#byHolder.set(holder, slots);
    }
  }

  /** False once a number was found that changes the meaning of others: such records are decoded as if parsed. */
  get isCertain(): boolean {
    return this.#isCertain;
  }

  doubt(): void {
    this.#isCertain = false;
  }

  /** @returns -1 for no number that differs between records. */
  at(holder: object | null, key: string | number): number {
    return (holder === null ? undefined : this.#byHolder.get(holder)?.get(key)) ?? -1;
  }

  /** The result of `numberOf` for a field in each record; null where it has none in all. */
  term(field: ReadField, factor: number, holders: Holders): Term | null {
    const { definition, sources } = field;
    for (const source of sources) {
      const slot = this.#slotOf(definition, source, holders);
      if (slot >= 0) {
        // A number is no word.
        if (definition.codes !== undefined) continue;
        // It may be valid in one record and not in the next.
        if (definition.type === 'flag' || definition.most !== undefined) this.doubt();
        return { slot, factor, always: Number.NaN };
      }
      const always = numberIn(field, factor, holderOf(holders, source.holder)?.[source.key]);
      if (!Number.isNaN(always)) return constant(always);
    }
    return null;
  }

  #slotOf({ inner }: FieldDefinition, { holder, key }: Source, holders: Holders): number {
    const object = holderOf(holders, holder);
    return inner === undefined ? this.at(object, key) : this.at(asObject(object?.[key]), inner);
  }

  /** The value of the first of these keys that has one, as `firstValue` chooses it; `slot` where it is a number. */
  first(sources: readonly Source[], holders: Holders): { readonly slot: number; readonly value: unknown } {
    for (const { holder, key } of sources) {
      const object = holderOf(holders, holder);
      const value = object?.[key];
      if (value !== undefined && value !== null) return { slot: this.at(object, key), value };
    }
    return { slot: -1, value: undefined };
  }

  /** A value that must be the same in all records. */
  always(sources: readonly Source[], holders: Holders): unknown {
    const { slot, value } = this.first(sources, holders);
    if (slot >= 0) this.doubt();
    return value;
  }
}
