/**
 * Numbers of recognised records to rows of a batch. The program of a skeleton says where each number goes:
 *
 *   kind u8 · space u8 · flags u16 │ name id u16 · operations u16 │ numbers u32 │ slot of the time u32 │ operations …
 *   operation: code u8 · column u8 │ slot u32 │ slot or number of a field u32 │ 1 for an open end u32 │ factor f64
 *
 * What depends on the rows before is left to the JavaScript side, which writes the programs (row-program.ts).
 */
import {
  COLUMNS,
  MAX_PAIRS,
  MAX_SKELETONS,
  NUMBERS,
  PAIRS,
  PROGRAM_OF,
  PROGRAMS,
  PROGRAMS_BYTES,
  RECORD_BYTES,
  RECORDS,
  ROWS,
} from './layout';

const HEADER_BYTES: usize = 16;
const OPERATION_BYTES: usize = 24;

/** Codes of operations; the JavaScript side has the same numbers. */
const COLUMN: u32 = 0;
const CONSTANT: u32 = 1;
const SIZE: u32 = 2;
const PAIR: u32 = 3;
const CONSTANT_PAIR: u32 = 4;
const RANGE: u32 = 5;

/** Places of columns in the order of `BATCH_COLUMNS`: ten of 64 bits, five of 32, two of 16, two of 8. */
const WIDE_BYTES: usize = 8 * <usize>ROWS;
const TIMES: usize = COLUMNS;
const OFFSETS: usize = COLUMNS + WIDE_BYTES;
const FIRST_PAIRS: usize = COLUMNS + 10 * WIDE_BYTES;
const PAIR_COUNTS: usize = FIRST_PAIRS + 4 * <usize>ROWS;
const SIZES: usize = PAIR_COUNTS + 4 * <usize>ROWS;
const NAME_IDS: usize = FIRST_PAIRS + 20 * <usize>ROWS;
const FLAGS: usize = NAME_IDS + 2 * <usize>ROWS;
const KINDS: usize = FLAGS + 2 * <usize>ROWS;
const SPACES: usize = KINDS + <usize>ROWS;

/** Beyond it a number is not exact. */
const MAX_SAFE_INTEGER: f64 = 9007199254740991;
const MAX_PACKET_BYTES: f64 = 65535;

let pairs: i32 = 0;
let dropped: i32 = 0;

export function columnsAt(): usize {
  return COLUMNS;
}
export function pairsAt(): usize {
  return PAIRS;
}
export function maxPairs(): i32 {
  return MAX_PAIRS;
}
export function maxSkeletons(): i32 {
  return MAX_SKELETONS;
}
export function programOfAt(): usize {
  return PROGRAM_OF;
}
export function programsAt(): usize {
  return PROGRAMS;
}
export function programBytes(): usize {
  return PROGRAMS_BYTES;
}

/** Pairs of the batch after the last call. */
export function pairCount(): i32 {
  return pairs;
}
/** ACK ranges of the last call that end before they begin. */
export function droppedRanges(): i32 {
  return dropped;
}

/**
 * Fills rows from `row` on with the records from `first` to before `end`, which all have programs.
 * @param pairsBefore pairs of the batch so far. @param offset of the text's first byte.
 * @returns the number of records done: fewer where one has a number that is negative or not exact, or more pairs than there
 * is room for.
 */
export function fillRows(first: i32, end: i32, row: i32, pairsBefore: i32, offset: f64): i32 {
  pairs = pairsBefore;
  dropped = 0;
  for (let record = first; record < end; record++, row++) {
    const at = RECORDS + <usize>record * RECORD_BYTES;
    const program = <usize>load<u32>(PROGRAM_OF + ((<usize>load<u32>(at)) << 2));
    const numbers = NUMBERS + ((<usize>load<u32>(at, 12)) << 3);
    const count = <usize>load<u32>(program, 8);
    if (pairs + <i32>load<u16>(program, 6) > MAX_PAIRS || !areExact(numbers, count)) return record - first;
    fillRow(program, numbers, <usize>row, offset + <f64>load<u32>(at, 4));
  }
  return end - first;
}

function areExact(numbers: usize, count: usize): bool {
  const end = numbers + (count << 3);
  for (let at = numbers; at < end; at += 8) {
    const number = load<f64>(at);
    if (!(number >= 0 && number <= MAX_SAFE_INTEGER)) return false;
  }
  return true;
}

function numberAt(numbers: usize, slot: u32): f64 {
  return load<f64>(numbers + ((<usize>slot) << 3));
}

function addPair(first: f64, second: f64): void {
  const at = PAIRS + ((<usize>pairs) << 4);
  store<f64>(at, first);
  store<f64>(at, second, 8);
  pairs++;
}

function fillRow(program: usize, numbers: usize, row: usize, offset: f64): void {
  const before = pairs;
  store<f64>(TIMES + (row << 3), numberAt(numbers, load<u32>(program, 12)));
  store<f64>(OFFSETS + (row << 3), offset);
  store<u32>(FIRST_PAIRS + (row << 2), <u32>before);
  store<u16>(NAME_IDS + (row << 1), load<u16>(program, 4));
  store<u16>(FLAGS + (row << 1), load<u16>(program, 2));
  store<u8>(KINDS + row, load<u8>(program));
  store<u8>(SPACES + row, load<u8>(program, 1));
  const end = program + HEADER_BYTES + <usize>load<u16>(program, 6) * OPERATION_BYTES;
  for (let at = program + HEADER_BYTES; at < end; at += OPERATION_BYTES) {
    const slot = load<u32>(at, 4);
    const value = load<f64>(at, 16);
    switch (<u32>load<u8>(at)) {
      case COLUMN:
        store<f64>(columnAt(at) + (row << 3), numberAt(numbers, slot) * value);
        break;
      case CONSTANT:
        store<f64>(columnAt(at) + (row << 3), value);
        break;
      case SIZE: {
        const logged = slot === u32.MAX_VALUE ? value : numberAt(numbers, slot) + value;
        store<u32>(SIZES + (row << 2), <u32>Math.min(logged, MAX_PACKET_BYTES));
        break;
      }
      case PAIR:
        addPair(<f64>load<u32>(at, 8), numberAt(numbers, slot) * value);
        break;
      case CONSTANT_PAIR:
        addPair(<f64>load<u32>(at, 8), value);
        break;
      case RANGE: {
        const from = numberAt(numbers, slot);
        const to = numberAt(numbers, load<u32>(at, 8)) - <f64>load<u32>(at, 12);
        if (to >= from) addPair(from, to);
        else dropped++;
        break;
      }
    }
  }
  store<u32>(PAIR_COUNTS + (row << 2), <u32>(pairs - before));
}

function columnAt(operation: usize): usize {
  return COLUMNS + <usize>load<u8>(operation, 1) * WIDE_BYTES;
}
