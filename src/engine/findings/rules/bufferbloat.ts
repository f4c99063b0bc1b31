/**
 * Bufferbloat: while the window limits the sender, its packets wait in a queue for longer than their propagation takes.
 * Compares the smoothed with the smallest RTT; time in which something else limits the sender is ignored, and so is a
 * delay that does not lie in the path (standing-queue.ts).
 */
import { amount, duration, percent, plural, rtt } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { whyNotJudged } from '../conditions/sender-view';
import { finding, type Rule } from '../finding/build-finding';
import { above, atLeast, atMost, both, deciding, evidence, holdsAll, reaches } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { type StandingQueue, standingQueue } from '../measures/standing-queue';
import type { Detector } from '../rule/detector';

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
  /**
   * A queue is drained at the highest rate of its path: 0.98 and more in 59 recorded queues, 0.44 and less where a late
   * host or the pacer makes the delay (5 of ../shared/traces).
   */
  minRateShare: 0.75,
  /** What waits is in flight: 0.99 and more in the same queues. */
  minFlightShare: 0.75,
  /** Below that, ACKs wait at the receiver for as long as a queue would take: 7 and more in the same queues. */
  minAcksPerRtt: 4,
  /** Of the delay: 0 for pacers whose packets are logged as they leave, most of it for others. */
  maxHeldShare: 0.25,
} as const;

/** Level that the RTT must exceed, µs. */
function levelOf(minRttUs: number): number {
  return Math.max(T.rttRatio * minRttUs, minRttUs + T.minQueueUs);
}

function evidenceOf(m: StandingQueue): readonly Evidence[] {
  return [
    deciding({
      id: 'share',
      name: 'time in which packets take more than twice as long as the path needs, while the window limits the sender (smoothed RTT)',
      normal: 'under a quarter',
      value: m.aboveShare,
      limit: above(T.timeShare, 'share', { note: `, with a queue of ${duration(T.minQueueUs)} at least` }),
      panel: 'rtt',
    }),
    deciding({
      id: 'acks',
      name: `time that packets take then: median RTT at the ${plural(m.acks, 'ACK')}`,
      normal: 'near the smallest RTT',
      value: m.rttUs,
      limit: both(
        above(levelOf(m.minRttUs), 'us', { write: rtt }),
        ', at ',
        reaches(m.acks, T.minAcks, (acks) => `${acks} ACKs or more`),
      ),
      panel: 'rtt',
    }),
    evidence({
      id: 'limited',
      name: 'time in which the window limits the sender',
      normal: 'any share: alone no fault',
      value: m.limitedShare,
      limit: atLeast(T.minWindowLimitedShare, 'share'),
      panel: 'limits',
    }),
    evidence({
      id: 'limited-rtts',
      name: 'that time in smallest RTTs',
      normal: 'any: alone no fault',
      value: m.limitedUs / m.minRttUs,
      limit: atLeast(T.minWindowLimitedRtts, 'rtt', { note: ' RTT' }),
      panel: 'limits',
    }),
    ...pathEvidence(m),
  ];
}

/** That the delay lies in the path, not in a host or in the sender's pacer. */
function pathEvidence(m: StandingQueue): readonly Evidence[] {
  return [
    deciding({
      id: 'rate',
      name: 'delivery rate there, as a share of the highest',
      normal: 'any share: below it a late host delays',
      value: m.rateShare,
      limit: atLeast(T.minRateShare, 'share'),
      panel: 'delivery-rate',
    }),
    deciding({
      id: 'flight',
      name: 'flight there, in deliveries of a round trip',
      normal: '1 RTT',
      value: m.flightShare,
      limit: atLeast(T.minFlightShare, 'rtt', { note: ' RTT' }),
      panel: 'congestion',
    }),
    evidence({
      id: 'acks-per-rtt',
      name: 'ACKs in a round trip there',
      normal: '4 and more',
      value: m.acksPerRtt,
      limit: atLeast(T.minAcksPerRtt, 'count'),
      panel: 'rtt',
    }),
    evidence({
      id: 'held',
      name: "share of the delay in which the sender's own pacer holds packets",
      normal: 'most of it, where the pacer delays',
      value: m.heldShare,
      limit: atMost(T.maxHeldShare, 'share'),
      panel: null,
    }),
  ];
}

/** The packet that waited longest, where the RTT is above the level. */
function closeUp(state: TransportState, { above, minRttUs }: StandingQueue): CloseUp | null {
  const { latestRtt } = state.series;
  const [timesUs, values] = [latestRtt.timesUs.reader(), latestRtt.values.reader()];
  let measuredUs = Number.NaN;
  let rttUs = Number.NaN;
  for (const { startUs, endUs } of above) {
    for (let i = timesUs.lowerBound(startUs); timesUs.at(i) <= endUs; i++) {
      if (!(Number.isNaN(measuredUs) || values.at(i) > rttUs)) continue;
      measuredUs = timesUs.at(i);
      rttUs = values.at(i);
    }
  }
  const find = new StepFinder(state);
  const acked = find.ackUpTo(measuredUs);
  const sentUs = find.sentUpTo(measuredUs - rttUs);
  return closeUpOf(state, [
    step('send', sentUs, 'A packet is sent, and waits for what the queue of the path holds already'),
    find.fullWithin(sentUs, measuredUs),
    acked && {
      ...acked,
      text: `The ACK comes after ${rtt(rttUs)}, where the path alone takes ${rtt(minRttUs)}: the rest was waiting`,
    },
  ]);
}

/** @param stalled time of the window was left out because something stalled. */
function findingOf(state: TransportState, m: StandingQueue, stalled: boolean): Finding {
  const startUs = m.above[0]?.startUs ?? Number.NaN;
  const endUs = m.above.at(-1)?.endUs ?? Number.NaN;
  const delayUs = m.rttUs - m.minRttUs;
  return finding(RULE, {
    severity: 'info',
    interval: { startUs, endUs },
    verdict:
      `For ${percent(m.aboveShare)} of the ${duration(m.limitedUs)} in which the window limited the sender${stalled ? ' and nothing stalled then or in the round trip before' : ''}, packets took ` +
      `more than ${T.rttRatio} × as long as the path needs (smoothed RTT, smallest ${rtt(m.minRttUs)}); the median there is ${rtt(m.rttUs)}, ` +
      `${rtt(delayUs)} of it in queues, about ${amount((m.bytesPerSecond * delayUs) / 1e6)} of the flight.`,
    confidence: 0.9,
    evidence: evidenceOf(m),
    closeUp: closeUp(state, m),
    why:
      'A queue that never drains delays everything else on the path and does not raise the throughput (RFC 8289 §1, ' +
      'RFC 7567 §1.2). The window is larger than the path needs.',
    next: 'RTT: how far smoothed lies above min, and whether it falls after each cut of the window. A queue that is managed (AQM, ECN), or packets sent evenly (pacing), shorten it.',
    panels: ['rtt', 'congestion', 'limits'],
  });
}

export const bufferbloat: Detector = {
  ...RULE,
  looksThrough: 'samples of the RTT',
  needs: ['cwnd', 'smoothed-rtt', 'min-rtt', 'latest-rtt'],
  cannotJudge: whyNotJudged,
  finish({ state, stalls }) {
    const m = standingQueue(state, levelOf, stalls.felt);
    return m.minRttUs > 0 && m.limitedUs > 0 && holdsAll(evidenceOf(m))
      ? [findingOf(state, m, stalls.spans.length > 0)]
      : [];
  },
};
