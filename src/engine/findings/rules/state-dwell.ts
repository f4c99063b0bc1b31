/**
 * A state that should be short lasts for many round trips: PROBE_RTT that is never left (quiche issue 2698), drain,
 * recovery. The window or the sending rate stays low for that time.
 *
 * A state ends by ACKs: round trips without one are not counted. Recovery restarts with each loss, is judged by a
 * window that does not grow while it is the limit, and is skipped where the death spiral covers it.
 */

import { lowerBound, upperBound } from '../../base/columns/growable';
import { bytes, count, duration, percent } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { nextIn, StepFinder, step } from '../close-up/steps';
import { whyNoWindow } from '../conditions/sender-view';
import { amongSuch, finding, type Rule } from '../finding/build-finding';
import { atLeast, deciding, evidence, holdsAll, none } from '../finding/evidence';
import type { CloseUp, CloseUpStep, Evidence, Finding } from '../finding/finding';
import { sentence } from '../finding/state-in-text';
import { highestIn, type Interval, IntervalIndex, lengthOf } from '../measures/intervals';
import { RECOVERY } from '../measures/logged-states';
import { medianRtt, roundTripAt, roundTripsIn } from '../measures/round-trips';
import { heldShare, WINDOW_FULL } from '../partition/held';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'state-dwell', title: 'State held too long' };

const T = {
  /** PROBE_RTT lasts the longer of 200 ms and one round trip after the flight has drained (BBR §5.3.4.3). */
  probeRttUs: 200_000,
  /** Beyond that: drain takes one or two round trips, recovery one (RFC 9002 §7.3.2). Ten are never needed. */
  minRtts: 10,
  /** Share of round trips with an ACK of new data: without one, nothing can end the state. */
  ackedRttShare: 0.75,
  /** On very short paths ten round trips are less than one delayed ACK. */
  minUs: 100_000,
  /** In recovery: share of the time in which the window must be the limit. */
  limitedShare: 0.5,
} as const;

const SHORT_STATES = /^(bbr_)?(probe_?rtt|drain)$|^recovery$/i;
const PROBE_RTT = /probe_?rtt$/i;

interface Stay extends Interval {
  readonly state: string;
}

interface Dwell extends Stay {
  readonly roundTrips: number;
  readonly ackedShare: number;
  readonly evidence: readonly Evidence[];
}

/** Stays in short states, but for those that are too short in all; a stay in recovery is split at each loss and CE mark, because recovery restarts. */
function staysIn(state: TransportState): readonly Stay[] {
  const { timesUs, states, names } = state.states;
  const isShort = names.map((name) => SHORT_STATES.test(name));
  const stays: Stay[] = [];
  for (let i = 0; i < states.length; i++) {
    const id = states[i];
    if (isShort[id] !== true) continue;
    const name = names[id];
    const startUs = timesUs[i];
    const endUs = timesUs[i + 1] ?? state.lastUs;
    if (endUs - startUs < T.minUs) continue;
    const causes = RECOVERY.test(name) ? [state.losses.timesUs, state.ceMarksUs] : [];
    const cuts = causes.flatMap((times) => [
      ...times.slice(lowerBound(times, startUs), upperBound(times, endUs)),
    ]);
    const edges = [startUs, ...cuts.sort((a, b) => a - b), endUs];
    for (let edge = 1; edge < edges.length; edge++) {
      stays.push({ state: name, startUs: edges[edge - 1], endUs: edges[edge] });
    }
  }
  return stays;
}

function measure({ state, heldTime }: DetectInput, stay: Stay): Dwell {
  const { startUs, endUs } = stay;
  const allowedUs = PROBE_RTT.test(stay.state) ? T.probeRttUs : 0;
  const leastUs = allowedUs + Math.max(T.minUs, T.minRtts * medianRtt(state, stay));
  const { count: roundTrips, ackedShare } = roundTripsIn(state, stay);
  const rows = [
    deciding({
      id: 'dwell',
      name: sentence`time in the state ${stay}`,
      normal: 'one or two round trips; PROBE_RTT 200 ms',
      value: lengthOf(stay),
      limit: atLeast(leastUs, 'us'),
      panel: 'states',
    }),
    deciding({
      id: 'trips',
      name: 'round trips in it',
      normal: 'one or two',
      value: roundTrips,
      limit: atLeast(T.minRtts, 'rtt'),
      panel: 'states',
    }),
    deciding({
      id: 'acked',
      name: 'round trips in which something new is acknowledged',
      normal: 'most, while data is sent',
      value: ackedShare,
      limit: atLeast(T.ackedRttShare, 'share'),
      panel: 'sequence',
    }),
  ];
  if (RECOVERY.test(stay.state)) {
    const { congestionWindow } = state.series;
    rows.push(
      evidence({
        id: 'loss-free',
        name: 'losses and congestion marks in it (CE)',
        normal: 'one or more: recovery begins anew',
        value: 0,
        limit: none('count'),
        panel: 'loss',
      }),
      evidence({
        id: 'growth',
        name: 'growth of the window in it (cwnd)',
        normal: 'none, in recovery',
        value: highestIn(congestionWindow, startUs, endUs) - congestionWindow.valueAt(startUs),
        limit: none('bytes'),
        panel: 'congestion',
      }),
      deciding({
        id: 'limited',
        name: 'time in which the window is full',
        normal: 'any share: alone no fault',
        value: heldShare(heldTime, WINDOW_FULL, stay),
        limit: atLeast(T.limitedShare, 'share'),
        panel: 'limits',
      }),
    );
  }
  return { ...stay, roundTrips, ackedShare, evidence: rows };
}

