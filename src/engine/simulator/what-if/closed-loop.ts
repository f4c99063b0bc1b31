/** Runs of a setting: one controller, as it stands where the run begins, and what it delivers by when. */
import { float64Column, lowerBound, upperBound } from '../../base/columns/growable';
import { type CandidateId, findCandidate, type StackHabits } from '../../sender/congestion/candidates';
import type { Controller } from '../../sender/congestion/controller';
import { type SenderTrace, StepKind } from '../../sender/congestion/sender-steps';
import { applyStep } from '../../sender/congestion/shadow-step';
import { type RunOptions, type RunOutcome, simulate } from '../runs/run';
import type { Setting } from './setting';

export interface ClosedLoop {
  readonly outcome: RunOutcome;
  /** Bytes of the application, delivered since the run began: when they rose, µs, and totals. */
  readonly timesUs: Float64Array;
  readonly totals: Float64Array;
}

/** A start without anything in flight is looked for so far, round trips. */
const NEAR_RTTS = 3;

/** The first time from a wanted one on at which nothing is in flight before a send; the wanted one where that is far. */
export function startAt({ steps }: SenderTrace, wantedUs: number): number {
  for (let i = 0; i < steps.length; i++) {
    const timeUs = steps.timeUs.at(i);
    if (timeUs < wantedUs || steps.kind.at(i) !== StepKind.idleSend) continue;
    return timeUs - wantedUs <= NEAR_RTTS * steps.rttUs.at(i) ? timeUs : wantedUs;
  }
  return wantedUs;
}

/** The controller as it stands where the run begins, set to the log up to then. */
function controllerAt({ trace, fromUs }: Setting, id: CandidateId): Controller {
  const { steps, datagramBytes, initialCwndBytes } = trace;
  const controller = findCandidate(id).create(datagramBytes, initialCwndBytes, habitsOf(trace));
  for (let i = 0; i < steps.length && steps.timeUs.at(i) <= fromUs; i++)
    applyStep(controller, steps, i, false);
  return controller;
}

/** Where the log left its first slow start without a reduction, datagrams: HyStart++ (RFC 9406), which no controller here has. */
function habitsOf({ steps, datagramBytes }: SenderTrace): StackHabits {
  for (let i = 0; i < steps.length; i++) {
    const kind = steps.kind.at(i);
    if (kind === StepKind.reduction) break;
    if (kind === StepKind.slowStartExit) return { thresholdDatagrams: steps.a.at(i) / datagramBytes };
  }
  return {};
}

/** Runs it under a controller. @throws RangeError for an unknown id, and for a trace larger than `options` allow. */
export function runClosedLoop(setting: Setting, id: CandidateId, options: RunOptions = {}): ClosedLoop {
  const timesUs = float64Column();
  const totals = float64Column();
  const controller = controllerAt(setting, id);
  const onAcked = (bytes: number, nowUs: number): void => {
    timesUs.push(nowUs);
    totals.push(bytes);
  };
  const outcome = simulate(setting.settings, { ...options, controller, onAcked });
  return { outcome, timesUs: timesUs.view().slice(), totals: totals.view().slice() };
}

/** Bytes that a run has delivered up to a time, µs. */
export function deliveredBy({ timesUs, totals }: ClosedLoop, timeUs: number): number {
  return totals[upperBound(timesUs, timeUs) - 1] ?? 0;
}

/** When a run has delivered so many bytes, µs; NaN for never. */
export function timeOf({ timesUs, totals }: ClosedLoop, bytes: number): number {
  return timesUs[lowerBound(totals, bytes)] ?? Number.NaN;
}
