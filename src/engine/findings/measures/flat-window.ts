/**
 * Flat windows: spans in which the congestion window does not change and nothing is lost or CE-marked, although a
 * sender that uses its whole window should have grown; NewReno's growth in the same time, and when CUBIC may be flat.
 *
 *   cwnd    ▁▁▁▁▂▂▂▂▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▂
 *   loss        ×       ×
 *   spans   [──][──][──][────────────]
 */
import { lowerBound, upperBound } from '../../base/columns/growable';
import { SeriesCursor } from '../../sender/congestion/series-cursor';
import type { TransportState } from '../../sender/transport/transport';
import { type Interval, lengthOf } from './intervals';
import type { NewAck } from './send-cycles';

/** An inferred loss is repaired within this many round trips. 870 counted losses of quiche: 5.8 at most. */
const RESENT_WITHIN_RTTS = 8;

/** How long CUBIC may stay within one packet of W_max: 2·∛(1/C), C = 0.4 (RFC 9438 §4.2). */
export const CUBIC_PLATEAU_US = 2_720_000;

export interface FlatSpan extends Interval {
  readonly cwndBytes: number;
  /** The trace ends before the window changes. */
  readonly open: boolean;
}

/** Merges ascending lists into one without repeats. */
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
 * Losses that end a span. One inferred from a drop of bytes in flight may be an ACK missing from the log. Lost data is
 * retransmitted: if the trace shows retransmissions, and none follows for many round trips, nothing was lost.
 */
function believedLosses(state: TransportState): Float64Array {
  const { losses, rebuilt, series, lastUs } = state;
  const resentUs = rebuilt.resentTotal.timesUs;
  if (losses.method !== 'in-flight-drop' || resentUs.length === 0) return losses.timesUs;
  return losses.timesUs.filter((lossUs) => {
    const waitUs = RESENT_WITHIN_RTTS * series.smoothedRtt.valueAt(lossUs);
    const after = lowerBound(resentUs, lossUs);
    const next = after < resentUs.length ? resentUs.at(after) : Number.POSITIVE_INFINITY;
    return !(next > lossUs + waitUs && lossUs + waitUs < lastUs);
  });
}

/** All spans of at least `minUs`, in order of time. Needs the logged congestion window. */
export function flatSpans(state: TransportState, minUs: number): readonly FlatSpan[] {
  const cwnd = state.series.congestionWindow;
  const ends = mergedInstants([cwnd.timesUs.slice(), believedLosses(state), state.ceMarksUs.slice()]);
  const windows = new SeriesCursor(cwnd);
  const spans: FlatSpan[] = [];
  for (let i = 0; i < ends.length; i++) {
    const startUs = ends[i];
    const open = i + 1 === ends.length;
    const endUs = open ? state.lastUs : ends[i + 1];
    if (!(endUs - startUs >= minUs)) continue;
    const cwndBytes = windows.at(startUs);
    if (cwndBytes > 0) spans.push({ startUs, endUs, cwndBytes, open });
  }
  return spans;
}

/** Growth in packets of NewReno's congestion avoidance on these ACKs (RFC 9002 §7.3.3). */
export function newRenoGrowthPackets(
  acks: readonly NewAck[],
  cwndBytes: number,
  datagramBytes: number,
): number {
  let window = cwndBytes;
  for (const ack of acks) window += (datagramBytes * ack.bytes) / window;
  return (window - cwndBytes) / datagramBytes;
}

/** The same on ACKs of so many bytes in all: w² grows by twice the datagram for each byte. */
export function newRenoGrowthOf(ackedBytes: number, cwndBytes: number, datagramBytes: number): number {
  return (Math.sqrt(cwndBytes ** 2 + 2 * datagramBytes * ackedBytes) - cwndBytes) / datagramBytes;
}

/**
 * Near its inflection point CUBIC is flat by design: W_cubic(t) = C(t − K)³ + W_max (RFC 9438 §4.2) changes by less
 * than one packet for 2·∛(1/C). That requires a window that has grown since its last reduction, and a span no longer
 * than that.
 * @param lengthUs of the judged part of the span.
 */
export function mayBePlateau(
  { series, windowGrewBefore }: TransportState,
  span: FlatSpan,
  lengthUs: number = lengthOf(span),
): boolean {
  if (lengthUs > CUBIC_PLATEAU_US) return false;
  const { timesUs, values } = series.congestionWindow;
  const index = upperBound(timesUs, span.startUs) - 1;
  if (index <= 0) return windowGrewBefore;
  return values.at(index) > values.at(index - 1);
}
