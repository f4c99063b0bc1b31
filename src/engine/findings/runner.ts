/**
 * Runs the detectors. One that throws becomes a finding of its own and does not stop the others: a defect in one rule
 * must not lose the remaining findings.
 */
import type { Detector, Finding, NotFound, NotJudged, Verdicts } from './detector';
import { finding } from './finding';
import type { DetectInput } from './input';
import { withKnownDefect } from './known-defects';
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
      findings.push(...found);
      input.found.push(...found);
      const silent = found.length === 0 || (detector.infoIsNoAlarm === true && found.every(isInfo));
      const closest = silent ? detector.closest?.(input) : null;
      if (closest) notFound.push(closest);
    } catch (error) {
      findings.push(failure(detector, error, input));
    }
  }
  return { findings: inOrder(findings), notJudged, notFound };
}
