/** A finding in words, the same on the page and in a report: its interval, its facts, its evidence. */
import { duration, fixed, instant } from '../../../engine/base/text/figures';
import { idleCauseWords } from '../../../engine/base/text/idle-words';
import { utcTime } from '../../../engine/base/text/utc';
import type { Cost, Evidence, Finding } from '../../../engine/findings/finding/finding';
import type { TraceSummary } from '../../../engine/reading/contract/snapshot';

/** How a spiral ended, in words (congestion.md §5). A digest may hold any other text. */
const EXITS: ReadonlyMap<string, string> = new Map([
  ['lead-used-up', 'when ACKs counted again (time had passed the recovery boundary, lead used up)'],
  ['not-drained', 'when a round trip left bytes in flight (pipe not drained)'],
  ['trace-ended', 'not before the end of the trace'],
  ['unknown', 'not known how'],
]);

/** Variants of findings in plain words, the term after them. Those of other rules stand in the finding's sentence. */
const VARIANTS: ReadonlyMap<string, string> = new Map([
  ['oscillating', 'in and out of recovery once per round trip (oscillating)'],
  ['locked', 'in recovery nearly all the time (locked)'],
  ['mixed', 'now in recovery all the time, now in and out of it (mixed)'],
  ['states-not-logged', 'the log holds no congestion states'],
  ['sparse-acks', 'one ACK for a whole window, late (sparse ACKs)'],
  [
    'probe-rtt-at-floor',
    'a probe of the smallest RTT that cannot end at this window (PROBE_RTT at its floor)',
  ],
  ['this-host', 'the host that wrote this log'],
  ['receiver', 'the receiver, as its ACK says'],
  ['receiver-or-path', 'the receiver, or the path'],
  ['any-host-or-path', 'either host, or the path'],
  ['held', 'ACKs were held, none was lost'],
  ['data-lost', 'data was lost'],
  ['not-answered', 'nothing answered, and the log does not show that the data was lost'],
  ['cut-to-floor', 'the window was cut to its floor'],
  ['at-floor', 'the window was at its floor before'],
  ['near-floor', 'the window was at its floor or near it'],
  ['after-idle', 'after a pause'],
  ['unused', 'while most of it was not used'],
  ['answered', 'the window answers the marks'],
  ['ignored', 'the window does not answer the marks'],
  ['estimate', 'the window follows an estimate of the path'],
  ['not-logged', 'no window is logged'],
  ['unknown', 'it is not known what sets the window'],
]);

interface Interval {
  readonly startUs: number;
  readonly endUs: number;
}

interface Traced {
  readonly extent: { readonly toUs: number };
}

/**
 * A time with the digits that an interval of this length needs: `2.04 s`, of 62 ms `0.773 s`, of 235 µs `0.000319 s`; or `06:36:04.970 UTC`.
 * @param originMs time 0 as ms since 1970; null for the trace's own clock. @param zone '' before another time of day.
 */
function momentWords(us: number, lengthUs: number, originMs: number | null, zone = ' UTC'): string {
  if (originMs !== null) return `${utcTime(originMs, us, 3)}${zone}`;
  return lengthUs < 1e5 ? instant(us, lengthUs < 1e4 ? 0 : undefined) : `${fixed(us / 1e6, 2)} s`;
}

/** `2.04 s to the end (7.94 s)`; of what has no duration `at 0.032 s`. @param originMs as in `momentWords`. */
export function intervalWords(
  { startUs, endUs }: Interval,
  { extent }: Traced,
  originMs: number | null = null,
): string {
  const length = endUs - startUs;
  if (length === 0)
    return `at ${originMs === null ? instant(startUs) : momentWords(startUs, length, originMs)}`;
  const isOpen = endUs >= extent.toUs;
  const from = momentWords(startUs, length, originMs, isOpen ? undefined : '');
  const to = isOpen ? 'the end' : momentWords(endUs, length, originMs);
  return `${from} to ${to} (${duration(length)})`;
}

/** `held the sender for 7.94 s, at least 5.20 s of it lost`: what the account charges to a finding. */
export function costWords({ heldUs, lostUs, provedShare }: Cost, side: TraceSummary['side']): string {
  const what = side === 'receiver' ? 'held the transfer' : 'held the sender';
  if (heldUs === 0) return `${what} at no time`;
  const held = `${what} for ${duration(heldUs)}`;
  if (side === 'receiver') return held;
  if (lostUs === null) return `${held}; how much of it is lost is not known`;
  if (lostUs === 0) return `${held}, none of it lost`;
  return `${held}, ${provedShare < 1 ? 'at least ' : ''}${duration(lostUs)} of it lost`;
}

/** What explains it, variant, end, cause, what is known of the implementation, and cost, where known. */
export function findingFacts(
  { exit, cause, knownDefect, cost, variant, explainedBy }: Finding,
  { side }: Pick<TraceSummary, 'side'>,
): readonly (readonly [name: string, words: string])[] {
  const variantWords = VARIANTS.get(variant ?? '');
  const facts: (readonly [string, string] | null)[] = [
    explainedBy === undefined ? null : ['Explained by', explainedBy.title],
    variantWords === undefined ? null : ['Variant', variantWords],
    exit === null ? null : ['Ended', EXITS.get(exit) ?? exit],
    cause === null ? null : ['Cause', idleCauseWords(cause)],
    knownDefect === undefined ? null : ['Known defect', knownDefect.words],
    cost === null ? null : ['Cost', costWords(cost, side)],
  ];
  return facts.filter((fact) => fact !== null);
}

const LIMIT_WORDS: ReadonlyMap<string, string> = new Map([
  ['≥', 'from'],
  ['>', 'above'],
  ['≤', 'up to'],
  ['<', 'below'],
]);

/** What findings name in place of a panel where the log itself is meant. */
export const QUALITY = 'quality';

/** `alarm from 90 %`, `alarm: none`; `supports above 80 %` for a row that the finding does not require. */
export function alarmWords({ threshold, needed }: Pick<Evidence, 'threshold' | 'needed'>): string {
  const what = needed ? 'alarm' : 'supports';
  const words = LIMIT_WORDS.get(threshold.slice(0, 1));
  return words === undefined ? `${what}: ${threshold}` : `${what} ${words}${threshold.slice(1)}`;
}

/** Rows that are shown first where none is marked: a digest of an older version. */
const FIRST_ROWS = 4;

export function splitEvidence(rows: readonly Evidence[]): {
  readonly deciding: readonly Evidence[];
  readonly others: readonly Evidence[];
} {
  const deciding = rows.filter((row) => row.deciding);
  if (deciding.length === 0) return { deciding: rows.slice(0, FIRST_ROWS), others: rows.slice(FIRST_ROWS) };
  return { deciding, others: rows.filter((row) => !row.deciding) };
}

/** What a row says of its finding: one that it does not require and that does not hold takes nothing from it. */
export function holdsWords({ holds, needed }: Pick<Evidence, 'holds' | 'needed'>): string {
  if (holds) return 'holds';
  return needed ? 'fails' : 'does not hold, not required';
}

/** The threshold that the value is compared with: `≥ 0.8 (supports)`. */
export function evidenceNeeded({ threshold, needed }: Evidence): string {
  return needed ? threshold : `${threshold} (supports)`;
}
