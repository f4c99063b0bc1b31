/**
 * The death spiral seen from the receiver, which cannot see the peer's window: the peer sends the same few full packets
 * per round trip, for many round trips, though nothing is lost and nothing was asked for meanwhile. Any
 * loss-based window would grow (RFC 9002 §7.3); an application that produces as much per round trip looks the same, so
 * it is an info.
 *
 *   arrivals  ▮▮           ▮▮           ▮▮           ▮▮
 *   bursts    [─]          [─]          [─]          [─]    2 packets each, one round trip apart
 */
import { count, duration, plural, rtt } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { later, step } from '../close-up/steps';
import { amongSuch, finding, type Rule } from '../finding/build-finding';
import { atLeast, atMost, between, deciding, evidence, holdsAll, none } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { type Burst, burstRuns, spacingRtts } from '../measures/arrival-bursts';
import { type Interval, lengthOf } from '../measures/intervals';
import { smallestLoggedRtt } from '../measures/round-trips';
import type { Detector } from '../rule/detector';

const RULE: Rule = { id: 'peer-flat', title: 'Peer sends no more per round trip' };

const T = {
  /** As for a stuck window: in twenty round trips avoidance grows a window of two packets tenfold. */
  minBursts: 20,
  /** Long enough that a user notices; as for a warning of the death spiral. */
  minUs: 500_000,
  /** Packets per burst: a plateau of CUBIC has larger ones for longer than this (congestion.md §4: 2 to 5, once 20). */
  maxPackets: 10,
  /** Bursts with exactly that many: others are split by the path. */
  sameShare: 0.9,
  /** How many packets are about as large as the largest: an application's end leaves a short one. */
  fullShare: 0.9,
  /** From one burst to the next, in smallest RTTs. */
  spacingRtts: [0.8, 2],
} as const;

/** Bursts of the close-up. */
const SHOWN_BURSTS = 4;

interface Run extends Interval {
  readonly bursts: number;
  readonly packets: number;
  readonly sameShare: number;
  readonly fullShare: number;
  readonly spacingRtts: number;
  readonly rttUs: number;
  readonly first: readonly Burst[];
}

function runOf(bursts: readonly [Burst, ...Burst[]], rttUs: number): Run {
  const [first] = bursts;
  const last = bursts.at(-1) ?? first;
  const all = bursts.reduce((sum, burst) => sum + burst.packets, 0);
  return {
    startUs: first.startUs,
    endUs: last.endUs,
    bursts: bursts.length,
    packets: first.packets,
    sameShare: bursts.filter((burst) => burst.packets === first.packets).length / bursts.length,
    fullShare: bursts.reduce((sum, { full }) => sum + full, 0) / all,
    spacingRtts: spacingRtts(bursts, rttUs),
    rttUs,
    first: bursts.slice(0, SHOWN_BURSTS),
  };
}

const PANEL = 'sequence';

/** Either would say why bursts stay small. */
const NEITHER: readonly Evidence[] = [
  evidence({
    id: 'missing',
    name: 'gaps of two or more packet numbers: losses',
    normal: 'some, where a window stays small',
    value: 0,
    limit: none('count'),
    panel: PANEL,
  }),
  evidence({
    id: 'asked',
    name: 'packets that this end sent with STREAM data',
    normal: 'some, where each burst is asked for',
    value: 0,
    limit: none('packets'),
    panel: PANEL,
  }),
];

function evidenceOf(run: Run): readonly Evidence[] {
  const panel = PANEL;
  return [
    deciding({
      id: 'bursts',
      name: 'bursts one after the other',
      normal: 'a few, then larger ones',
      value: run.bursts,
      limit: atLeast(T.minBursts, 'count'),
      panel,
    }),
    deciding({
      id: 'length',
      name: 'how long that is',
      normal: 'a few round trips',
      value: lengthOf(run),
      limit: atLeast(T.minUs, 'us'),
      panel,
    }),
    deciding({
      id: 'packets',
      name: 'packets with STREAM data per burst',
      normal: 'more in every round trip',
      value: run.packets,
      limit: atMost(T.maxPackets, 'packets'),
      panel,
    }),
    deciding({
      id: 'same',
      name: 'bursts of exactly that many',
      normal: 'few',
      value: run.sameShare,
      limit: atLeast(T.sameShare, 'share'),
      panel,
    }),
    evidence({
      id: 'full',
      name: 'packets of nine tenths of the largest one or more',
      normal: 'any share: alone no fault',
      value: run.fullShare,
      limit: atLeast(T.fullShare, 'share'),
      panel,
    }),
    evidence({
      id: 'spacing',
      name: 'from one burst to the next, median, in smallest RTTs',
      normal: '1 RTT',
      value: run.spacingRtts,
      limit: between(T.spacingRtts, 'rtt', ' RTT'),
      panel,
    }),
    ...NEITHER,
  ];
}

/** The first bursts, each as large as the one before. */
function closeUp(state: TransportState, { first }: Run): CloseUp | null {
  const steps = first.map(({ startUs, packets }, i) => {
    const after = later(first[i - 1]?.startUs ?? Number.NaN, startUs);
    const what = `${i === 0 ? 'A' : 'The next'} burst of ${plural(packets, 'packet')} arrives${after}`;
    return step('receive', startUs, what);
  });
  return closeUpOf(state, steps);
}

function findingOf(state: TransportState, run: Run, all: number): Finding {
  return finding(RULE, {
    severity: 'info',
    interval: run,
    verdict:
      `The peer sent ${count(run.packets)} full ${run.packets === 1 ? 'packet' : 'packets'} per round trip for ` +
      `${duration(lengthOf(run))}, ${plural(run.bursts, 'burst')} one after the other, without a gap of two or more in packet ` +
      `numbers and without a request, at a smallest RTT of ${rtt(run.rttUs)}${amongSuch(all, 'runs', 'longest')}.`,
    confidence: 0.7,
    evidence: evidenceOf(run),
    closeUp: closeUp(state, run),
    why:
      'A window that losses set grows in every round trip in which nothing is lost (RFC 9002 §7.3): a sender that stays ' +
      'at a few packets is stuck, as in a death spiral, or its application produces no more. A receiver cannot see which.',
    next: "Open the sender's trace: its window, its states and its recovery boundary tell. Sequence: the bursts.",
    panels: ['sequence', 'throughput'],
  });
}

export const peerFlat: Detector = {
  ...RULE,
  looksThrough: 'bursts of the peer',
  cannotJudge: (input) => {
    const { side } = input.state;
    const lacksRtt = side === 'receiver' && !(smallestLoggedRtt(input.state) > 0);
    return lacksRtt ? 'no RTT is logged, and none follows from its packets' : null;
  },
  finish(input) {
    const { state } = input;
    if (state.side !== 'receiver' || state.pathCount > 1) return [];
    const rttUs = smallestLoggedRtt(state);
    const isAlike = (a: Burst, b: Burst): boolean => a.packets === b.packets;
    const runs = burstRuns(input.arrivalBursts, rttUs, T.minBursts, isAlike)
      .map((bursts) => runOf(bursts, rttUs))
      .filter((run) => holdsAll(evidenceOf(run)));
    const [longest] = [...runs].sort((a, b) => b.bursts - a.bursts);
    return longest === undefined ? [] : [findingOf(state, longest, runs.length)];
  },
};
