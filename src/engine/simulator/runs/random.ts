/**
 * Random numbers of a simulation: the same seed gives the same numbers on every machine, since only integer operations and
 * those that IEEE 754 rounds exactly are used. What draws for a purpose of its own has a stream of its own, so that
 * another controller meets the same losses.
 *
 * Source of the generator: sfc32 of C. Doty-Humphrey's PractRand.
 */

const TO_SHARE = 2 ** -32;
/** Numbers thrown away until the state is mixed. */
const WARM_UP = 12;

/** FNV-1a over the characters. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param seed any integer. @param stream name of what draws. */
  constructor(seed: number, stream: string) {
    this.#a = seed | 0;
    this.#b = Math.floor(seed / 2 ** 32) | 0;
    this.#c = hashOf(stream) | 0;
    for (let i = 0; i < WARM_UP; i++) this.share();
  }

  /** A number from 0, included, to 1, excluded: of 2³² equally likely ones. */
  share(): number {
    const next = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + next;
    this.#c |= 0;
    return (next >>> 0) * TO_SHARE;
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return probability > 0 && this.share() < probability;
  }

  /** A waiting time of a Poisson process, in multiples of its mean. */
  wait(): number {
    return -naturalLog(1 - this.share());
  }
}

/**
 * The natural logarithm of a number from 0 to 1, by operations that are rounded alike everywhere; `Math.log` may differ in the last
 * digit. Error below 10⁻¹⁵ of the result's largest term.
 */
export function naturalLog(value: number): number {
  let mantissa = value;
  let halvings = 0;
  while (mantissa < 0.5) {
    mantissa *= 2;
    halvings++;
  }
  // ln m = 2 artanh((m − 1) / (m + 1)), with an argument of a third at most.
  const x = (mantissa - 1) / (mantissa + 1);
  const square = x * x;
  let sum = 0;
  for (let term = 31; term >= 1; term -= 2) sum = sum * square + 1 / term;
  return 2 * x * sum - halvings * Math.LN2;
}
