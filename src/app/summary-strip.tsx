/** One line of figures about the trace; every figure is also a data attribute. */
import type { ReactNode } from 'react';
import type { Snapshot, TraceSummary } from '../protocol';
import { amount, bytes, count, duration, plural, rtt } from '../text/figures';

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

function lossFigure({ packetsLost, packetsSent, lossesKnown, lossMethod }: TraceSummary): string {
  if (!lossesKnown) return 'losses not known';
  const noun = LOSS_NOUN[lossMethod];
  if (packetsSent === 0) return `${plural(packetsLost, 'packet')} ${noun}`;
  return `${count(packetsLost)} of ${plural(packetsSent, 'packet')} ${noun}`;
}

function rttFigure({ minRttUs, smoothedRttUs }: TraceSummary): readonly string[] {
  const words = [
    ...(Number.isNaN(minRttUs) ? [] : [`${rtt(minRttUs)} min`]),
    ...(Number.isNaN(smoothedRttUs) ? [] : [`${rtt(smoothedRttUs)} median smoothed`]),
  ];
  return words.length === 0 ? [] : [`RTT ${words.join(', ')}`];
}

function windowFigure({ cwndMinBytes, cwndMaxBytes }: TraceSummary): string {
  if (Number.isNaN(cwndMaxBytes)) return 'no cwnd logged';
  return cwndMinBytes === cwndMaxBytes
    ? `cwnd ${bytes(cwndMaxBytes)}`
    : `cwnd ${count(cwndMinBytes)}–${bytes(cwndMaxBytes)}`;
}

function figures(summary: TraceSummary): readonly string[] {
  const role = summary.vantagePoint === 'unknown' ? '' : `${summary.vantagePoint}, `;
  return [
    implementationWords(summary),
    summary.vantagePoint === 'network'
      ? 'captured on the wire'
      : `${role}${summary.side === 'unknown' ? 'side unknown' : summary.side}`,
    duration(summary.durationUs),
    plural(summary.events, 'event'),
    ...(summary.packetsSent === 0 ? ['sent packets not logged'] : [`${amount(summary.sentBytes)} sent`]),
    lossFigure(summary),
    ...rttFigure(summary),
    windowFigure(summary),
    ...(summary.skippedRecords > 0 ? [`${plural(summary.skippedRecords, 'record')} skipped`] : []),
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
