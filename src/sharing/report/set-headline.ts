/**
 * The headline of a set of traces: the worst alarm of all of them, whichever leads. Each trace is spoken for by its own worst
 * alarm; of these the most severe counts, then the longest, then the earliest. What a cost is estimated at has no say: a digest of a set
 * holds title and time of some findings only, and says the same as the traces that it was made of.
 */
import { plural } from '../../engine/base/text/figures';
import type { Finding } from '../../engine/findings/finding/finding';
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import { headlineParts } from './words/headline-words';

export interface HeadlineTrace {
  readonly snapshot: Pick<Snapshot, 'findings' | 'notJudged' | 'extent' | 'summary'>;
  /** Keys of findings that do not count. */
  readonly dismissed: readonly string[];
}

export interface SetHeadline {
  /** Which of the traces has it. */
  readonly place: number;
  readonly finding: Finding;
  /** Further alarms of all traces. */
  readonly others: number;
}

const RANK: readonly Finding['severity'][] = ['critical', 'warning', 'info'];

/** Below 0 where `a` is the worse one. Equals have the same text. */
function byWeight(a: Finding, b: Finding): number {
  return (
    RANK.indexOf(a.severity) - RANK.indexOf(b.severity) ||
    b.endUs - b.startUs - (a.endUs - a.startUs) ||
    a.startUs - b.startUs ||
    (a.id < b.id ? -1 : Number(a.id > b.id)) ||
    (a.verdict < b.verdict ? -1 : Number(a.verdict > b.verdict))
  );
}

/** Null where no trace has an alarm. */
export function setHeadline(traces: readonly HeadlineTrace[]): SetHeadline | null {
  const alarms = traces.map(({ snapshot, dismissed }) =>
    snapshot.findings.filter(({ key, severity }) => severity !== 'info' && !dismissed.includes(key)),
  );
  const [worst] = alarms
    .flatMap(([finding], place) => (finding === undefined ? [] : [{ place, finding }]))
    .sort((a, b) => byWeight(a.finding, b.finding));
  if (worst === undefined) return null;
  return { ...worst, others: alarms.reduce((sum, { length }) => sum + length, 0) - 1 };
}

/** `No alarm in any of 3 traces: 5 info findings; 2 rules not judged in all.` */
export function noAlarmInSet(traces: readonly HeadlineTrace[]): string {
  const infos = traces.reduce(
    (sum, { snapshot, dismissed }) =>
      sum + snapshot.findings.filter(({ key }) => !dismissed.includes(key)).length,
    0,
  );
  const rules = new Set(traces.flatMap(({ snapshot }) => snapshot.notJudged.map(({ id }) => id)));
  const info = infos === 0 ? 'nothing found' : plural(infos, 'info finding');
  const open = rules.size === 0 ? '' : `; ${plural(rules.size, 'rule')} not judged in all`;
  return `No alarm in any of ${plural(traces.length, 'trace')}: ${info}${open}.`;
}

/** `Worst of the traces: Death spiral (…) in B (reno), since 2.04 s, to the end (7.94 s).` @param names of the traces, in their order. */
export function setHeadlineWords(traces: readonly HeadlineTrace[], names: readonly string[]): string {
  const worst = setHeadline(traces);
  if (worst === null) return noAlarmInSet(traces);
  const { place, finding } = worst;
  const { snapshot } = traces[place];
  const [since] = headlineParts(finding, snapshot);
  return `Worst of the traces: ${finding.title} (${finding.severity}) in ${names[place]}, ${since}.`;
}
