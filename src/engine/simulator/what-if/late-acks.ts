/**
 * Times in which ACKs were held that came later than the path explains: a host that stood still, or a path. A run meets them at the same
 * times. Where the sender sent nothing meanwhile, its host may be the one that stood still, and none of its timers fires.
 */
import { upperBound } from '../../base/columns/growable';
import type { FlightRows } from '../../sender/transport/loss-kinds/flight-rows';
import type { TimeSpan } from '../runs/link-settings';
import { answeredUs, type Propagation } from './delivery-grid';

export interface LateAcks {
  /** On the way, or at the receiver. */
  readonly held: readonly TimeSpan[];
  /** At the sender's own host, perhaps. */
  readonly stopped: readonly TimeSpan[];
}

const T = {
  /** Late from this share of the round trip on, µs, and steps of the grid; where a queue explains round trips, from the second share on. */
  share: 0.08,
  queuedShare: 0.5,
  leastUs: 300,
  gridSteps: 0.75,
} as const;

/** @param passing time of each packet in the queue, µs; null without one. */
export function lateAcks(
  { delays, sentUs }: FlightRows,
  fromUs: number,
  passing: Float64Array | null,
  propagation: Propagation,
): LateAcks {
  const share = passing === null ? T.share : T.queuedShare;
  const { gridUs, delayUs } = propagation;
  const leastUs = Math.max(T.leastUs, T.gridSteps * gridUs, share * 2 * delayUs);
  const held: TimeSpan[] = [];
  const stopped: TimeSpan[] = [];
  let lastMs = 0;
  for (const row of delays.samples) {
    const atUs = sentUs[row];
    if (atUs < fromUs) continue;
    const dueUs = answeredUs(atUs, propagation) + (passing?.[row] ?? 0);
    const cameUs = atUs + delays.rttUs[row];
    const fromMs = Math.max(dueUs / 1000, lastMs);
    if (cameUs - dueUs < leastUs || fromMs >= cameUs / 1000) continue;
    lastMs = cameUs / 1000;
    const nextUs = sentUs[upperBound(sentUs, dueUs)] ?? Number.POSITIVE_INFINITY;
    (nextUs >= cameUs ? stopped : held).push({ fromMs, toMs: lastMs });
  }
  return { held, stopped };
}

/** In order, and those that touch as one. */
export function joinedSpans(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const joined: TimeSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = joined.at(-1);
    if (last !== undefined && span.fromMs <= last.toMs)
      joined[joined.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, span.toMs) };
    else joined.push(span);
  }
  return joined;
}
