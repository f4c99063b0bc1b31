/**
 * A window that stands still for many round trips although it is used in full and nothing is lost: the sender
 * should grow and does not. The death spiral is one cause of it and has its own rule; this one names the rest
 * (s2n-quic PR 947, xquic PR 939, picoquic issue 2118) without knowing the cause.
 *
 * Innocent and left out: BBR at its estimate, a plateau of CUBIC, flow control, an application that sends little.
 */

import { upperBound } from '../../columns/growable';
import { count, duration, packets, percent } from '../../text/figures';
import { LIMITS } from '../../transport/sender-limits';
import type { TransportState } from '../../transport/transport';
import { type CycleScan, scanCycles } from '../death-spiral/cycles';
import { type FlatSpan, flatSpans } from '../death-spiral/flat-spans';
import { bestStretches } from '../death-spiral/stretch';
import type { Detector, Evidence, Finding } from '../detector';
import { PLAIN } from '../plain-finding';
import { MODEL_BASED } from '../recovery-view';
import {
  amongSuch,
  type Interval,
  isCovered,
  roundTripsIn,
  row,
  rttAt,
  smoothedRtt,
  spiralsIn,
  stateShare,
  whyNoWindow,
} from '../window-parts';
import { WINDOW } from './thresholds-window';

const ID = 'stuck-window';
const TITLE = 'Stuck window';
const T = WINDOW.stuck;

interface Stuck extends Interval {
  readonly cwndBytes: number;
  readonly datagramBytes: number;
  readonly roundTrips: number;
  readonly evidence: readonly Evidence[];
}

/** Growth in packets that NewReno's avoidance shows on these ACKs (RFC 9002 §7.3.3). */
function newRenoGrowth(scan: CycleScan, cwndBytes: number, datagramBytes: number): number {
  let window = cwndBytes;
  for (const ack of scan.acks) window += (datagramBytes * ack.bytes) / window;
  return (window - cwndBytes) / datagramBytes;
}

/** Near W_max CUBIC stands still by design; that needs a window that has grown since its last reduction. */
function isPlateau(state: TransportState, { startUs, endUs }: Interval): boolean {
  if (endUs - startUs > T.cubicPlateauUs) return false;
  const { timesUs, values } = state.series.congestionWindow;
  const index = upperBound(timesUs, startUs) - 1;
  return index > 0 && (values[index] as number) > (values[index - 1] as number);
}

function measure(state: TransportState, span: FlatSpan, interval: Interval): Stuck {
  const { startUs, endUs } = interval;
  const { cwndBytes } = span;
  const { datagramBytes, limits } = state;
  const scan = scanCycles(state, startUs, endUs);
  const trips = roundTripsIn(state, interval);
  const limited = limits.shareOf(LIMITS.window, startUs, endUs);
  const free = scan.cycles.filter((cycle) => !cycle.blocked).length / Math.max(1, scan.cycles.length);
  const overdue = newRenoGrowth(scan, cwndBytes, datagramBytes);
  const byEstimate = stateShare(state, MODEL_BASED, interval);
  const share = (limit: number): string => `≥ ${limit * 100} %`;
  const evidence = [
    row(
      'flat',
      'cwnd flat',
      [trips.count, 'rtt'],
      `≥ ${T.minRtts} round trips`,
      trips.count >= T.minRtts,
      'congestion',
    ),
    row(
      'length',
      'length',
      [endUs - startUs, 'us'],
      `≥ ${duration(T.minUs)}`,
      endUs - startUs >= T.minUs,
      'congestion',
    ),
    row('loss-free', 'losses and CE marks', [0, 'count'], 'none', true, 'loss'),
    row(
      'limited',
      'time limited by the congestion window',
      [limited, 'share'],
      share(T.limitedShare),
      limited >= T.limitedShare,
      'limits',
    ),
    row(
      'acked',
      'round trips with new ACKs',
      [trips.ackedShare, 'share'],
      share(T.ackedRttShare),
      trips.ackedShare >= T.ackedRttShare,
      'sequence',
    ),
    row(
      'unblocked',
      'cycles that flow control does not hold',
      [free, 'share'],
      share(T.unblockedShare),
      free >= T.unblockedShare,
      'limits',
    ),
    row(
      'overdue',
      'growth of NewReno on the same ACKs',
      [overdue, 'packets'],
      `≥ ${T.overduePackets} packets`,
      overdue >= T.overduePackets,
      'congestion',
    ),
    row(
      'plateau',
      'longer than a CUBIC plateau, or flat from a reduction on',
      [endUs - startUs, 'us'],
      `> ${duration(T.cubicPlateauUs)} or no growth before`,
      !isPlateau(state, span),
      'congestion',
    ),
    row(
      'estimate',
      'time in states that hold the window by an estimate',
      [byEstimate, 'share'],
      '< 50 %',
      byEstimate < 0.5,
      'states',
    ),
  ];
  return { startUs, endUs, cwndBytes, datagramBytes, roundTrips: trips.count, evidence };
}

