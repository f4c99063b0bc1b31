/** A trace's verdict in one line: what is wrong, since when, how sure, why. For the page, its tab and the report. */
import { CAUSE_NAMES } from '../../../engine/base/text/account-names';
import { confidencePercent, duration, plural } from '../../../engine/base/text/figures';
import { idleRuleWords } from '../../../engine/base/text/idle-words';
import type { AccountPart } from '../../../engine/findings/account/parts';
import type { Finding } from '../../../engine/findings/finding/finding';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { intervalWords } from './finding-words';

type HeadlineFacts = Pick<Snapshot, 'extent' | 'findings' | 'summary'>;

/**
 * `since 2.04 s, to the end (7.94 s)`, `0.59 s to 9.40 s (8.81 s)`; of what has no duration `at 0.032 s`.
 * @param originMs time 0 as ms since 1970, for times of day in UTC; null for the trace's own clock.
 */
export function sinceWords(
  { startUs, endUs }: Pick<Finding, 'startUs' | 'endUs'>,
  { extent }: Pick<Snapshot, 'extent'>,
  originMs: number | null = null,
): string {
  const words = intervalWords({ startUs, endUs }, { extent }, originMs);
  return startUs < endUs && endUs >= extent.toUs
    ? `since ${words.replace(' to the end', ', to the end')}`
    : words;
}

/** Findings of a window that does not grow. */
const FLAT: readonly string[] = ['death-spiral', 'stuck-window', 'state-dwell', 'paced-flat-window'];
/** Of the time before a finding: what else held the window for so much of it is named. */
const HELD_BEFORE = 0.25;

/**
 * `, after 3.10 s held by random loss`, of a window that was not grown when it stopped to grow: it is not said to have been well
 * until then. Of one that lasts to the end, so that all other time of the window is before it.
 */
function beforeWords({ id, startUs, endUs }: Finding, { summary, extent }: HeadlineFacts): string {
  const { account } = summary;
  if (account === null || account === undefined || !FLAT.includes(id) || endUs < extent.toUs) return '';
  const cuts = account.parts.filter(({ holder, cause }) => holder === 'window' && cause?.startsWith('cut'));
  const heldUs = cuts.reduce((sum, part) => sum + part.heldUs, 0);
  const most = cuts.reduce<AccountPart | null>((a, b) => (a !== null && a.heldUs >= b.heldUs ? a : b), null);
  if (most === null || heldUs < HELD_BEFORE * (startUs - account.startUs)) return '';
  return `, after ${duration(heldUs)} held by ${CAUSE_NAMES[most.cause ?? 'cutUnknown']}`;
}

/** Parts of the line after the finding's title, each a clause: its cause, else what its picture says; a failure that it explains is named with it. @param originMs as in `sinceWords`. */
export function headlineParts(
  finding: Finding,
  snapshot: HeadlineFacts,
  originMs: number | null = null,
): readonly string[] {
  const { key, label, cause, confidence, explainedBy } = finding;
  const failures = snapshot.findings.filter(
    (other) => other.severity === 'critical' && other.explainedBy?.key === key,
  );
  return [
    `${sinceWords(finding, snapshot, originMs)}${beforeWords(finding, snapshot)}`,
    `confidence ${confidencePercent(confidence)}`,
    ...(cause === null ? (label === undefined ? [] : [label]) : [`cause: ${idleRuleWords(cause)}`]),
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
