/**
 * The close-up of a finding: five round trips around what decides it, with numbered steps. A rule names its steps
 * (`steps.ts` finds them in the columns); here they are put in order and the range around them is chosen.
 *
 * Not here: the picture (`drawing/panels/close-up/close-up.ts`).
 */
import type { TransportState } from '../../sender/transport/transport';
import type { CloseUp, CloseUpStep } from '../finding/finding';
import { roundTripAt } from '../measures/round-trips';

/** More steps are no longer taken in at a glance. */
const MAX_STEPS = 6;
/** One instant alone shows no mechanism. */
const MIN_STEPS = 2;
const ROUND_TRIPS = 5;
/** Steps that lie further apart than five round trips have at least this share of the range to themselves. */
const STEPS_SHARE = 0.7;
/** Shortest range, µs: that of a trace without any RTT, or on one host. */
const MIN_RANGE_US = 500;

/** The steps in order of time, one per kind and time, at most six. Of equal times the order is the rule's. */
function ordered(steps: readonly (CloseUpStep | null)[]): readonly CloseUpStep[] {
  const present = steps.filter((step) => step !== null);
  const once = present.filter(
    ({ timeUs, kind }, i) => present.findIndex((one) => one.timeUs === timeUs && one.kind === kind) === i,
  );
  return once.sort((a, b) => a.timeUs - b.timeUs).slice(0, MAX_STEPS);
}

/**
 * @param steps of the rule; null for what the trace does not show.
 * @returns null where fewer than two of them are found.
 */
export function closeUpOf(state: TransportState, steps: readonly (CloseUpStep | null)[]): CloseUp | null {
  const shown = ordered(steps);
  const [first] = shown;
  const last = shown.at(-1);
  if (first === undefined || last === undefined || shown.length < MIN_STEPS) return null;
  const stepsUs = last.timeUs - first.timeUs;
  const tripsUs = ROUND_TRIPS * (roundTripAt(state, first.timeUs) || 0);
  const lengthUs = Math.max(tripsUs, stepsUs / STEPS_SHARE, MIN_RANGE_US);
  const middleUs = (first.timeUs + last.timeUs) / 2;
  const fromUs = Math.max(state.firstUs, Math.floor(middleUs - lengthUs / 2));
  const toUs = Math.min(state.lastUs, Math.ceil(fromUs + lengthUs));
  // A log whose events all have one time has no range to draw.
  if (state.lastUs === state.firstUs) return null;
  // At the end of the trace the range reaches further back.
  return {
    fromUs: Math.max(state.firstUs, Math.min(fromUs, Math.floor(toUs - lengthUs))),
    toUs,
    steps: shown,
  };
}
