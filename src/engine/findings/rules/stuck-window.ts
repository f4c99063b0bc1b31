/**
 * A window that is flat for many round trips although it is used in full and nothing is lost: the sender should grow it
 * but does not. The death spiral is one cause and has its own rule; this one reports the rest (s2n-quic PR 947, xquic
 * PR 939, picoquic issue 2118) without knowing the cause.
 *
 * ACKs that come too seldom are named where the trace shows them (sparse-acks.ts).
 * Excluded as correct: a plateau of CUBIC, flow control, an application that sends little, and a window that follows an
 * estimate of the path (BBR), unless ACKs are too sparse for any window.
 */

import { bytes, count, duration, packets, percent, plural } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder } from '../close-up/steps';
import { controllerEvidence, lossBasedSigns } from '../conditions/loss-based';
import { whyNoWindow } from '../conditions/sender-view';
import { amongSuch, finding, type Rule } from '../finding/build-finding';
import { above, atLeast, beside, deciding, either, evidence, holdsAll, none } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { bestStretches } from '../measures/best-stretches';
import {
  CUBIC_PLATEAU_US,
  type FlatSpan,
  flatSpans,
  mayBePlateau,
  newRenoGrowthPackets,
} from '../measures/flat-window';
import { type Interval, IntervalIndex, lengthOf } from '../measures/intervals';
import { longestPathIn } from '../measures/path-parts';
import { roundTripsIn, smoothedRtt } from '../measures/round-trips';
import { type CycleScan, scanCycles } from '../measures/send-cycles';
import { heldShare, WINDOW_FULL } from '../partition/held';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';
import { type SparseAcks, sparseAcks, sparseEvidence, sparseWords } from './sparse-acks';

const RULE: Rule = { id: 'stuck-window', title: 'Stuck window' };

const T = {
  /** congestion.md §5: in twenty round trips avoidance grows a window of two packets tenfold. */
  minRtts: 20,
  /** On very short paths twenty round trips are less than one delayed ACK. */
  minUs: 100_000,
  /** Share of the time in which the window must be the limit. */
  limitedShare: 0.5,
  /** A round trip without an ACK of new data cannot grow the window; a stall is no stuck window. */
  ackedRttShare: 0.5,
  /** Cycles without a BLOCKED frame: else flow control limits the sender. */
  unblockedShare: 0.5,
  /** NewReno's growth on the same ACKs; less than two packets may be rounding of the window. */
  overduePackets: 2,
  /** Fewer cycles are no pattern. */
  minCycles: 10,
} as const;

interface Stuck extends Interval {
  readonly cwndBytes: number;
  readonly datagramBytes: number;
  readonly roundTrips: number;
  readonly limitedShare: number;
  readonly overduePackets: number;
  /** Null if ACKs are no reason. */
  readonly sparse: SparseAcks | null;
  readonly evidence: readonly Evidence[];
}

function measure(
  input: DetectInput,
  span: FlatSpan,
  { startUs, endUs }: Interval,
  { cycles, acks }: CycleScan = scanCycles(input.state, startUs, endUs),
): Stuck {
  const { state } = input;
  const { cwndBytes } = span;
  const { datagramBytes } = state;
  const interval = { startUs, endUs };
  const trips = roundTripsIn(state, interval);
  const limitedShare = heldShare(input.heldTime, WINDOW_FULL, interval);
  const unblockedShare = cycles.filter((cycle) => !cycle.blocked).length / Math.max(1, cycles.length);
  const overduePackets = newRenoGrowthPackets(acks, cwndBytes, datagramBytes);
  // A part of a span that is too long for a plateau is no plateau either.
  const isPlateau = mayBePlateau(state, span);
  const rows = evidenceOf(interval, { trips, limitedShare, unblockedShare, overduePackets, isPlateau });
  const sparse = sparseAcks(state, interval, acks, cwndBytes, longestPathIn(input, interval));
  const evidenceRows = sparse === null ? rows : [...rows, ...sparseEvidence(sparse)];
  return {
    ...interval,
    cwndBytes,
    datagramBytes,
    roundTrips: trips.count,
    limitedShare,
    overduePackets,
    sparse,
    evidence: evidenceRows,
  };
}

