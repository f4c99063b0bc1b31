/** Parts of a row of a table of traces, and the figures that are made of them. They use no internal type. Times are µs on the trace's own clock. */
import type { Cause, Holder } from '../../engine/base/text/account-names';
import type { TraceSurvey } from '../../engine/reading/contract/survey';

export const TABLE_VERSION = 1;

export type RowSeverity = 'critical' | 'warning' | 'info';

export interface RowFinding {
  readonly id: string;
  readonly title: string;
  readonly severity: RowSeverity;
  readonly startUs: number | null;
  readonly endUs: number | null;
}

export interface RowIdleRule {
  /** Ids of the rules that the trace does not tell apart; `none` for CUBIC without one. */
  readonly rules: readonly string[];
  /** How well the model with the first of them follows the window, 0 to 1; null where that is not known. */
  readonly fit: number | null;
  /** A finding proves it, beside the model. */
  readonly proven: boolean;
}

export interface RowDefect {
  readonly implementation: string;
  /** `affected`: the version is before the fix. `fixed`: it has the fix. `not-known`. */
  readonly standing: string;
  readonly reference: string;
  readonly fixedIn: string | null;
}

/** What held the sender: the main answer of the account of time, and all that was lost (docs/account.md). */
export interface RowHeld {
  readonly holder: Holder;
  readonly cause: Cause | null;
  /** Of the span of the transfer, 0 to 1. */
  readonly share: number;
  /** Null where the rate of the path is not known. */
  readonly lostUs: number | null;
  readonly lostShare: number | null;
  /** More may be lost. */
  readonly lostIsAtLeast: boolean;
}

/** What was lost for one holder and cause. */
export interface RowLost {
  readonly holder: Holder;
  readonly cause: Cause | null;
  /** Null where the rate of the path is not known. */
  readonly lostUs: number | null;
}

/** Of a row that was made before there were accounts. */
export const OLDER = 'older';
/** Null where the log does not show what held its sender. */
export type RowAccount = RowHeld | typeof OLDER | null;

/** Why something could not be read. */
export interface RowProblem {
  readonly kind: string;
  readonly text: string;
}

export const MOST_FINDINGS = 40;

/** Of more findings than a row has one of each rule and severity, and then the first ones; in their order. */
export function findingsOfRow<F extends Pick<RowFinding, 'id' | 'severity'>>(
  findings: readonly F[],
): readonly F[] {
  const kinds = new Map(findings.toReversed().map((one) => [`${one.id} ${one.severity}`, one]));
  const taken = new Set([...new Set([...kinds.values(), ...findings])].slice(0, MOST_FINDINGS));
  return findings.filter((one) => taken.has(one));
}

/** Of the packets sent, those that were lost, 0 to 1. */
export function lossShareOf({
  packetsSent,
  packetsLost,
}: {
  readonly packetsSent: number | null;
  readonly packetsLost: number | null;
}): number | null {
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

/** Payload over the whole log, bytes per second; null where that is not known, or the log has no length. */
export function goodputOf({ summary: { durationUs }, goodputBytes }: TraceSurvey): number | null {
  return goodputBytes === null || !(durationUs > 0) ? null : (goodputBytes / durationUs) * 1e6;
}

export function defectOf(
  findings: readonly { readonly knownDefect?: RowDefect | null | undefined }[],
): RowDefect | null {
  const defect = findings.find(({ knownDefect }) => knownDefect != null)?.knownDefect;
  if (defect == null) return null;
  const { implementation, standing, reference, fixedIn } = defect;
  return { implementation, standing, reference, fixedIn };
}
