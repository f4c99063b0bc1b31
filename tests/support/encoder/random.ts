/** A small seeded generator, so that every mutant can be made again from its number. */

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** In [0, 1). Mulberry32: 32 bits of state, good enough to choose with. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer in [from, below). */
  integer(from: number, below: number): number {
    return from + Math.floor(this.next() * (below - from));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws RangeError for an empty list. */
  pick<T>(list: readonly T[]): T {
    const index = this.integer(0, list.length);
    if (list.length === 0) throw new RangeError('nothing to pick from');
    return list[index] as T;
  }
}
