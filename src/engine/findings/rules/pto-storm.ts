/**
 * PTO storms: three or more consecutive probe timeouts (RFC 9002 §6.2) without an ACK of new data. Spurious ones are
 * counted separately: the packet had arrived, only its ACK was missing.
 *
 * If a log has no PTOs they are inferred from pauses. An application that pauses looks much the same, so inferred ones
 * must double their spacing like the timer; others are no storm.
 */

import { lowerBound, upperBound } from '../../columns/growable';
import { count, duration, rtt } from '../../text/figures';
import type { TransportState } from '../../transport/transport';
import type { Detector, Evidence, Finding } from '../detector';
import { above, atLeast, between, evidence, holdsAll, supporting } from '../evidence';
import { finding, type Rule } from '../finding';
import { type Interval, lengthOf } from '../intervals';

const RULE: Rule = { id: 'pto-storm', title: 'PTO storm' };

const T = {
  /** congestion.md §5. One lost flight and its lost probe cause two. */
  minConsecutive: 3,
  /** Each consecutive PTO doubles the timer (RFC 9002 §6.2.1); inferred ones must show it. Measured: 1.96 to 2.04. */
  backoffRatio: [1.5, 2.5],
  /** More than half of them spurious: the packets arrived, their ACKs did not. */
  spuriousShare: 0.5,
  /** The ACK that ends the run took this many smoothed RTTs: it was late, and no probe elicited one earlier. */
  lateAckRtts: 3,
} as const;

/** Consecutive probe timeouts without an ACK of new data. */
interface Run {
  readonly timesUs: Float64Array;
  readonly consecutive: number;
  readonly spurious: number;
  /** Time of the next ACK of new data; NaN if the trace ends before. */
  readonly ackUs: number;
  /** Smoothed RTT at the beginning, and the RTT of the ending ACK, µs; NaN if unknown. */
  readonly smoothedUs: number;
  readonly ackRttUs: number;
}

function runOf(state: TransportState, from: number, to: number): Run {
  const { ptos, series, rebuilt } = state;
  const timesUs = ptos.timesUs.subarray(from, to + 1);
  const lastUs = timesUs.at(-1) ?? Number.NaN;
  const acks = series.ackedTotal.timesUs;
  const ackUs = acks[upperBound(acks, lastUs)] ?? Number.NaN;
  const { latestRtt, smoothedRtt } = rebuilt;
  return {
    timesUs,
    consecutive: ptos.consecutive[to] as number,
    spurious: ptos.spurious.subarray(from, to + 1).reduce((sum, flag) => sum + flag, 0),
    ackUs,
    smoothedUs: smoothedRtt.valueAt(timesUs[0] as number),
    ackRttUs: latestRtt.values[lowerBound(latestRtt.timesUs, ackUs)] ?? Number.NaN,
  };
}

/** All runs of at least the required length, in order. A run's count increases by one with each PTO. */
function runsOf(state: TransportState): readonly Run[] {
  const { consecutive } = state.ptos;
  const runs: Run[] = [];
  let from = 0;
  for (let i = 0; i < consecutive.length; i++) {
    if ((consecutive[i + 1] ?? 0) > (consecutive[i] as number)) continue;
    if ((consecutive[i] as number) >= T.minConsecutive) runs.push(runOf(state, from, i));
    from = i + 1;
  }
  return runs;
}

/** The spacing that differs most from a doubling, as a ratio to the one before; 2 with fewer than two. */
function worstBackoff({ timesUs }: Run): number {
  const gaps = Array.from(timesUs.subarray(1), (timeUs, i) => timeUs - (timesUs[i] as number));
  const ratios = gaps.slice(1).map((gap, i) => gap / (gaps[i] as number));
  return ratios.reduce((worst, ratio) => (Math.abs(ratio - 2) > Math.abs(worst - 2) ? ratio : worst), 2);
}

