/**
 * PTO storms: three or more consecutive probe timeouts (RFC 9002 §6.2) without an ACK of new data. Spurious ones are
 * counted separately: all that they doubted had arrived, only ACKs were missing. Which direction lost packets is derived
 * from the probes that no ACK answered: one that arrives draws an ACK at once (RFC 9000 §13.2.1).
 *
 * A log without ACKs says nothing of what answered a probe, or arrived: nothing is claimed of it, and a row counts only where the stack does.
 *
 * If a log has no PTOs they are inferred from pauses. An application that pauses looks much the same, so inferred ones
 * must double their spacing like the timer; others are no storm.
 */
import { lowerBound, upperBound } from '../../base/columns/growable';
import { count, duration, plural, rtt } from '../../base/text/figures';
import { whyContradicted } from '../../sender/transport/contradictions';
import type { PtoLog } from '../../sender/transport/pto-log';
import { ptosBetween, silenceBefore } from '../../sender/transport/silence';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { later, StepFinder, step } from '../close-up/steps';
import { lossWords } from '../conditions/streams-waited';
import { finding, type Rule } from '../finding/build-finding';
import { atLeast, between, deciding, holdsAll, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { type Interval, lengthOf } from '../measures/intervals';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'pto-storm', title: 'Probes without an answer (PTO storm)' };

const T = {
  /** congestion.md §5. One lost flight and its lost probe cause two. */
  minConsecutive: 3,
  /** Each consecutive PTO doubles the timer (RFC 9002 §6.2.1); inferred ones must show it. Measured: 1.96 to 2.04. */
  backoffRatio: [1.5, 2.5],
  /** The ACK that ends the run took this many smoothed RTTs: it was late, and no probe elicited one earlier. */
  lateAckRtts: 3,
} as const;

/** Whatever arrives draws an ACK: where all of it did, no more than ACKs are missing. */
const ONLY_ACKS = { note: ' where only ACKs are missing' };

/** Packets that PTOs doubted, and how many of them are acknowledged in the end. */
type Arrivals = ReturnType<typeof arrivalsOf>;

function arrivalsOf({ doubted, arrived }: PtoLog, from: number, to: number) {
  const sumOf = (counts: Uint32Array): number => counts.subarray(from, to).reduce((sum, n) => sum + n, 0);
  return { packets: sumOf(doubted), arrived: sumOf(arrived) };
}

/**
 * The log holds no ACK of anything sent, though something came back by its packets or its RTTs: what arrived, and what answered a probe,
 * is not known.
 */
const lacksAcks = ({ ackedBytes, receivedPackets, series }: TransportState): boolean =>
  ackedBytes === 0 && (receivedPackets > 0 || series.latestRtt.length > 0);

/** Consecutive probe timeouts without an ACK of new data. */
interface Run {
  readonly timesUs: Float64Array;
  readonly consecutive: number;
  /** Those of them after the last packet received: the others had a packet after them that acknowledged nothing new. */
  readonly behindReceived: number;
  readonly spurious: number;
  /** Packets in flight at the first PTO. */
  readonly flight: Arrivals;
  /** Probes of all PTOs but the last: no ACK answered them in time. */
  readonly probes: Arrivals;
  /** Time of the next ACK of new data; NaN if the trace ends before. */
  readonly ackUs: number;
  /** Smoothed RTT at the beginning, and the RTT of the ending ACK, µs; NaN if unknown. */
  readonly smoothedUs: number;
  readonly ackRttUs: number;
}

/** Of the PTOs of a run those after the last packet received: what `peer-gone` counts. */
function behindReceived(state: TransportState, beforeUs: number, lastUs: number): number {
  const { lastReceivedUs } = silenceBefore(state, state.lastUs);
  return ptosBetween(state, lastReceivedUs > beforeUs ? lastReceivedUs : beforeUs, lastUs);
}

