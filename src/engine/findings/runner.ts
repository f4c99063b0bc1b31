/**
 * Runs the detectors. One that throws becomes a finding of its own and does not stop the others: a defect in one rule
 * must not lose the remaining findings.
 */
import { withCourses } from './course';
import type { Detector, Finding, NotFound, NotJudged, Verdicts } from './detector';
import { finding } from './finding';
import type { DetectInput } from './input';
import { withKnownDefect } from './known-defects';
import { whyLacking, whyTraceLacking } from './lacking-records';
import { inOrder } from './order';
import { DETECTORS } from './rules/index';

function failure(detector: Detector, error: unknown, { state }: DetectInput): Finding {
  const reason = error instanceof Error ? error.message : String(error);
  const failed = { id: 'detector-failed', title: `${detector.title}: not judged` };
  return {
    ...finding(failed, {
      severity: 'info',
      interval: { startUs: state.firstUs, endUs: state.lastUs },
      verdict: `The rule "${detector.title}" stopped with an error (${reason}); the other findings stand.`,
      confidence: 0,
      evidence: [],
      closeUp: null,
      why: 'A rule that fails says nothing about the trace.',
      next: 'Report the error with the trace, if it can be shared.',
      panels: [],
    }),
    key: `${detector.id}.failed`,
  };
}

/** What the detector needs but this trace lacks, as text; null if it can be run. */
function whyNot(detector: Detector, input: DetectInput): string | null {
  const { state } = input;
  const missing = detector.needs.filter((id) => (state.findSeries(id)?.length ?? 0) === 0);
  if (missing.length === 0) return detector.cannotJudge(input);
  const names = missing.map((id) => state.findSeries(id)?.info.name ?? id);
  return `no ${names.join(' and no ')} is logged`;
}

function isInfo({ severity }: Finding): boolean {
  return severity === 'info';
}

function isSilent({ infoIsNoAlarm = false }: Detector, found: readonly Finding[]): boolean {
  return found.length === 0 || (infoIsNoAlarm && found.every(isInfo));
}

/** Findings of a rule that stand on complete records, and why it is not judged where it, or its silence, does not. */
function onCompleteRecords(
  detector: Detector,
  found: readonly Finding[],
  input: DetectInput,
): { readonly kept: readonly Finding[]; readonly reason: string | null } {
  const reasons = found.map((one) => (detector.standsWithGaps ? null : whyLacking(input, one)));
  const kept = found.filter((_, i) => reasons[i] === null);
  const whole = whyTraceLacking(input);
  const dropped = reasons.find((reason) => reason !== null) ?? null;
  return { kept, reason: isSilent(detector, kept) ? (whole ?? dropped) : dropped };
}

/** @returns findings in their order (order.ts), the rules that could not be applied, and those that found nothing. */
export function runDetectors(input: DetectInput, detectors: readonly Detector[] = DETECTORS): Verdicts {
  const findings: Finding[] = [];
  input.found.length = 0;
  const notJudged: NotJudged[] = [];
  const notFound: NotFound[] = [];
  for (const detector of detectors) {
    try {
      const reason = whyNot(detector, input);
      if (reason !== null) {
        notJudged.push({ id: detector.id, title: detector.title, reason });
        continue;
      }
      const found = detector.finish(input).map((one) => withKnownDefect(one, input.log?.writer));
      const { kept, reason: lacking } = onCompleteRecords(detector, found, input);
      findings.push(...kept);
      input.found.push(...kept);
      if (lacking !== null) {
        notJudged.push({ id: detector.id, title: detector.title, reason: lacking });
        continue;
      }
      const closest = isSilent(detector, kept) ? detector.closest?.(input) : null;
      if (closest) notFound.push(closest);
    } catch (error) {
      findings.push(failure(detector, error, input));
    }
  }
  return { findings: withCourses(inOrder(findings), input.state), notJudged, notFound };
}
