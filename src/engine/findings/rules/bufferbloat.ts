/**
 * Bufferbloat: while the sender has more to send, its packets, or their ACKs, wait in a queue for longer than half of the time that
 * the path takes. Time in which the application, credit or a stall holds the sender is left out, and so is a delay that does not lie
 * in the path (standing-queue.ts).
 */

import { lowerBound } from '../../base/columns/growable';
import { amount, duration, percent, plural, rtt } from '../../base/text/figures';
import type { PathSamples } from '../../sender/transport/path/path-samples';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { whyNoWindow } from '../conditions/sender-view';
import { finding, type Rule } from '../finding/build-finding';
import {
  above,
  atLeast,
  atMost,
  beside,
  both,
  deciding,
  either,
  evidence,
  holdsAll,
  reaches,
} from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { smallestRttAt } from '../measures/path-parts';
import { type StandingQueue, standingQueue } from '../measures/standing-queue';
import { NOT_ASKING, timesHeld } from '../partition/held';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'bufferbloat', title: 'Standing queue (bufferbloat)' };

const T = {
  /** Packets wait where they take longer than the path by this share; congestion.md §5 began at twice the path. */
  queueShare: 0.5,
  /** congestion.md §5. */
  timeShare: 0.25,
  /** A queue below the target of CoDel (RFC 8289 §4.2) is no standing queue, however short the path. */
  minQueueUs: 5000,
  minSamples: 20,
  /** The sender must ask for more for this share of time, or the queue is not caused by it. */
  minAskedShare: 0.25,
  minAskedRtts: 10,
  /** A queue of data is drained at the rate of its path, where that is proved for half of the time: 0.9 and more in 80 recorded queues. */
  minRateShare: 0.75,
  minProvedShare: 0.5,
  /**
   * Of other queues ACKs come about as fast as shortly before, and evenly: 0.7 and 0.55 and more where the way back or a rate that
   * varies makes them, one of both below 0.6 and 0.5 where a late host, reordering or a batch of a radio link does …
   */
  minRecentShare: 0.6,
  minEvenShare: 0.5,
  /** … and a larger flight waits longer: 0.4 and more, 0 for a host that is as late whatever it gets. */
  minFollowShare: 0.25,
  /** What waits is in flight: 0.99 and more in the same queues. */
  minFlightShare: 0.75,
  /** Below that, ACKs wait at the receiver for as long as a queue would take: 4.8 and more in the same queues. */
  minSamplesPerRtt: 4,
  /** Of the delay: 0 for pacers whose packets are logged as they leave, most of it for others. */
  maxHeldShare: 0.25,
} as const;

/** Level that the RTT must exceed, µs. */
function levelOf(minRttUs: number): number {
  return minRttUs + Math.max(T.queueShare * minRttUs, T.minQueueUs);
}

const isOfData = ({ rateShare, provedShare }: StandingQueue): boolean =>
  rateShare >= T.minRateShare && provedShare >= T.minProvedShare;

/** What is shortly before costs most, and is asked last. */
const isOfAcksOrData = (m: StandingQueue): boolean =>
  m.evenShare >= T.minEvenShare && m.followShare >= T.minFollowShare && m.recentShare >= T.minRecentShare;

