/**
 * What kind of event each row is, in one byte: real logs have few combinations of kind, name, number space and flags, so
 * that a row holds which one it has, and a table what that is. With more than 256, rows take two bytes, then four.
 */
import { type ArrayType, withRoom } from './room';
import { bytesOfSlabs, IN_SLAB, SLAB_SHIFT, slabUpTo } from './slabs';
import { spend } from './work';

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
const FIRST_SLOTS = 16;

/** What a column without a row has in place of memory of its own. */
const NO_BYTES = new Uint8Array(0);
const NO_SHORTS = new Uint16Array(0);
const NO_SLOTS = new Uint32Array(0);

export class RowKinds {
  #length = 0;
  /** In slabs (slabs.ts). */
  #codes: Codes[] = [];
  #type: ArrayType<Codes> = Uint8Array;
  #max = MAX_UINT8;
  /** The combinations, in the order of appearance. */
  #combinations = 0;
  #kinds = NO_BYTES;
  #nameIds = NO_SHORTS;
  #spaces = NO_BYTES;
  #flags = NO_SHORTS;
  /** Codes + 1 by hash, 0 for none: open addressing, at most half full. */
  #slots = NO_SLOTS;

  readonly kind = new RowFact(this, () => this.#kinds);
  readonly nameId = new RowFact(this, () => this.#nameIds);
  readonly space = new RowFact(this, () => this.#spaces);
  readonly flags = new RowFact(this, () => this.#flags);

  get length(): number {
    return this.#length;
  }

  /** Bytes held, unused capacity included; the table of combinations left out. */
  get byteLength(): number {
    return bytesOfSlabs(this.#codes);
  }

  /** Of all rows, in slabs that may hold more; valid until the next `append`. */
  get codes(): readonly Codes[] {
    return this.#codes;
  }

  /** Whether a row is of another kind than this one. Costs as much as there are combinations. */
  holdsOther(kind: number): boolean {
    for (let code = 0; code < this.#combinations; code++) if (this.#kinds[code] !== kind) return true;
    return false;
  }

  /** Appends the first `count` rows. */
  append({ kind, nameId, space, flags }: Facts, count: number): void {
    if (this.#slots === NO_SLOTS) this.#slots = new Uint32Array(FIRST_SLOTS);
    for (let row = 0; row < count; ) {
      const within = this.#length & IN_SLAB;
      const end = Math.min(count, row + IN_SLAB + 1 - within);
      let codes = slabUpTo(this.#codes, this.#type, this.#length + end - row);
      for (let at = within; row < end; row++, at++) {
        const code = this.#codeOf(kind[row], nameId[row], space[row], flags[row]);
        if (code > this.#max) codes = this.#widen();
        codes[at] = code;
        this.#length++;
      }
    }
  }

  /**
   * A class per row, for a pass that asks for several facts at once; valid until the next `append`.
   * @param classOf asked once per combination; 0 to 255.
   */
  classes(classOf: (kind: number, space: number, flags: number) => number): RowFactReader {
    const table = new Uint8Array(this.#combinations);
    for (let code = 0; code < table.length; code++)
      table[code] = classOf(this.#kinds[code], this.#spaces[code], this.#flags[code]);
    return new RowFactReader(this.#codes, table, this.#length);
  }

  #codeOf(kind: number, nameId: number, space: number, flags: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(kind, nameId, space, flags) & mask; ; slot = (slot + 1) & mask) {
      const code = this.#slots[slot] - 1;
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
      const hash = hashOf(this.#kinds[code], this.#nameIds[code], this.#spaces[code], this.#flags[code]);
      let slot = hash & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = code + 1;
    }
    this.#slots = slots;
  }

  /** A code needs more bits than the codes so far. @returns the last slab. */
  #widen(): Codes {
    const isFirst = this.#max === MAX_UINT8;
    this.#max = isFirst ? MAX_UINT16 : 0xffff_ffff;
    const type: ArrayType<Codes> = isFirst ? Uint16Array : Uint32Array;
    this.#type = type;
    this.#codes = this.#codes.map((slab) => {
      const wider = new type(slab.length);
      wider.set(slab);
      return wider;
    });
    return this.#codes.at(-1) as Codes;
  }
}

function codeAt(codes: readonly Codes[], row: number): number {
  return codes[row >>> SLAB_SHIFT][row & IN_SLAB];
}

function hashOf(kind: number, nameId: number, space: number, flags: number): number {
  const hash = Math.imul((flags << 16) | nameId, 0x9e37_79b1) ^ Math.imul((space << 8) | kind, 0x85eb_ca6b);
  return (hash ^ (hash >>> 15)) >>> 0;
}

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
    spend(1);
    return this.#table()[codeAt(this.#rows.codes, row)];
  }

  /** Copies as many rows as `into` has, from `from` on. */
  copyTo<Values extends Uint8Array | Uint16Array>(into: Values, from: number): Values {
    const table = this.#table();
    const { codes } = this.#rows;
    for (let i = 0; i < into.length; ) {
      const slab = codes[(from + i) >>> SLAB_SHIFT];
      const within = (from + i) & IN_SLAB;
      const end = Math.min(into.length, i + IN_SLAB + 1 - within);
      for (let at = within; i < end; i++, at++) into[i] = table[slab[at]];
    }
    return into;
  }

  /** For passes; valid until the next `append`. */
  reader(): RowFactReader {
    return new RowFactReader(this.#rows.codes, this.#table(), this.#rows.length);
  }
}

/** Reads one fact of many rows, in any order; valid until the next `append`. */
export class RowFactReader {
  readonly #codes: readonly Codes[];
  readonly #table: Uint8Array | Uint16Array;
  readonly length: number;

  constructor(codes: readonly Codes[], table: Uint8Array | Uint16Array, length: number) {
    this.#codes = codes;
    this.#table = table;
    this.length = length;
  }

  /** NaN outside. */
  at(row: number): number {
    if (!(row >= 0 && row < this.length)) return Number.NaN;
    return this.#table[codeAt(this.#codes, row)];
  }
}
