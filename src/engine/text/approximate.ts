/**
 * Figures that are known within a bound only, as a digest holds them: `≈ 3,200 B ± 400 B`. Where the bound changes nothing of
 * what would be written, nothing is said of it.
 */

/** What units of `figures.ts` count, in the unit of the value that is written. */
const UNITS = new Map<string, number>([
  ...([
    ['', 1],
    ['B', 1],
    ['kB', 1e3],
    ['MB', 1e6],
    ['GB', 1e9],
  ] as const),
  ...([
    ['µs', 1],
    ['ms', 1e3],
    ['s', 1e6],
    ['/s', 1],
    ['%', 0.01],
    ['pp', 0.01],
  ] as const),
  ...([
    ['bit/s', 1 / 8],
    ['kbit/s', 1e3 / 8],
    ['Mbit/s', 1e6 / 8],
    ['Gbit/s', 1e9 / 8],
  ] as const),
]);

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

/** The least bound that reads as no less, in steps of a tenth: a format may round small ones to nothing. */
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

function figureOf(value: number, within: number, format: (value: number) => string): Figure {
  const text = format(value);
  if (!(within > 0) || format(value - within) === format(value + within)) return { text, bound: '' };
  // The digits that are written are rounded too.
  const written = writtenValue(text);
  const rounding = Number.isNaN(written) ? 0 : Math.abs(written - value);
  return { text, bound: boundText(within + rounding, format) };
}

/** @param within how far the true value may be from it, in its unit; 0 where it is exact. @param format one of `figures.ts`. */
export function approximate(value: number, within: number, format: (value: number) => string): string {
  const { text, bound } = figureOf(value, within, format);
  return bound === '' ? text : `≈ ${text} ± ${bound}`;
}

/** A value that is known within a bound. */
export interface Approximate {
  readonly value: number;
  readonly within: number;
}

/** `2,700 B to 3,200 B`, one of them where they read the same; `≈ 2,800 B to 3,200 B ± 400 B` where both have one bound. */
export function approximateRange(
  min: Approximate,
  max: Approximate,
  format: (value: number) => string,
): string {
  const [low, high] = [min, max].map(({ value, within }) => figureOf(value, within, format)) as [
    Figure,
    Figure,
  ];
  if (low.text === high.text && low.bound === high.bound) return approximate(min.value, min.within, format);
  if (low.bound === high.bound && low.bound !== '') return `≈ ${low.text} to ${high.text} ± ${low.bound}`;
  return `${approximate(min.value, min.within, format)} to ${approximate(max.value, max.within, format)}`;
}