function runOf(state: TransportState, from: number, to: number): Run {
  const { ptos, series, rebuilt } = state;
  const timesUs = ptos.timesUs.subarray(from, to + 1);
  const lastUs = timesUs.at(-1) ?? Number.NaN;
  const acks = series.ackedTotal.timesUs;
  const ackUs = acks.at(upperBound(acks, lastUs));
  const { latestRtt, smoothedRtt } = rebuilt;
  const beforeUs = (ptos.timesUs[from - 1] as number | undefined) ?? Number.NEGATIVE_INFINITY;
  const consecutive = ptosBetween(state, beforeUs, lastUs);
  return {
    timesUs,
    consecutive,
    behindReceived: Number.isNaN(ackUs) ? behindReceived(state, beforeUs, lastUs) : consecutive,
    spurious: ptos.spurious.subarray(from, to + 1).reduce((sum, flag) => sum + flag, 0),
    flight: arrivalsOf(ptos, from, from + 1),
    probes: arrivalsOf(ptos, from + 1, to + 1),
    ackUs,
    smoothedUs: smoothedRtt.valueAt(timesUs[0]),
    ackRttUs: Number.isNaN(ackUs) ? Number.NaN : latestRtt.values.at(lowerBound(latestRtt.timesUs, ackUs)),
  };
}

/**
 * All runs of at least the required length, in order. A run's count increases by one with each PTO; of one that began
 * before the log the first PTOs are not known.
 */
function runsOf(state: TransportState, beginsMidway: boolean): readonly Run[] {
  const { consecutive } = state.ptos;
  const runs: Run[] = [];
  let from = 0;
  for (let i = 0; i < consecutive.length; i++) {
    if ((consecutive[i + 1] ?? 0) > consecutive[i]) continue;
    const isWhole = from > 0 || !beginsMidway || consecutive[0] === 1;
    if (isWhole && consecutive[i] >= T.minConsecutive) runs.push(runOf(state, from, i));
    from = i + 1;
  }
  return runs;
}

/** The spacing that differs most from a doubling, as a ratio to the one before; 2 with fewer than two. */
function worstBackoff({ timesUs }: Run): number {
  const gaps = Array.from(timesUs.subarray(1), (timeUs, i) => timeUs - timesUs[i]);
  const ratios = gaps.slice(1).map((gap, i) => gap / gaps[i]);
  return ratios.reduce((worst, ratio) => (Math.abs(ratio - 2) > Math.abs(worst - 2) ? ratio : worst), 2);
}

/** What became of the packets that were doubted, and of the ACK that ended the run. */
function ackRows(run: Run): readonly Evidence[] {
  return [
    supporting({
      id: 'flight',
      name: 'packets in flight at the first probe that are acknowledged in the end',
      normal: 'all of them',
      deciding: true,
      value: run.flight.arrived / run.flight.packets,
      limit: atLeast(1, 'share', ONLY_ACKS),
      panel: 'sequence',
    }),
    supporting({
      id: 'probes',
      name: 'probes before the last one that are acknowledged in the end',
      normal: 'all of them',
      value: run.probes.arrived / run.probes.packets,
      limit: atLeast(1, 'share', ONLY_ACKS),
      panel: 'sequence',
    }),
    supporting({
      id: 'late-ack',
      name: 'how long the packets of the ACK took that ended it (RTT)',
      normal: 'about 1 smoothed RTT',
      value: run.ackRttUs / run.smoothedUs,
      limit: atLeast(T.lateAckRtts, 'rtt', { note: ' smoothed RTTs for late ACKs' }),
      panel: 'rtt',
    }),
  ];
}

