/**
 * Bufferbloat: while the window limits the sender, its packets wait in a queue for longer than their propagation takes.
 * Compares the smoothed with the smallest RTT; time in which something else limits the sender is ignored.
 */

import { amount, duration, percent, plural, rtt } from '../../text/figures';
import { LIMITS } from '../../transport/sender-limits';
import type { TransportState } from '../../transport/transport';
import type { Detector, Evidence, Finding } from '../detector';
import { above, atLeast, both, evidence, holdsAll, reaches } from '../evidence';
import { finding, type Rule } from '../finding';
import { type Interval, samplesIn, timeAbove, timeInState, totalLength } from '../intervals';
import { whyNotJudged } from '../sender-view';

const RULE: Rule = { id: 'bufferbloat', title: 'Standing queue (bufferbloat)' };

const T = {
  /** congestion.md §5. */
  rttRatio: 2,
  timeShare: 0.25,
  /** A queue below the target of CoDel (RFC 8289 §4.2) is no standing queue, however short the path. */
  minQueueUs: 5000,
  /** Late ACKs after a timeout keep the smoothed RTT high without any queue; this many RTTs of ACKs are needed. */
  minAcks: 20,
  /** The window must limit the sender for this share of time, or the queue is not caused by it. */
  minWindowLimitedShare: 0.25,
  minWindowLimitedRtts: 10,
} as const;

interface Measured {
  readonly minRttUs: number;
  /** Level that the RTT must exceed, µs. */
  readonly level: number;
  /** ACKs while the smoothed RTT was above the level: their number, and the median of their RTTs, µs. */
  readonly acks: number;
  readonly bloatedRttUs: number;
  /** Median window at those ACKs, bytes. */
  readonly windowBytes: number;
  readonly limitedUs: number;
  readonly limitedShare: number;
  readonly above: readonly Interval[];
  /** Share of the limited time above the level, 0 to 1. */
  readonly aboveShare: number;
}

function measure({ series, limits, firstUs, lastUs }: TransportState): Measured {
  const minRttUs = series.minRtt.min;
  const limited = timeInState(limits, LIMITS.window, lastUs);
  const limitedUs = totalLength(limited);
  const level = Math.max(T.rttRatio * minRttUs, minRttUs + T.minQueueUs);
  const found = timeAbove(series.smoothedRtt, level, limited);
  const { count, median } = samplesIn(series.latestRtt, series.ackedTotal.timesUs, found);
  return {
    minRttUs,
    level,
    acks: count,
    bloatedRttUs: median,
    windowBytes: samplesIn(series.congestionWindow, series.ackedTotal.timesUs, found).median,
    limitedUs,
    limitedShare: limitedUs / (lastUs - firstUs),
    above: found,
    aboveShare: totalLength(found) / limitedUs,
  };
}

function evidenceOf(m: Measured): readonly Evidence[] {
  return [
    evidence({
      id: 'share',
      name: 'time above twice the smallest RTT, while the window limits the sender',
      value: m.aboveShare,
      limit: above(T.timeShare, 'share', { note: `, with a queue of ${duration(T.minQueueUs)} at least` }),
      panel: 'rtt',
    }),
    evidence({
      id: 'acks',
      name: `median RTT at the ${plural(m.acks, 'ACK')} in that time`,
      value: m.bloatedRttUs,
      limit: both(
        above(m.level, 'us', { write: rtt }),
        ', at ',
        reaches(m.acks, T.minAcks, (acks) => `${acks} ACKs or more`),
      ),
      panel: 'rtt',
    }),
    evidence({
      id: 'limited',
      name: 'time in which the window limits the sender',
      value: m.limitedShare,
      limit: atLeast(T.minWindowLimitedShare, 'share'),
      panel: 'limits',
    }),
    evidence({
      id: 'limited-rtts',
      name: 'that time in smallest RTTs',
      value: m.limitedUs / m.minRttUs,
      limit: atLeast(T.minWindowLimitedRtts, 'rtt', { note: ' RTT' }),
      panel: 'limits',
    }),
  ];
}

function findingOf(m: Measured): Finding {
  const startUs = m.above[0]?.startUs ?? Number.NaN;
  const endUs = m.above.at(-1)?.endUs ?? Number.NaN;
  const queueBytes = m.windowBytes * (1 - m.minRttUs / m.bloatedRttUs);
  return finding(RULE, {
    severity: 'info',
    interval: { startUs, endUs },
    verdict:
      `For ${percent(m.aboveShare)} of the ${duration(m.limitedUs)} in which the window limited the sender, the smoothed RTT ` +
      `was above ${T.rttRatio} × the smallest (${rtt(m.minRttUs)}); the median RTT there is ${rtt(m.bloatedRttUs)}, ` +
      `${rtt(m.bloatedRttUs - m.minRttUs)} of it in queues, about ${amount(queueBytes)} of the window.`,
    confidence: 0.9,
    evidence: evidenceOf(m),
    why:
      'A queue that never drains delays everything else on the path and does not raise the throughput (RFC 8289 §1, ' +
      'RFC 7567 §1.2). The window is larger than the path needs.',
    next: 'RTT: how far smoothed lies above min, and whether it falls after each reduction. A managed queue (AQM, ECN) or pacing shortens it.',
    panels: ['rtt', 'congestion', 'limits'],
  });
}

export const bufferbloat: Detector = {
  ...RULE,
  needs: ['cwnd', 'smoothed-rtt', 'min-rtt', 'latest-rtt'],
  cannotJudge: whyNotJudged,
  finish({ state }) {
    const m = measure(state);
    return m.minRttUs > 0 && m.limitedUs > 0 && holdsAll(evidenceOf(m)) ? [findingOf(m)] : [];
  },
};
