/** The figures of the summary strip, from the transport state and the header. */
import type { Compression } from '../bytes/inflate';
import type { TraceSummary } from '../protocol';
import type { TracePipeline } from './pipeline';

/**
 * @param complete everything is read: the smoothed RTT is its median, before that its newest value.
 * @returns the figures as they stand; NaN where the trace holds none.
 */
export function summarise(
  pipeline: TracePipeline,
  compression: Compression,
  complete: boolean,
): TraceSummary {
  const { state, header } = pipeline;
  const { congestionWindow, minRtt, smoothedRtt } = state.series;
  const losses = state.losses.summary;
  return {
    implementation: header?.implementation ?? null,
    implementationVersion: header?.implementationVersion ?? null,
    qlogVersion: header?.version ?? 'unknown',
    container: pipeline.container,
    compression,
    vantagePoint: header?.vantagePoint ?? 'unknown',
    side: state.side,
    durationUs: Number.isNaN(state.firstUs) ? 0 : state.lastUs - state.firstUs,
    events: pipeline.events,
    skippedRecords: pipeline.skippedRecords,
    sentBytes: state.sentBytes,
    packetsSent: state.ledger.sentPackets,
    packetsLost: losses.packets,
    lossMethod: losses.method,
    spuriousLosses: state.spuriousLosses,
    transitions: state.states.transitions,
    states: [...state.states.names],
    minRttUs: minRtt.last,
    smoothedRttUs: complete ? smoothedRtt.medianOf(state.firstUs, state.lastUs) : smoothedRtt.last,
    cwndMinBytes: congestionWindow.min,
    cwndMaxBytes: congestionWindow.max,
    datagramBytes: state.datagramBytes,
  };
}
