/**
 * The double nearest to m / 10^k, exactly. Up to 2^53 both m and 10^k are doubles themselves, and their quotient is
 * the correctly rounded one (Clinger, "How to read floating point numbers accurately", 1990). Beyond, m is
 * multiplied by 5^-k to 128 bits, of which more than the 53 needed are certain (Lemire, "Number parsing at a
 * gigabyte per second", 2021; that no value of this range needs more digits: Mushtak and Lemire, 2023).
 */
const EXACT: u64 = 1 << 53;
/** Explicit bits of a double's mantissa. */
const MANTISSA_BITS: u64 = 52;
const EXPONENT_BIAS: i64 = 1023;
/** Exponents of ten from this one down cannot end exactly between two doubles. */
const LAST_TIE: usize = 4;

// biome-ignore format: powers of ten
const POWERS_OF_TEN = memory.data<f64>([
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
]);

/** 5^-k for k from 0 to 18 as 128 bits whose first is set, rounded up: upper and lower half. */
// biome-ignore format: one power on each line
const POWERS_OF_A_FIFTH = memory.data<u64>([
  0x8000000000000000, 0x0000000000000000,
  0xcccccccccccccccc, 0xcccccccccccccccd,
  0xa3d70a3d70a3d70a, 0x3d70a3d70a3d70a4,
  0x83126e978d4fdf3b, 0x645a1cac083126ea,
  0xd1b71758e219652b, 0xd3c36113404ea4a9,
  0xa7c5ac471b478423, 0x0fcf80dc33721d54,
  0x8637bd05af6c69b5, 0xa63f9a49c2c1b110,
  0xd6bf94d5e57a42bc, 0x3d32907604691b4d,
  0xabcc77118461cefc, 0xfdc20d2b36ba7c3e,
  0x89705f4136b4a597, 0x31680a88f8953031,
  0xdbe6fecebdedd5be, 0xb573440e5a884d1c,
  0xafebff0bcb24aafe, 0xf78f69a51539d749,
  0x8cbccc096f5088cb, 0xf93f87b7442e45d4,
  0xe12e13424bb40e13, 0x2865a5f206b06fba,
  0xb424dc35095cd80f, 0x538484c19ef38c95,
  0x901d7cf73ab0acd9, 0x0f9d37014bf60a11,
  0xe69594bec44de15b, 0x4c2ebe687989a9b4,
  0xb877aa3236a4b449, 0x09befeb9fad487c3,
  0x9392ee8e921d5d07, 0x3aff322e62439fd0,
]);

/** @param decimals from 1 to 18. */
export function nearestQuotient(m: u64, decimals: usize): f64 {
  if (m <= EXACT) return <f64>m / load<f64>(POWERS_OF_TEN + (decimals << 3));
  const shift = clz(m);
  const w = m << shift;
  const power = POWERS_OF_A_FIFTH + (decimals << 4);
  const upper = load<u64>(power);
  let low = w * upper;
  let high = upperHalf(w, upper);
  if ((high & 0x1ff) === 0x1ff) {
    const more = upperHalf(w, load<u64>(power, 8));
    low += more;
    if (low < more) high++;
  }
  const top = high >> 63;
  const unneeded = top + 64 - MANTISSA_BITS - 3;
  let mantissa = high >> unneeded;
  // Exactly between two doubles: the even one.
  const isTie = low <= 1 && decimals <= LAST_TIE && (mantissa & 3) === 1 && mantissa << unneeded === high;
  if (isTie) mantissa &= ~1;
  mantissa = (mantissa + (mantissa & 1)) >> 1;
  let exponent = (((152170 + 65536) * -(<i64>decimals)) >> 16) + 63 + <i64>top - <i64>shift + EXPONENT_BIAS;
  if (mantissa >= EXACT) {
    mantissa = 1 << MANTISSA_BITS;
    exponent++;
  }
  mantissa &= ~((<u64>1) << MANTISSA_BITS);
  return reinterpret<f64>(mantissa | ((<u64>exponent) << MANTISSA_BITS));
}

/** The upper 64 bits of a product of 128. */
function upperHalf(a: u64, b: u64): u64 {
  const a0 = a & 0xffff_ffff;
  const a1 = a >> 32;
  const b0 = b & 0xffff_ffff;
  const b1 = b >> 32;
  const middle = a1 * b0 + ((a0 * b0) >> 32);
  const cross = a0 * b1 + (middle & 0xffff_ffff);
  return a1 * b1 + (middle >> 32) + (cross >> 32);
}