/** The span as a whole, else its best parts: a pause of the application must not hide what lies beside it. */
function stuckIn(state: TransportState, span: FlatSpan): readonly Stuck[] {
  const holds = (stuck: Stuck): boolean => stuck.evidence.every((evidence) => evidence.holds);
  const { cycles } = scanCycles(state, span.startUs, span.endUs);
  if (cycles.length < T.minCycles) return [];
  const whole = measure(state, span, span);
  if (holds(whole)) return [whole];
  const used = (cycle: (typeof cycles)[number]): boolean =>
    !cycle.blocked && cycle.maxInFlightBytes + state.datagramBytes > span.cwndBytes;
  return bestStretches(cycles, used, (timeUs) => rttAt(state, timeUs), T.minCycles)
    .map((stretch) => measure(state, span, stretch))
    .filter(holds);
}

function findingOf(stuck: Stuck, all: number): Finding {
  const { startUs, endUs, cwndBytes, datagramBytes, roundTrips, evidence } = stuck;
  const limited = evidence.find(({ id }) => id === 'limited')?.value ?? Number.NaN;
  const overdue = evidence.find(({ id }) => id === 'overdue')?.value ?? Number.NaN;
  return {
    ...PLAIN,
    key: `${ID}.1`,
    id: ID,
    title: TITLE,
    severity: 'warning',
    startUs,
    endUs,
    verdict:
      `cwnd stayed at ${count(cwndBytes)} bytes (${packets(cwndBytes, datagramBytes)}) for ${duration(endUs - startUs)}, ` +
      `${count(roundTrips)} round trips, without a loss and limiting for ${percent(limited)} of the time, where NewReno ` +
      `grows by ${packets(overdue * datagramBytes, datagramBytes)} on the same ACKs (RFC 9002 §7.3.3)` +
      `${amongSuch(all, 'spans', 'longest')}.`,
    confidence: 0.8,
    evidence,
    why:
      'A sender that fills its window and loses nothing must grow it (RFC 9002 §7.3.3, RFC 9438 §4.2). One that does ' +
      'not leaves the path empty for as long as the connection lasts, and no loss graph shows it (s2n-quic PR 947).',
    next: 'Congestion: the flat window and the flight below it. Limits: what held the sender. States: what the stack took itself for.',
    panels: ['congestion', 'limits', 'states'],
  };
}

export const stuckWindow: Detector = {
  id: ID,
  title: TITLE,
  needs: ['cwnd'],
  cannotJudge: whyNoWindow,
  finish(input) {
    const { state } = input;
    const shortestRttUs = smoothedRtt(state).min;
    const minUs = Math.max(T.minUs, T.minRtts * shortestRttUs);
    const spirals = spiralsIn(input);
    const found = flatSpans(state, minUs)
      .flatMap((span) => stuckIn(state, span))
      .filter((stuck) => !isCovered(stuck, spirals))
      .sort((a, b) => b.roundTrips - a.roundTrips);
    const [longest] = found;
    return longest === undefined ? [] : [findingOf(longest, found.length)];
  },
};
