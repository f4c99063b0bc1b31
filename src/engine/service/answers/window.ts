/** Answers `window`: series, state shares, losses, parts, and the spacing of entries into recovery. */

import { lowerBound } from '../../base/columns/growable';
import type { Series } from '../../base/columns/series';
import { isRunningTotal, rateGrid, rateWidthUs, slidingRates } from '../../base/columns/sliding-rate';
import { timed } from '../../reading/budgets/stage-clock';
import type { ModelSlice, RatesSlice } from '../../reading/contract/parts';
import type { WindowAnswer, WindowRequest } from '../../reading/contract/snapshot';
import type { TransportState } from '../../sender/transport/transport';
import { type Handler, type OpenFile, transferring } from './handler';
import { partsOf } from './parts';

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
  return timed('query', () => answerOf(state, analysis?.series ?? [], model, request, file.revision));
}

/**
 * @param extra series in addition to those of the state.
 * @param model the run of the requested model, null for none.
 * @param revision of the data, so that the page knows whether the trace has grown since.
 */
export function answerOf(
  state: TransportState,
  extra: readonly Series[],
  model: ModelSlice | null,
  request: WindowRequest,
  revision: number,
): WindowAnswer {
  const { window, visible } = request;
  const rttUs = medianRttUs(state.series.smoothedRtt, visible);
  const binUs = rttUs > 0 ? (rttUs * SPACING_RTTS) / SPACING_BINS : DEFAULT_BIN_US;
  const series = request.series.flatMap(
    (id) => state.findSeries(id) ?? extra.find(({ info }) => info.id === id) ?? [],
  );
  return {
    revision,
    window,
    series: series.map((one) => one.query(window)),
    states: state.states.query(window, state.lastUs),
    losses: lossesOf(state, window),
    spacing: state.states.entrySpacing(RECOVERY, visible, binUs, SPACING_BINS),
    rttUs,
    parts: { ...partsOf(state, request), rates: ratesOf(state, series, request, rttUs), model },
  };
}

/** Without a new value inside, the one at the start. */
function medianRttUs(smoothedRtt: Series, { fromUs, toUs }: WindowRequest['visible']): number {
  return smoothedRtt.medianOf(fromUs, toUs) || smoothedRtt.valueAt(fromUs);
}

/** @param loggedRttUs NaN where none is logged: the rebuilt one is taken then. */
function ratesOf(
  state: TransportState,
  series: readonly Series[],
  { parts, window, visible }: WindowRequest,
  loggedRttUs: number,
): RatesSlice | null {
  if (!parts.includes('rates')) return null;
  const rttUs = loggedRttUs > 0 ? loggedRttUs : medianRttUs(state.rebuilt.smoothedRtt, visible);
  const known = { fromUs: state.firstUs || 0, toUs: state.lastUs || 0 };
  const grid = rateGrid(window, known, rateWidthUs(window, rttUs));
  const { fromUs, stepUs, widthUs } = grid;
  const totals = series
    .filter(({ info }) => isRunningTotal(info.id))
    .map(({ info, timesUs, values }) => {
      const inOrder = values.reader();
      const after = (events: number): number => (events === 0 ? 0 : inOrder.at(events - 1));
      return { id: info.id, values: slidingRates({ timesUs, after }, grid) };
    });
  // The first state is no transition.
  const after = (changes: number): number => Math.max(0, changes - 1);
  const transitions = slidingRates({ timesUs: state.states.timesUs, after }, grid);
  return { fromUs, stepUs, widthUs, totals, transitions };
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
  const { sequence, limits, appLimited, ptos, recovery, rates, streamShares, streamLanes, model } = parts;
  const arrays = [
    ...series.map(({ values }) => values),
    states.shares,
    states.changes,
    losses,
    ...(spacing === null ? [] : [spacing.counts]),
    ...(sequence?.spaces.flatMap(({ columns }) =>
      Object.values(columns).flatMap(({ columns, lows, highs, counts }) => [columns, lows, highs, counts]),
    ) ?? []),
    ...(limits === null ? [] : [limits.shares, limits.changes]),
    ...(appLimited === null ? [] : [appLimited.shares, appLimited.changes]),
    ...(ptos === null ? [] : [ptos.counts, ptos.spurious, ptos.consecutive]),
    ...(rates === null ? [] : [...rates.totals.map(({ values }) => values), rates.transitions]),
    ...(recovery === null ? [] : [recovery.shares, recovery.changes]),
    ...(streamShares === null
      ? []
      : [streamShares.starts, streamShares.ids, streamShares.bytes, streamShares.others]),
    ...(streamLanes === null ? [] : [streamLanes.data, streamLanes.acked, streamLanes.resent]),
    ...(model === null ? [] : [model.window, model.ssthresh, model.wMax].map(({ values }) => values)),
    ...(model === null ? [] : [model.regions.shares, model.regions.changes]),
  ];
  return arrays.map(({ buffer }) => buffer);
}
