/**
 * What kind of event each row is, in one byte: real logs have few combinations of kind, name, number space and flags, so
 * that a row holds which one it has, and a table what that is. With more than 256, rows take two bytes, then four.
 */
import { type ArrayType, emptyOf, withRoom } from './room';

type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Of a batch, or of a combination: parallel columns. */
interface Facts {
  readonly kind: Uint8Array;
  readonly nameId: Uint16Array;
  readonly space: Uint8Array;
  readonly flags: Uint16Array;
}

const MAX_UINT8 = 0xff;
const MAX_UINT16 = 0xffff;
const FIRST_SLOTS = 64;

export class RowKinds {
  #length = 0;
  #codes: Codes = emptyOf(Uint8Array);
  #max = MAX_UINT8;
  /** The combinations, in the order of appearance. */
  #combinations = 0;
  #kinds = new Uint8Array(0);
  #nameIds = new Uint16Array(0);
  #spaces = new Uint8Array(0);
  #flags = new Uint16Array(0);
  /** Codes + 1 by hash, 0 for none: open addressing, at most half full. */
  #slots = new Uint32Array(FIRST_SLOTS);

  readonly kind = new RowFact(this, () => this.#kinds);
  readonly nameId = new RowFact(this, () => this.#nameIds);
  readonly space = new RowFact(this, () => this.#spaces);
  readonly flags = new RowFact(this, () => this.#flags);

  get length(): number {
    return this.#length;
  }

  /** Bytes held, unused capacity included; the table of combinations left out. */
  get byteLength(): number {
    return this.#codes.byteLength;
  }

  /** Of all rows, in an array that may be longer; valid until the next `append`. */
  get codes(): Codes {
    return this.#codes;
  }

  /** Appends the first `count` rows. */
  append({ kind, nameId, space, flags }: Facts, count: number): void {
    this.#makeRoom(count);
    for (let row = 0; row < count; row++) {
      const code = this.#codeOf(
        kind[row] as number,
        nameId[row] as number,
        space[row] as number,
        flags[row] as number,
      );
      if (code > this.#max) this.#widen(count);
      this.#codes[this.#length++] = code;
    }
  }

  /**
   * A class per row, for a pass that asks for several facts at once; valid until the next `append`.
   * @param classOf asked once per combination; 0 to 255.
   */
  classes(classOf: (kind: number, space: number, flags: number) => number): RowFactReader {
    const table = new Uint8Array(this.#combinations);
    for (let code = 0; code < table.length; code++)
      table[code] = classOf(
        this.#kinds[code] as number,
        this.#spaces[code] as number,
        this.#flags[code] as number,
      );
    return new RowFactReader(this.#codes, table, this.#length);
  }

  #codeOf(kind: number, nameId: number, space: number, flags: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(kind, nameId, space, flags) & mask; ; slot = (slot + 1) & mask) {
      const code = (this.#slots[slot] as number) - 1;
      if (code < 0) return this.#add(kind, nameId, space, flags, slot);
      if (
        this.#kinds[code] === kind &&
        this.#nameIds[code] === nameId &&
        this.#spaces[code] === space &&
        this.#flags[code] === flags
      )
        return code;
    }
  }

  #add(kind: number, nameId: number, space: number, flags: number, slot: number): number {
    const code = this.#combinations++;
    this.#kinds = withRoom(this.#kinds, Uint8Array, code + 1);
    this.#nameIds = withRoom(this.#nameIds, Uint16Array, code + 1);
    this.#spaces = withRoom(this.#spaces, Uint8Array, code + 1);
    this.#flags = withRoom(this.#flags, Uint16Array, code + 1);
    this.#kinds[code] = kind;
    this.#nameIds[code] = nameId;
    this.#spaces[code] = space;
    this.#flags[code] = flags;
    this.#slots[slot] = code + 1;
    if (this.#combinations * 2 > this.#slots.length) this.#rehash();
    return code;
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let code = 0; code < this.#combinations; code++) {
      const hash = hashOf(
        this.#kinds[code] as number,
        this.#nameIds[code] as number,
        this.#spaces[code] as number,
        this.#flags[code] as number,
      );
      let slot = hash & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = code + 1;
    }
    this.#slots = slots;
  }

  #makeRoom(count: number): void {
    const length = this.#length + count;
    if (this.#codes instanceof Uint8Array) this.#codes = withRoom(this.#codes, Uint8Array, length);
    else if (this.#codes instanceof Uint16Array) this.#codes = withRoom(this.#codes, Uint16Array, length);
    else this.#codes = withRoom(this.#codes, Uint32Array, length);
  }

  /** A code needs more bits than the codes so far. */
  #widen(count: number): void {
    const isFirst = this.#max === MAX_UINT8;
    this.#max = isFirst ? MAX_UINT16 : 0xffff_ffff;
    const type: ArrayType<Codes> = isFirst ? Uint16Array : Uint32Array;
    const wider = withRoom(new type(0), type, this.#length + count);
    wider.set(this.#codes.subarray(0, this.#length));
    this.#codes = wider;
  }
}

function hashOf(kind: number, nameId: number, space: number, flags: number): number {
  const hash = Math.imul((flags << 16) | nameId, 0x9e37_79b1) ^ Math.imul((space << 8) | kind, 0x85eb_ca6b);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** One fact of all rows. */
export class RowFact {
  readonly #rows: RowKinds;
  readonly #table: () => Uint8Array | Uint16Array;

  constructor(rows: RowKinds, table: () => Uint8Array | Uint16Array) {
    this.#rows = rows;
    this.#table = table;
  }

  get length(): number {
    return this.#rows.length;
  }

  /** NaN outside. */
  at(row: number): number {
    if (!(row >= 0 && row < this.#rows.length)) return Number.NaN;
    return this.#table()[this.#rows.codes[row] as number] as number;
  }

  /** Copies as many rows as `into` has, from `from` on. */
  copyTo<Values extends Uint8Array | Uint16Array>(into: Values, from: number): Values {
    const table = this.#table();
    const { codes } = this.#rows;
    for (let i = 0; i < into.length; i++) into[i] = table[codes[from + i] as number] as number;
    return into;
  }

  /** For passes; valid until the next `append`. */
  reader(): RowFactReader {
    return new RowFactReader(this.#rows.codes, this.#table(), this.#rows.length);
  }
}

/** Reads one fact of many rows, in any order; valid until the next `append`. */
export class RowFactReader {
  readonly #codes: Codes;
  readonly #table: Uint8Array | Uint16Array;
  readonly length: number;

  constructor(codes: Codes, table: Uint8Array | Uint16Array, length: number) {
    this.#codes = codes;
    this.#table = table;
    this.length = length;
  }

  /** NaN outside. */
  at(row: number): number {
    if (!(row >= 0 && row < this.length)) return Number.NaN;
    return this.#table[this.#codes[row] as number] as number;
  }
}
