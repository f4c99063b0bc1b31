/**
 * Common part of all formats of `check`: a format gets the reports one by one and returns text to write at once, or at
 * the end if it needs totals first. Counts and exit status are computed here, so that they are the same for all
 * formats.
 */

import { plural } from '../../engine/text/figures';
import type { SeverityName, TraceReport } from '../../sharing/report/trace-record';

export const FORMATS = ['text', 'json', 'junit', 'sarif'] as const;
export type Format = (typeof FORMATS)[number];
/** `parquet`: rows of a fleet, which are no report. */
export const CHECK_FORMATS = [...FORMATS, 'parquet'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

export const SEVERITIES: readonly SeverityName[] = ['critical', 'warning', 'info'];

export interface Reporter {
  /** Text to write now; empty for none. */
  trace(report: TraceReport): string;
  /** Text after the last report. */
  end(tally: Tally): string;
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

/** Exit statuses; `EX_USAGE` of sysexits.h for a wrong call. */
export const Exit = { clean: 0, found: 1, unreadable: 2, usage: 64 } as const;

export function isFailure(severity: SeverityName, failOn: SeverityName): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn);
}

/** Counts over all reports. */
export class Tally {
  readonly #failOn: SeverityName;
  readonly findings: { readonly [severity in SeverityName]: { count: number } } = {
    critical: { count: 0 },
    warning: { count: 0 },
    info: { count: 0 },
  };
  /** Findings at or above the threshold. */
  failures = 0;
  traces = 0;
  /** Inputs that could not be read to their end, by path. */
  readonly #unreadable = new Set<string>();
  skippedFiles = 0;

  constructor(failOn: SeverityName) {
    this.#failOn = failOn;
  }

  add({ record, path, failure }: TraceReport): void {
    if (record.trace !== null) this.traces++;
    if (failure !== null) this.#unreadable.add(path);
    for (const { severity } of record.findings) {
      this.findings[severity].count++;
      if (isFailure(severity, this.#failOn)) this.failures++;
    }
  }

  get unreadable(): number {
    return this.#unreadable.size;
  }

  /** An input that could not be read has priority over a finding: its content is unknown. */
  get exit(): number {
    if (this.unreadable > 0) return Exit.unreadable;
    return this.failures > 0 ? Exit.found : Exit.clean;
  }

  /** `3 traces: 1 critical, 0 warning, 2 info` */
  get words(): string {
    const counts = SEVERITIES.map((severity) => `${this.findings[severity].count} ${severity}`).join(', ');
    const broken = this.unreadable > 0 ? `; ${plural(this.unreadable, 'input')} could not be read` : '';
    return `${plural(this.traces, 'trace')}: ${counts}${broken}`;
  }
}

/** `path`, and the number of the connection after the first one. */
export function titleOf({ record }: TraceReport): string {
  return record.trace === null || record.trace === 0 ? record.file : `${record.file} #${record.trace}`;
}
