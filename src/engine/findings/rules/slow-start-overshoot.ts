/**
 * Slow start that ended with many losses: over a fifth of the flight was lost at the first congestion event. Doubling
 * per round trip exceeds the queue by up to a whole window; HyStart++ (RFC 9406) leaves slow start earlier.
 *
 * Other losses differ only in the RTT: an overflowing queue was full before. One late ACK is none, so the samples of a
 * round trip are asked, as HyStart++ does.
 */

import { lowerBound, upperBound } from '../../columns/growable';
import { medianOf } from '../../columns/median';
import { bytes, count, instant, percent, rtt } from '../../text/figures';
import { PacketFate } from '../../transport/packet-fate';
import { RecoveryCause } from '../../transport/recovery-periods';
import type { TransportState } from '../../transport/transport';
import type { Detector, Evidence } from '../detector';
import { above, atLeast, evidence, holdsAll, supporting } from '../evidence';
import { finding, type Rule } from '../finding';
import { highestIn, type Interval } from '../intervals';
import { rttAt } from '../round-trips';
import { whyNoWindow } from '../sender-view';

const RULE: Rule = { id: 'slow-start-overshoot', title: 'Heavy loss at the end of slow start' };

const T = {
  /** congestion.md §5. A bottleneck's queue of one BDP loses less. */
  lostShare: 0.2,
  /** In smaller flights a fifth is one or two packets: any loss. */
  minFlightPackets: 20,
  /**
   * RFC 9406 §4.2, N_RTT_SAMPLE and the RTT threshold: an eighth of the smallest RTT, within these limits. A queue that
   * overflowed has 11 samples and more in its last round trip, 30 % of random loss 1 (40 traces of ../shared).
   */
  minSamples: 8,
  queueRttShare: 1 / 8,
  minQueueUs: 4000,
  maxQueueUs: 16_000,
} as const;

/** The first recovery period; null if nothing was lost, or a CE mark came first. */
function firstLossPeriod(state: TransportState): Interval | null {
  const first = state.recovery.spans.at(0);
  // A CE mark ends slow start too: later losses are not its overshoot.
  if (first === null || first.cause !== RecoveryCause.loss) return null;
  return { startUs: first.startUs, endUs: Number.isNaN(first.endUs) ? state.lastUs : first.endUs };
}

/** Packets and bytes sent before the period and declared lost in it. */
function lostIn(state: TransportState, { startUs, endUs }: Interval): { packets: number; bytes: number } {
  const lost = { packets: 0, bytes: 0 };
  for (const space of state.ledger.spaces) {
    const to = lowerBound(space.sentTimesUs, startUs);
    for (let i = 0; i < to; i++) {
      if (space.fateAt(i) !== PacketFate.lost || space.settledUsAt(i) > endUs) continue;
      lost.packets++;
      lost.bytes += space.sizesBytes[i] as number;
    }
  }
  return lost;
}

interface Rtts {
  readonly smallestUs: number;
  /** In the round trip before the loss: the samples, and their median; with none the last RTT before it, µs. */
  readonly samples: number;
  readonly medianUs: number;
  /** From here on there was a queue, µs. */
  readonly queueUs: number;
}

/** RTTs in the round trip before the loss, from packets. */
function rttsBefore({ series, rebuilt }: TransportState, startUs: number): Rtts {
  const samples = rebuilt.latestRtt.length > 0 ? rebuilt.latestRtt : series.latestRtt;
  const lastUs = samples.valueAt(startUs);
  const from = lowerBound(samples.timesUs, startUs - lastUs);
  const inRound = samples.values.slice(from, upperBound(samples.timesUs, startUs));
  const smallestUs = (series.minRtt.valueAt(startUs) || rebuilt.minRtt.valueAt(startUs)) ?? Number.NaN;
  const beyondUs = Math.min(Math.max(smallestUs * T.queueRttShare, T.minQueueUs), T.maxQueueUs);
  return {
    smallestUs,
    samples: inRound.length,
    medianUs: inRound.length > 0 ? medianOf(inRound) : lastUs,
    queueUs: smallestUs + beyondUs,
  };
}