interface Figures {
  readonly trips: ReturnType<typeof roundTripsIn>;
  readonly limitedShare: number;
  readonly unblockedShare: number;
  readonly overduePackets: number;
  readonly isPlateau: boolean;
}

function evidenceOf(interval: Interval, figures: Figures): readonly Evidence[] {
  return [...windowRows(interval, figures), ...dueGrowth(interval, figures)];
}

/** The window stays the same, nothing is lost, and it is used in full. */
function windowRows(
  interval: Interval,
  { trips, limitedShare, unblockedShare }: Figures,
): readonly Evidence[] {
  return [
    deciding({
      id: 'flat',
      name: 'round trips for which the window stays the same (cwnd)',
      normal: 'none or a few',
      value: trips.count,
      limit: atLeast(T.minRtts, 'rtt', { note: ' round trips' }),
      panel: 'congestion',
    }),
    evidence({
      id: 'length',
      name: 'how long that is',
      normal: 'one or two round trips',
      value: lengthOf(interval),
      limit: atLeast(T.minUs, 'us'),
      panel: 'congestion',
    }),
    deciding({
      id: 'loss-free',
      name: 'losses and congestion marks in it (CE)',
      normal: 'a window that stays small has some',
      value: 0,
      limit: none('count'),
      panel: 'loss',
    }),
    deciding({
      id: 'limited',
      name: 'time in which the window limits the sender',
      normal: 'any share: alone no fault',
      value: limitedShare,
      limit: atLeast(T.limitedShare, 'share'),
      panel: 'limits',
    }),
    evidence({
      id: 'acked',
      name: 'round trips in which something new is acknowledged',
      normal: 'every one, while data is sent',
      value: trips.ackedShare,
      limit: atLeast(T.ackedRttShare, 'share'),
      panel: 'sequence',
    }),
    evidence({
      id: 'unblocked',
      name: 'send cycles that flow control does not hold',
      normal: 'all of them',
      value: unblockedShare,
      limit: atLeast(T.unblockedShare, 'share'),
      panel: 'limits',
    }),
  ];
}

/** It should have grown. */
function dueGrowth(interval: Interval, { overduePackets, isPlateau }: Figures): readonly Evidence[] {
  const noPlateau = beside('no growth before', !isPlateau);
  return [
    deciding({
      id: 'overdue',
      name: 'growth that is due: of NewReno on the same ACKs',
      normal: 'the window has grown by it',
      value: overduePackets,
      limit: atLeast(T.overduePackets, 'packets', { note: ' packets' }),
      panel: 'congestion',
    }),
    evidence({
      id: 'plateau',
      name: 'longer than CUBIC rests (plateau), or the same from a cut on',
      normal: 'up to 2.72 s after growth',
      value: lengthOf(interval),
      limit: either(above(CUBIC_PLATEAU_US, 'us'), ' or ', noPlateau),
      panel: 'congestion',
    }),
  ];
}

/** The whole span, else its best parts: a pause of the application must not hide what is before and after it. */
function stuckIn(input: DetectInput, span: FlatSpan): readonly Stuck[] {
  const { state } = input;
  const holds = (stuck: Stuck): boolean => holdsAll(stuck.evidence);
  const scan = scanCycles(state, span.startUs, span.endUs);
  const { cycles } = scan;
  if (cycles.length < T.minCycles) return [];
  const whole = measure(input, span, span, scan);
  if (holds(whole)) return [whole];
  const used = (cycle: (typeof cycles)[number]): boolean =>
    !cycle.blocked && cycle.maxInFlightBytes + state.datagramBytes > span.cwndBytes;
  return bestStretches(state, cycles, used, T.minCycles)
    .map((stretch) => measure(input, span, stretch))
    .filter(holds);
}

