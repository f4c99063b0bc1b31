/** A trace's verdict in one line: what is wrong, since when, how sure, why. For the page, its tab and the report. */
import { confidencePercent, duration, fixed, instant, plural } from '../../../engine/base/text/figures';
import { idleRuleWords } from '../../../engine/base/text/idle-words';
import type { Finding } from '../../../engine/findings/finding/finding';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';

/** `since 2.04 s, to the end (7.94 s)`, `0.59 s to 9.40 s (8.81 s)`; of what has no duration `at 0.032 s`. */
export function sinceWords(
  { startUs, endUs }: Pick<Finding, 'startUs' | 'endUs'>,
  { extent }: Pick<Snapshot, 'extent'>,
): string {
  if (endUs === startUs) return `at ${instant(startUs)}`;
  const at = (us: number): string => `${fixed(us / 1e6, 2)} s`;
  const length = `(${duration(endUs - startUs)})`;
  if (endUs >= extent.toUs) return `since ${at(startUs)}, to the end ${length}`;
  return `${at(startUs)} to ${at(endUs)} ${length}`;
}

/** Parts of the line after the finding's title, each a clause; a failure that it explains is named with it. */
export function headlineParts(
  finding: Finding,
  snapshot: Pick<Snapshot, 'extent' | 'findings'>,
): readonly string[] {
  const { key, label, cause, confidence, explainedBy } = finding;
  const failures = snapshot.findings.filter(
    (other) => other.severity === 'critical' && other.explainedBy?.key === key,
  );
  return [
    sinceWords(finding, snapshot),
    `confidence ${confidencePercent(confidence)}`,
    ...(label === undefined ? [] : [label]),
    ...(cause === null ? [] : [`cause: ${idleRuleWords(cause)}`]),
    ...failures.map(({ title }) => `explains “${title}”`),
    ...(explainedBy === undefined ? [] : [`explained by “${explainedBy.title}”`]),
  ];
}

/** `No alarm: 3 info findings.`, of a trace that is read and has no critical finding and no warning. */
export function noAlarmWords({ findings, notJudged }: Pick<Snapshot, 'findings' | 'notJudged'>): string {
  const info = findings.length === 0 ? 'nothing found' : plural(findings.length, 'info finding');
  const open = notJudged.length === 0 ? '' : `; ${plural(notJudged.length, 'rule')} not judged`;
  return `No alarm: ${info}${open}.`;
}