/** What shows a queue: both hold behind one that overflowed. */
function queueRows({ medianUs, queueUs, samples }: Rtts): readonly Evidence[] {
  return [
    supporting({
      id: 'queue',
      name: 'median RTT of the round trip before the loss',
      value: medianUs,
      limit: atLeast(queueUs, 'us', { write: rtt, note: ': a queue' }),
      panel: 'rtt',
    }),
    supporting({
      id: 'samples',
      name: 'RTT samples in that round trip',
      value: samples,
      limit: atLeast(T.minSamples, 'count'),
      panel: 'rtt',
    }),
  ];
}

/** Whether a queue overflowed, as part of the sentence. */
function reasonOf(isQueue: boolean, { samples, medianUs, queueUs }: Rtts): string {
  if (isQueue) return 'behind a queue';
  const isLow = samples > 0 && medianUs < queueUs;
  if (!isLow) return `with too few RTT samples (${samples}) to tell whether a queue overflowed`;
  return 'without a queue before it, so that random loss, a policer or an interruption may be the reason';
}

export const slowStartOvershoot: Detector = {
  ...RULE,
  needs: ['cwnd'],
  cannotJudge(input) {
    const lacking = whyNoWindow(input);
    if (lacking !== null) return lacking;
    if (input.beginsMidway)
      return 'the log begins in the middle of the connection, behind slow start perhaps';
    return input.state.losses.known ? null : 'losses are neither logged nor to be told from its packets';
  },
  finish({ state }) {
    const period = firstLossPeriod(state);
    if (period === null) return [];
    const { startUs } = period;
    const { congestionWindow } = state.series;
    const beforeUs = startUs - rttAt(state, startUs);
    const flightBytes = highestIn(state.inFlight, beforeUs, startUs);
    const lost = lostIn(state, period);
    const share = lost.bytes / flightBytes;
    const initialBytes = congestionWindow.values[0] as number;
    const cwndBytes = congestionWindow.valueAt(startUs - 1);
    const rtts = rttsBefore(state, startUs);
    const queue = queueRows(rtts);
    const isQueue = queue.every(({ holds }) => holds);
    const rows = [
      evidence({
        id: 'lost',
        name: 'share of the flight lost',
        value: share,
        limit: above(T.lostShare, 'share'),
        panel: 'loss',
      }),
      evidence({
        id: 'flight',
        name: 'flight in the round trip before',
        value: flightBytes,
        limit: atLeast(T.minFlightPackets * state.datagramBytes, 'bytes', {
          of: `${T.minFlightPackets} packets`,
        }),
        panel: 'congestion',
      }),
      evidence({
        id: 'grown',
        name: 'cwnd before the loss',
        value: cwndBytes,
        limit: above(initialBytes, 'bytes', { note: ', the first one' }),
        panel: 'congestion',
      }),
      ...queue,
    ];
    if (!holdsAll(rows)) return [];
    return [
      finding(RULE, {
        severity: 'info',
        interval: period,
        verdict:
          `Slow start ended at ${instant(startUs)} with ${count(lost.packets)} packets (${bytes(lost.bytes)}) lost, ${percent(share)} of ` +
          `the ${bytes(flightBytes)} in flight against the ${T.lostShare * 100} % that count as heavy, at an RTT of ${rtt(rtts.medianUs)} ` +
          `against a smallest of ${rtt(rtts.smallestUs)}, ${reasonOf(isQueue, rtts)}.`,
        confidence: isQueue ? 0.8 : 0.4,
        evidence: rows,
        why:
          'Slow start doubles the window each round trip and learns of the full queue one round trip late (RFC 9002 ' +
          '§7.3.1). HyStart++ (RFC 9406) leaves it when the RTT rises, before the loss.',
        next: 'Congestion: the window before its first cut. RTT: whether a queue grew first. Loss: the burst.',
        panels: ['congestion', 'loss', 'rtt'],
      }),
    ];
  },
};
