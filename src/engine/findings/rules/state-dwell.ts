/**
 * A state that should be short is held for many round trips: PROBE_RTT that cannot be left (quiche issue 2698),
 * drain, recovery. The window or the sending rate stays low for as long.
 *
 * A state ends by ACKs: round trips without one do not count against it. Recovery starts again with each loss, is
 * judged by a window that does not grow while it limits, and is left to the death spiral where that covers it.
 */

import { lowerBound, upperBound } from '../../columns/growable';
import { bytes, count, duration, percent } from '../../text/figures';
import { LIMITS } from '../../transport/sender-limits';
import type { TransportState } from '../../transport/transport';
import type { Detector, Evidence, Finding } from '../detector';
import type { DetectInput } from '../input';
import { PLAIN } from '../plain-finding';
import { sentence } from '../state-in-text';
import {
  amongSuch,
  highestIn,
  type Interval,
  isCovered,
  medianRtt,
  roundTripsIn,
  row,
  spiralsIn,
  whyNoWindow,
} from '../window-parts';
import { WINDOW } from './thresholds-window';

const ID = 'state-dwell';
const TITLE = 'State held too long';
const T = WINDOW.dwell;

const SHORT_STATES = /^(bbr_)?(probe_?rtt|drain)$|^recovery$/i;
const PROBE_RTT = /probe_?rtt$/i;
const RECOVERY = /^recovery$/i;

interface Dwell extends Interval {
  readonly state: string;
  readonly roundTrips: number;
  readonly evidence: readonly Evidence[];
}

/** Stays in short states; a stay in recovery is cut at each loss and CE mark, because recovery begins anew. */
function staysIn(state: TransportState): readonly (Interval & { readonly state: string })[] {
  const { timesUs, states, names } = state.states;
  const stays: (Interval & { readonly state: string })[] = [];
  for (let i = 0; i < states.length; i++) {
    const name = names[states[i] as number] ?? '';
    if (!SHORT_STATES.test(name)) continue;
    const startUs = timesUs[i] as number;
    const endUs = timesUs[i + 1] ?? state.lastUs;
    const causes = RECOVERY.test(name) ? [state.losses.timesUs, state.ceMarks.view()] : [];
    const cuts = causes.flatMap((times) => [
      ...times.subarray(lowerBound(times, startUs), upperBound(times, endUs)),
    ]);
    const edges = [startUs, ...cuts.sort((a, b) => a - b), endUs];
    for (let edge = 1; edge < edges.length; edge++) {
      stays.push({ state: name, startUs: edges[edge - 1] as number, endUs: edges[edge] as number });
    }
  }
  return stays;
}

function measure(state: TransportState, stay: Interval & { readonly state: string }): Dwell {
  const { startUs, endUs } = stay;
  const lengthUs = endUs - startUs;
  const allowedUs = PROBE_RTT.test(stay.state) ? T.probeRttUs : 0;
  const leastUs = allowedUs + Math.max(T.minUs, T.minRtts * medianRtt(state, stay));
  const trips = roundTripsIn(state, stay);
  const timeIn = sentence`time in ${stay}`;
  const evidence: Evidence[] = [
    {
      ...row('dwell', timeIn.text, [lengthUs, 'us'], `≥ ${duration(leastUs)}`, lengthUs >= leastUs, 'states'),
      statesInName: timeIn.states,
    },
    row(
      'trips',
      'round trips in it',
      [trips.count, 'rtt'],
      `≥ ${T.minRtts}`,
      trips.count >= T.minRtts,
      'states',
    ),
    row(
      'acked',
      'round trips with new ACKs',
      [trips.ackedShare, 'share'],
      `≥ ${T.ackedRttShare * 100} %`,
      trips.ackedShare >= T.ackedRttShare,
      'sequence',
    ),
  ];
  if (RECOVERY.test(stay.state)) {
    const { congestionWindow } = state.series;
    const grown = highestIn(congestionWindow, startUs, endUs) - congestionWindow.valueAt(startUs);
    const limited = state.limits.shareOf(LIMITS.window, startUs, endUs);
    evidence.push(
      row('loss-free', 'losses and CE marks in it', [0, 'count'], 'none', true, 'loss'),
      row('growth', 'growth of cwnd in it', [grown, 'bytes'], 'none', grown === 0, 'congestion'),
      row(
        'limited',
        'time limited by the congestion window',
        [limited, 'share'],
        '≥ 50 %',
        limited >= 0.5,
        'limits',
      ),
    );
  }
  return { ...stay, roundTrips: trips.count, evidence };
}

function findingOf(state: TransportState, dwell: Dwell, all: number): Finding {
  const { startUs, endUs, roundTrips, evidence } = dwell;
  const cwnd = bytes(state.series.congestionWindow.valueAt((startUs + endUs) / 2));
  const acked = evidence.find(({ id }) => id === 'acked')?.value ?? Number.NaN;
  const due = PROBE_RTT.test(dwell.state)
    ? `${duration(T.probeRttUs)} or one round trip`
    : RECOVERY.test(dwell.state)
      ? 'one round trip after the last loss (RFC 9002 §7.3.2)'
      : 'one or two round trips';
  const such = amongSuch(all, 'stays', 'longest');
  const figures =
    `${duration(endUs - startUs)}, ${count(roundTrips)} round trips of which ${percent(acked)} brought new ACKs, ` +
    `where ${due} is due; halfway through it cwnd was ${cwnd}${such}`;
  const verdict = sentence`The state ${dwell} was held for ${figures}.`;
  return {
    ...PLAIN,
    key: `${ID}.1`,
    id: ID,
    title: TITLE,
    severity: 'warning',
    startUs,
    endUs,
    verdict: verdict.text,
    statesInVerdict: verdict.states,
    confidence: 0.8,
    evidence,
    why:
      'PROBE_RTT, drain and recovery keep the flight small on purpose and for a moment (RFC 9002 §7.3.2; the BBR draft ' +
      'bounds PROBE_RTT by 200 ms). A condition that cannot become true holds the sender there for good (quiche issue 2698).',
    next: 'States: the stay and what it comes from. Congestion: the flight against the window in it.',
    panels: ['states', 'congestion', 'limits'],
  };
}

function whyNot(input: DetectInput): string | null {
  const lacking = whyNoWindow(input);
  if (lacking !== null) return lacking;
  return input.state.states.length === 0 ? 'no congestion state is logged' : null;
}

export const stateDwell: Detector = {
  id: ID,
  title: TITLE,
  needs: ['cwnd'],
  cannotJudge: whyNot,
  finish(input) {
    const { state } = input;
    const spirals = spiralsIn(input);
    const found = staysIn(state)
      .filter(({ startUs, endUs }) => endUs - startUs >= T.minUs)
      .map((stay) => measure(state, stay))
      .filter((dwell) => dwell.evidence.every(({ holds }) => holds) && !isCovered(dwell, spirals))
      .sort((a, b) => b.roundTrips - a.roundTrips);
    const [longest] = found;
    return longest === undefined ? [] : [findingOf(state, longest, found.length)];
  },
};
