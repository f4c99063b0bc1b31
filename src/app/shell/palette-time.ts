/** A time that is typed into the palette: `go to 3.2 s`, `3.2s`, `320 ms`, `1:02.5`, `@2.5`. */

const PREFIX = /^\s*(?:(?:go|jump)(?:\s+to)?\s+|@\s*|t\s*=\s*)?/i;
const CLOCK = /^(?:(\d+):)?(\d+):(\d{1,2}(?:\.\d+)?)$/;
const AMOUNT = /^(\d+(?:\.\d+)?|\.\d+)\s*(h|min|m|s|sec|ms|us|µs)?$/i;

const US_PER: { readonly [unit: string]: number } = {
  h: 3.6e9,
  min: 6e7,
  m: 6e7,
  s: 1e6,
  sec: 1e6,
  ms: 1000,
  us: 1,
  µs: 1,
};

/**
 * @returns µs from the trace's start; null for any other text. A number without a unit is seconds, and needs a word or sign before it
 * that asks for a time.
 */
export function typedTimeUs(text: string): number | null {
  const prefix = PREFIX.exec(text)?.[0] ?? '';
  const rest = text.slice(prefix.length).trim().replace(',', '.');
  const clock = CLOCK.exec(rest);
  if (clock !== null) {
    const [, hours = '0', minutes = '0', seconds = '0'] = clock;
    return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1e6);
  }
  const [, amount, unit] = AMOUNT.exec(rest) ?? [];
  if (amount === undefined || (unit === undefined && prefix.trim() === '')) return null;
  return Math.round(Number(amount) * (US_PER[unit?.toLowerCase() ?? 's'] as number));
}
