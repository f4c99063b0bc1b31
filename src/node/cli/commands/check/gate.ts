/** What decides the exit status of `check`: the standing of each finding, and the lists over all traces that say it. */
import { SEVERITIES } from '../../../../engine/base/text/severities';
import type { SeverityName, TraceReport } from '../../../../sharing/report/records/trace-record';
import { titleOf } from '../../report';
import {
  type BaselineFinding,
  decides,
  type GateReport,
  isFailure,
  type ListedAlarm,
  type ListedFinding,
  PLAIN,
  type Standing,
  standingAt,
  type TraceStanding,
} from '../../standing';
import type { Baseline } from './baseline';
import { entryFor, type IgnoreEntry, type IgnoreFile } from './ignore-file';
import { sinceBaseline } from './since-baseline';

export interface GateSetting {
  readonly baseline: Baseline | null;
  readonly ignored: IgnoreFile | null;
  readonly failOn: SeverityName;
  /** Rules that were asked for; null for all. */
  readonly only: ReadonlySet<string> | null;
}

/** The worst finding of each id, and how it stands. */
interface Worst extends BaselineFinding {
  readonly standing: Standing;
}

export class Gate {
  readonly #setting: GateSetting;
  readonly #alarms: ListedAlarm[] = [];
  readonly #gone: ListedFinding[] = [];
  readonly #notJudged: ListedFinding[] = [];
  readonly #onlyHere: string[] = [];
  #onlyThere: readonly string[] = [];
  /** Of each entry: findings that it mutes, and those that would decide. */
  readonly #muted: Map<IgnoreEntry, { all: number; wouldDecide: number }>;

  constructor(setting: GateSetting) {
    this.#setting = setting;
    this.#muted = new Map(setting.ignored?.entries.map((entry) => [entry, { all: 0, wouldDecide: 0 }]));
  }

  /** Whether a trace stands alone: without a baseline, which is compared with all traces at once. */
  get isOneByOne(): boolean {
    return this.#setting.baseline === null;
  }

  /** Of each report at the same index. @param reports one, or, with a baseline, all. */
  standingsOf(reports: readonly TraceReport[]): readonly TraceStanding[] {
    const { baseline, ignored, only } = this.#setting;
    if (baseline === null && ignored === null) return reports.map(() => PLAIN);
    const since = baseline === null ? null : sinceBaseline(baseline, reports, only);
    this.#onlyThere = since?.onlyThere ?? [];
    return reports.map(({ record: { findings, implementation } }, at) => ({
      findings: findings.map(({ id }, i) => ({
        state: since?.traces[at]?.states[i] ?? null,
        muted: ignored === null ? null : entryFor(ignored, id, implementation),
      })),
      baseline: since?.traces[at]?.beside ?? null,
    }));
  }

  /** Takes a trace into the lists. */
  add(report: TraceReport, standing: TraceStanding): void {
    const title = titleOf(report);
    const { failOn } = this.#setting;
    for (const { standing: own, ...finding } of worstOf(report, standing)) {
      const entry = own.muted === null ? undefined : this.#muted.get(own.muted as IgnoreEntry);
      if (entry !== undefined) {
        entry.all++;
        if (decides(finding.severity, { ...own, muted: null }, failOn)) entry.wouldDecide++;
      }
      if (this.#isListed(finding))
        this.#alarms.push({ title, ...finding, ...own, decides: decides(finding.severity, own, failOn) });
    }
    if (standing.baseline === null) return;
    const { isNew, gone, notJudged } = standing.baseline;
    if (isNew) this.#onlyHere.push(title);
    const listed = (findings: readonly BaselineFinding[]): readonly ListedFinding[] =>
      findings.filter((finding) => this.#isListed(finding)).map((finding) => ({ title, ...finding }));
    this.#gone.push(...listed(gone));
    this.#notJudged.push(...listed(notJudged));
  }

  /** An alarm, or what decides. */
  #isListed({ severity }: { readonly severity: SeverityName }): boolean {
    return isFailure(severity, 'warning') || isFailure(severity, this.#setting.failOn);
  }

  get report(): GateReport {
    const { baseline, ignored } = this.#setting;
    return {
      alarms: this.#alarms,
      baseline: baseline && {
        path: baseline.path,
        gone: this.#gone,
        notJudged: this.#notJudged,
        onlyHere: this.#onlyHere,
        onlyThere: this.#onlyThere,
      },
      ignored: ignored && {
        path: ignored.path,
        entries: [...this.#muted].map(([entry, { all, wouldDecide }]) => ({
          ...entry,
          muted: all,
          wouldDecide,
        })),
      },
    };
  }
}

/** Of each id in a trace: where any of them is new, the worst is. */
function worstOf({ record }: TraceReport, standing: TraceStanding): Iterable<Worst> {
  const worst = new Map<string, Worst>();
  for (const [i, { id, severity, verdict }] of record.findings.entries()) {
    const other = worst.get(id);
    if (other === undefined || SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(other.severity))
      worst.set(id, { id, severity, verdict, standing: standingAt(standing, i) });
  }
  return worst.values();
}
