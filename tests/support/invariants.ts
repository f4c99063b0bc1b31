/**
 * What holds for every finding, whatever the trace: shares are shares, sentences hold words and figures, intervals lie in
 * the trace, and a row of evidence holds where its value keeps to its threshold. Told as broken rules, with their place.
 */
import { withRemarks } from '../../src/engine/base/text/remarks.ts';
import type { Evidence, Finding, NotFound, Verdicts } from '../../src/engine/findings/finding/finding';
import { evidenceValue } from '../../src/sharing/report/words/evidence-value.ts';
import { followsFromWords, readsAsReached } from './threshold-text.ts';

/** The trace in which it was found, µs. */
export interface TraceTime {
  readonly firstUs: number;
  readonly lastUs: number;
}

/** What a program writes where it had nothing to say. */
const NO_WORD = /\b(NaN|null|undefined|Infinity|object Object)\b|∞/;
/** Terms that stand in brackets, after plain words. */
const TERM = /\b(cwnd|ssthresh|BDP|PTOs?|CE|ack_delay|recovery boundary|lead)\b/;
const PERCENTAGE = /(-?\d[\d.,]*) %/g;
const isShare = (value: number): boolean => value >= 0 && value <= 1;

type Tell = (what: string) => void;

function holdSentence(where: string, words: string, tell: Tell): void {
  if (words.trim() === '') tell(`${where} is empty`);
  if (NO_WORD.test(words)) tell(`${where} is no sentence: ${words}`);
  for (const [, figure] of words.matchAll(PERCENTAGE)) {
    const percentage = Number(figure?.replaceAll(',', ''));
    if (!(percentage >= 0 && percentage <= 100)) tell(`${where} tells a share of ${figure} %`);
  }
}

/** Plain words first: a term stands in brackets, at least once before it stands alone. */
function holdPlainWords(where: string, words: string, tell: Tell): void {
  let explained = '';
  for (const part of words.split(/(\([^()]*\))/)) {
    if (part.startsWith('(')) explained += part;
    const [term] = TERM.exec(part.startsWith('(') ? '' : part) ?? [];
    if (term !== undefined && !explained.includes(term))
      tell(`${where} begins with the term ${term}: ${words}`);
  }
}

/** @param isMeasured nothing was close where the interval of what was not found is not there at all. */
function holdInterval(
  { startUs, endUs }: Pick<Finding, 'startUs' | 'endUs'>,
  { firstUs, lastUs }: TraceTime,
  tell: Tell,
): void {
  const isInside = Math.min(0, firstUs) <= startUs && startUs <= endUs && endUs <= lastUs;
  if (!isInside) tell(`the interval ${startUs} to ${endUs} is not in the trace, ${firstUs} to ${lastUs}`);
}

function holdEvidence(
  rows: readonly Evidence[],
  { startUs, endUs }: Pick<Finding, 'startUs' | 'endUs'>,
  tell: Tell,
): void {
  const ids = rows.map(({ id }) => id);
  if (new Set(ids).size < ids.length) tell(`two rows have one id: ${ids.join(' ')}`);
  const deciding = rows.filter((row) => row.deciding);
  const isFirst = deciding.every((row, i) => row === rows[i]);
  if (deciding.length !== Math.min(4, rows.length) || !isFirst)
    tell(`the rows that decide are not the first four: ${deciding.map(({ id }) => id).join(' ')}`);
  const allShare = rows.find(({ id, unit }) => id === 'share' && unit === 'share');
  for (const row of rows) {
    const { id, name, value, unit, normal, threshold, holds } = row;
    holdSentence(`the name of row ${id}`, name, tell);
    holdPlainWords(`the name of row ${id}`, name, tell);
    holdSentence(`what is normal for row ${id}`, normal, tell);
    holdSentence(`the threshold of row ${id}`, threshold, tell);
    if (Math.abs(value) === Number.POSITIVE_INFINITY) tell(`row ${id} is not finite`);
    if (unit === 'share' && !Number.isNaN(value) && !isShare(value)) tell(`row ${id} is a share of ${value}`);
    // Long without a break, or for most of the time in sum: the row of the sum says the second.
    const isLongInSum = / of the time in sum$/.test(threshold);
    const follows = isLongInSum
      ? holds || !(allShare?.holds ?? false)
      : followsFromWords({ value, threshold, holds, lengthUs: endUs - startUs });
    const found = evidenceValue(row);
    if (!follows) tell(`row ${id}: ${value} ${unit} against "${threshold}" is said to be ${holds}`);
    else if (readsAsReached(found, row)) tell(`row ${id}: found ${found}, ${threshold}, and is said to fail`);
  }
}

function holdFinding(finding: Finding, time: TraceTime, tell: Tell): void {
  const { title, verdict, why, next, cost, confidence, evidence, closeUp } = finding;
  for (const [where, words] of Object.entries({ title, verdict, why, next }))
    holdSentence(where, words, tell);
  // What to look at next names panels.
  for (const [where, words] of Object.entries({ title, verdict, why })) holdPlainWords(where, words, tell);
  for (const { text } of closeUp?.steps ?? []) holdPlainWords('a step', text, tell);
  if (!isShare(confidence)) tell(`a confidence of ${confidence}`);
  holdInterval(finding, time, tell);
  holdEvidence(evidence, finding, tell);
  if (cost === null) return;
  const { heldUs, lostUs, provedShare } = cost;
  const isLess = lostUs === null || (lostUs >= 0 && lostUs <= heldUs + 1);
  if (!(isLess && heldUs >= 0)) tell(`a cost of ${lostUs} of ${heldUs} µs`);
  if (!isShare(provedShare)) tell(`a cost proved for ${provedShare}`);
}

/** Where a trace came closest, if it came close at all. */
function holdClosest(closest: NotFound, time: TraceTime, tell: Tell): void {
  holdSentence('the reason', closest.reason, tell);
  holdEvidence(closest.evidence, closest, tell);
  const isNowhere = Number.isNaN(closest.startUs) && Number.isNaN(closest.endUs);
  if (!isNowhere) holdInterval(closest, time, tell);
}

/** @returns the rules that these verdicts break, each with the finding and the figure; none for sound ones. */
export function brokenRules(verdicts: Verdicts, time: TraceTime): readonly string[] {
  const broken: string[] = [];
  const about =
    (subject: string): Tell =>
    (what) =>
      broken.push(`${subject}: ${what}`);
  const found = withRemarks(verdicts);
  const keys = found.map(({ key }) => key);
  if (new Set(keys).size < keys.length) broken.push(`two findings have one key: ${keys.join(' ')}`);
  for (const finding of found) holdFinding(finding, time, about(finding.key));
  for (const closest of verdicts.notFound) holdClosest(closest, time, about(`not found, ${closest.id}`));
  for (const { id, reason } of verdicts.notJudged)
    holdSentence('the reason', reason, about(`not judged, ${id}`));
  return broken;
}
