/** What one trace gives, in figures that anyone can check against the file: the golden results of the corpus. */
import type { Connection } from '../../src/pipeline/pipeline.ts';
import type { Loaded } from './load.ts';

const round = (value: number, digits: number): number | null =>
  Number.isFinite(value) ? Number(value.toFixed(digits)) : null;

/** Figures of one connection; null for what the trace does not hold. */
function connectionFigures({ info, state, quality }: Connection) {
  const { congestionWindow, bytesInFlight, bytesInFlightRebuilt, smoothedRtt, minRtt } = state.series;
  const inFlight =
    bytesInFlight.length > 0 ? 'logged' : bytesInFlightRebuilt.length > 0 ? 'rebuilt' : 'missing';
  const window = (value: number): number | null => (congestionWindow.length > 0 ? value : null);
  return {
    implementation: info.implementation?.name ?? null,
    version: info.implementation?.version ?? info.header.implementationVersion,
    qlog: info.header.version,
    role: state.role,
    loggedVantagePoint: info.header.vantagePoint,
    side: state.side,
    events: state.events.length,
    names: Object.fromEntries(quality.names.map(({ name, count }) => [name, count])),
    unknownEvents: quality.unknownEvents,
    firstMs: round(state.firstUs / 1000, 3),
    lastMs: round(state.lastUs / 1000, 3),
    clock: quality.resolution,
    backwardSteps: state.backwardSteps,
    cwndMinBytes: window(congestionWindow.min),
    cwndMaxBytes: window(congestionWindow.max),
    inFlight,
    minRttMs: round(minRtt.last / 1000, 3),
    medianRttMs: round(smoothedRtt.medianOf(state.firstUs, state.lastUs) / 1000, 3),
    states: [...state.states.names],
    transitions: state.states.transitions,
    packetsSent: state.ledger.sentPackets,
    sentBytes: state.sentBytes,
    ackedBytes: state.ackedBytes,
    packetsLost: state.losses.summary.packets,
    lossMethod: state.losses.summary.method,
    spuriousLosses: state.spuriousLosses,
    quirks: quality.quirks.map(({ id }) => id),
  };
}

/** Figures of a whole text. */
export function goldenOf({ pipeline, problems }: Loaded) {
  return {
    container: pipeline.container,
    events: pipeline.events,
    skippedRecords: pipeline.skippedRecords,
    problems: countBy(problems.map(({ reason }) => reason)),
    connections: pipeline.connections.map(connectionFigures),
  };
}

function countBy(words: readonly string[]): { readonly [word: string]: number } {
  const counts: { [word: string]: number } = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
