/**
 * A skeleton that later records are read by: numbers are written into the object that JSON.parse made of the
 * record it was learned from, and that object is then the later record, parsed. It is good until the next one is
 * read; nobody may keep it, or a part of it.
 */
import type { Skeleton } from './skeleton';

export class Template {
  readonly skeleton: Skeleton;
  /** How many numbers one record has. */
  readonly slots: number;
  /** Records read by it, halved now and then, so that old ones count less. */
  uses = 0;
  /**
   * What the splitter knew of how events begin when it last compared this one: while it knows no more, comparing
   * again would teach it nothing.
   */
  comparedWith: object | null = null;

  /** What the reader of its records knows in advance about them, and under which circumstances: the reader's own. */
  plan: unknown = null;
  plannedFor: unknown = null;

  constructor(skeleton: Skeleton) {
    this.skeleton = skeleton;
    this.slots = skeleton.holders.length;
  }

  /** @returns the record whose numbers stand in `numbers` from `at` on, as JSON.parse would give it. */
  read(numbers: Float64Array, at: number): unknown {
    const { holders, keys, value } = this.skeleton;
    for (let slot = 0; slot < holders.length; slot++)
      (holders[slot] as Skeleton['holders'][number])[keys[slot] as string | number] = numbers[at + slot];
    return value;
  }
}
