/**
 * Skeletons as a tree (trie). A skeleton is a record without its numbers: the pieces of text between them, in order.
 * Skeletons with the same beginning share those pieces. Of the alternatives at one position, the one that matched last
 * is tried first.
 *
 * A piece: the next alternative at the same position, its length, the skeleton that ends with it or -1 where a number
 * follows, the first piece after that number; then its bytes.
 */
import { TREE, TREE_BYTES } from './layout';

const LENGTH: usize = 4;
const LEAF: usize = 8;
const CHILD: usize = 12;
const BYTES: usize = 16;

/** Result of inserting a skeleton; the JavaScript side has the same numbers. */
const KNOWN: i32 = 0;
const ADDED: i32 = 1;
const NO_ROOM: i32 = 2;
const CROWDED: i32 = 3;
/** Maximum pieces at one position: all of them may have to be tried. */
const MAX_AT_ONE_PLACE: i32 = 64;

/** The position of the first pieces, stored in the first bytes of the tree. */
const ROOT: usize = TREE;
let free: usize = TREE + 16;

/** Removes all skeletons. */
export function clear(): void {
  store<u32>(ROOT, 0);
  free = TREE + 16;
}

/** The first piece at a position: `ROOT`, or after a piece's number. */
export function firstAt(place: usize): usize {
  return <usize>load<u32>(place);
}

export function rootPlace(): usize {
  return ROOT;
}

export function nextOf(piece: usize): usize {
  return <usize>load<u32>(piece);
}

export function lengthOf(piece: usize): usize {
  return <usize>load<u32>(piece + LENGTH);
}

/** The skeleton that ends here, or -1. */
export function leafOf(piece: usize): i32 {
  return load<i32>(piece + LEAF);
}

/** The position after the piece's number. */
export function placeAfter(piece: usize): usize {
  return piece + CHILD;
}

export function matches(piece: usize, at: usize): bool {
  return equalBytes(piece + BYTES, at, lengthOf(piece));
}

/** Moves a piece before all others of its position. @param before its current predecessor. */
export function moveToFront(place: usize, before: usize, piece: usize): void {
  store<u32>(before, load<u32>(piece));
  store<u32>(piece, load<u32>(place));
  store<u32>(place, <u32>piece);
}

/**
 * Adds a skeleton. @param lengths of its pieces, 32 bits each. @param at their bytes, consecutively.
 * @returns KNOWN, ADDED, NO_ROOM, or CROWDED where a position has too many alternatives.
 */
export function insert(leaf: i32, lengths: usize, count: i32, at: usize): i32 {
  let place = ROOT;
  let text = at;
  for (let i = 0; i < count; i++) {
    const length = <usize>load<u32>(lengths + ((<usize>i) << 2));
    const isLast = i === count - 1;
    let piece = find(place, text, length, isLast);
    if (piece !== 0 && isLast) return KNOWN;
    if (piece === 0) {
      if (countAt(place) === MAX_AT_ONE_PLACE) return CROWDED;
      piece = add(place, text, length, isLast ? leaf : -1);
      if (piece === 0) return NO_ROOM;
    }
    place = placeAfter(piece);
    text += length;
  }
  return ADDED;
}

function countAt(place: usize): i32 {
  let count = 0;
  for (let piece = firstAt(place); piece !== 0; piece = nextOf(piece)) count++;
  return count;
}

function find(place: usize, text: usize, length: usize, isLast: bool): usize {
  for (let piece = firstAt(place); piece !== 0; piece = nextOf(piece)) {
    if (
      lengthOf(piece) === length &&
      leafOf(piece) >= 0 === isLast &&
      equalBytes(piece + BYTES, text, length)
    )
      return piece;
  }
  return 0;
}

function add(place: usize, text: usize, length: usize, leaf: i32): usize {
  const piece = free;
  // Up to sixteen bytes after the piece may be compared.
  const end = (piece + BYTES + length + 31) & ~15;
  if (end > TREE + TREE_BYTES) return 0;
  free = end;
  store<u32>(piece, load<u32>(place));
  store<u32>(piece + LENGTH, <u32>length);
  store<i32>(piece + LEAF, leaf);
  store<u32>(piece + CHILD, 0);
  memory.copy(piece + BYTES, text, length);
  store<u32>(place, <u32>piece);
  return piece;
}

/** Are `length` bytes equal? Reads up to sixteen further bytes of both. */
function equalBytes(a: usize, b: usize, length: usize): bool {
  let i: usize = 0;
  if (ASC_FEATURE_SIMD) {
    for (; i + 16 <= length; i += 16) {
      if (v128.any_true(v128.xor(v128.load(a + i), v128.load(b + i)))) return false;
    }
    const rest = <i32>(length - i);
    if (rest === 0) return true;
    const same = i8x16.bitmask(i8x16.eq(v128.load(a + i), v128.load(b + i)));
    return (same | (-1 << rest)) === -1;
  } else {
    for (; i + 8 <= length; i += 8) {
      if (load<u64>(a + i) !== load<u64>(b + i)) return false;
    }
    const rest = <u64>(length - i);
    if (rest === 0) return true;
    // The lowest byte comes first in memory.
    return (load<u64>(a + i) ^ load<u64>(b + i)) << (64 - (rest << 3)) === 0;
  }
}
