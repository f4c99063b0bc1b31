/**
 * Finds what a line begins with among the texts of a table, in one walk over its bytes: a tree with a step per byte, in one array
 * of numbers, so that nothing is made per line.
 */

/** Bytes that occur in the texts, and one class for all others. */
const CLASSES = 64;

export class Matcher {
  /** Class of each byte; 0 for one that no text has. */
  readonly #classes = new Uint8Array(256);
  /** Steps of each place of the tree, by class; 0 for none: the root is no step. */
  #steps = new Uint16Array(CLASSES);
  /** Value of the text that ends at a place; 0 for none. */
  #values = new Uint8Array(1);
  #places = 1;
  /** Index after the text of the last call that found one. */
  end = 0;

  /** @param table texts in ASCII, each with a value above 0; the last one of equal texts counts. */
  constructor(table: readonly (readonly [text: string, value: number])[]) {
    let classes = 0;
    for (const [text, value] of table) {
      let place = 0;
      for (let i = 0; i < text.length; i++) {
        const byte = text.charCodeAt(i);
        if (this.#classes[byte] === 0) this.#classes[byte] = ++classes;
        place = this.#stepTo(place, this.#classes[byte]);
      }
      this.#values[place] = value;
    }
  }

  #stepTo(place: number, of: number): number {
    const at = place * CLASSES + of;
    if (this.#steps[at] !== 0) return this.#steps[at];
    const next = this.#places++;
    if (next >= this.#values.length) {
      const steps = new Uint16Array(2 * next * CLASSES);
      steps.set(this.#steps);
      this.#steps = steps;
      const values = new Uint8Array(2 * next);
      values.set(this.#values);
      this.#values = values;
    }
    this.#steps[at] = next;
    return next;
  }

  /** @returns the value of the longest text that the bytes from `at` on begin with, 0 for none; its end is `end`. */
  find(bytes: Uint8Array, at: number, to: number): number {
    const classes = this.#classes;
    const steps = this.#steps;
    const values = this.#values;
    let value = 0;
    let place = 0;
    for (let i = at; i < to; i++) {
      place = steps[place * CLASSES + classes[bytes[i]]];
      if (place === 0) break;
      if (values[place] !== 0) {
        value = values[place];
        this.end = i + 1;
      }
    }
    return value;
  }
}
