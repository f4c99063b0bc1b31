/** A finding in words, the same on the page and in a report: its interval, its facts, its evidence. */
import type { Evidence, Finding } from '../../engine/findings/detector';
import { bytes, confidencePercent, count, duration, percent } from '../../engine/text/figures';

export { SEVERITY_WORDS } from './severity-words';

/** How a spiral ended, in words (congestion.md §5). A digest may hold any other text. */
const EXITS: ReadonlyMap<string, string> = new Map([
  ['lead-used-up', 'the lead of the boundary was used up'],
  ['not-drained', 'a round trip left bytes in flight'],
  ['trace-ended', 'still active at the end of the trace'],
  ['unknown', 'unknown'],
]);

interface Interval {
  readonly startUs: number;
  readonly endUs: number;
}

interface Traced {
  readonly extent: { readonly toUs: number };
}

/** `2.04 s to the end (7.94 s)` */
export function intervalWords({ startUs, endUs }: Interval, { extent }: Traced): string {
  const from = `${(startUs / 1e6).toFixed(2)} s`;
  const to = endUs >= extent.toUs ? 'the end' : `${(endUs / 1e6).toFixed(2)} s`;
  return `${from} to ${to} (${duration(endUs - startUs)})`;
}

/** What explains it, variant, end, cause, what is known of the implementation, and cost, where known. */
export function findingFacts({
  exit,
  cause,
  knownDefect,
  cost,
  variant,
  explainedBy,
}: Finding): readonly (readonly [name: string, words: string])[] {
  const facts: (readonly [string, string] | null)[] = [
    explainedBy === undefined ? null : ['Explained by', explainedBy.title],
    variant === null ? null : ['Variant', variant],
    exit === null ? null : ['Ended', EXITS.get(exit) ?? exit],
    cause === null ? null : ['Cause', causeWords(cause)],
    knownDefect === undefined ? null : ['Known defect', knownDefect.words],
    cost === null ? null : ['Cost', `about ${duration(cost.us)} (estimate)`],
  ];
  return facts.filter((fact) => fact !== null);
}

/** `confidence 95 %`, and what explains the finding. */
export function certaintyWords({ confidence, explainedBy }: Finding): string {
  const words = `confidence ${confidencePercent(confidence)}`;
  return explainedBy === undefined ? words : `${words}, explained by “${explainedBy.title}”`;
}

export function causeWords(cause: string): string {
  return `idle rule ${cause}, by the rebuilt boundary`;
}

/** Signs of a limit, as words. */
const LIMIT_WORDS: ReadonlyMap<string, string> = new Map([
  ['≥', 'from'],
  ['>', 'above'],
  ['≤', 'up to'],
  ['<', 'below'],
]);

/** `alarm from 90 %`, `alarm: none`; `supports above 80 %` for a row that the finding does not require. */
export function alarmWords({ threshold, needed }: Pick<Evidence, 'threshold' | 'needed'>): string {
  const what = needed ? 'alarm' : 'supports';
  const words = LIMIT_WORDS.get(threshold.slice(0, 1));
  return words === undefined ? `${what}: ${threshold}` : `${what} ${words}${threshold.slice(1)}`;
}

/** Rows that are shown first where none is marked: a digest of an older version. */
const FIRST_ROWS = 4;

/** The rows that decide, and the others. */
export function splitEvidence(rows: readonly Evidence[]): {
  readonly deciding: readonly Evidence[];
  readonly others: readonly Evidence[];
} {
  const deciding = rows.filter((row) => row.deciding);
  if (deciding.length === 0) return { deciding: rows.slice(0, FIRST_ROWS), others: rows.slice(FIRST_ROWS) };
  return { deciding, others: rows.filter((row) => !row.deciding) };
}

export function evidenceValue({ value, unit }: Pick<Evidence, 'value' | 'unit'>): string {
  if (Number.isNaN(value)) return 'not enough data';
  switch (unit) {
    case 'share':
      return percent(value);
    case 'us':
      return duration(value);
    case 'bytes':
      return bytes(value);
    case 'packets':
      return `${value.toFixed(1)} packets`;
    case 'rtt':
      return `${value.toFixed(2)} RTT`;
    case 'count':
      return count(value);
  }
}

/** The threshold that the value is compared with: `≥ 0.8 (supports)`. */
export function evidenceNeeded({ threshold, needed }: Evidence): string {
  return needed ? threshold : `${threshold} (supports)`;
}
