/**
 * The onset that outside marks are compared with: where the worst finding begins, else where the longest time of what held the trace most
 * does, with the smoothed RTT then.
 */

import { subjectOf } from '../../../drawing/view/chosen';
import { chosenFinding } from '../../../drawing/view/chosen-finding';
import { heldByWords } from '../../../engine/base/text/account-names';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { heldKey } from '../../../engine/reading/contract/stretches';
import type { Onset } from '../../../sharing/outside/coincidence';
import { answerIfAny } from '../../backend/backend';
import type { OpenTrace } from '../../state/traces/open-trace';

export interface OnsetWithRtt {
  readonly onset: Onset;
  readonly rttUs: number;
}

/** Null where nothing was found and nothing held it, or the trace is closed. */
export async function askOnset(trace: OpenTrace, snapshot: Snapshot): Promise<OnsetWithRtt | null> {
  const onset = await onsetOf(trace, snapshot);
  if (onset === null) return null;
  return { onset, rttUs: await rttAt(trace, onset.timeUs, snapshot.summary.smoothedRttUs) };
}

async function onsetOf(trace: OpenTrace, snapshot: Snapshot): Promise<Onset | null> {
  const { dismissed } = trace.view.get();
  const worst = chosenFinding({ chosen: null, dismissed }, snapshot);
  if (worst !== null) return { timeUs: worst.startUs, of: `“${worst.title}”` };
  const main = snapshot.summary.account?.main ?? null;
  if (main === null) return null;
  const of = subjectOf(heldKey(main));
  const held = await answerIfAny(trace.request('stretches', { of })).catch(() => null);
  const longest = held?.longest ?? null;
  return longest && { timeUs: longest.fromUs, of: `the longest time of “${heldByWords(main)}”` };
}

const SMOOTHED = ['smoothed-rtt', 'smoothed-rtt-from-packets'];

/** The last one at or before a time, as logged, else from packets; that of the trace where there is none. */
async function rttAt(trace: OpenTrace, timeUs: number, ofTraceUs: number): Promise<number> {
  const after = { fromUs: timeUs + 1, toUs: timeUs + 2 };
  const answer = await answerIfAny(
    trace.request('window', {
      window: { fromUs: after.fromUs, columnUs: 1, columns: 1 },
      visible: after,
      series: SMOOTHED,
      parts: [],
      model: null,
    }),
  ).catch(() => null);
  const entries = SMOOTHED.map((id) => answer?.series.find((slice) => slice.id === id)?.entry ?? Number.NaN);
  return entries.find((us) => us > 0) ?? ofTraceUs;
}
