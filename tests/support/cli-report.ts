/** A judged trace as the command line's reports get it, made by hand so that each field can be set. */

import type { Finding } from '../../src/engine/findings/finding/finding';
import type { TraceSummary } from '../../src/engine/reading/contract/snapshot.ts';
import { emptySummary } from '../../src/engine/reading/facts/summary.ts';
import { fitTrace, senderTrace } from '../../src/engine/sender/congestion/index.ts';
import { TransportState } from '../../src/engine/sender/transport/transport.ts';
import {
  type ErrorRecord,
  ruleOf,
  type TraceRecord,
  type TraceReport,
  traceRecord,
} from '../../src/sharing/report/records/trace-record.ts';

export function spiral(severity: Finding['severity'] = 'critical'): Finding {
  const row = {
    unit: 'bytes',
    normal: 'grows',
    threshold: 'does not change',
    needed: true,
    deciding: true,
    panel: null,
  } as const;
  return {
    key: 'death-spiral.1',
    id: 'death-spiral',
    title: 'Death spiral',
    severity,
    startUs: 2_044_400,
    endUs: 9_986_900,
    verdict: 'cwnd stayed at 2,700 bytes for 7.94 s; "recovery" <every> RTT & no loss.',
    confidence: 0.95,
    variant: 'oscillating',
    exit: 'trace-ended',
    cause: 'shift-from-last-send',
    cost: null,
    closedLoop: null,
    evidence: [
      { ...row, id: 'a', name: 'cwnd flat', value: 2700, holds: true },
      { ...row, id: 'g', name: 'time in recovery', value: Number.NaN, holds: false },
    ],
    closeUp: {
      ...{ fromUs: 2_050_000, toUs: 2_120_000 },
      steps: [
        { timeUs: 2_064_476, kind: 'ack', text: 'An ACK arrives for 2,700 B' },
        { timeUs: 2_064_553, kind: 'send', text: 'The next burst is sent' },
      ],
    },
    why: 'because',
    next: 'look',
    panels: [],
  };
}

/** A trace with one finding, or with none. */
export function judgedRecord(
  finding: Finding | null = spiral(),
  changes: Partial<TraceSummary> = {},
  errors: readonly ErrorRecord[] = [
    { file: null, offset: 120, record: 3, reason: 'broken: the event has no name' },
  ],
): TraceRecord {
  const summary: TraceSummary = {
    ...emptySummary('gzip'),
    implementation: 'quiche',
    implementationVersion: '0.30.0',
    qlogVersion: '0.3',
    container: 'JSON-SEQ',
    vantagePoint: 'server',
    side: 'sender',
    durationUs: 10_000_000,
    events: 7602,
    packetsSent: 1181,
    packetsLost: 25,
    lossesKnown: true,
    minRttUs: 13_000,
    cwndMinBytes: 2700,
    cwndMaxBytes: 13_500,
    ...changes,
  };
  const models = fitTrace(senderTrace(new TransportState()));
  const findings = finding === null ? [] : [finding];
  return traceRecord(
    { file: 'logs/a.sqlog', segments: null, trace: 0, marks: [], errors },
    summary,
    models,
    { findings, remarks: [], notJudged: [] },
    null,
  );
}

export function report(finding: Finding | null = spiral(), changes: Partial<TraceReport> = {}): TraceReport {
  return {
    record: judgedRecord(finding),
    path: 'logs/a.sqlog',
    rules: finding === null ? [] : [ruleOf(finding)],
    messages: [],
    failure: null,
    seconds: 0.25,
    ...changes,
  };
}
