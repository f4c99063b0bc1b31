/** The figures of a trace in words, for the page's summary strip and the report. */
import type { Snapshot, TraceSummary } from '../../engine/contract/snapshot';
import { controllerWords } from '../../engine/text/controller-words';
import { amount, bytes, count, duration, plural, rtt } from '../../engine/text/figures';

const LOSS_NOUN: { readonly [method in TraceSummary['lossMethod']]: string } = {
  logged: 'lost',
  counted: 'lost',
  'in-flight-drop': 'lost (inferred)',
  'ack-gap': 'lost (inferred)',
  'window-cut': 'lost (inferred)',
  'resent-data': 'lost (inferred)',
};

export function implementationWords({ implementation, implementationVersion }: TraceSummary): string {
  if (implementation === null) return 'unknown implementation';
  return implementationVersion === null ? implementation : `${implementation} ${implementationVersion}`;
}

export function sideWords({ vantagePoint, side }: TraceSummary): string {
  if (vantagePoint === 'network') return 'captured on the wire';
  const role = vantagePoint === 'unknown' ? '' : `${vantagePoint}, `;
  return `${role}${side === 'unknown' ? 'side unknown' : side}`;
}

export function sentFigure({ packetsSent, sentBytes }: TraceSummary): string {
  return packetsSent === 0 ? 'sent packets not logged' : `${amount(sentBytes)} sent`;
}

export function lossFigure({ packetsLost, packetsSent, lossesKnown, lossMethod }: TraceSummary): string {
  if (!lossesKnown) return 'losses not known';
  const noun = LOSS_NOUN[lossMethod];
  if (packetsSent === 0) return `${plural(packetsLost, 'packet')} ${noun}`;
  return `${count(packetsLost)} of ${plural(packetsSent, 'packet')} ${noun}`;
}

/** `RTT 13.0 ms min, 13.9 ms median smoothed`; empty where none is known. */
export function rttFigure({ minRttUs, smoothedRttUs }: TraceSummary): string {
  const words = [
    ...(Number.isNaN(minRttUs) ? [] : [`${rtt(minRttUs)} min`]),
    ...(Number.isNaN(smoothedRttUs) ? [] : [`${rtt(smoothedRttUs)} median smoothed`]),
  ];
  return words.length === 0 ? '' : `RTT ${words.join(', ')}`;
}

export function windowFigure({ cwndMinBytes, cwndMaxBytes }: TraceSummary): string {
  if (Number.isNaN(cwndMaxBytes)) return 'no cwnd logged';
  return cwndMinBytes === cwndMaxBytes
    ? `cwnd ${bytes(cwndMaxBytes)}`
    : `cwnd ${count(cwndMinBytes)}–${bytes(cwndMaxBytes)}`;
}

/** `ECN not usable: bleached, …`; empty where nothing speaks against it. */
export function ecnFigure({ ecnUnusable }: TraceSummary): string {
  return ecnUnusable === undefined ? '' : `ECN not usable: ${ecnUnusable}`;
}

/** `behaves like NewReno, 99 %`; empty while the trace is read, and where no window is compared. */
export function controllerFigure({ models }: Pick<Snapshot, 'models'>): string {
  return models === null || models.notJudged !== null ? '' : controllerWords(models);
}

/** The summary strip: one text per figure. */
export function summaryFigures(snapshot: Pick<Snapshot, 'summary' | 'models'>): readonly string[] {
  const { summary } = snapshot;
  return [
    implementationWords(summary),
    sideWords(summary),
    duration(summary.durationUs),
    plural(summary.events, 'event'),
    sentFigure(summary),
    lossFigure(summary),
    rttFigure(summary),
    windowFigure(summary),
    controllerFigure(snapshot),
    ecnFigure(summary),
    summary.skippedRecords > 0 ? `${plural(summary.skippedRecords, 'record')} skipped` : '',
  ].filter((figure) => figure !== '');
}
