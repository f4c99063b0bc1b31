/**
 * The columns of sent packets in one number space, one row per packet: 13 bytes each, up to 20 where
 * their sizes vary.
 *
 * They grow together. The ledger reads several of them for every packet sent or acknowledged, most of them among the newest: those
 * stand plain beside the packed columns. space-ledger.ts defines their meaning, and must not read rows beyond `length`.
 *
 * Every row points to the next unacknowledged one (union-find with path halving):
 *
 *   packets   a a a · a a · · a      the range [0, 8] visits the three dots only
 *   next      3 3 3 3 6 6 6 7 9
 */
import { BlockColumn, EMPTY_COLUMN } from '../../base/columns/block-column';
import { emptyOf, type NumericArray, withRoom } from '../../base/columns/room';
import { RowSet } from '../../base/columns/row-set';
import { bytesOfSlabs, IN_SLAB, SLAB_SHIFT, slabUpTo } from '../../base/columns/slabs';
import { FATE_MASK, PacketFate, PacketMark } from './packet-fate';

/** A file may hold thousands of connections, most of whose number spaces hold a few packets. */
const FIRST_ROWS = 16;
/** Newest rows that stand plain, at most; a power of two. */
const MOST_RECENT = 4096;
const RECENT_BYTES = 22;
const NO_NUMBERS = new Float64Array(0);
const NO_BYTES = new Uint16Array(0);
/** Starts of ACK ranges whose rows are remembered; a power of two. */
const STARTS = 8;
const NO_ROWS = new Uint32Array(0);
const MAX_UINT32 = 0xffff_ffff;
/** What columns without a packet have in place of a list of their own. */
const NO_SLABS: never[] = [];

export class PacketColumns {
  length = 0;
  number = EMPTY_COLUMN;
  sentUs = EMPTY_COLUMN;
  sizeBytes = EMPTY_COLUMN;
  dataBytes = EMPTY_COLUMN;
  resentBytes = EMPTY_COLUMN;
  /** Fate and marks. */
  fate = emptyOf(Uint8Array);
  /** From sending to the final fate, µs; at most 71 minutes. */
  settledAfterUs = emptyOf(Uint32Array);
  /** Acknowledged rows, and lost ones that elicit an ACK. */
  readonly acked = new RowSet();
  readonly lostEliciting = new RowSet();
  /** The next unacknowledged row, or a row closer to it; in slabs. */
  #next: Uint32Array[] = NO_SLABS;

  /** The rows from this one on, each at its index by the mask. */
  #recentFrom = 0;
  #recentMask = -1;
  #recentNumbers = NO_NUMBERS;
  #recentSentUs = NO_NUMBERS;
  #recentSizes = NO_BYTES;
  #recentData = NO_BYTES;
  #recentResent = NO_BYTES;
  /** Starts of ranges and their rows: an ACK repeats most ranges of the one before. */
  #starts = NO_NUMBERS;
  #rowsOfStarts = NO_ROWS;
  /** Capacity of the columns that change, in rows. */
  #rows = 0;
  /** No row before this one has changed since `takeChanged`. */
  #changedFrom = 0;

