/**
 * A shadow run: one controller driven through a trace, with its state as series: window, ssthresh, W_max, K, lead of
 * the boundary, and its regions as spans. Computed on demand; fit.ts scores all candidates and stores no series.
 *
 * Open loop: valid up to the first divergence from the log, indicative after it. This must be stated wherever it is
 * shown.
 */
import { Series, type SeriesInfo } from '../../base/columns/series';
import { type CandidateId, findCandidate } from './candidates';
import type { Controller, Region } from './controller';
import { type SenderTrace, StepKind } from './sender-steps';
import { applyStep } from './shadow-step';

export interface ShadowOptions {
  /**
   * The model runs freely from here on (µs): what the window would have been. Without it, the model is set to the
   * logged window after every logged reduction.
   */
  readonly freeFromUs?: number;
}

/** A region of the model from one change to the next, µs. */
export interface RegionSpan {
  readonly region: Region;
  readonly fromUs: number;
  readonly toUs: number;
}

export interface ShadowRun {
  readonly id: CandidateId;
  readonly name: string;
  /** Always true: the same ACKs, whatever the model would have sent. */
  readonly openLoop: true;
  /** bytes */
  readonly window: Series;
  /** bytes; empty before the first reduction */
  readonly ssthresh: Series;
  /** bytes; empty for NewReno */
  readonly wMax: Series;
  /** Boundary minus time at each send with nothing in flight, µs: above 0 the ACKs of these sends do not count. */
  readonly leads: Series;
  readonly regions: readonly RegionSpan[];
}

function rebuilt(
  id: string,
  name: string,
  unit: SeriesInfo['unit'],
  shape: SeriesInfo['shape'] = 'step',
): Series {
  return new Series({ id, name, unit, shape, origin: 'rebuilt' });
}

/** Runs one candidate through a trace. @throws RangeError for an unknown id. */
export function shadowRun(trace: SenderTrace, id: CandidateId, options: ShadowOptions = {}): ShadowRun {
  const candidate = findCandidate(id);
  const { steps } = trace;
  const freeFromUs = options.freeFromUs ?? Number.POSITIVE_INFINITY;
  const run = {
    window: rebuilt(`shadow-window-${id}`, `window of ${candidate.name}`, 'bytes'),
    ssthresh: rebuilt(`shadow-ssthresh-${id}`, `ssthresh of ${candidate.name}`, 'bytes'),
    wMax: rebuilt(`shadow-w-max-${id}`, `W_max of ${candidate.name}`, 'bytes'),
    leads: rebuilt(`shadow-lead-${id}`, `lead of ${candidate.name}`, 'us', 'line'),
  };
  const regions: RegionSpan[] = [];
  if (Number.isNaN(trace.initialCwndBytes)) {
    return { id, name: candidate.name, openLoop: true, ...run, regions };
  }
  const model: Controller = candidate.create(trace.datagramBytes, trace.initialCwndBytes);
  run.window.push(trace.firstUs, model.cwndBytes);
  let region = model.region;
  let regionFromUs = trace.firstUs;
  for (let i = 0; i < steps.length; i++) {
    const timeUs = steps.timeUs.at(i);
    applyStep(model, steps, i, timeUs >= freeFromUs);
    run.window.push(timeUs, model.cwndBytes);
    if (Number.isFinite(model.ssthreshBytes)) run.ssthresh.push(timeUs, model.ssthreshBytes);
    if (!Number.isNaN(model.wMaxBytes)) run.wMax.push(timeUs, model.wMaxBytes);
    if (steps.kind.at(i) === StepKind.idleSend && !Number.isNaN(model.boundaryUs)) {
      run.leads.push(timeUs, model.boundaryUs - timeUs);
    }
    if (model.region === region) continue;
    if (timeUs > regionFromUs) regions.push({ region, fromUs: regionFromUs, toUs: timeUs });
    region = model.region;
    regionFromUs = timeUs;
  }
  regions.push({ region, fromUs: regionFromUs, toUs: Math.max(trace.lastUs, regionFromUs) });
  return { id, name: candidate.name, openLoop: true, ...run, regions };
}
