/** The figures of a trace in words, for the page's summary strip and the report. */
import { bitRate } from '../../../engine/base/text/bit-rate';
import { controllerWords } from '../../../engine/base/text/controller-words';
import { errorName } from '../../../engine/base/text/error-name';
import { amount, bytes, count, duration, plural, rtt } from '../../../engine/base/text/figures';
import { beginningOf } from '../../../engine/base/text/plain';
import { utcInstant } from '../../../engine/base/text/utc';
import type { Snapshot, TraceSummary } from '../../../engine/reading/contract/snapshot';

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

/** Payload that arrived for the first time, over the whole log: `goodput 1.4 Mbit/s`; empty where that is not known. */
export function goodputFigure({ goodputBytes, durationUs }: TraceSummary): string {
  if (goodputBytes === undefined || !(durationUs > 0)) return '';
  return `goodput ${bitRate((goodputBytes / durationUs) * 1e6)}`;
}

function codeWords({ space, code }: NonNullable<TraceSummary['ending']>): string {
  if (Number.isNaN(code)) return space === 'unknown' ? 'without a code' : `${space} error`;
  const name = errorName(space, code);
  const number = `${space === 'unknown' ? '' : `${space} `}code 0x${code.toString(16)}`;
  return name === '' ? number : `${number}, ${name}`;
}

/** The goodput; of a log that receives the rate of what it received, headers and all. */
export function rateFigure({
  summary,
  connections,
  connection,
}: Pick<Snapshot, 'summary' | 'connections' | 'connection'>): string {
  const received = connections.find(({ index }) => index === connection)?.receivedBytes ?? 0;
  if (summary.side !== 'receiver' || received === 0 || !(summary.durationUs > 0))
    return goodputFigure(summary);
  return `received at ${bitRate((received / summary.durationUs) * 1e6)}`;
}

const ENDING_WORDS = {
  open: 'the log ends while the connection is open',
  'idle-timeout': 'ended by the idle timeout',
  'handshake-timeout': 'ended by a timeout of the handshake',
  'stateless-reset': 'ended by a stateless reset',
  'version-mismatch': 'ended: no common version',
  'version-negotiated': 'ended by Version Negotiation: it goes on with another version in another connection',
  'not-logged': 'ended, reason not logged',
} as const;

const BY_WORDS = { local: ' by this side', remote: ' by the peer', unknown: '' } as const;

/** `closed by the peer (application code 0x100, no error)`; empty where it is not known. */
export function endingFigure({ ending }: TraceSummary): string {
  if (ending === undefined) return '';
  if (ending.how !== 'close') return ENDING_WORDS[ending.how];
  return `closed${BY_WORDS[ending.by]} (${codeWords(ending)})`;
}

type Clocked = Pick<Snapshot, 'quality' | 'digest'>;

/** Time 0 of the trace as ms since 1970; null where the log has no time of day, or it is left out. */
export function originMsOf({ quality, digest }: Clocked): number | null {
  return quality?.decode.originMs ?? digest?.originMs ?? null;
}

/** `from 2026-11-21 06:36:02.926 UTC`: when the log begins; empty where it has no time of day. */
export function startFigure(snapshot: Clocked & Pick<Snapshot, 'extent'>): string {
  const originMs = originMsOf(snapshot);
  return originMs === null ? '' : `from ${utcInstant(originMs, snapshot.extent.fromUs)}`;
}

/** The id that both sides know the connection by, else that of its group in the log; null for none. */
export function connectionIdOf({
  connections,
  connection,
}: Pick<Snapshot, 'connections' | 'connection'>): string | null {
  const shown = connections.find(({ index }) => index === connection);
  return shown?.odcid ?? shown?.groupId ?? null;
}

const SHORT_ID = 8;

/** The first digits of an id, which tell connections apart. */
export function shortId(id: string): string {
  return id.length <= SHORT_ID + 1 ? id : `${beginningOf(id, SHORT_ID)}…`;
}

type Summarised = Pick<
  Snapshot,
  'summary' | 'models' | 'quality' | 'digest' | 'extent' | 'connections' | 'connection'
>;

const written = (figures: readonly string[]): readonly string[] => figures.filter((figure) => figure !== '');

/** What stands first of a trace, one text per figure: who logged it, since when, how it ended, what was asked and lost. */
export function statusFigures(snapshot: Summarised): readonly string[] {
  const { summary } = snapshot;
  return written([
    implementationWords(summary),
    sideWords(summary),
    startFigure(snapshot),
    endingFigure(summary),
    summary.requests === undefined ? '' : plural(summary.requests, 'request'),
    lossFigure(summary),
  ]);
}

/** The others; the id of the connection is a button of its own. */
export function furtherFigures(snapshot: Summarised): readonly string[] {
  const { summary } = snapshot;
  return written([
    rateFigure(snapshot),
    rttFigure(summary),
    duration(summary.durationUs),
    plural(summary.events, 'event'),
    sentFigure(summary),
    windowFigure(summary),
    controllerFigure(snapshot),
    ecnFigure(summary),
    summary.skippedRecords > 0 ? `${plural(summary.skippedRecords, 'record')} skipped` : '',
  ]);
}

/** All figures of a trace, as a report lists them. */
export const summaryFigures = (snapshot: Summarised): readonly string[] => [
  ...statusFigures(snapshot),
  ...furtherFigures(snapshot),
];