function evidenceOf(run: Run, inferred: boolean): readonly Evidence[] {
  return [
    evidence({
      id: 'consecutive',
      name: inferred ? 'PTOs in a row, inferred' : 'PTOs in a row',
      value: run.consecutive,
      limit: atLeast(T.minConsecutive, 'count'),
      panel: 'pto',
    }),
    ...(inferred
      ? [
          evidence({
            id: 'backoff',
            name: 'spacing of the PTOs against the one before',
            value: worstBackoff(run),
            limit: between(T.backoffRatio, 'count', ', as the timer doubles'),
            panel: 'pto',
          }),
        ]
      : []),
    supporting({
      id: 'spurious',
      name: 'spurious PTOs: the doubted packet was acknowledged',
      value: run.spurious / run.timesUs.length,
      limit: above(T.spuriousShare, 'share', { note: ' for ACKs that were missing' }),
      panel: 'pto',
    }),
    supporting({
      id: 'late-ack',
      name: 'RTT shown by the ACK that ended it',
      value: run.ackRttUs / run.smoothedUs,
      limit: atLeast(T.lateAckRtts, 'rtt', { note: ' smoothed RTTs for late ACKs' }),
      panel: 'rtt',
    }),
  ];
}

/** Probable reason for the missing ACK, from the run. */
function hintOf(run: Run): string {
  if (Number.isNaN(run.ackUs)) return 'Nothing was acknowledged any more: the peer or the path was gone.';
  if (run.spurious / run.timesUs.length <= T.spuriousShare) {
    return 'Loss: the packets that the probes doubted were lost, look for what the path drops.';
  }
  return run.ackRttUs >= T.lateAckRtts * run.smoothedUs
    ? 'The packets had arrived and the ACKs came late: look at scheduling and CPU sleep latency at both ends.'
    : 'The packets had arrived and a probe drew the ACK at the usual RTT: look at losses of ACKs on the way back.';
}

/** From the first PTO to the ACK of new data, or to the end of the trace. */
function intervalOf({ timesUs, ackUs }: Run, { lastUs }: TransportState): Interval {
  return { startUs: timesUs[0] as number, endUs: Number.isNaN(ackUs) ? lastUs : ackUs };
}

function findingOf(runs: readonly Run[], run: Run, state: TransportState): Finding {
  const inferred = state.ptos.method === 'silence';
  const answered = !Number.isNaN(run.ackUs);
  const interval = intervalOf(run, state);
  const ptos = runs.reduce((sum, { timesUs }) => sum + timesUs.length, 0);
  const spurious = runs.reduce((sum, one) => sum + one.spurious, 0);
  const many = runs.length > 1 ? `; ${count(runs.length)} such runs, this is the worst` : '';
  const wrong = spurious === 0 ? 'none' : `${count(spurious)} of the ${count(ptos)}`;
  // A log that begins late may hold timeouts before any RTT sample.
  const atRtt = Number.isNaN(run.smoothedUs) ? '' : `, at a smoothed RTT of ${rtt(run.smoothedUs)}`;
  const until = answered ? 'before anything was acknowledged' : 'and nothing was acknowledged any more';
  return finding(RULE, {
    // A peer that disappears looks the same; an inference alone is no alarm then.
    severity: inferred && !answered ? 'info' : 'warning',
    interval,
    verdict:
      `${count(run.consecutive)} PTOs in a row${inferred ? ' (inferred from silences that double)' : ''} within ` +
      `${duration(lengthOf(interval))} ${until}${atRtt}; ` +
      `${wrong} spurious${many}.`,
    confidence: inferred ? 0.7 : 0.95,
    evidence: evidenceOf(run, inferred),
    why:
      'Each PTO in a row doubles the wait (RFC 9002 §6.2.1), so that the sender stands still for longer than any round ' +
      'trip; losses that span three PTO periods establish persistent congestion (RFC 9002 §7.6.1).',
    next: hintOf(run),
    panels: ['pto', 'rtt', 'loss', 'congestion'],
  });
}

export const ptoStorm: Detector = {
  ...RULE,
  needs: [],
  cannotJudge({ state }) {
    if (state.captured) return 'a capture on the wire holds no timers of the sender';
    if (state.pathCount > 1) return 'its paths are not kept apart: each has timers of its own';
    if (state.ptos.method !== 'silence') return null;
    if (state.ledger.sentPackets === 0) return 'neither PTOs nor sent packets are logged';
    return state.ackedBytes === 0
      ? 'no PTOs are logged, and no ACKs from which they could be inferred'
      : null;
  },
  finish({ state }) {
    const inferred = state.ptos.method === 'silence';
    const runs = runsOf(state).filter((run) => holdsAll(evidenceOf(run, inferred)));
    const [worst] = [...runs].sort(
      (a, b) =>
        b.consecutive - a.consecutive || lengthOf(intervalOf(b, state)) - lengthOf(intervalOf(a, state)),
    );
    return worst === undefined ? [] : [findingOf(runs, worst, state)];
  },
};