function evidenceOf(run: Run, inferred: boolean, hasAcks = true): readonly Evidence[] {
  return [
    deciding({
      id: 'consecutive',
      name: `probes in a row${hasAcks ? ' without an answer' : ''} (PTOs${inferred ? ', inferred' : ''})`,
      normal: 'none; one or two after a lost flight',
      value: run.consecutive,
      limit: atLeast(T.minConsecutive, 'count'),
      panel: 'pto',
    }),
    ...(inferred
      ? [
          deciding({
            id: 'backoff',
            name: 'time between the probes against the one before',
            normal: 'twice as long each',
            value: worstBackoff(run),
            limit: between(T.backoffRatio, 'count', ', as the timer doubles'),
            panel: 'pto',
          }),
        ]
      : []),
    ...(hasAcks ? ackRows(run) : []),
  ];
}

/** Probable reason for the missing ACKs: by the probes, or by the flight where no probe stands before the last PTO. */
function hintOf(run: Run, hasAcks: boolean): string {
  if (!hasAcks)
    return 'PTO: when the probes were sent. What answered them stands in a log with ACKs, or in that of the other end.';
  if (Number.isNaN(run.ackUs)) return 'Nothing was acknowledged any more: the peer or the path was gone.';
  const { packets, arrived } = run.probes.packets > 0 ? run.probes : run.flight;
  if (packets === 0)
    return 'Sequence: what became of the packets that were sent before and between the probes.';
  if (arrived === 0 && run.flight.arrived === 0) {
    return 'Loss: neither what was in flight nor the probes arrived, look for what the path drops.';
  }
  if (arrived < packets) {
    return 'Some packets were lost, and what arrived drew no ACK in time: look for an outage or losses in both directions.';
  }
  return run.ackRttUs >= T.lateAckRtts * run.smoothedUs
    ? 'The probes arrived and the ACKs came late: look for a path that held packets, at scheduling and CPU sleep latency at both ends.'
    : 'The probes had arrived and the last one drew the ACK at the usual RTT: look at losses of ACKs on the way back.';
}

/** `4 spurious: all 115 packets that they doubted had arrived`; empty where the trace does not show what became of them. */
function doubtWords({ ackUs, spurious, flight, probes }: Run): string {
  const packets = flight.packets + probes.packets;
  if (Number.isNaN(ackUs) || packets === 0) return '';
  const lost = packets - flight.arrived - probes.arrived;
  const which = spurious === 0 ? 'none spurious' : `${count(spurious)} of them spurious`;
  const doubted = `${plural(packets, 'packet')} that they doubted`;
  if (lost === 0) return `; ${which}: all of the ${doubted} had arrived`;
  return lost === packets
    ? `; ${which}: none of the ${doubted} was ever acknowledged`
    : `; ${which}: ${count(lost)} of the ${doubted} ${lost === 1 ? 'was' : 'were'} never acknowledged`;
}

/** `, 4 of them after the last packet received`: where packets came meanwhile that acknowledged nothing new. */
function receivedWords({ consecutive, behindReceived }: Run): string {
  return behindReceived === consecutive
    ? ''
    : `, ${count(behindReceived)} of them behind the last packet received,`;
}

/** From the first PTO to the ACK of new data, or to the end of the trace; of a log without ACKs to the last PTO. */
function intervalOf({ timesUs, ackUs }: Run, state: TransportState): Interval {
  const endUs = lacksAcks(state) ? (timesUs.at(-1) as number) : state.lastUs;
  return { startUs: timesUs[0], endUs: Number.isNaN(ackUs) ? endUs : ackUs };
}

/** The last packet before the silence, the first probes with their growing distance, and the ACK that ends it. */
function closeUp(state: TransportState, { timesUs, ackUs }: Run): CloseUp | null {
  const find = new StepFinder(state);
  const [first = Number.NaN] = timesUs;
  const probes = Array.from(timesUs.subarray(0, 3), (timeUs, i) => {
    const wait = later(timesUs[i - 1] ?? Number.NaN, timeUs);
    const first = lacksAcks(state)
      ? 'The sender probes (PTO)'
      : 'Nothing is acknowledged for so long that the sender probes (PTO)';
    const which = i === 0 ? first : 'It probes again';
    return step('pto', timeUs, which + wait);
  });
  const ack = Number.isNaN(ackUs) ? null : find.ackFrom(ackUs, ': the silence is over');
  return closeUpOf(state, [
    find.sendUpTo(first - 1),
    ...probes,
    ack,
    Number.isNaN(ackUs) ? null : find.sendFrom(ackUs),
  ]);
}

