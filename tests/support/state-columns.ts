/** Everything that a read trace holds, as plain values that can be compared. */
import type { StreamFrames, StreamLog } from '../../src/engine/sender/transport/stream-log.ts';
import { valuesOf } from './column-values.ts';
import type { Loaded } from './load.ts';

function streamsOf(log: StreamLog) {
  const framesOf = ({ holder, stream, offset, bytes }: StreamFrames) =>
    [holder, stream, offset, bytes].map((column) => [...column]);
  const { sent, received, ids, notes, unusable, beyond, notesLeftOut, unattributed } = log;
  const counts = { unusable, beyond, notesLeftOut, unattributed };
  return { sent: framesOf(sent), received: framesOf(received), ids: [...ids], notes: [...notes], ...counts };
}

export function columnsOf({ pipeline, problems }: Loaded) {
  const { state, main, container, events, skippedRecords, inflatedBytes } = pipeline;
  const { losses, states } = state;
  return {
    events: Object.fromEntries(
      Object.entries(state.events).map(([name, column]) => [name, [...valuesOf(column)]]),
    ),
    series: Object.fromEntries(
      Object.entries(state.series).map(([name, { timesUs, values }]) => [name, [[...timesUs], [...values]]]),
    ),
    states: { names: [...states.names], timesUs: [...states.timesUs], states: [...states.states] },
    streams: streamsOf(state.streams),
    losses: { ...losses.summary, timesUs: [...losses.timesUs], counts: [...losses.packets] },
    ceMarksUs: [...state.ceMarksUs],
    totals: {
      sent: state.sentBytes,
      sentInFlight: state.sentInFlightBytes,
      received: state.receivedEliciting,
      acked: state.ackedBytes,
      spurious: state.spuriousLosses,
      backward: state.backwardSteps,
      inFlight: state.ledger.inFlightBytes,
      count: events,
      skippedRecords,
      inflatedBytes,
    },
    facts: main?.info ?? null,
    container,
    problems,
  };
}
