/**
 * The value of a row of evidence in words. Rounded as everywhere, unless it would then look like the limit that it fails: `found
 * 5.0 %, alarm from 5 %: fails` is untrue. Such a value has more digits: `4.995 %`.
 */
import { bytes, count, duration, fixed, percent } from '../../../engine/base/text/figures';
import type { Evidence } from '../../../engine/findings/finding/finding';

type Row = Pick<Evidence, 'value' | 'unit' | 'threshold' | 'holds'>;

/** A figure that begins a text, and its unit. */
const FIGURE = /^(-?[\d.,]+)(?: (%|s|ms|µs|B|packets|RTT))?/;
/** A limit that a value reaches by being equal to it: `≥ 5 %`, `≤ 2 × cwnd = 5,400 B`, `≥ 1.1 × 250 ms`. */
const REACHED = /^([≥≤]) (?:.*= |([\d.]+) × )?(?=\d)/;
/** A limit with a second condition, which may be what fails. */
const BESIDE = / and | or |, at /;
const FACTORS: { readonly [unit: string]: number } = { '%': 0.01, s: 1e6, ms: 1e3 };
const MORE_DIGITS = 6;

const factorOf = (unit = ''): number => FACTORS[unit] ?? 1;

/** The figure in the unit of the row; NaN for none. */
function figureOf(text: string): number {
  const [, digits, unit] = FIGURE.exec(text) ?? [];
  return digits === undefined ? Number.NaN : Number(digits.replaceAll(',', '')) * factorOf(unit);
}

interface Failed {
  readonly sign: string;
  readonly limit: number;
}

/** `≥` or `≤`, and the figure as it is written; null where the row holds, or what fails is not said by the figure alone. */
function failedLimit({ threshold, holds }: Row): Failed | null {
  const [begin, sign, times = '1'] = REACHED.exec(threshold) ?? [];
  if (holds || begin === undefined || sign === undefined || BESIDE.test(threshold)) return null;
  return { sign, limit: Number(times) * figureOf(threshold.slice(begin.length)) };
}

function reaches(shown: number, { sign, limit }: Failed): boolean {
  if (Math.abs(shown - limit) <= 1e-9 * Math.abs(limit)) return true;
  return sign === '≥' ? shown > limit : shown < limit;
}

/** `29.9998 s`: the text with as many digits more as tell the value from the limit. */
function apart(value: number, usual: string, failed: Failed): string {
  const [, digits = '', unit] = FIGURE.exec(usual) ?? [];
  const decimals = digits.split('.')[1]?.length ?? 0;
  for (let more = 1; more <= MORE_DIGITS; more++) {
    const figure = fixed(value / factorOf(unit), decimals + more);
    if (!reaches(Number(figure) * factorOf(unit), failed))
      return unit === undefined ? figure : `${figure} ${unit}`;
  }
  // The limit itself is rounded.
  return `${usual}, just ${failed.sign === '≥' ? 'below' : 'above'}`;
}

function written({ value, unit }: Pick<Row, 'value' | 'unit'>): string {
  switch (unit) {
    case 'share':
      return percent(value);
    case 'us':
      return duration(value);
    case 'bytes':
      return bytes(value);
    case 'packets':
      return `${fixed(value, 1)} packets`;
    case 'rtt':
      return `${fixed(value, 2)} RTT`;
    case 'count':
      return count(value);
  }
}

/** `95.0 %`, `29.9998 s`; `not enough data` for NaN. */
export function evidenceValue(row: Row): string {
  if (Number.isNaN(row.value)) return 'not enough data';
  const usual = written(row);
  const failed = failedLimit(row);
  return failed !== null && reaches(figureOf(usual), failed) ? apart(row.value, usual, failed) : usual;
}
