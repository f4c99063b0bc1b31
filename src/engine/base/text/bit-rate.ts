/** Rates in words, the same in findings, on panels and in reports: a rate in two places must be the same text. */
import { count, NO_FIGURE } from './figures';

/**
 * A rate in bytes per second as bits: `1.6 Mbit/s`, `320 Mbit/s`, `–` for none; longer texts do not fit next to an
 * axis.
 */
export function bitRate(bytesPerSecond: number): string {
  const bits = bytesPerSecond * 8;
  if (!Number.isFinite(bits)) return NO_FIGURE;
  if (bits >= 1e9) return `${(bits / 1e9).toFixed(2)} Gbit/s`;
  if (bits >= 1e6) return `${(bits / 1e6).toFixed(bits >= 1e8 ? 0 : 1)} Mbit/s`;
  if (bits >= 1e3) return `${(bits / 1e3).toFixed(bits >= 1e5 ? 0 : 1)} kbit/s`;
  return `${count(bits)} bit/s`;
}
