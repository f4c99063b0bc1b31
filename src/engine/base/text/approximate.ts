/**
 * Figures that are known within a bound only, as a digest holds them: `≈ 3,200 B ± 400 B`. Where the bound changes nothing of
 * what would be written, nothing is said of it.
 */

/** What units of `figures.ts` count, in the unit of the value that is written. */
const UNITS = new Map<string, number>([
  ['', 1],
  ['B', 1],
  ['kB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['µs', 1],
  ['ms', 1e3],
  ['s', 1e6],
  ['/s', 1],
  ['%', 0.01],
  ['pp', 0.01],
  ['bit/s', 1 / 8],
  ['kbit/s', 1e3 / 8],
  ['Mbit/s', 1e6 / 8],
  ['Gbit/s', 1e9 / 8],
] as const);

/** A figure as it is written: its value, NaN for what is none. */
function writtenValue(text: string): number {
  const [, sign = '', digits = '', unit = ''] =
    /^([+−-]?)([\d.,]+(?:e\+\d+)?) ?([a-zA-Zµ/%]*)$/.exec(text) ?? [];
  const value = Number.parseFloat(digits.replaceAll(',', '')) * (UNITS.get(unit) ?? Number.NaN);
  return sign === '' || sign === '+' ? value : -value;
}

/** Of doubles. */
const ROUNDING = 1e-9;

const withoutSign = (text: string): string => text.replace(/^[+−-]/, '');

/** Two digits are enough of a bound; more would say what is not known. */
const twoDigits = (size: number): number => {
  const unit = 10 ** (Math.floor(Math.log10(size)) - 1);
  return Math.ceil((size / unit) * (1 - ROUNDING)) * unit;
};

/** The least bound that says no less, in steps of a tenth: a format may round small ones to nothing. */
function boundText(least: number, format: (value: number) => string): string {
  for (let size = twoDigits(least); ; size = twoDigits(size * 1.1)) {
    const text = withoutSign(format(size));
    if (!(writtenValue(text) < least * (1 - ROUNDING))) return text;
  }
}

/** A figure and its bound, apart; no bound where what is written is right as it stands. */
interface Figure {
  readonly text: string;
  readonly bound: string;
}

/** A value, and the least and the most that the true one may be. */
export interface Approximate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

function figureOf({ value, low, high }: Approximate, format: (value: number) => string): Figure {
  const text = format(value);
  if (!(low < high) || (format(low) === text && format(high) === text)) return { text, bound: '' };
  // The digits that are written are rounded too.
  const written = writtenValue(text);
  const rounding = Number.isNaN(written) ? 0 : Math.abs(written - value);
  return { text, bound: boundText(Math.max(value - low, high - value) + rounding, format) };
}

/** @param within how far the true value may be from it, in its unit; 0 where it is exact. @param format one of `figures.ts`. */
export function approximate(value: number, within: number, format: (value: number) => string): string {
  return approximateOf({ value, low: value - within, high: value + within }, format);
}

export function approximateOf(figure: Approximate, format: (value: number) => string): string {
  const { text, bound } = figureOf(figure, format);
  return bound === '' ? text : `≈ ${text} ± ${bound}`;
}

/** `2,700 B to 3,200 B`, one of them where they are the same text; `≈ 2,800 B to 3,200 B ± 400 B` where both have one bound. */
export function approximateRange(
  min: Approximate,
  max: Approximate,
  format: (value: number) => string,
): string {
  const [low, high] = [figureOf(min, format), figureOf(max, format)];
  if (low.text === high.text && low.bound === high.bound) return approximateOf(min, format);
  if (low.bound === high.bound && low.bound !== '') return `≈ ${low.text} to ${high.text} ± ${low.bound}`;
  return `${approximateOf(min, format)} to ${approximateOf(max, format)}`;
}