  /** Bytes held, unused capacity included. */
  get byteLength(): number {
    const { number, sentUs, sizeBytes, dataBytes, resentBytes, acked, lostEliciting } = this;
    const columns = [
      number,
      sentUs,
      sizeBytes,
      dataBytes,
      resentBytes,
      acked,
      lostEliciting,
      ...this.#columns,
    ];
    return columns.reduce(
      (sum, { byteLength }) => sum + byteLength,
      bytesOfSlabs(this.#next) + (this.#recentMask + 1) * RECENT_BYTES,
    );
  }

  /** Adds an unacknowledged row. @param sizeBytes, dataBytes, resentBytes of 16 bits. @param state fate and marks. */
  add(
    number: number,
    sentUs: number,
    sizeBytes: number,
    dataBytes: number,
    resentBytes: number,
    state: number,
  ): void {
    if (this.length === this.#rows) this.#makeRoom();
    const row = this.length++;
    this.number.push(number);
    this.sentUs.push(sentUs);
    this.sizeBytes.push(sizeBytes);
    this.dataBytes.push(dataBytes);
    this.resentBytes.push(resentBytes);
    const at = this.#recentAt(row);
    this.#recentNumbers[at] = number;
    this.#recentSentUs[at] = sentUs;
    this.#recentSizes[at] = sizeBytes;
    this.#recentData[at] = dataBytes;
    this.#recentResent[at] = resentBytes;
    this.fate[row] = state;
    slabUpTo(this.#next, Uint32Array, this.length)[row & IN_SLAB] = row;
  }

  /** Where a new row stands among the newest. */
  #recentAt(row: number): number {
    if (row > this.#recentMask && row < MOST_RECENT) {
      // As many as there are, each at its own index: it stays there.
      const room = Math.max(FIRST_ROWS, 2 * row);
      this.#recentMask = room - 1;
      this.#recentNumbers = widened(this.#recentNumbers, new Float64Array(room));
      this.#recentSentUs = widened(this.#recentSentUs, new Float64Array(room));
      this.#recentSizes = widened(this.#recentSizes, new Uint16Array(room));
      this.#recentData = widened(this.#recentData, new Uint16Array(room));
      this.#recentResent = widened(this.#recentResent, new Uint16Array(room));
    }
    this.#recentFrom = Math.max(0, row - this.#recentMask);
    return row & this.#recentMask;
  }

  #isRecent(row: number): boolean {
    return row >= this.#recentFrom && row < this.length;
  }

  /** Of single rows, NaN outside; for a pass over many take a reader of the column. */
  numberAt(row: number): number {
    return this.#isRecent(row) ? this.#recentNumbers[row & this.#recentMask] : this.number.at(row);
  }

  sentUsAt(row: number): number {
    return this.#isRecent(row) ? this.#recentSentUs[row & this.#recentMask] : this.sentUs.at(row);
  }

  sizeAt(row: number): number {
    return this.#isRecent(row) ? this.#recentSizes[row & this.#recentMask] : this.sizeBytes.at(row);
  }

  dataAt(row: number): number {
    return this.#isRecent(row) ? this.#recentData[row & this.#recentMask] : this.dataBytes.at(row);
  }

  resentAt(row: number): number {
    return this.#isRecent(row) ? this.#recentResent[row & this.#recentMask] : this.resentBytes.at(row);
  }

  /** The first row whose number is `wanted` or above it; `length` for none. Few numbers are left out: it is near where none were. */
  rowFrom(wanted: number): number {
    const { number: numbers, length } = this;
    const low = length - 1 - (this.numberAt(length - 1) - wanted);
    if (!(low >= 0)) return numbers.lowerBound(wanted);
    if (low >= length) return length;
    const before = this.numberAt(low);
    if (before === wanted) return low;
    const high = Math.min(length - 1, low + wanted - before);
    return this.numberAt(high) === wanted ? high : numbers.lowerBound(wanted, low + 1, high);
  }

  /** The first row whose number is at or above the start of an ACK range. */
  rowOfRange(from: number): number {
    const slot = from & (STARTS - 1);
    if (this.#starts[slot] === from) return this.#rowsOfStarts[slot];
    const row = this.rowFrom(from);
    if (row === this.length) return row;
    if (this.#starts === NO_NUMBERS) {
      this.#starts = new Float64Array(STARTS).fill(Number.NaN);
      this.#rowsOfStarts = new Uint32Array(STARTS);
    }
    this.#starts[slot] = from;
    this.#rowsOfStarts[slot] = row;
    return row;
  }

  /** The first unacknowledged row at or after `row`; `length` for none. */
  unackedFrom(row: number): number {
    const { length } = this;
    let i = row;
    while (i < length) {
      const after = this.#nextOf(i);
      if (after === i) return i;
      if (after < length) this.#setNext(i, this.#nextOf(after));
      i = after;
    }
    return i;
  }

  #nextOf(row: number): number {
    return this.#next[row >>> SLAB_SHIFT][row & IN_SLAB];
  }

  /** The row is acknowledged: `unackedFrom` passes over it. */
  pass(row: number): void {
    this.#setNext(row, row + 1);
  }

  #setNext(row: number, next: number): void {
    this.#next[row >>> SLAB_SHIFT][row & IN_SLAB] = next;
  }

