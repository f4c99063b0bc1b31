/**
 * Runs the model that the user has chosen through the trace, when it is asked for, and keeps the newest run: the
 * same model is asked for with every pan. Judging all candidates is the analysis'.
 */
import { CANDIDATES, type CandidateId, REGIONS, type ShadowRun, shadow } from '../models';
import type { ModelQuery, ModelSlice } from '../protocol-parts';
import type { TransportState } from '../replay/transport';
import type { ColumnWindow } from '../series/series';
import { StateTimeline } from '../series/state-timeline';

interface KeptRun {
  readonly state: TransportState;
  readonly query: ModelQuery;
  readonly run: ShadowRun;
  readonly regions: StateTimeline;
}

export class ModelDesk {
  #kept: KeptRun | null = null;

  /** The model over a window; null for a model that does not exist and for a trace without a logged window. */
  slice(state: TransportState, query: ModelQuery, window: ColumnWindow): ModelSlice | null {
    const candidate = CANDIDATES.find(({ id }) => id === query.id);
    if (candidate === undefined) return null;
    const { run, regions } = this.#runOf(state, candidate.id, query);
    if (run.window.length === 0) return null;
    return {
      ...query,
      name: run.name,
      window: run.window.query(window),
      ssthresh: run.ssthresh.query(window),
      wMax: run.wMax.query(window),
      regions: regions.query(window, state.lastUs),
    };
  }

  #runOf(state: TransportState, id: CandidateId, query: ModelQuery): KeptRun {
    const kept = this.#kept;
    const same =
      kept?.state === state && kept.query.id === query.id && kept.query.freeFromUs === query.freeFromUs;
    if (kept !== null && same) return kept;
    const run = shadow(state, id, query.freeFromUs === null ? {} : { freeFromUs: query.freeFromUs });
    this.#kept = { state, query, run, regions: timelineOf(run) };
    return this.#kept;
  }
}

/** All regions are named from the start, so that a region keeps its colour whichever comes first. */
function timelineOf({ regions }: ShadowRun): StateTimeline {
  const timeline = new StateTimeline(REGIONS);
  for (const { region, fromUs } of regions) timeline.push(fromUs, region);
  return timeline;
}
