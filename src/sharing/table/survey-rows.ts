/** Rows of a file that was read: one per trace, and one per failure. */

import { controllerWords, idleRulesOf, nearestFit } from '../../engine/base/text/controller-words';
import { marksOf } from '../../engine/base/text/origin-marks';
import type { FileSurvey, TraceSurvey, WindowSketch } from '../../engine/reading/contract/survey';
import {
  failedRow,
  idleRuleOf,
  illShareOf,
  isJudged,
  MOST_FINDINGS,
  type RowDefect,
  type RowFinding,
  type RowWindow,
  type TraceRow,
} from './row';

/** @param name of the file. */
export function surveyRows(
  name: string,
  { traces, connectionCount, failures }: FileSurvey,
): readonly TraceRow[] {
  const failed = failures.map(({ kind, text, entry }) =>
    failedRow(entry === undefined ? name : entryName(name, entry), { kind, text }),
  );
  return [...traces.map((trace) => traceRow(name, trace, connectionCount)), ...failed];
}

/** As `check` names it. */
function entryName(name: string, entry: string): string {
  return `${name}!/${entry}`;
}

const known = (value: number): number | null => (Number.isFinite(value) ? value : null);

function traceRow(name: string, trace: TraceSurvey, connections: number): TraceRow {
  const { of, connection, extent, summary, models, notJudged, originMs, window, ended } = trace;
  const findings = trace.findings.slice(0, MOST_FINDINGS).map(
    ({ id, title, severity, startUs, endUs }): RowFinding => ({
      ...{ id, title, severity },
      startUs: known(startUs),
      endUs: known(endUs),
    }),
  );
  const best = models?.fits === true ? models.best : [];
  return {
    name: of.entry === null ? name : entryName(name, of.entry),
    ...{ connection, connections, failure: null },
    ended: ended && { kind: ended.kind, text: ended.text },
    role: of.role,
    side: of.side,
    implementation: summary.implementation,
    version: summary.implementationVersion,
    recordedMs: originMs === null ? null : originMs + extent.fromUs / 1000,
    startUs: extent.fromUs,
    durationUs: summary.durationUs,
    sentBytes: summary.packetsSent > 0 ? summary.sentBytes : null,
    goodput: goodputOf(trace),
    packetsSent: summary.packetsSent > 0 ? summary.packetsSent : null,
    packetsLost: summary.lossesKnown ? summary.packetsLost : null,
    minRttUs: known(summary.minRttUs),
    smoothedRttUs: known(summary.smoothedRttUs),
    controller: models === null || models.notJudged !== null ? '' : controllerWords(models),
    idleRule: idleRuleOf(trace.findings, idleRulesOf(best), models && known(nearestFit(models))),
    defect: defectOf(trace),
    findings,
    illShare: isJudged(of.side, notJudged) ? illShareOf(findings, extent.fromUs, extent.toUs) : null,
    window: window && windowOf(window),
    marks: marksOf({ summary }),
  };
}

function goodputOf({ summary: { durationUs }, goodputBytes }: TraceSurvey): number | null {
  return goodputBytes === null || !(durationUs > 0) ? null : (goodputBytes / durationUs) * 1e6;
}

function defectOf({ findings }: TraceSurvey): RowDefect | null {
  const defect = findings.find(({ knownDefect }) => knownDefect !== undefined)?.knownDefect;
  if (defect === undefined) return null;
  const { implementation, standing, reference, fixedIn } = defect;
  return { implementation, standing, reference, fixedIn };
}

function windowOf({ fromUs, columnUs, low, high }: WindowSketch): RowWindow {
  return { fromUs, columnUs, low: low.map(known), high: high.map(known) };
}