  fateAt(row: number): PacketFate {
    return (this.fate[row] & FATE_MASK) as PacketFate;
  }

  /** Sets a packet's fate; its marks stay. */
  settle(row: number, fate: PacketFate, nowUs: number): void {
    this.#set(row, (this.fate[row] & ~FATE_MASK) | fate);
    const afterUs = nowUs - this.sentUsAt(row);
    this.settledAfterUs[row] = Math.min(Math.max(0, afterUs), MAX_UINT32);
  }

  /** @param marks `PacketMark` bits, added to the existing ones. */
  mark(row: number, marks: number): void {
    this.#set(row, this.fate[row] | marks);
  }

  /** Resets a packet to outstanding; its marks stay. */
  reopen(row: number): void {
    this.#set(row, (this.fate[row] & ~FATE_MASK) | PacketFate.outstanding);
  }

  /** The packet of the row is sent again, in another attempt. @param marks its `PacketMark` bits. */
  restart(row: number, marks: number): void {
    this.#set(row, PacketFate.outstanding | marks);
  }

  #set(row: number, state: number): void {
    const before = this.fate[row];
    this.fate[row] = state;
    follow(this.acked, row, isAcked(before), isAcked(state));
    follow(this.lostEliciting, row, isLostEliciting(before), isLostEliciting(state));
    if (row < this.#changedFrom) this.#changedFrom = row;
  }

  /** @returns the first row that was changed or added since the last call, `length` for none. */
  takeChanged(): number {
    const row = this.#changedFrom;
    this.#changedFrom = this.length;
    return row;
  }

  /** Time of the packet's final fate, µs; NaN while it is outstanding or was never in flight. */
  settledUsAt(row: number): number {
    const fate = this.fateAt(row);
    if (fate === PacketFate.outstanding || fate === PacketFate.notInFlight) return Number.NaN;
    return this.sentUsAt(row) + this.settledAfterUs[row];
  }

  /** True while the thresholds of RFC 9002 §6.1 can still declare the packet overdue. */
  waits(row: number): boolean {
    const state = this.fate[row];
    const fate = state & FATE_MASK;
    const open =
      fate === PacketFate.outstanding || fate === PacketFate.lost || fate === PacketFate.notInFlight;
    return open && (state & PacketMark.overdue) === 0;
  }

  /** Columns grow at different rates: the shortest one decides when to grow next. */
  #makeRoom(): void {
    if (this.length === 0) this.#begin();
    const rows = Math.max(FIRST_ROWS, this.length + 1);
    this.fate = withRoom(this.fate, Uint8Array, rows);
    this.settledAfterUs = withRoom(this.settledAfterUs, Uint32Array, rows);
    this.#rows = Math.min(...this.#columns.map(({ length }) => length));
  }

  #begin(): void {
    this.number = new BlockColumn();
    this.sentUs = new BlockColumn();
    this.sizeBytes = new BlockColumn();
    this.dataBytes = new BlockColumn();
    this.resentBytes = new BlockColumn();
    this.#next = [];
  }

  get #columns(): readonly NumericArray[] {
    return [this.fate, this.settledAfterUs];
  }
}

function widened<Values extends Float64Array | Uint16Array>(before: Values, after: Values): Values {
  after.set(before);
  return after;
}

function isAcked(state: number): boolean {
  const fate = state & FATE_MASK;
  return fate === PacketFate.acked || fate === PacketFate.spurious;
}

function isLostEliciting(state: number): boolean {
  return (state & FATE_MASK) === PacketFate.lost && (state & PacketMark.ackEliciting) !== 0;
}

function follow(rows: RowSet, row: number, wasIn: boolean, isIn: boolean): void {
  if (wasIn === isIn) return;
  if (isIn) rows.add(row);
  else rows.delete(row);
}
