/**
 * Numbers formatted as text, the same everywhere: thousands separators, `2.04 s`, `14.0 ms`, `2,700 B`. Always one
 * locale, so that two people comparing screens see the same characters. What is not finite is no figure, and reads
 * `NO_FIGURE`: neither NaN nor Infinity is a word of this field.
 */

export const NO_FIGURE = '–';

/** Larger doubles are not exact integers, and their digits would not fit the page. */
const LARGE = 1e16;

/** Places of an integer's thousands separators. The first `Intl.NumberFormat` of a process takes 10 ms. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** `12,345`; `1.00e+308` for very large values. */
export function count(value: number): string {
  if (!Number.isFinite(value)) return NO_FIGURE;
  return Math.abs(value) >= LARGE ? value.toExponential(2) : value.toFixed(0).replace(THOUSANDS, ',');
}

/** `1.6`, `0.98`: with so many digits after the point. */
export function fixed(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(digits) : NO_FIGURE;
}

/** `1 record`, `2,345 records`: a count and its noun, wherever a text has both. @param many of more than one, where it does not end in s. */
export function plural(value: number, noun: string, many = `${noun}s`): string {
  const number = count(value);
  return `${number} ${number === '1' ? noun : many}`;
}

/**
 * A time on the trace's clock, from µs: `2.044 s`.
 * @param withinUs length of the displayed range: short ranges need digits down to the µs.
 */
export function instant(us: number, withinUs = Number.POSITIVE_INFINITY): string {
  if (!Number.isFinite(us)) return NO_FIGURE;
  return `${(us / 1e6).toFixed(withinUs < 1e6 ? 6 : 3).replace('-', '−')} s`;
}

/** A duration, from µs: `7.95 s`, `14.0 ms`, `120 µs`. */
export function duration(us: number): string {
  if (!Number.isFinite(us)) return NO_FIGURE;
  const size = Math.abs(us);
  if (size >= 1e6) return `${(us / 1e6).toFixed(2)} s`;
  if (size >= 1e4) return `${(us / 1e3).toFixed(size >= 1e5 ? 0 : 1)} ms`;
  if (size >= 1e3) return `${(us / 1e3).toFixed(2)} ms`;
  return `${Math.round(us)} µs`;
}

/** Of a time that may be longer `≥ 7.95 s`. */
export function leastDuration(us: number, isAtLeast: boolean): string {
  return `${isAtLeast ? '≥ ' : ''}${duration(us)}`;
}

/** What something is moved by, or comes later: `+33.1 ms`, `−33.1 ms`, `0 µs`. */
export function signedDuration(us: number): string {
  const sign = us > 0 ? '+' : us < 0 ? '−' : '';
  return Number.isFinite(us) ? `${sign}${duration(Math.abs(us))}` : NO_FIGURE;
}

/** Round trip times have one digit after the point from 10 ms on: `14.0 ms`. */
export function rtt(us: number): string {
  return us >= 1e6 || !Number.isFinite(us) ? duration(us) : `${(us / 1e3).toFixed(us >= 1e3 ? 1 : 3)} ms`;
}

/** `2,700 B`: not rounded, because windows are compared digit by digit. */
export function bytes(value: number): string {
  return Number.isFinite(value) ? `${count(value)} B` : NO_FIGURE;
}

/** Amounts of data, rounded: `1.8 MB`. */
export function amount(value: number): string {
  if (!Number.isFinite(value)) return NO_FIGURE;
  if (value >= 1e9) return `${(value / 1e9).toFixed(2)} GB`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} MB`;
  if (value >= 1e3) return `${(value / 1e3).toFixed(1)} kB`;
  return bytes(value);
}

/** `99.5 %` */
export function percent(share: number): string {
  return Number.isFinite(share) ? `${(share * 100).toFixed(1)} %` : NO_FIGURE;
}

/** `90 %` of a confidence, 0 to 1: whole percents, rounded down. It is an estimate, and only what is certain is 100 %. */
export function confidencePercent(confidence: number): string {
  return Number.isFinite(confidence) ? `${Math.floor(confidence * 100 + 1e-9)} %` : NO_FIGURE;
}

/** `2 packets`, `1.5 packets`: bytes as datagrams of the given size; empty when that is unknown. */
export function packets(value: number, datagramBytes: number): string {
  if (!(datagramBytes > 0) || !Number.isFinite(value / datagramBytes)) return '';
  const number = value / datagramBytes;
  const text = number >= 10 || Number.isInteger(number) ? count(number) : number.toFixed(1);
  return `${text} ${text === '1' ? 'packet' : 'packets'}`;
}
