/** Everything that a read trace holds, as plain values that can be compared. */
import { valuesOf } from './column-values.ts';
import type { Loaded } from './load.ts';

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
