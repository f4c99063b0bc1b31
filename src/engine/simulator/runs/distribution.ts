/**
 * A distribution as data: one value, or its quantiles with straight lines between them. So what was measured on a real host is
 * given to a simulation as it was measured.
 */
import type { Random } from './random';

/** Quantiles ascend by share, from 0 to 1; values in the unit of what they are of. */
export type Distribution = number | readonly (readonly [share: number, value: number])[];

export class Sampler {
  readonly #random: Random;
  readonly #constant: number | null;
  readonly #shares: readonly number[];
  readonly #values: readonly number[];

  constructor(distribution: Distribution, random: Random) {
    this.#random = random;
    const isConstant = typeof distribution === 'number';
    this.#constant = isConstant ? distribution : null;
    this.#shares = isConstant ? [] : distribution.map(([share]) => share);
    this.#values = isConstant ? [] : distribution.map(([, value]) => value);
  }

  next(): number {
    if (this.#constant !== null) return this.#constant;
    const share = this.#random.share();
    const [shares, values] = [this.#shares, this.#values];
    let above = 1;
    while (above < shares.length - 1 && shares[above] <= share) above++;
    const [low, high] = [shares[above - 1], shares[above]];
    const [from, to] = [values[above - 1], values[above]];
    return high > low ? from + ((to - from) * (share - low)) / (high - low) : to;
  }
}

/** The same, with every value multiplied. */
export function scaled(distribution: Distribution, factor: number): Distribution {
  if (typeof distribution === 'number') return distribution * factor;
  return distribution.map(([share, value]) => [share, value * factor] as const);
}

/** The mean of what it gives. */
export function meanOf(distribution: Distribution): number {
  if (typeof distribution === 'number') return distribution;
  return distribution.slice(1).reduce((sum, [share, value], i) => {
    const [from, before] = distribution[i] as readonly [number, number];
    return sum + ((share - from) * (before + value)) / 2;
  }, 0);
}
