/**
 * Bufferbloat: while the window limits the sender, its packets wait in a queue for longer than they travel. The
 * smoothed RTT against the smallest one is the measure; time in which something else limits the sender does not count.
 */

import { amount, duration, percent, plural, rtt } from '../../text/figures';
import { LIMITS } from '../../transport/sender-limits';
import type { TransportState } from '../../transport/transport';
import { lengthOf, samplesIn, spansAbove, spansIn, type TimeSpan } from '../death-spiral/step-time';
import type { Detector, Evidence, Finding } from '../detector';
import { holdsAll, needed, plainFinding } from '../plain-finding';
import { whyNotJudged } from '../sender-view';
import { BUFFERBLOAT as T } from './thresholds-network';

const RULE: Pick<Detector, 'id' | 'title'> = { id: 'bufferbloat', title: 'Standing queue (bufferbloat)' };

interface Measured {
  readonly minRttUs: number;
  /** What the RTT has to exceed, µs. */
  readonly level: number;
  /** ACKs while the smoothed RTT was above the level: how many, and the median of the RTTs they showed, µs. */
  readonly acks: number;
  readonly bloatedRttUs: number;
  /** Median window at those ACKs, bytes. */
  readonly windowBytes: number;
  readonly limitedUs: number;
  readonly limitedShare: number;
  readonly above: readonly TimeSpan[];
}

function measure({ series, limits, firstUs, lastUs }: TransportState): Measured {
  const minRttUs = series.minRtt.min;
  const limited = spansIn(limits, LIMITS.window, lastUs);
  const limitedUs = lengthOf(limited);
  const level = Math.max(T.rttRatio * minRttUs, minRttUs + T.minQueueUs);
  const above = spansAbove(series.smoothedRtt, level, limited);
  const { count, median } = samplesIn(series.latestRtt, series.ackedTotal.timesUs, above);
  return {
    minRttUs,
    level,
    acks: count,
    bloatedRttUs: median,
    windowBytes: samplesIn(series.congestionWindow, series.ackedTotal.timesUs, above).median,
    limitedUs,
    limitedShare: limitedUs / (lastUs - firstUs),
    above,
  };
}

function evidenceOf(m: Measured): readonly Evidence[] {
  const share = lengthOf(m.above) / m.limitedUs;
  return [
    needed({
      id: 'share',
      name: 'time above twice the smallest RTT, while the window limits the sender',
      value: share,
      unit: 'share',
      threshold: `> ${T.timeShare * 100} %, with a queue of ${duration(T.minQueueUs)} at least`,
      holds: share > T.timeShare,
      panel: 'rtt',
    }),
    needed({
      id: 'acks',
      name: `median RTT at the ${plural(m.acks, 'ACK')} in that time`,
      value: m.bloatedRttUs,
      unit: 'us',
      threshold: `> ${rtt(m.level)}, at ${T.minAcks} ACKs or more`,
      holds: m.bloatedRttUs > m.level && m.acks >= T.minAcks,
      panel: 'rtt',
    }),
    needed({
      id: 'limited',
      name: 'time in which the window limits the sender',
      value: m.limitedShare,
      unit: 'share',
      threshold: `≥ ${T.minWindowLimitedShare * 100} %`,
      holds: m.limitedShare >= T.minWindowLimitedShare,
      panel: 'limits',
    }),
    needed({
      id: 'limited-rtts',
      name: 'that time in smallest RTTs',
      value: m.limitedUs / m.minRttUs,
      unit: 'rtt',
      threshold: `≥ ${T.minWindowLimitedRtts} RTT`,
      holds: m.limitedUs >= T.minWindowLimitedRtts * m.minRttUs,
      panel: 'limits',
    }),
  ];
}

function findingOf(m: Measured): Finding {
  const startUs = m.above[0]?.startUs ?? Number.NaN;
  const endUs = m.above.at(-1)?.endUs ?? Number.NaN;
  const share = lengthOf(m.above) / m.limitedUs;
  const queueBytes = m.windowBytes * (1 - m.minRttUs / m.bloatedRttUs);
  return plainFinding(RULE, {
    severity: 'info',
    startUs,
    endUs,
    verdict:
      `For ${percent(share)} of the ${duration(m.limitedUs)} in which the window limited the sender, the smoothed RTT ` +
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