function evidenceOf(m: StandingQueue): readonly Evidence[] {
  return [
    deciding({
      id: 'share',
      name: 'time in which packets wait for more than half of what the path takes, while the sender has more to send',
      normal: 'under a quarter',
      value: m.aboveShare,
      limit: above(T.timeShare, 'share', { note: `, with a queue of ${duration(T.minQueueUs)} at least` }),
      panel: 'rtt',
    }),
    deciding({
      id: 'acks',
      name: `time that packets take then, the median by time of ${plural(m.samples, 'RTT sample')}`,
      normal: 'near the smallest RTT',
      value: m.minRttUs + m.delayUs,
      limit: both(
        above(levelOf(m.minRttUs), 'us', { write: rtt }),
        ' and ',
        reaches(m.samples, T.minSamples, (samples) => `${samples} samples`),
      ),
      panel: 'rtt',
    }),
    evidence({
      id: 'limited',
      name: 'time in which the sender has more to send',
      normal: 'any share: alone no fault',
      value: m.askedShare,
      limit: atLeast(T.minAskedShare, 'share'),
      panel: 'limits',
    }),
    evidence({
      id: 'limited-rtts',
      name: 'that time in smallest RTTs',
      normal: 'any: alone no fault',
      value: m.askedUs / m.minRttUs,
      limit: atLeast(T.minAskedRtts, 'rtt', { note: ' RTT' }),
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
      name: 'acknowledged there, as a share of what the path carries',
      normal: 'any share: below it a late host delays',
      value: m.rateShare,
      limit: either(
        both(
          atLeast(T.minRateShare, 'share'),
          ' and ',
          reaches(m.provedShare, T.minProvedShare, (share) => `proved for ${share * 100} % of the time`),
        ),
        ', or ',
        beside(
          'ACKs come evenly, as fast as before, and later for a larger flight',
          !isOfData(m) && isOfAcksOrData(m),
        ),
      ),
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
      name: 'RTT samples in a round trip there',
      normal: '4 and more',
      value: m.samplesPerRtt,
      limit: atLeast(T.minSamplesPerRtt, 'count'),
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

/** `20.0 ms`; `20.0 ms to 80.0 ms, as the path changed`. */
function levelWords({ minRttsUs }: StandingQueue): string {
  const [shortest, longest] = minRttsUs.map(rtt);
  return shortest === longest ? shortest : `${shortest} to ${longest}, as the path changed`;
}

/** The packet that waited longest, where the RTT is above the level. */
function closeUp(
  input: DetectInput,
  { ackedUs, rttUs: rttsUs }: PathSamples,
  { above }: StandingQueue,
): CloseUp | null {
  const { state } = input;
  let measuredUs = Number.NaN;
  let rttUs = Number.NaN;
  for (const { startUs, endUs } of above) {
    for (let i = lowerBound(ackedUs, startUs); i < ackedUs.length && ackedUs[i] <= endUs; i++) {
      if (!(Number.isNaN(measuredUs) || rttsUs[i] > rttUs)) continue;
      measuredUs = ackedUs[i];
      rttUs = rttsUs[i];
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
      text: `The ACK comes after ${rtt(rttUs)}, where the path alone takes ${rtt(smallestRttAt(input, sentUs))}: the rest was waiting`,
    },
  ]);
}

function findingOf(
  input: DetectInput,
  samples: PathSamples,
  m: StandingQueue,
  rows: readonly Evidence[],
): Finding {
  const startUs = m.above[0]?.startUs ?? Number.NaN;
  const endUs = m.above.at(-1)?.endUs ?? Number.NaN;
  const isData = isOfData(m);
  // Time was left out because something stalled.
  const stalled = input.stalls.spans.length > 0;
  const where = isData
    ? `in queues, about ${amount(m.delayedBytes)} of the flight`
    : 'in queues of data or of ACKs';
  return finding(RULE, {
    severity: 'info',
    interval: { startUs, endUs },
    verdict:
      `For ${percent(m.aboveShare)} of the ${duration(m.askedUs)} in which the sender had more to send${stalled ? ' and nothing stalled then or in the round trip before' : ''}, packets waited for ` +
      `more than half of the time that the path takes (smallest RTT ${levelWords(m)}): ${rtt(m.delayUs)} in the median, ${where}.`,
    confidence: isData ? 0.9 : 0.7,
    evidence: rows,
    closeUp: closeUp(input, samples, m),
    why: isData
      ? 'A queue that never drains delays everything else on the path and does not raise the throughput (RFC 8289 §1, ' +
        'RFC 7567 §1.2). More is in flight than the path needs.'
      : 'A queue that never drains delays everything else on the path and does not raise the throughput (RFC 8289 §1, ' +
        'RFC 7567 §1.2). Where the way back is slow, ACKs wait in it; where the rate of the path varies, data does.',
    next: 'RTT: how far latest lies above min, and whether it falls after each cut of the window. A queue that is managed (AQM, ECN), or packets sent evenly (pacing), shorten it.',
    panels: ['rtt', 'congestion', 'limits'],
  });
}

export const bufferbloat: Detector = {
  ...RULE,
  looksThrough: 'samples of the RTT',
  needs: ['cwnd'],
  cannotJudge: whyNoWindow,
  finish(input) {
    const { state, stalls, path, pathIntervals } = input;
    if (path === null) return [];
    const m = standingQueue(
      state,
      path.samples,
      pathIntervals,
      levelOf,
      stalls.felt,
      timesHeld(input.heldTime, NOT_ASKING),
    );
    const rows = evidenceOf(m);
    return m.askedUs > 0 && holdsAll(rows) ? [findingOf(input, path.samples, m, rows)] : [];
  },
};
