/**
 * A set of rows that is searched while it changes: a bit per row in words of 32, a bit per word that holds one, and so on up to one
 * word. Whatever is asked costs a word per level.
 */
import { withRoom } from './room';

const WORD_SHIFT = 5;
const IN_WORD = 31;

const highest = (bits: number): number => 31 - Math.clz32(bits);
const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits);

export class RowSet {
  /** The last one has one word. */
  readonly #levels: Uint32Array[] = [];

  /** Bytes held, unused capacity included. */
  get byteLength(): number {
    return this.#levels.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  add(row: number): void {
    this.#reach(row);
    for (let [level, at] = [0, row]; level < this.#levels.length; level++, at >>>= WORD_SHIFT) {
      const word = at >>> WORD_SHIFT;
      const words = withRoom(this.#levels[level], Uint32Array, word + 1);
      const before = words[word];
      words[word] = before | (1 << (at & IN_WORD));
      this.#levels[level] = words;
      if (before !== 0) return;
    }
  }

  delete(row: number): void {
    for (let [level, at] = [0, row]; level < this.#levels.length; level++, at >>>= WORD_SHIFT) {
      const words = this.#levels[level];
      const word = at >>> WORD_SHIFT;
      if (word >= words.length) return;
      words[word] = words[word] & ~(1 << (at & IN_WORD));
      if (words[word] !== 0) return;
    }
  }

  /** The last row up to this one; -1 for none. */
  lastUpTo(row: number): number {
    const most = 2 ** (WORD_SHIFT * this.#levels.length) - 1;
    for (let [level, at] = [0, Math.min(row, most)]; level < this.#levels.length && at >= 0; level++) {
      const bits = this.#wordAt(level, at) & (-1 >>> (IN_WORD - (at & IN_WORD)));
      if (bits !== 0) return this.#rowBelow(level, (at & ~IN_WORD) | highest(bits), highest);
      at = (at >>> WORD_SHIFT) - 1;
    }
    return -1;
  }

  /** The first row from this one on; -1 for none. */
  firstFrom(row: number): number {
    for (let [level, at] = [0, row]; level < this.#levels.length; level++) {
      const bits = this.#wordAt(level, at) & (-1 << (at & IN_WORD));
      if (bits !== 0) return this.#rowBelow(level, (at & ~IN_WORD) | lowest(bits), lowest);
      at = (at >>> WORD_SHIFT) + 1;
    }
    return -1;
  }

  #wordAt(level: number, at: number): number {
    return this.#levels[level]?.[at >>> WORD_SHIFT] ?? 0;
  }

  /** @param bitOf which of the rows below a place of a level is asked for. */
  #rowBelow(level: number, place: number, bitOf: (bits: number) => number): number {
    let at = place;
    for (let below = level - 1; below >= 0; below--) at = (at << WORD_SHIFT) | bitOf(this.#levels[below][at]);
    return at;
  }

  /** Adds levels until the last one, of one word, has room for a row. */
  #reach(row: number): void {
    const levels = this.#levels;
    while (levels.length === 0 || row >>> (WORD_SHIFT * levels.length) > 0) {
      const holdsAny = (levels.at(-1)?.[0] ?? 0) !== 0;
      levels.push(Uint32Array.of(holdsAny ? 1 : 0));
    }
  }
}
