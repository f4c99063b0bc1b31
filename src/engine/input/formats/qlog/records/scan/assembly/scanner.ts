/**
 * Recognises consecutive records that differ from an earlier one only in numbers, and extracts the numbers. Stops at
 * the first unknown byte.
 *
 * Records of a text sequence are separated by RS, values on lines by white space, events of a contained document by
 * commas.
 */
import {
  LESSON,
  LESSON_BYTES,
  MAX_NUMBERS,
  MAX_RECORDS,
  MAX_SLOTS,
  NUMBERS,
  RECORD_BYTES,
  RECORDS,
  TEXT,
  TEXT_BYTES,
  TEXT_END_BYTES,
} from './layout';
import { readNumber } from './numbers';
import * as tree from './tree';

export {
  columnsAt,
  droppedRanges,
  fillRows,
  maxPairs,
  maxSkeletons,
  pairCount,
  pairsAt,
  programBytes,
  programOfAt,
  programsAt,
} from './rows';

const RS: u32 = 0x1e;
const COMMA: u32 = 0x2c;

/** Separator between records; the JavaScript side has the same numbers. */
const BETWEEN_SEPARATORS: i32 = 0;
const BEHIND_COMMAS: i32 = 2;

let records: i32 = 0;
let numbers: i32 = 0;
/** The skeleton of the record matched last. */
let leaf: i32 = 0;
/** Address after the last number of the record matched last. */
let slot: usize = 0;

export function textAt(): usize {
  return TEXT;
}
export function textBytes(): usize {
  return TEXT_BYTES;
}
export function recordsAt(): usize {
  return RECORDS;
}
export function maxRecords(): i32 {
  return MAX_RECORDS;
}
export function numbersAt(): usize {
  return NUMBERS;
}
export function maxNumbers(): i32 {
  return MAX_NUMBERS + MAX_SLOTS;
}
export function maxSlots(): i32 {
  return MAX_SLOTS;
}
export function lessonAt(): usize {
  return LESSON;
}
export function lessonBytes(): usize {
  return LESSON_BYTES;
}

/** Number of records recognised by the last scan. */
export function recordCount(): i32 {
  return records;
}

/** Removes all skeletons. */
export function clear(): void {
  tree.clear();
}

/** Learns the skeleton at `lessonAt`: lengths of its pieces, then the pieces. See `tree.insert`. */
export function learn(skeleton: i32, pieces: i32): i32 {
  return tree.insert(skeleton, LESSON, pieces, LESSON + ((<usize>pieces) << 2));
}

/** Ends the text: writes the terminating zeros. @param length of the text at `textAt`. */
export function endText(length: usize): void {
  memory.fill(TEXT + length, 0, TEXT_END_BYTES);
}

/**
 * Recognises records from an address in the text.
 * @param mode separator between records. @param afterComma the first event needs no comma before it.
 * @returns the address after the last one, including its separator for RS; `from` for none.
 */
export function scan(from: usize, mode: i32, afterComma: bool): usize {
  records = 0;
  numbers = 0;
  let done = TEXT + from;
  let needsComma = mode === BEHIND_COMMAS && !afterComma;
  while (records < MAX_RECORDS && numbers < MAX_NUMBERS) {
    let start = done;
    if (mode !== BETWEEN_SEPARATORS) {
      start = skipSpace(start);
      if (needsComma) {
        if (<u32>load<u8>(start) !== COMMA) break;
        start = skipSpace(start + 1);
      }
      needsComma = mode === BEHIND_COMMAS;
    }
    const end = match(start);
    if (end === 0) break;
    let next = end;
    if (mode === BETWEEN_SEPARATORS) {
      next = skipSpace(end);
      if (<u32>load<u8>(next) !== RS) break;
      next++;
    }
    const record = RECORDS + <usize>records * RECORD_BYTES;
    store<i32>(record, leaf);
    store<u32>(record + 4, <u32>(start - TEXT));
    store<u32>(record + 8, <u32>(end - TEXT));
    store<i32>(record + 12, numbers);
    records++;
    numbers = <i32>((slot - NUMBERS) >> 3);
    done = next;
  }
  return done - TEXT;
}

/** @returns the address after the record that begins at `at`, 0 for an unknown one. */
function match(at: usize): usize {
  let p = at;
  slot = NUMBERS + ((<usize>numbers) << 3);
  let place = tree.rootPlace();
  let before: usize = 0;
  let piece = tree.firstAt(place);
  while (piece !== 0) {
    if (tree.matches(piece, p)) {
      leaf = tree.leafOf(piece);
      const end = p + tree.lengthOf(piece);
      const next = leaf >= 0 ? end : readNumber(end, slot);
      if (next !== 0) {
        if (before !== 0) tree.moveToFront(place, before, piece);
        if (leaf >= 0) return end;
        p = next;
        slot += 8;
        place = tree.placeAfter(piece);
        before = 0;
        piece = tree.firstAt(place);
        continue;
      }
    }
    before = piece;
    piece = tree.nextOf(piece);
  }
  return 0;
}

function skipSpace(from: usize): usize {
  let p = from;
  while (isSpace(<u32>load<u8>(p))) p++;
  return p;
}

function isSpace(byte: u32): bool {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
