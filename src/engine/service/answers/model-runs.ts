/**
 * Runs the model chosen by the user through the trace on demand, and caches the newest run: every pan requests the same
 * model. The analysis scores all candidates.
 */
import { type ColumnWindow, Series } from '../../base/columns/series';
import { StateTimeline } from '../../base/columns/state-timeline';
import type { ModelQuery, ModelSlice } from '../../reading/contract/parts';
import {
  CANDIDATES,
  type CandidateId,
  counterfactual,
  REGIONS,
  type ShadowRun,
  senderTrace,
  shadowRun,
} from '../../sender/congestion';
import type { TransportState } from '../../sender/transport/transport';

interface ModelRun {
  readonly state: TransportState;
  readonly query: ModelQuery;
  readonly name: string;
  readonly window: Series;
  readonly ssthresh: Series;
  readonly wMax: Series;
  readonly regions: StateTimeline;
  readonly counterfactual: ModelSlice['counterfactual'];
}

export class ModelRuns {
  #last: ModelRun | null = null;
  readonly #run: typeof runOf;

  /** @param run runs a model through a whole trace. */
  constructor(run = runOf) {
    this.#run = run;
  }

  /** The model over a window; null for a model that does not exist and for a trace without a logged window. */
  slice(state: TransportState, query: ModelQuery, window: ColumnWindow): ModelSlice | null {
    const candidate = CANDIDATES.find(({ id }) => id === query.id);
    if (candidate === undefined) return null;
    const run = this.#runOf(state, candidate.id, query);
    if (run.window.length === 0) return null;
    return {
      id: query.id,
      freeFromUs: query.freeFromUs,
      name: run.name,
      window: run.window.query(window),
      ssthresh: run.ssthresh.query(window),
      wMax: run.wMax.query(window),
      regions: run.regions.query(window, state.lastUs),
      counterfactual: run.counterfactual,
    };
  }

  #runOf(state: TransportState, id: CandidateId, query: ModelQuery): ModelRun {
    const last = this.#last;
    const same =
      last?.state === state && last.query.id === query.id && last.query.freeFromUs === query.freeFromUs;
    if (last !== null && same) return last;
    this.#last = { state, query, ...this.#run(state, id, query.freeFromUs) };
    return this.#last;
  }
}

/** @param freeFromUs start of the free run, µs; null follows the log throughout. */
export function runOf(
  state: TransportState,
  id: CandidateId,
  freeFromUs: number | null,
): Omit<ModelRun, 'state' | 'query'> {
  if (freeFromUs === null) {
    const run = shadowRun(senderTrace(state), id);
    return { ...run, regions: timelineOf(run, Number.NEGATIVE_INFINITY), counterfactual: null };
  }
  const { run, ...instants } = counterfactual(state, id, freeFromUs);
  // Until it was last set to the log it has no values of its own.
  const fromUs = Number.isNaN(instants.setUs) ? Number.NEGATIVE_INFINITY : instants.setUs;
  return {
    name: run.name,
    window: since(run.window, fromUs),
    ssthresh: since(run.ssthresh, fromUs),
    wMax: since(run.wMax, fromUs),
    regions: timelineOf(run, fromUs),
    counterfactual: instants,
  };
}

/** The part of a series from a time on, with the value at that time. */
function since(series: Series, fromUs: number): Series {
  const { timesUs, values } = series;
  const part = new Series(series.info);
  const held = series.valueAt(fromUs);
  if (!Number.isNaN(held)) part.push(fromUs, held);
  for (let i = 0; i < timesUs.length; i++) {
    if (timesUs.at(i) > fromUs) part.push(timesUs.at(i), values.at(i));
  }
  return part;
}

/** The regions that the run enters, in their fixed order. */
function timelineOf({ regions }: ShadowRun, fromUs: number): StateTimeline {
  const spans = regions.filter(({ toUs }) => toUs > fromUs);
  const entered = new Set(spans.map(({ region }) => region));
  const timeline = new StateTimeline(REGIONS.filter((region) => entered.has(region)));
  for (const span of spans) timeline.push(Math.max(span.fromUs, fromUs), span.region);
  return timeline;
}
