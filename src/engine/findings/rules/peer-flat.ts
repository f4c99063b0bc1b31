/**
 * The death spiral seen from the receiver, which cannot see the peer's window: the peer sends the same few full packets
 * per round trip, for many round trips, though nothing is lost and nothing was asked for meanwhile. Any
 * loss-based window would grow (RFC 9002 §7.3); an application that produces as much per round trip looks the same, so
 * it is an info.
 *
 *   arrivals  ▮▮           ▮▮           ▮▮           ▮▮
 *   bursts    [─]          [─]          [─]          [─]    2 packets each, one round trip apart
 */
import { EventKind, PacketFlag, PacketSpace } from '../../../qlog-schema';
import { medianOf } from '../../base/columns/median';
import { count, duration, plural, rtt } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { later, step } from '../close-up/steps';
import { amongSuch, finding, type Rule } from '../finding/build-finding';
import { atLeast, atMost, between, deciding, evidence, holdsAll, none } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
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
  /** Of the largest datagram, and how many packets are as large: an application's end leaves a short one. */
  fullSize: 0.9,
  fullShare: 0.9,
  /** A sender may leave out a number now and then (RFC 9000 §21.4); where one packet is lost its burst is shorter. */
  leftOut: 1,
  /** From one burst to the next, in smallest RTTs. */
  spacingRtts: [0.8, 2],
} as const;

/** Bursts of the close-up. */
const SHOWN_BURSTS = 4;

/** Packets with STREAM data that arrive less than half of the smallest RTT apart. */
interface Burst {
  readonly startUs: number;
  packets: number;
  full: number;
  endUs: number;
  /** Packet numbers are missing before or in it, or this end sent STREAM data before it: a run ends. */
  breaks: boolean;
}

interface Run extends Interval {
  readonly bursts: number;
  readonly packets: number;
  readonly sameShare: number;
  readonly fullShare: number;
  readonly spacingRtts: number;
  readonly rttUs: number;
  readonly first: readonly Burst[];
}

function largestArrival({ events }: TransportState): number {
  const kinds = events.kind.reader();
  const sizes = events.sizeBytes.reader();
  let largest = 0;
  for (let row = 0; row < kinds.length; row++) {
    if (kinds.at(row) === EventKind.packetReceived) largest = Math.max(largest, sizes.at(row));
  }
  return largest;
}

function burstsOf(state: TransportState, rttUs: number): readonly Burst[] {
  const { events } = state;
  const kinds = events.kind.reader();
  const spaces = events.space.reader();
  const flags = events.flags.reader();
  const fullBytes = T.fullSize * largestArrival(state);
  const bursts: Burst[] = [];
  let lastNumber = Number.NaN;
  let broken = true;
  for (let row = 0; row < kinds.length; row++) {
    const kind = kinds.at(row);
    if (spaces.at(row) !== PacketSpace.application) continue;
    const hasData = (flags.at(row) & PacketFlag.hasStreamData) !== 0;
    if (kind === EventKind.packetSent && hasData) broken = true;
    if (kind !== EventKind.packetReceived) continue;
    const number = events.packetNumber.at(row);
    if (!(number > lastNumber && number <= lastNumber + 1 + T.leftOut)) broken = true;
    lastNumber = number;
    if (!hasData) continue;
    const timeUs = events.timeUs.at(row);
    const last = bursts.at(-1);
    const burst =
      last !== undefined && timeUs - last.endUs < rttUs / 2
        ? last
        : { startUs: timeUs, packets: 0, full: 0, endUs: timeUs, breaks: false };
    if (burst !== last) bursts.push(burst);
    burst.packets++;
    if (events.sizeBytes.at(row) >= fullBytes) burst.full++;
    burst.endUs = timeUs;
    burst.breaks ||= broken;
    broken = false;
  }
  return bursts;
}

function runOf(bursts: readonly Burst[], rttUs: number): Run {
  const [first] = bursts as readonly [Burst, ...Burst[]];
  const last = bursts.at(-1) as Burst;
  const all = bursts.reduce((sum, burst) => sum + burst.packets, 0);
  const spacings = bursts.slice(1).map(({ startUs }, i) => startUs - bursts[i].startUs);
  return {
    startUs: first.startUs,
    endUs: last.endUs,
    bursts: bursts.length,
    packets: first.packets,
    sameShare: bursts.filter((burst) => burst.packets === first.packets).length / bursts.length,
    fullShare: bursts.reduce((sum, { full }) => sum + full, 0) / all,
    spacingRtts: medianOf(Float64Array.from(spacings)) / rttUs,
    rttUs,
    first: bursts.slice(0, SHOWN_BURSTS),
  };
}

/** Runs of bursts of one size: two others in a row, a break or a pause end one. */
function runsOf(bursts: readonly Burst[], rttUs: number): readonly Run[] {
  if (bursts.length === 0) return [];
  const runs: Run[] = [];
  const longestUs = T.spacingRtts[1] * 2 * rttUs;
  let from = 0;
  for (let i = 1; i <= bursts.length; i++) {
    const size = bursts[from].packets;
    const before = bursts[i - 1];
    const burst = bursts[i];
    const ends = burst === undefined || burst.breaks || burst.startUs - before.startUs > longestUs;
    const changes = !ends && burst.packets !== size && before.packets !== size;
    if (!ends && !changes) continue;
    // The first of the two others begins the next run.
    const end = changes ? i - 1 : i;
    if (end - from >= T.minBursts) runs.push(runOf(bursts.slice(from, end), rttUs));
    from = end;
  }
  return runs;
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
  finish({ state }) {
    if (state.side !== 'receiver' || state.pathCount > 1) return [];
    const rttUs = smallestLoggedRtt(state);
    const runs = runsOf(burstsOf(state, rttUs), rttUs).filter((run) => holdsAll(evidenceOf(run)));
    const [longest] = [...runs].sort((a, b) => b.bursts - a.bursts);
    return longest === undefined ? [] : [findingOf(state, longest, runs.length)];
  },
};
