/**
 * How the findings of a check stand to its exit status: all alike, or by what an earlier check had (`--baseline`) and by what is
 * muted (`--ignore-file`). Types, and the one rule that decides.
 */
import { SEVERITIES } from '../../engine/base/text/severities';
import type { SeverityName } from '../../sharing/report/records/trace-record';

export interface Build {
  readonly implementation: string;
  readonly version: string;
}

/** Why a finding is muted, and for how long. */
export interface Mute {
  /** Last day, `2026-12-31`; the first build that is not muted; null for good. */
  readonly until: string | Build | null;
  readonly because: string;
}

/** Words of SARIF 2.1.0 §3.27.24. `new`: the trace had none of its rule in the baseline, or only less severe ones. */
export type BaselineState = 'new' | 'unchanged';

export interface Standing {
  /** Null without a baseline. */
  readonly state: BaselineState | null;
  /** Null where it is not muted. */
  readonly muted: Mute | null;
}

/** The worst finding of its id that a trace had in the baseline. */
export interface BaselineFinding {
  readonly id: string;
  readonly severity: SeverityName;
  readonly verdict: string;
}

export interface TraceStanding {
  /** Of each finding, at the same index; empty where all stand alike. */
  readonly findings: readonly Standing[];
  /** Null without a baseline. */
  readonly baseline: {
    /** The trace is not in it. */
    readonly isNew: boolean;
    /** No longer there, or a note where it was an alarm. */
    readonly gone: readonly BaselineFinding[];
    /** No longer there, and the trace does not show whether it still is. */
    readonly notJudged: readonly BaselineFinding[];
  } | null;
}

/** Without a baseline, and nothing muted. */
export const PLAIN: TraceStanding = { findings: [], baseline: null };
/** As one without a baseline that is not muted, and as a remark. */
export const ALIKE: Standing = { state: null, muted: null };

/** @param i index of the finding. */
export function standingAt({ findings }: TraceStanding, i: number): Standing {
  return findings[i] ?? ALIKE;
}

export function isFailure(severity: SeverityName, failOn: SeverityName): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn);
}

/** The finding makes the exit status 1. */
export function decides(severity: SeverityName, { state, muted }: Standing, failOn: SeverityName): boolean {
  return isFailure(severity, failOn) && state !== 'unchanged' && muted === null;
}

/** The worst finding of a rule in a trace, as lists over all traces name it. */
export interface ListedFinding extends BaselineFinding {
  /** The trace. */
  readonly title: string;
}

/** An alarm, or what decides the exit status. */
export interface ListedAlarm extends ListedFinding, Standing {
  readonly decides: boolean;
}

/** An entry of `--ignore-file`, and what came of it. */
export interface EntryReport extends Mute {
  readonly id: string;
  /** Its last day has passed: it mutes nothing. */
  readonly hasRunOut: boolean;
  /** Findings that it mutes, of a rule in a trace. */
  readonly muted: number;
  /** Those of them that would make the exit status 1. */
  readonly wouldDecide: number;
}

/** What lists over all traces hold beyond the traces. */
export interface GateReport {
  readonly alarms: readonly ListedAlarm[];
  /** Null without `--baseline`. */
  readonly baseline: {
    readonly path: string;
    readonly gone: readonly ListedFinding[];
    readonly notJudged: readonly ListedFinding[];
    /** Traces that are only here, and only in the baseline. */
    readonly onlyHere: readonly string[];
    readonly onlyThere: readonly string[];
  } | null;
  /** Null without `--ignore-file`. */
  readonly ignored: { readonly path: string; readonly entries: readonly EntryReport[] } | null;
}

export const NO_GATE: GateReport = { alarms: [], baseline: null, ignored: null };
