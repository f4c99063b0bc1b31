/**
 * Runs the detectors. One that throws becomes a finding of its own and stops nothing: the rest of the
 * verdicts must survive a defect in one rule.
 */
import type { TransportState } from '../replay/transport';
import { deathSpiral } from './death-spiral';
import type { Detector, Finding, NotJudged, Severity, Verdicts } from './detector';

export const DETECTORS: readonly Detector[] = [deathSpiral];

const SEVERITY_ORDER: { readonly [severity in Severity]: number } = { critical: 0, warning: 1, info: 2 };

function failure(detector: Detector, error: unknown, state: TransportState): Finding {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    key: `${detector.id}.failed`,
    id: 'detector-failed',
    title: `${detector.title}: not judged`,
    severity: 'info',
    startUs: state.firstUs,
    endUs: state.lastUs,
    verdict: `The rule "${detector.title}" stopped with an error (${reason}); the other findings stand.`,
    confidence: 0,
    variant: null,
    evidence: [],
    why: 'A rule that fails says nothing about the trace.',
    next: 'Report the error with the trace, if it can be shared.',
  };
}

/** What the detector lacks in this trace, in words; null when it can be run. */
function whyNot(detector: Detector, state: TransportState): string | null {
  const missing = detector.needs.filter((id) => (state.findSeries(id)?.length ?? 0) === 0);
  if (missing.length === 0) return detector.cannotJudge(state);
  const names = missing.map((id) => state.findSeries(id)?.info.name ?? id);
  return `no ${names.join(' and no ')} is logged`;
}

/** @returns findings, most severe first, then by start, and the rules that could not be applied. */
export function runDetectors(state: TransportState, detectors: readonly Detector[] = DETECTORS): Verdicts {
  const findings: Finding[] = [];
  const notJudged: NotJudged[] = [];
  for (const detector of detectors) {
    try {
      const reason = whyNot(detector, state);
      if (reason === null) findings.push(...detector.finish(state));
      else notJudged.push({ id: detector.id, title: detector.title, reason });
    } catch (error) {
      findings.push(failure(detector, error, state));
    }
  }
  findings.sort((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity] || a.startUs - b.startUs);
  return { findings, notJudged };
}
