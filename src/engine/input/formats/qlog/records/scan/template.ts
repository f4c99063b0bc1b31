/**
 * A skeleton with its parsed record: the numbers of later records are written into that object, which then is the later
 * record, parsed. It is valid until the next record is read; callers must not keep it or parts of it.
 */
import type { Skeleton } from './skeleton';

/** @typeParam Plan what maps its numbers to a row. */
export class Template<Plan = unknown> {
  readonly skeleton: Skeleton;
  readonly slots: number;
  /** Records read with it, halved periodically, so that old uses count less. */
  uses = 0;
  /**
   * Revision of the event signatures when the splitter last compared this template: with the same revision the
   * comparison need not be repeated.
   */
  comparedWith: object | null = null;

  /** With the conditions under which it was made. */
  plan: Plan | null = null;
  plannedFor: unknown = null;

  constructor(skeleton: Skeleton) {
    this.skeleton = skeleton;
    this.slots = skeleton.holders.length;
  }

  /** @returns the record with the numbers in `numbers` from `at` on, as JSON.parse would give it. */
  read(numbers: Float64Array, at: number): unknown {
    const { holders, keys, texts, value } = this.skeleton;
    for (let slot = 0; slot < holders.length; slot++) {
      const number = numbers[at + slot];
      const holder = holders[slot];
      holder[keys[slot]] = texts?.has(slot) === true ? String(number) : number;
    }
    return value;
  }
}
