/** The answer to a window query: series, state shares, losses, and the spacing of entries into recovery. */

import { lowerBound } from '../columns/growable';
import type { Series } from '../columns/series';
import type { Answer, Query } from '../contract/messages';
import type { ModelSlice } from '../contract/parts';
import type { TransportState } from '../transport/transport';
import { partsOf } from './parts';

const RECOVERY = /^recovery$/i;
/** The distribution reaches to four round trips, in bins of a twelfth of one. */
const SPACING_RTTS = 4;
const SPACING_BINS = 48;
/** Bin width where no RTT is known: 48 ms in all. */
const DEFAULT_BIN_US = 1000;

/**
 * @param extra series beside those of the state.
 * @param model the run of the model that the query names, null where there is none.
 * @param revision what the answer is made from, so that the page knows whether the trace has grown since.
 */
export function answerOf(
  state: TransportState,
  extra: readonly Series[],
  model: ModelSlice | null,
  query: Query,
  revision: number,
): Answer {
  const { window, visible } = query;
  const { smoothedRtt } = state.series;
  // Where no new value is logged inside, the one that held when it began.
  const rttUs = smoothedRtt.medianOf(visible.fromUs, visible.toUs) || smoothedRtt.valueAt(visible.fromUs);
  const binUs = rttUs > 0 ? (rttUs * SPACING_RTTS) / SPACING_BINS : DEFAULT_BIN_US;
  return {
    channel: query.channel,
    seq: query.seq,
    revision,
    window,
    series: query.series.flatMap(
      (id) => (state.findSeries(id) ?? extra.find(({ info }) => info.id === id))?.query(window) ?? [],
    ),
    states: state.states.query(window, state.lastUs),
    losses: lossesOf(state, window),
    spacing: state.states.entrySpacing(RECOVERY, visible, binUs, SPACING_BINS),
    rttUs,
    parts: { ...partsOf(state, query), model },
  };
}

function lossesOf(state: TransportState, window: Query['window']): Float64Array<ArrayBuffer> {
  const losses = new Float64Array(window.columns);
  const { timesUs, packets } = state.losses;
  for (let i = lowerBound(timesUs, window.fromUs); i < timesUs.length; i++) {
    const column = Math.floor(((timesUs[i] as number) - window.fromUs) / window.columnUs);
    if (column >= window.columns) break;
    losses[column] = (losses[column] as number) + (packets[i] as number);
  }
  return losses;
}
