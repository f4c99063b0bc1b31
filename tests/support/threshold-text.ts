/**
 * Reads the threshold of a row of evidence again, from the words that a reader has, and holds the row's value against
 * it: whoever compares the two must come to what the row says. Words that are none of the forms below are an error, so
 * that a new form is taught here.
 *
 *   ≥ 90 % · > 2,700 B · < 12.5 ms · ≥ 1.1 × 250 ms · > 2 × cwnd = 5,400 B · 0.4 to 2.5 RTT · none · not 1
 *   … and … / … , at 20 ACKs or more      the row needs more than its value: it must not hold below the limit
 *   … or …                                something else may do: it must hold at the limit
 */
import type { Evidence } from '../../src/engine/findings/finding/finding';

/** Thresholds without a figure to compare: such a row is told because it holds. */
const SAID = new Set([
  'does not change',
  'ever',
  'no packet sent in it was acknowledged',
  '50 % or 70 % after one cut',
  'what slow start would grow by',
]);

/** How much a figure may be off for having been rounded to its last digit. Shares and counts are not rounded. */
const UNITS: { readonly [unit: string]: { readonly factor: number; readonly isRounded: boolean } } = {
  '%': { factor: 0.01, isRounded: false },
  s: { factor: 1e6, isRounded: true },
  ms: { factor: 1e3, isRounded: true },
  µs: { factor: 1, isRounded: true },
  B: { factor: 1, isRounded: true },
};

const AMOUNT = /^([\d.,]+)(?: (%|s|ms|µs|B)(?![\w/]))?/;
const LIMIT = /^(≥|>|≤|<) (.+)$/;
const RANGE = /^([\d.]+) to ([\d.]+)(?: RTT|, [a-z ]+)?$/;
const BESIDE = / and |, at \d+ ACKs or more$/;
const INSTEAD = / or /;
/** Round trips within a time, as often as the words say it. */
const LENGTHS = /≥ (\d+) in ([\d.]+ (?:s|ms|µs)) or more/g;

interface Amount {
  readonly value: number;
  /** What rounding may have taken away or added. */
  readonly slack: number;
}

function amountOf(text: string): Amount {
  const [, digits, unit] = AMOUNT.exec(text) ?? [];
  if (digits === undefined) throw new RangeError(`no figure begins "${text}"`);
  const { factor, isRounded } = UNITS[unit ?? ''] ?? { factor: 1, isRounded: false };
  const decimals = digits.split('.')[1]?.length ?? 0;
  const slack = isRounded ? (factor * 10 ** -decimals) / 2 : 0;
  return { value: Number(digits.replaceAll(',', '')) * factor, slack };
}

/** `1.1 × 250 ms`, `2 × cwnd = 5,400 B`, `90 %`. */
function limitOf(text: string): Amount {
  const equal = text.indexOf('= ');
  if (equal >= 0) return amountOf(text.slice(equal + 2));
  const [times, of] = text.split(' × ');
  if (of === undefined || times === undefined) return amountOf(text);
  const { value, slack } = amountOf(of);
  return { value: Number(times) * value, slack: Number(times) * slack };
}

/** True or false as the value keeps to the limit; null where the words are rounded too far to tell. */
function keeps(value: number, sign: string, { value: limit, slack }: Amount): boolean | null {
  if (slack > 0 && Math.abs(value - limit) <= slack) return null;
  // A share is written as a percentage: the way back may be off by the last bit.
  const at = Math.abs(value - limit) <= 1e-12 * Math.abs(limit) ? limit : value;
  switch (sign) {
    case '≥':
      return at >= limit;
    case '>':
      return at > limit;
    case '≤':
      return at <= limit;
    default:
      return at < limit;
  }
}

interface Row extends Pick<Evidence, 'value' | 'threshold' | 'holds'> {
  /** Length of the interval that it speaks of, µs. */
  readonly lengthUs: number;
}

/** True where what the row says of itself follows from its value and its threshold's words. */
export function followsFromWords({ value, threshold, holds, lengthUs }: Row): boolean {
  if (Number.isNaN(value)) return !holds;
  if (SAID.has(threshold)) return holds;
  if (threshold === 'none') return holds === (value === 0);
  if (threshold.startsWith('not ')) return holds === (value !== amountOf(threshold.slice(4)).value);
  const range = RANGE.exec(threshold);
  if (range !== null) return holds === (value >= Number(range[1]) && value <= Number(range[2]));
  const lengths = [...threshold.matchAll(LENGTHS)];
  if (lengths.length > 0) {
    const long = lengths.some(
      ([, trips, time]) => value >= Number(trips) && lengthUs >= amountOf(time ?? '').value,
    );
    return holds === long;
  }
  // Something else may do, and says so first.
  const [, instead] = /^no growth before, else (.+)$/.exec(threshold) ?? [];
  const [, sign, limit] = LIMIT.exec(instead ?? threshold) ?? [];
  if (sign === undefined || limit === undefined) {
    throw new RangeError(`"${threshold}" is no form of a threshold that can be read again`);
  }
  const kept = keeps(value, sign, limitOf(limit));
  if (kept === null) return true;
  const words = limit.replace(/ \(.*\)$/, '');
  if (instead !== undefined || INSTEAD.test(words)) return holds || !kept;
  if (BESIDE.test(words)) return kept || !holds;
  return holds === kept;
}

/**
 * True where a row is said to fail though its value, as it is written, reaches its limit, as that is written: whoever reads `found
 * 5.0 %, alarm from 5 %` takes it to hold.
 */
export function readsAsReached(
  found: string,
  { threshold, holds }: Pick<Evidence, 'threshold' | 'holds'>,
): boolean {
  const [, sign, limit] = LIMIT.exec(threshold) ?? [];
  if (holds || limit === undefined || !/[≥≤]/.test(sign ?? '') || BESIDE.test(limit) || INSTEAD.test(limit))
    return false;
  if (!AMOUNT.test(found) || /, just (?:below|above)$/.test(found)) return false;
  const [{ value: read }, { value: reached }] = [amountOf(found), limitOf(limit)];
  if (Math.abs(read - reached) <= 1e-9 * Math.abs(reached)) return true;
  return sign === '≥' ? read > reached : read < reached;
}