function findingOf(runs: readonly Run[], run: Run, input: DetectInput): Finding {
  const { state } = input;
  const inferred = state.ptos.method === 'silence';
  const answered = !Number.isNaN(run.ackUs);
  const hasAcks = !lacksAcks(state);
  const interval = intervalOf(run, state);
  const many = runs.length > 1 ? `; ${count(runs.length)} such runs, this is the worst` : '';
  // A log that begins late may hold timeouts before any RTT sample.
  const atRtt = Number.isNaN(run.smoothedUs) ? '' : `, at a smoothed RTT of ${rtt(run.smoothedUs)}`;
  const until = answered ? ' before anything was acknowledged' : ' and nothing was acknowledged any more';
  return finding(RULE, {
    title: hasAcks ? RULE.title : 'Probe after probe (PTO storm)',
    variant: hasAcks ? null : 'without-acks',
    // A peer that disappears looks the same; an inference alone is no alarm then.
    severity: inferred && !answered ? 'info' : 'warning',
    interval,
    times: runs.map((one) => intervalOf(one, state)),
    verdict:
      `${plural(run.consecutive, 'probe')} in a row${hasAcks ? ' without an answer' : ''} (PTOs${inferred ? ', inferred from silences that double' : ''})${receivedWords(run)} within ` +
      `${duration(lengthOf(interval))}${hasAcks ? until : ', by the stack’s count'}${atRtt}${doubtWords(run)}${many}` +
      `${hasAcks ? lossWords(input, interval) : '; the log holds no ACKs: what arrived is not known'}.`,
    confidence: inferred ? 0.7 : 0.95,
    evidence: evidenceOf(run, inferred, hasAcks),
    closeUp: closeUp(state, run),
    why:
      'Each probe without an answer doubles the wait for the next (PTO, RFC 9002 §6.2.1), so that the sender stands still ' +
      'for longer than any round trip; losses that span three such waits make the window start anew (persistent ' +
      'congestion, RFC 9002 §7.6.1).',
    next: hintOf(run, hasAcks),
    panels: ['pto', 'rtt', 'loss', 'congestion'],
  });
}

export const ptoStorm: Detector = {
  ...RULE,
  looksThrough: 'timeouts (PTOs)',
  cannotJudge({ state }) {
    if (state.captured) return 'a capture on the wire holds no timers of the sender';
    if (state.pathCount > 1) return 'its paths are not distinguished: each has timers of its own';
    const mixed = whyContradicted(state);
    if (mixed !== null) return mixed;
    const { method } = state.ptos;
    if (method !== 'silence')
      return method !== 'counted' && lacksAcks(state)
        ? 'no ACKs are logged: which PTOs stand in a row without one is not known'
        : null;
    if (state.ledger.sentPackets === 0) return 'neither PTOs nor sent packets are logged';
    return state.ackedBytes === 0
      ? 'no PTOs are logged, and no ACKs from which they could be inferred'
      : null;
  },
  finish(input) {
    const { state, beginsMidway } = input;
    const inferred = state.ptos.method === 'silence';
    const runs = runsOf(state, beginsMidway).filter((run) => holdsAll(evidenceOf(run, inferred)));
    const [worst] = [...runs].sort(
      (a, b) =>
        b.consecutive - a.consecutive || lengthOf(intervalOf(b, state)) - lengthOf(intervalOf(a, state)),
    );
    return worst === undefined ? [] : [findingOf(runs, worst, input)];
  },
};
