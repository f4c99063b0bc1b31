/** Answers `window`: series, state shares, losses, parts, and the spacing of entries into recovery. */
import { lowerBound } from '../../base/columns/growable';
import type { HeldTime } from '../../findings/partition/partition';
import { timed } from '../../reading/budgets/stage-clock';
import { partArrays, partsOf } from '../../reading/contract/answer-parts';
import { FIRST_REQUESTS } from '../../reading/contract/http';
import type { ModelSlice } from '../../reading/contract/parts';
import type { WindowAnswer, WindowRequest } from '../../reading/contract/snapshot';
import { FIRST_STREAMS } from '../../reading/contract/streams';
import type { Analysis } from '../../reading/stages/analysis';
import type { TransportState } from '../../sender/transport/transport';
import { type Handler, type OpenFile, transferring } from './handler';
import { medianRttUs } from './median-rtt';
import { PART_OWNERS } from './parts';

const RECOVERY = /^recovery$/i;
/** The distribution covers four round trips, in bins of a twelfth of one. */
const SPACING_RTTS = 4;
const SPACING_BINS = 48;
/** Bin width if no RTT is known: 48 ms in all. */
const DEFAULT_BIN_US = 1000;

export const handler: Handler<'window'> = (file, request) => {
  const answer = answerWindow(file, request);
  return transferring(answer, buffersOf(answer));
};

/** @throws RequestFailed for an unknown connection. */
export function answerWindow(file: OpenFile, request: WindowRequest): WindowAnswer {
  const { state } = file.connection(request.connection).connection;
  const analysis = file.analysis(request.connection);
  const model =
    request.model === null || analysis === undefined || analysis.models.notJudged !== null
      ? null
      : (file.models?.slice(state, request.model, request.window) ?? null);
  return timed('query', () => answerOf(state, analysis, model, request, file.revision));
}

/**
 * @param analysis undefined before the connection is analysed.
 * @param model the run of the requested model, null for none.
 * @param revision of the data, so that the page knows whether the trace has grown since.
 */
export function answerOf(
  state: TransportState,
  analysis: Pick<Analysis, 'series' | 'heldTime' | 'causedTime'> | undefined,
  model: ModelSlice | null,
  request: WindowRequest,
  revision: number,
): WindowAnswer {
  const { window, visible, streamRows = FIRST_STREAMS, httpRows = FIRST_REQUESTS } = request;
  const rttUs = medianRttUs(state.series.smoothedRtt, visible);
  const binUs = rttUs > 0 ? (rttUs * SPACING_RTTS) / SPACING_BINS : DEFAULT_BIN_US;
  const series = request.series.flatMap(
    (id) => state.findSeries(id) ?? analysis?.series.find(({ info }) => info.id === id) ?? [],
  );
  const heldTime = analysis?.heldTime ?? null;
  const causedTime = (): HeldTime | null => analysis?.causedTime ?? null;
  const source = { state, heldTime, causedTime, window, visible, series, rttUs, streamRows, httpRows };
  return {
    revision,
    window,
    series: series.map((one) => one.query(window)),
    states: state.states.query(window, state.lastUs),
    losses: lossesOf(state, window),
    spacing: state.states.entrySpacing(RECOVERY, visible, binUs, SPACING_BINS),
    rttUs,
    parts: partsOf(source, request.parts, PART_OWNERS, model),
  };
}

function lossesOf(state: TransportState, window: WindowRequest['window']): Float64Array<ArrayBuffer> {
  const losses = new Float64Array(window.columns);
  const { timesUs, packets } = state.losses;
  for (let i = lowerBound(timesUs, window.fromUs); i < timesUs.length; i++) {
    const column = Math.floor((timesUs[i] - window.fromUs) / window.columnUs);
    if (column >= window.columns) break;
    losses[column] = losses[column] + packets[i];
  }
  return losses;
}

/** Every buffer of the answer, to be transferred: all were created for it. */
export function buffersOf({ series, states, losses, spacing, parts }: WindowAnswer): readonly ArrayBuffer[] {
  const arrays = [
    ...series.map(({ values }) => values),
    states.shares,
    states.changes,
    losses,
    ...(spacing === null ? [] : [spacing.counts]),
    ...partArrays(parts),
  ];
  return arrays.map(({ buffer }) => buffer);
}
