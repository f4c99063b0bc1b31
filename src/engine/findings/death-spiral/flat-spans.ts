/**
 * Stretches in which the congestion window does not change and nothing is lost or CE-marked: the places
 * where a sender that uses its window in full should have grown.
 *
 *   cwnd    ▁▁▁▁▂▂▂▂▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▂
 *   loss        ×       ×
 *   spans   [──][──][──][────────────]
 */

import { lowerBound } from '../../columns/growable';
import type { TransportState } from '../../transport/transport';
import { DEATH_SPIRAL as T } from '../thresholds';

export interface FlatSpan {
  readonly startUs: number;
  readonly endUs: number;
  readonly cwndBytes: number;
  /** The trace ends before the window changes. */
  readonly open: boolean;
}

/** Merges ascending lists into one ascending list without repeats. */
function mergedInstants(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  all.sort();
  return all.filter((value, index) => index === 0 || value !== all[index - 1]);
}

/**
 * Losses that cut a span. One that is inferred from a fall of bytes in flight may be an ACK that is missing from the
 * log. What is lost is sent again: where the trace shows payload sent again, and none follows for many round
 * trips, nothing was lost.
 */
function believedLosses(state: TransportState): Float64Array {
  const { losses, rebuilt, series, lastUs } = state;
  const resentUs = rebuilt.resentTotal.timesUs;
  if (losses.method !== 'in-flight-drop' || resentUs.length === 0) return losses.timesUs;
  return losses.timesUs.filter((lossUs) => {
    const waitUs = T.resentWithinRtts * series.smoothedRtt.valueAt(lossUs);
    const next = resentUs[lowerBound(resentUs, lossUs)] ?? Number.POSITIVE_INFINITY;
    return !(next > lossUs + waitUs && lossUs + waitUs < lastUs);
  });
}

/** All spans of at least `minUs`, in order of time. Needs the logged congestion window. */
export function flatSpans(state: TransportState, minUs: number): readonly FlatSpan[] {
  const cwnd = state.series.congestionWindow;
  const cuts = mergedInstants([cwnd.timesUs, believedLosses(state), state.ceMarks.view()]);
  const spans: FlatSpan[] = [];
  for (let i = 0; i < cuts.length; i++) {
    const startUs = cuts[i] as number;
    const open = i + 1 === cuts.length;
    const endUs = open ? state.lastUs : (cuts[i + 1] as number);
    const cwndBytes = cwnd.valueAt(startUs);
    if (endUs - startUs >= minUs && cwndBytes > 0) spans.push({ startUs, endUs, cwndBytes, open });
  }
  return spans;
}