/** PROBE_RTT with a window of no more than the initial one, which is the floor of some stacks: it may never drain further. */
function isAtFloor({ series }: TransportState, { state, startUs, endUs }: Stay): boolean {
  const { congestionWindow } = series;
  const initialBytes = congestionWindow.values.at(0);
  return PROBE_RTT.test(state) && highestIn(congestionWindow, startUs, endUs) <= initialBytes;
}

/** How the stay begins, and the ACKs of the round trips after it, none of which ends it. */
function closeUp(state: TransportState, { startUs, endUs }: Dwell): CloseUp | null {
  const find = new StepFinder(state);
  const rttUs = roundTripAt(state, startUs);
  const isEntered = nextIn(state.states.timesUs, startUs) === startUs;
  const stays = ': the state stays as it is';
  const ackAfter = (trips: number): CloseUpStep | null => {
    const ack = find.ackFrom(startUs + trips * rttUs, stays);
    return ack !== null && ack.timeUs < endUs ? ack : null;
  };
  return closeUpOf(state, [
    find.ackUpTo(startUs),
    isEntered
      ? step('state', startUs, 'The state is entered that should be left after a round trip or two')
      : find.lossFrom(startUs, ': the state begins anew'),
    ackAfter(1),
    ackAfter(2),
    ackAfter(3),
  ]);
}

function findingOf(state: TransportState, dwell: Dwell, all: number): Finding {
  const { startUs, endUs, roundTrips, ackedShare } = dwell;
  const cwnd = bytes(state.series.congestionWindow.valueAt((startUs + endUs) / 2));
  const due = PROBE_RTT.test(dwell.state)
    ? `${duration(T.probeRttUs)} or one round trip`
    : RECOVERY.test(dwell.state)
      ? 'one round trip after the last loss (RFC 9002 §7.3.2)'
      : 'one or two round trips';
  const such = amongSuch(all, 'stays', 'longest');
  const figures =
    `${duration(lengthOf(dwell))}, ${count(roundTrips)} round trips of which ${percent(ackedShare)} brought new ACKs, ` +
    `where ${due} is due; halfway through it the window (cwnd) was ${cwnd}${such}`;
  return finding(RULE, {
    severity: 'warning',
    interval: dwell,
    label: `${count(roundTrips)} round trips in a state meant for one or two, ${duration(lengthOf(dwell))}`,
    variant: isAtFloor(state, dwell) ? 'probe-rtt-at-floor' : null,
    verdict: sentence`The state ${dwell} was held for ${figures}.`,
    confidence: 0.8,
    evidence: dwell.evidence,
    closeUp: closeUp(state, dwell),
    why:
      'Some states keep little in flight on purpose and for a moment (PROBE_RTT, drain, recovery; RFC 9002 §7.3.2; the BBR ' +
      'draft bounds PROBE_RTT by 200 ms). A condition that cannot become true holds the sender there for good (quiche issue 2698).',
    next: 'States: the stay and what it comes from. Congestion: the flight against the window in it.',
    panels: ['states', 'congestion', 'limits'],
  });
}

function whyNot(input: DetectInput): string | null {
  const lacking = whyNoWindow(input);
  if (lacking !== null) return lacking;
  return input.state.states.length === 0 ? 'no congestion state is logged' : null;
}

export const stateDwell: Detector = {
  ...RULE,
  looksThrough: 'changes of the congestion state',
  needs: ['cwnd'],
  cannotJudge: whyNot,
  finish(input) {
    const { state, spirals } = input;
    const inSpirals = new IntervalIndex(spirals);
    const stays = staysIn(state)
      .filter((stay) => lengthOf(stay) >= T.minUs)
      .map((stay) => measure(input, stay))
      .filter((dwell) => holdsAll(dwell.evidence) && !inSpirals.covers(dwell))
      .sort((a, b) => b.roundTrips - a.roundTrips);
    const [longest] = stays;
    return longest === undefined ? [] : [findingOf(state, longest, stays.length)];
  },
};
