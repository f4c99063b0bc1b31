/**
 * How findings stand to a baseline: what is new, unchanged or gone of each rule in each trace. A finding is new where its trace had
 * none of its id there, or only less severe ones. Of traces that one name stands for (`matched-traces.ts`) it is counted how many have
 * the finding: their worst is compared with the worst of the others, the second with the second, and so on.
 */
import { SEVERITIES } from '../../../../engine/base/text/severities';
import type { SeverityName, TraceReport } from '../../../../sharing/report/records/trace-record';
import { titleOf } from '../../report';
import type { BaselineFinding, BaselineState, TraceStanding } from '../../standing';
import type { Baseline } from './baseline';
import { tracesOfSameName } from './matched-traces';

type BesideFindings = NonNullable<TraceStanding['baseline']>;

export interface SinceBaseline {
  /** Of each report, at the same index: the state of each of its findings, and what stands beside them. */
  readonly traces: readonly { readonly states: readonly BaselineState[]; readonly beside: BesideFindings }[];
  /** Titles of the traces of the baseline that are not here. */
  readonly onlyThere: readonly string[];
}

interface Marked {
  readonly states: BaselineState[];
  readonly beside: {
    isNew: boolean;
    readonly gone: BaselineFinding[];
    readonly notJudged: BaselineFinding[];
  };
}

/** 0 is the most severe; `NONE` without a finding. */
const rankOf = (severity: SeverityName): number => SEVERITIES.indexOf(severity);
const NONE = SEVERITIES.length;

type WorstById = ReadonlyMap<string, BaselineFinding>;

function worstById(findings: readonly BaselineFinding[]): WorstById {
  const worst = new Map<string, BaselineFinding>();
  for (const { id, severity, verdict } of findings) {
    const other = worst.get(id);
    if (other === undefined || rankOf(severity) < rankOf(other.severity))
      worst.set(id, { id, severity, verdict });
  }
  return worst;
}

/** @param only rules that were asked for: the others of the baseline do not count; null for all. */
export function sinceBaseline(
  baseline: Baseline,
  reports: readonly TraceReport[],
  only: ReadonlySet<string> | null,
): SinceBaseline {
  const there = baseline.traces.map(({ findings }) =>
    worstById(only === null ? findings : findings.filter(({ id }) => only.has(id))),
  );
  const marked = reports.map(
    ({ record: { trace, findings } }): Marked => ({
      states: findings.map(() => 'new'),
      beside: { isNew: trace !== null, gone: [], notJudged: [] },
    }),
  );
  const judged = reports.flatMap(({ record: { file, trace } }, i) =>
    trace === null ? [] : { file, trace, i },
  );
  const onlyThere: string[] = [];
  for (const group of tracesOfSameName(baseline.traces, judged)) {
    const here = group.here.map((at) => (judged[at] as (typeof judged)[number]).i);
    const others = group.there.map((i) => there[i] as WorstById);
    compare(others, here, reports, marked);
    for (const i of group.there.slice(here.length)) {
      const record = baseline.traces[i];
      if (record !== undefined) onlyThere.push(titleOf({ record }));
    }
  }
  return { traces: marked, onlyThere };
}

/** Traces of one name. @param here indices of reports. */
function compare(
  there: readonly WorstById[],
  here: readonly number[],
  reports: readonly TraceReport[],
  marked: readonly Marked[],
): void {
  const traces = here.map((i) => {
    const report = reports[i] as TraceReport;
    return { report, marks: marked[i] as Marked, worst: worstById(report.record.findings) };
  });
  for (const { marks } of traces.slice(0, there.length)) marks.beside.isNew = false;
  const byRank = (id: string) => (a: { worst: WorstById }, b: { worst: WorstById }) =>
    worstRank(a.worst, id) - worstRank(b.worst, id);
  for (const id of new Set(
    [...there, ...traces.map(({ worst }) => worst)].flatMap((one) => [...one.keys()]),
  )) {
    const before = there.map((worst) => ({ worst })).sort(byRank(id));
    for (const [at, { report, marks, worst }] of [...traces].sort(byRank(id)).entries()) {
      const other = before[at]?.worst.get(id);
      if (other === undefined) continue;
      for (const [i, finding] of report.record.findings.entries())
        if (finding.id === id && rankOf(finding.severity) >= rankOf(other.severity))
          marks.states[i] = 'unchanged';
      if (!isGone(other.severity, worst.get(id)?.severity)) continue;
      const isJudged = report.failure === null && !report.record.notJudged.some((rule) => rule.id === id);
      marks.beside[isJudged ? 'gone' : 'notJudged'].push(other);
    }
  }
}

function worstRank(worst: WorstById, id: string): number {
  const finding = worst.get(id);
  return finding === undefined ? NONE : rankOf(finding.severity);
}

/** An alarm of which a note is left is gone. */
function isGone(before: SeverityName, now: SeverityName | undefined): boolean {
  return now === undefined || (now === 'info' && before !== 'info');
}
