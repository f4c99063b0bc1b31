/**
 * Runs the detectors. One that throws becomes a finding of its own and stops nothing: the rest of the
 * verdicts must survive a defect in one rule.
 */
import type { TransportState } from '../replay/transport';
import { deathSpiral } from './death-spiral';
import type { Detector, Finding, Severity } from './detector';

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

function isReady(detector: Detector, state: TransportState): boolean {
  return detector.needs.every((id) => (state.findSeries(id)?.length ?? 0) > 0);
}

/** @returns findings of all detectors whose series are there, most severe first, then by start. */
export function runDetectors(
  state: TransportState,
  detectors: readonly Detector[] = DETECTORS,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const detector of detectors) {
    if (!isReady(detector, state)) continue;
    try {
      findings.push(...detector.finish(state));
    } catch (error) {
      findings.push(failure(detector, error, state));
    }
  }
  return findings.sort(
    (a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity] || a.startUs - b.startUs,
  );
}
