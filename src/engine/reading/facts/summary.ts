/** Figures of the summary strip, from a connection's transport state and header. */

import { type OriginMark, originMarks } from '../../base/text/origin-marks';
import { whyEcnUnusable } from '../../findings/measures/ecn-unusable';
import type { Compression } from '../../input/bytes/inflate';
import { followsModel } from '../../sender/congestion/follows-model';
import { requestCount } from '../../sender/http/request-count';
import { handshakeSpan, isHandshakeComplete } from '../../sender/transport/connectivity/handshake-span';
import { endOf } from '../../sender/transport/ending';
import { arePhases } from '../../sender/transport/logged-phases';
import { TransportState } from '../../sender/transport/transport';
import type { Ending, TraceSummary } from '../contract/snapshot';
import type { Analysis } from '../stages/analysis';
import { goodputBytesOf } from '../stages/arrivals';
import { type FileConnection, roleOf } from '../stages/connection-list';

/**
 * @param complete everything has been read: the smoothed RTT is its median, before that its latest value.
 * @param analysis of the connection, once it is judged.
 * @returns the current figures; NaN for those that the trace lacks.
 */
export function summarise(
  { text, connection }: FileConnection,
  compression: Compression,
  complete: boolean,
  analysis?: Pick<Analysis, 'lossKinds' | 'models' | 'path' | 'account'>,
): TraceSummary {
  const { info, state } = connection;
  const ecnUnusable = whyEcnUnusable(state);
  const kinds = analysis?.lossKinds ?? null;
  const marks = marksIn(info);
  return {
    ...figuresOf(state, compression, analysis !== undefined && followsModel(analysis.models)),
    ...(marks.length === 0 ? {} : { marks }),
    ...(ecnUnusable === null ? {} : { ecnUnusable }),
    ...(kinds === null ? {} : { lossKinds: { counts: kinds.counts, benign: kinds.benign } }),
    ...(analysis === undefined || analysis.path.length === 0 ? {} : { path: analysis.path }),
    ...(analysis == null || analysis.account === null ? {} : { account: analysis.account }),
    ...(complete && !state.isPart ? { ending: endingOf(state) } : {}),
    ...(complete && !arePhases(state) ? { statesAreNoPhases: true } : {}),
    implementation: info.implementation?.name ?? null,
    implementationVersion: info.implementationVersion,
    qlogVersion: info.version,
    container: text.pipeline.container,
    vantagePoint: roleOf(connection),
    skippedRecords: text.pipeline.skippedRecords,
    smoothedRttUs: smoothedOf(state, complete),
  };
}

/** Of several paths each has its own. */
const hasOneRtt = ({ pathCount }: TransportState): boolean => pathCount <= 1;

function smoothedOf(state: TransportState, complete: boolean): number {
  const { smoothedRtt } = state.series;
  if (!hasOneRtt(state)) return Number.NaN;
  return complete ? smoothedRtt.medianInTime(state.firstUs, state.lastUs) : smoothedRtt.last;
}

/** What the header says of it, or proves. */
function marksIn({ simulation = [], range }: FileConnection['connection']['info']): readonly OriginMark[] {
  return originMarks(range == null ? simulation : [...simulation, 'range']);
}

const STILL_OPEN: Ending = {
  how: 'open',
  by: 'unknown',
  space: 'unknown',
  code: Number.NaN,
  timeUs: Number.NaN,
};

/** How it ended, without how that is known. */
function endingOf(state: TransportState): Ending {
  const end = endOf(state);
  if (end === null) return STILL_OPEN;
  const { how, by, space, code, timeUs } = end;
  return { how, by, space, code, timeUs };
}

/** Before the first event, and for a file without any. */
export function emptySummary(compression: Compression): TraceSummary {
  return figuresOf(new TransportState(), compression);
}

/**
 * Rebuilt recovery is what the sender did where ACKs end it, and where losses set the window. Of 98 recorded senders that lost
 * packets and log no states 72 of the 75 loss-based ones log ssthresh; none of the 23 with BBR does, or follows a model.
 */
function recoveryIsKnown({ states, series }: TransportState, isModelled: boolean): boolean {
  // Logged states are shown instead.
  if (states.length > 0) return true;
  return series.ackedTotal.length > 0 && (series.ssthresh.length > 0 || isModelled);
}

function figuresOf(state: TransportState, compression: Compression, isModelled = false): TraceSummary {
  const { congestionWindow, connectionCredit, streamCredit, minRtt } = state.series;
  const losses = state.losses.summary;
  const goodputBytes = goodputBytesOf(state);
  const handshake = handshakeSpan(state);
  const requests = requestCount(state);
  return {
    implementation: null,
    implementationVersion: null,
    qlogVersion: 'unknown',
    container: null,
    compression,
    vantagePoint: 'unknown',
    side: state.side,
    durationUs: Number.isNaN(state.firstUs) ? 0 : state.lastUs - state.firstUs,
    events: state.events.length,
    skippedRecords: 0,
    sentBytes: state.sentBytes,
    packetsSent: hasOneRtt(state) ? state.ledger.sentPackets : state.sentPackets,
    ...(state.counts.sentDatagrams > 0 ? { datagramsSent: state.counts.sentDatagrams } : {}),
    ...(state.counts.rttSamples > 0 ? { rttSamples: state.counts.rttSamples } : {}),
    packetsLost: losses.packets,
    lossesKnown: state.losses.isKnown,
    lossMethod: losses.method,
    spuriousLosses: state.spuriousLosses,
    transitions: state.states.transitions,
    states: [...state.states.names],
    recoveryPeriods: recoveryIsKnown(state, isModelled) ? state.recovery.spans.length : 0,
    ptos: { ...state.ptos.summary, persistentCongestion: state.persistentCongestion.spans.length },
    // The last one may not be the smallest: a stack forgets it where it leaves a path, or by age. Some log 0 for none.
    minRttUs: hasOneRtt(state) ? minRtt.min || minRtt.last : Number.NaN,
    smoothedRttUs: Number.NaN,
    cwndMinBytes: congestionWindow.min,
    cwndMaxBytes: congestionWindow.max,
    datagramBytes: state.datagramBytes,
    ...(goodputBytes === null || state.side === 'receiver' ? {} : { goodputBytes }),
    ...(connectionCredit.length > 0 ? { leastCreditBytes: connectionCredit.min } : {}),
    ...(streamCredit.length > 0 ? { leastStreamCreditBytes: streamCredit.min } : {}),
    ...(state.streams.ids.length > 0 ? { streams: state.streams.ids.length } : {}),
    ...(handshake === null
      ? {}
      : { handshake: isHandshakeComplete(state) ? handshake : { ...handshake, incomplete: true } }),
    ...(requests > 0 ? { requests } : {}),
  };
}
