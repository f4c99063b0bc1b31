/** One line of figures about the trace; every figure is also a data attribute. */
import type { ReactNode } from 'react';
import type { Snapshot, TraceSummary } from '../protocol';
import { amount, bytes, count, duration, rtt } from '../text/figures';

const LOSS_NOUN: { readonly [method in TraceSummary['lossMethod']]: string } = {
  logged: 'lost',
  counted: 'lost',
  'in-flight-drop': 'lost (inferred)',
  'ack-gap': 'lost (inferred)',
  'window-cut': 'lost (inferred)',
  'resent-data': 'lost (inferred)',
};

function implementationWords({ implementation, implementationVersion }: TraceSummary): string {
  if (implementation === null) return 'unknown implementation';
  return implementationVersion === null ? implementation : `${implementation} ${implementationVersion}`;
}

function figures(summary: TraceSummary): readonly string[] {
  const role = summary.vantagePoint === 'unknown' ? '' : `${summary.vantagePoint}, `;
  return [
    implementationWords(summary),
    `${role}${summary.side === 'unknown' ? 'side unknown' : summary.side}`,
    duration(summary.durationUs),
    `${count(summary.events)} events`,
    `${amount(summary.sentBytes)} sent`,
    `${count(summary.packetsLost)} of ${count(summary.packetsSent)} packets ${LOSS_NOUN[summary.lossMethod]}`,
    ...(Number.isNaN(summary.smoothedRttUs)
      ? []
      : [`RTT ${rtt(summary.minRttUs)} min, ${rtt(summary.smoothedRttUs)} median smoothed`]),
    ...(Number.isNaN(summary.cwndMaxBytes)
      ? ['no cwnd logged']
      : [`cwnd ${count(summary.cwndMinBytes)}–${bytes(summary.cwndMaxBytes)}`]),
    ...(summary.skippedRecords > 0 ? [`${count(summary.skippedRecords)} records skipped`] : []),
  ];
}

export function SummaryStrip({ snapshot }: { readonly snapshot: Snapshot }): ReactNode {
  const { summary } = snapshot;
  return (
    <p
      className="summary"
      data-testid="summary"
      data-implementation={summary.implementation ?? ''}
      data-implementation-version={summary.implementationVersion ?? ''}
      data-qlog-version={summary.qlogVersion}
      data-container={summary.container ?? ''}
      data-compression={summary.compression}
      data-vantage-point={summary.vantagePoint}
      data-side={summary.side}
      data-duration-ms={summary.durationUs / 1000}
      data-events={summary.events}
      data-skipped-records={summary.skippedRecords}
      data-sent-bytes={summary.sentBytes}
      data-packets-sent={summary.packetsSent}
      data-packets-lost={summary.packetsLost}
      data-loss-method={summary.lossMethod}
      data-transitions={summary.transitions}
      data-rtt-min-ms={summary.minRttUs / 1000}
      data-rtt-smoothed-ms={summary.smoothedRttUs / 1000}
      data-cwnd-min-bytes={summary.cwndMinBytes}
      data-cwnd-max-bytes={summary.cwndMaxBytes}
    >
      {figures(summary).map((figure) => (
        <span key={figure}>{figure}</span>
      ))}
    </p>
  );
}