/** Sparse ACKs hold any window; else only one that losses set must grow. */
function withController(stuck: Stuck, input: DetectInput): Stuck {
  if (stuck.sparse !== null) return stuck;
  return { ...stuck, evidence: [...stuck.evidence, controllerEvidence(lossBasedSigns(input))] };
}

/** One send cycle in the middle: the burst that fills the window, and its ACK that does not grow it. */
function closeUp(state: TransportState, { startUs, endUs, cwndBytes }: Stuck): CloseUp | null {
  const { cycles } = scanCycles(state, startUs, endUs);
  const cycle = cycles[Math.floor(cycles.length / 2)];
  if (cycle === undefined) return null;
  const find = new StepFinder(state);
  const full = find.fullWithin(cycle.startUs, cycle.endUs);
  const ack = find.ackFrom((full?.timeUs ?? cycle.startUs) + 1);
  return closeUpOf(state, [
    find.ackUpTo(cycle.startUs),
    find.sendFrom(cycle.startUs),
    full,
    ack,
    ack &&
      find.heldAt(
        ack.timeUs,
        cycle.startUs,
        `The window stays at ${bytes(cwndBytes)}, though nothing was lost`,
      ),
    ack && find.sendFrom(ack.timeUs),
  ]);
}

function findingOf(state: TransportState, stuck: Stuck, all: number): Finding {
  const { cwndBytes, datagramBytes, roundTrips, limitedShare, overduePackets } = stuck;
  return finding(RULE, {
    severity: 'warning',
    interval: stuck,
    variant: stuck.sparse === null ? null : 'sparse-acks',
    verdict:
      `The window (cwnd) stayed at ${plural(cwndBytes, 'byte')} (${packets(cwndBytes, datagramBytes)}) for ${duration(lengthOf(stuck))}, ` +
      `${count(roundTrips)} round trips, without a loss and limiting for ${percent(limitedShare)} of the time, where NewReno ` +
      `grows by ${packets(overduePackets * datagramBytes, datagramBytes)} on the same ACKs (RFC 9002 §7.3.3)` +
      `${amongSuch(all, 'spans', 'longest')}${stuck.sparse === null ? '' : `; ${sparseWords(stuck.sparse)}`}.`,
    confidence: 0.8,
    evidence: stuck.evidence,
    closeUp: closeUp(state, stuck),
    why:
      'A sender that fills its window and loses nothing must grow it (RFC 9002 §7.3.3, RFC 9438 §4.2). One that does ' +
      'not leaves the path empty for as long as the connection lasts, and no loss graph shows it (s2n-quic PR 947).',
    next: 'Congestion: the flat window and the flight below it. Limits: what held the sender. States: what the stack took itself for.',
    panels: ['congestion', 'limits', 'states'],
  });
}

export const stuckWindow: Detector = {
  ...RULE,
  looksThrough: 'flat windows',
  needs: ['cwnd'],
  cannotJudge: whyNoWindow,
  finish(input) {
    const { state, spirals } = input;
    const shortestRttUs = smoothedRtt(state).min;
    const minUs = Math.max(T.minUs, T.minRtts * shortestRttUs);
    const inSpirals = new IntervalIndex(spirals);
    const flat = flatSpans(state, minUs)
      .filter((span) => !inSpirals.holds(span))
      .flatMap((span) => stuckIn(input, span))
      .filter((stuck) => !inSpirals.covers(stuck))
      .map((stuck) => withController(stuck, input))
      .filter((stuck) => stuck.sparse !== null || holdsAll(stuck.evidence))
      .sort((a, b) => b.roundTrips - a.roundTrips);
    const [longest] = flat;
    return longest === undefined ? [] : [findingOf(state, longest, flat.length)];
  },
};
