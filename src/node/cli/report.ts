/**
 * Common part of all formats of `check`: a format gets the reports one by one and returns text to write at once, or at
 * the end if it needs totals first. Counts and exit status are computed here, so that they are the same for all
 * formats.
 */
import { plural } from '../../engine/base/text/figures';
import { mostSevere, SEVERITIES } from '../../engine/base/text/severities';
import type { SeverityName, TraceRecord, TraceReport } from '../../sharing/report/records/trace-record';
import { Exit } from './exit';
import { PassedOverTally } from './reading/passed-over';
import { decides, type GateReport, PLAIN, standingAt, type TraceStanding } from './standing';

export const FORMATS = ['text', 'json', 'junit', 'sarif', 'markdown', 'github'] as const;
export type Format = (typeof FORMATS)[number];
/** `parquet`: rows of a fleet, which are no report. */
export const CHECK_FORMATS = [...FORMATS, 'parquet'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

export interface Reporter {
  /** Text to write now; empty for none. @param standing left out where all findings stand alike. */
  trace(report: TraceReport, standing?: TraceStanding): string;
  /** Text after the last report. @param gate left out for one of no lists. */
  end(tally: Tally, gate?: GateReport): string;
}

/** A rule that can be applied, with its name in reports. */
export interface Rule {
  readonly id: string;
  readonly title: string;
}

export interface ReportSettings {
  readonly rules: readonly Rule[];
  /** Findings of this severity and above are failures. */
  readonly failOn: SeverityName;
  readonly version: string;
}

/** Counts over all reports. A connection of a file is a trace; files of one connection's log are one. */
export class Tally {
  readonly #failOn: SeverityName;
  /** Traces by their worst finding: a trace with three warnings is one. */
  readonly #worst = { critical: 0, warning: 0, info: 0, none: 0 };
  readonly #files = new Set<string>();
  /** Findings that decide. */
  failures = 0;
  traces = 0;
  /** Inputs that could not be read to their end, by path. */
  readonly #unreadable = new Set<string>();
  readonly passedOver = new PassedOverTally();

  constructor(failOn: SeverityName) {
    this.#failOn = failOn;
  }

  add({ record, path, failure }: TraceReport): void {
    if (failure !== null) this.#unreadable.add(path);
    if (record.trace === null) return;
    this.traces++;
    this.#worst[mostSevere(record.findings) ?? 'none']++;
    for (const file of filesOf(record)) this.#files.add(file);
  }

  /** Counts what decides, once it is known how the findings stand. */
  decide({ record }: TraceReport, standing: TraceStanding = PLAIN): void {
    for (const [i, { severity }] of record.findings.entries())
      if (decides(severity, standingAt(standing, i), this.#failOn)) this.failures++;
  }

  get unreadable(): number {
    return this.#unreadable.size;
  }

  /** An input that could not be read has priority over a finding: its content is unknown. */
  get exit(): number {
    if (this.unreadable > 0) return Exit.unreadable;
    return this.failures > 0 ? Exit.found : Exit.clean;
  }

  /** `3 traces`, `3 traces in 1 file`, `1 trace in 4 files` */
  get read(): string {
    const traces = plural(this.traces, 'trace');
    const files = this.#files.size;
    return files === this.traces ? traces : `${traces} in ${plural(files, 'file')}`;
  }

  /** `3 traces: 1 critical, 0 warning, 1 info, 1 without a finding`: each trace by its worst. */
  get words(): string {
    const { none } = this.#worst;
    const counts = SEVERITIES.map((severity) => `${this.#worst[severity]} ${severity}`);
    const all = none > 0 ? [...counts, `${none} without a finding`] : counts;
    const broken = this.unreadable > 0 ? `; ${plural(this.unreadable, 'input')} could not be read` : '';
    return `${this.read}: ${all.join(', ')}${broken}`;
  }
}

function filesOf({ file, segments }: TraceRecord): readonly string[] {
  return segments === null ? [file] : segments.files.map((one) => one.file);
}

/** `path`, and the number of the connection after the first one. */
export function titleOf({ record }: { readonly record: Pick<TraceRecord, 'file' | 'trace'> }): string {
  return record.trace === null || record.trace === 0 ? record.file : `${record.file} #${record.trace}`;
}
