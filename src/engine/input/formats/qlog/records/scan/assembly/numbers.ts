/**
 * Parses a JSON number to the same double as JSON.parse, or not at all. Its digits are an integer m, k of them after
 * the decimal point; the value is the double nearest to m / 10^k. Left to JSON.parse: exponents, and more digits than
 * 64 bits hold.
 */
import { nearestQuotient } from './rounding';

const QUOTE: u32 = 0x22;
const MINUS: u32 = 0x2d;
const POINT: u32 = 0x2e;
const ZERO: u32 = 0x30;
const EXPONENT: u32 = 0x65;
/** This many digits fit 64 bits without overflow. */
const MAX_DIGITS: usize = 19;
/** A number in quotes is a text again after it was read: it must be an integer that a double has exactly. */
const MAX_QUOTED_DIGITS: usize = 15;
/** Leading zeros count as digits, so there cannot be more decimals. */
const MAX_DECIMALS: usize = 18;

/**
 * @param at address where a number should begin, after a quotation mark where it is text.
 * @param to address for its value.
 * @returns the address after it, or 0 where no number begins that can be parsed.
 */
export function readNumber(at: usize, to: usize): usize {
  let p = at;
  let byte = <u32>load<u8>(p);
  const negative = byte === MINUS;
  if (negative) byte = <u32>load<u8>(++p);
  const first = p;
  let digit = byte - ZERO;
  if (digit > 9) return 0;
  let m: u64 = 0;
  do {
    m = m * 10 + digit;
    byte = <u32>load<u8>(++p);
    digit = byte - ZERO;
  } while (digit <= 9);
  let digits = p - first;
  // 01 is invalid JSON.
  if (digits > 1 && <u32>load<u8>(first) === ZERO) return 0;
  if (<u32>load<u8>(at - 1) === QUOTE && (negative || byte === POINT || digits > MAX_QUOTED_DIGITS)) return 0;
  let decimals: usize = 0;
  if (byte === POINT) {
    const point = p;
    byte = <u32>load<u8>(++p);
    digit = byte - ZERO;
    while (digit <= 9) {
      m = m * 10 + digit;
      byte = <u32>load<u8>(++p);
      digit = byte - ZERO;
    }
    decimals = p - point - 1;
    if (decimals === 0) return 0;
    digits += decimals;
  }
  if ((byte | 0x20) === EXPONENT || digits > MAX_DIGITS || decimals > MAX_DECIMALS) return 0;
  const value = decimals === 0 ? <f64>m : nearestQuotient(m, decimals);
  store<f64>(to, negative ? -value : value);
  return p;
}
