/** What the cells of a row say that are made of several figures. */

import { confidencePercent, duration } from '../../engine/base/text/figures';
import { idleRuleTitle } from '../../engine/base/text/idle-words';
import { type OriginMark, originMarks } from '../../engine/base/text/origin-marks';
import { shortTitle } from '../../engine/base/text/rule-titles';
import { mostSevere } from '../../engine/base/text/severities';
import { type CountedRun, type RunState, runState } from '../../engine/service/compare/counting';
import type { RowFinding } from '../figures/row';
import type { TraceRow } from '../figures/rows';
import { UNKNOWN } from '../figures/words';

/** Endings that say nothing of a trace. */
const ENDINGS = /(?<=.)(?:\.(?:s?qlog|json|gz|zst))+$/i;

export function withoutEnding(name: string): string {
  return name.replace(ENDINGS, '');
}

/** The first finding that is an alarm, in the order of what they cost; null for none. */
export function worstOf({ findings }: TraceRow): RowFinding | null {
  return findings.find(({ severity }) => severity !== 'info') ?? null;
}

/** A file of the table that is a digest, not a trace: no failure, it is opened from its row. */
export const DIGEST = 'digest';

type RowState = 'critical' | 'warning' | 'none' | 'unjudged' | 'digest' | 'failed';

/**
 * Of the most severe alarm; without one `none`, or `unjudged` where no rule could tell; `failed` for a trace that could not be
 * read.
 */
export function severityOf(row: TraceRow): RowState {
  if (row.failure !== null) return row.failure.kind === DIGEST ? 'digest' : 'failed';
  const severity = mostSevere(row.findings);
  if (severity === 'critical' || severity === 'warning') return severity;
  return row.illShare === null ? 'unjudged' : 'none';
}

/** The same for identical runs: those of one connection in files of the same bytes; null where that is not known. */
export function runIdOf({ hash, connection }: TraceRow): string | null {
  return hash === null ? null : `${hash} ${connection}`;
}

const EVERY_RULE: CountedRun['notJudged'] = { includes: () => true };

/** What is counted of it. An older row names no rules: they are all judged, or none. */
export function countedRow({ findings, notJudged, illShare }: TraceRow): CountedRun {
  return { findings, notJudged: notJudged ?? (illShare === null ? EVERY_RULE : []) };
}

/** Ids of its findings by what they count as (`counting.ts`). */
export function foundAs(row: TraceRow, state: RunState): readonly string[] {
  const run = countedRow(row);
  return [...new Set(row.findings.map(({ id }) => id))].filter((id) => runState(run, id) === state);
}

/** How the trace came about, where it is no plain recording; a file that is a digest says so. */
export function rowMarks(row: TraceRow): readonly OriginMark[] {
  return severityOf(row) === 'digest' ? originMarks([...row.marks, 'digest']) : row.marks;
}

const VERDICTS: { readonly [state in RowState]?: string } = {
  none: 'No alarm',
  unjudged: 'Cannot be judged',
  digest: 'A digest, no trace',
  failed: 'Could not be read',
};

/** `Death spiral, 7.95 s`, `Closed with an error`, which has no duration; of a trace without an alarm that there is none, or that no rule could tell. */
export function verdictWords(row: TraceRow): string {
  const worst = worstOf(row);
  if (row.failure !== null || worst === null) return VERDICTS[severityOf(row)] ?? UNKNOWN;
  const { title, startUs, endUs } = worst;
  return startUs === null || endUs === null || endUs === startUs
    ? title
    : `${title}, ${duration(endUs - startUs)}`;
}

/** As `verdictWords`, without the term in brackets. */
export function verdictCell(row: TraceRow): string {
  return shortTitle(verdictWords(row));
}

/** The rule of the defect: the ACK gap of every round trip looks idle. */
export const DEFECT_RULE = 'shift-from-last-send';

/** Id of the rule; of several that the trace does not tell apart, whether the defect is one of them. */
export function ruleIdOf({ idleRule }: TraceRow): string | null {
  if (idleRule === null) return null;
  const [only = null, another] = idleRule.rules;
  if (another === undefined) return only;
  return idleRule.rules.includes(DEFECT_RULE) ? 'not-told-apart' : 'not-from-last-send';
}

/** `from last send`; two rules that the trace does not tell apart are both said. */
export function idleRuleName(row: TraceRow): string {
  const id = ruleIdOf(row);
  if (row.idleRule === null || id === null) return UNKNOWN;
  const { rules } = row.idleRule;
  return rules.length > 2 ? idleRuleTitle(id) : rules.map(idleRuleTitle).join(' or ');
}

/** `from last send, 98 %`. */
export function idleRuleWords(row: TraceRow): string {
  const words = idleRuleName(row);
  if (row.idleRule === null) return words;
  const { fit, proven } = row.idleRule;
  const how = fit !== null ? `, ${confidencePercent(fit)}` : proven ? ', proven' : '';
  return words + how;
}

export function implementationCell({ implementation, version }: TraceRow): string {
  if (implementation === null) return UNKNOWN;
  return version === null ? implementation : `${implementation} ${version}`;
}

/** `server, sender` */
export function roleWords({ role, side }: TraceRow): string {
  const words = [role === 'network' ? 'captured' : role, side].filter((word) => word !== 'unknown');
  return words.length === 0 ? UNKNOWN : words.join(', ');
}
