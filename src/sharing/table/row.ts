/**
 * A row of a table of traces, as a record with its own version: what it shows of one trace, whether the trace was read
 * here (`survey-rows.ts`) or is named by a record of `check --json` (`check-rows.ts`). It uses no internal type, and what
 * is not known is null.
 *
 * Times are µs on the trace's own clock.
 */

import type { OriginMark } from '../../engine/base/text/origin-marks';

export const TABLE_VERSION = 1;

export type RowSeverity = 'critical' | 'warning' | 'info';

export interface RowFinding {
  readonly id: string;
  readonly title: string;
  readonly severity: RowSeverity;
  readonly startUs: number | null;
  readonly endUs: number | null;
}

/** How the sender counts idle time. */
export interface RowIdleRule {
  /** Ids of the rules that the trace does not tell apart; `none` for CUBIC without one. */
  readonly rules: readonly string[];
  /** How well the model with the first of them follows the window, 0 to 1; null where that is not known. */
  readonly fit: number | null;
  /** A finding proves it, beside the model. */
  readonly proven: boolean;
}

/** A known defect, shown by a finding. */
export interface RowDefect {
  readonly implementation: string;
  /** `affected`: the version is before the fix. `fixed`: it has the fix. `not-known`. */
  readonly standing: string;
  readonly reference: string;
  readonly fixedIn: string | null;
}

/** The congestion window in equal columns: the least and the most of each, bytes; null before it is known. */
export interface RowWindow {
  readonly fromUs: number;
  readonly columnUs: number;
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

/** Why something could not be read. */
export interface RowProblem {
  readonly kind: string;
  readonly text: string;
}

export interface TraceRow {
  /** Path of the file; an entry of a zip as `path.zip!/entry`. */
  readonly name: string;
  /** Number of the connection in its file, from 0; null where the file holds none. */
  readonly connection: number | null;
  /** Number of connections in the file. */
  readonly connections: number;
  /** Null for a trace that was read. Everything below is null or empty then. */
  readonly failure: RowProblem | null;
  /** Why the file was read in part only. */
  readonly ended: RowProblem | null;
  readonly role: string;
  readonly side: string;
  readonly implementation: string | null;
  readonly version: string | null;
  /** The first event as ms since 1970. */
  readonly recordedMs: number | null;
  readonly startUs: number | null;
  readonly durationUs: number | null;
  readonly sentBytes: number | null;
  /** Payload that arrived for the first time, or what a receiver received, over the whole log; bytes per second. */
  readonly goodput: number | null;
  readonly packetsSent: number | null;
  readonly packetsLost: number | null;
  readonly minRttUs: number | null;
  readonly smoothedRttUs: number | null;
  /** Which controller the window follows, in words; empty where that is not known. */
  readonly controller: string;
  readonly idleRule: RowIdleRule | null;
  readonly defect: RowDefect | null;
  /** The worst first. */
  readonly findings: readonly RowFinding[];
  /** Share of the time that critical findings and warnings cover, 0 to 1; null where the trace could not be judged. */
  readonly illShare: number | null;
  readonly window: RowWindow | null;
  /** How the trace came about, where it is no plain recording. */
  readonly marks: readonly OriginMark[];
}

/** Most findings that a row names. */
export const MOST_FINDINGS = 40;

export function failedRow(name: string, failure: RowProblem): TraceRow {
  return {
    ...{ name, connection: null, connections: 0, failure, ended: null, role: 'unknown', side: 'unknown' },
    ...{ implementation: null, version: null, recordedMs: null, startUs: null, durationUs: null },
    ...{ sentBytes: null, goodput: null, packetsSent: null, packetsLost: null, minRttUs: null },
    ...{ smoothedRttUs: null, controller: '', idleRule: null, defect: null, findings: [], illShare: null },
    ...{ window: null, marks: [] },
  };
}

/** Of the packets sent, those that were lost, 0 to 1. */
export function lossShareOf({ packetsSent, packetsLost }: TraceRow): number | null {
  if (packetsLost === null || packetsSent === null || packetsSent === 0) return null;
  return packetsLost / packetsSent;
}

/** Rules that need least, whoever logged: packets sent and their ACKs, or timers of probes. */
const NEED_LEAST: readonly string[] = ['delivery-stall', 'pto-storm'];
/** What a receiver alone can tell of its peer. */
const OF_RECEIVERS = 'peer-flat';

/** Some rule that can raise an alarm was applied: else that there is none says nothing. @param notJudged rules that were not. */
export function isJudged(side: string, notJudged: readonly { readonly id: string }[]): boolean {
  const rules = side === 'receiver' ? [...NEED_LEAST, OF_RECEIVERS] : NEED_LEAST;
  return rules.some((rule) => notJudged.every(({ id }) => id !== rule));
}

/**
 * Share of [fromUs, toUs] that alarms cover, each time counted once.
 * @returns null where the range has no length.
 */
export function illShareOf(findings: readonly RowFinding[], fromUs: number, toUs: number): number | null {
  if (!(toUs > fromUs)) return null;
  const spans = findings
    .filter(({ severity }) => severity !== 'info')
    .map(
      ({ startUs, endUs }) => [Math.max(fromUs, startUs ?? toUs), Math.min(toUs, endUs ?? fromUs)] as const,
    )
    .toSorted(([a], [b]) => a - b);
  let [covered, untilUs] = [0, fromUs];
  for (const [start, end] of spans) {
    covered += Math.max(0, end - Math.max(start, untilUs));
    untilUs = Math.max(untilUs, end);
  }
  return covered / (toUs - fromUs);
}

/**
 * What the findings prove of the idle rule, else what the models tell.
 * @param rules ids of the rules of the best models; empty where none fits. @param fit of the first of them.
 */
export function idleRuleOf(
  findings: readonly { readonly cause: string | null }[],
  rules: readonly string[],
  fit: number | null,
): RowIdleRule | null {
  const proven = findings.find(({ cause }) => cause !== null)?.cause ?? null;
  if (proven !== null) return { rules: [proven], fit: rules.includes(proven) ? fit : null, proven: true };
  return rules.length === 0 ? null : { rules, fit, proven: false };
}
