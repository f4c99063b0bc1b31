/**
 * A path that drops packets above a size without a word: all larger ones are lost, again and again over several round trips,
 * while smaller ones sent meanwhile arrive (RFC 9000 §14.2, RFC 8899 §4.3). Inferred from the sizes of what was lost and of
 * what arrived: a queue or a policer drops large packets first as well, but not all of them over round trips.
 *
 * Lost probes of the path's MTU alone are none: that is how its size is found (RFC 9000 §14.4). Where the sender gives the connection
 * up because nothing that it sends arrives, the connection failed by it: critical, and the peer is not gone.
 */
import { bytes, count, duration, instant, plural } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { whyNoLostPackets } from '../conditions/sender-view';
import { amongSuch, finding, type Rule } from '../finding/build-finding';
import { atLeast, below, deciding, either, holdsAll, reaches, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { type BlackHole, blackHoles } from '../measures/black-holes';
import { lengthOf } from '../measures/intervals';
import { roundTripAt } from '../measures/round-trips';
import type { Detector } from '../rule/detector';
import { goneOf } from './peer-gone';

const RULE: Rule = { id: 'mtu-black-hole', title: 'Large packets vanish (MTU black hole)' };

const T = {
  /** More than twice MAX_PROBES (RFC 8899 §5.1.2); at most 7 in 480 recorded logs, none of such a path. */
  minLost: 8,
  /** Smaller packets that arrive meanwhile, and round trips in which they do: an overflowing queue has drained by then. */
  minArrived: 5,
  minTrips: 3,
  /** … or packets as large that it would have let through while they arrived: in 480 recorded logs only on such a path, with the others. */
  minRoom: 20,
  /** A long log has thousands of spans to choose from: the least of any of the 480 logs was 0.002. */
  maxChance: 0.00001,
} as const;

/**
 * Chance that all large packets are among the lost ones, if size did not matter: of `lost + lostBelow` losses among all, every
 * one of the large ones is one (hypergeometric).
 */
export function chanceOf({
  lost,
  arrived,
  lostBelow,
}: Pick<BlackHole, 'lost' | 'arrived' | 'lostBelow'>): number {
  const losses = lost + lostBelow;
  const packets = losses + arrived;
  let chance = 1;
  for (let i = 0; i < lost; i++) chance *= (losses - i) / (packets - i);
  return chance;
}

/** Those that were outstanding to the end were not declared lost. */
const lostWords = ({ outstanding }: BlackHole): string =>
  outstanding > 0 ? 'lost or never acknowledged' : 'lost';

function rowsOf(hole: BlackHole): readonly Evidence[] {
  const { lost, arrived, tripsArrived, roomPackets, sizeBytes, probesLost, lostBelow } = hole;
  return [
    deciding({
      id: 'lost',
      name: `packets with data above ${bytes(sizeBytes)} ${lostWords(hole)}, while none of their size arrived`,
      normal: 'none: larger packets arrive in between',
      value: lost,
      limit: atLeast(T.minLost, 'packets'),
      panel: 'loss',
    }),
    deciding({
      id: 'arrived',
      name: `packets up to ${bytes(sizeBytes)} sent meanwhile that arrived`,
      normal: 'as few as of the larger ones',
      value: arrived,
      limit: atLeast(T.minArrived, 'packets'),
      panel: 'sequence',
    }),
    deciding({
      id: 'trips',
      name: 'round trips in which one of those was sent',
      normal: 'one, where a queue overflows',
      value: tripsArrived,
      limit: either(
        atLeast(T.minTrips, 'count'),
        ' or ',
        reaches(roomPackets, T.minRoom, (least) => `room for ${least} larger ones meanwhile`),
      ),
      panel: 'sequence',
    }),
    deciding({
      id: 'chance',
      name: 'chance that losses which do not care for the size hit all of the larger ones',
      normal: 'near 1',
      value: chanceOf(hole),
      limit: below(T.maxChance, 'share'),
      panel: 'loss',
    }),
    supporting({
      id: 'room',
      name: `packets above ${bytes(sizeBytes)} that the path had room for while those arrived, at its rate before`,
      normal: 'none, where a queue is full',
      value: roomPackets,
      limit: atLeast(T.minRoom, 'packets'),
      panel: 'throughput',
    }),
    supporting({
      id: 'lost-below',
      name: `packets up to ${bytes(sizeBytes)} sent meanwhile that were lost`,
      normal: 'many, where losses do not care for the size',
      value: lostBelow,
      limit: below(arrived, 'packets', { note: ', as many as arrived' }),
      panel: 'loss',
    }),
    supporting({
      id: 'probes',
      name: 'probes of the MTU above that size lost meanwhile',
      normal: 'none, once the size is found',
      value: probesLost,
      limit: atLeast(1, 'packets'),
      panel: 'sequence',
    }),
  ];
}

function closeUp(state: TransportState, { startUs, endUs, arrivedUs, sizeBytes }: BlackHole): CloseUp | null {
  const find = new StepFinder(state);
  const loss = find.lossFrom(startUs);
  return closeUpOf(state, [
    step('send', startUs, `A packet above ${bytes(sizeBytes)} is sent, and never arrives`),
    step('send', arrivedUs, `A packet of ${bytes(sizeBytes)} is sent, and arrives`),
    find.ackFrom(arrivedUs + 1),
    loss !== null && loss.timeUs <= endUs + roundTripAt(state, endUs) ? loss : null,
  ]);
}

/** A connection that ended because nothing that it still had to send fits through the path. */
const isEnd = ({ outstanding }: BlackHole, state: TransportState): boolean =>
  outstanding > 0 && goneOf(state) !== null;

function findingOf(hole: BlackHole, holes: number, state: TransportState): Finding {
  const { lost, arrived, lostBelow, sizeBytes, smallestLostBytes, arrivedBefore, probesLost } = hole;
  const before = arrivedBefore ? 'packets as large had arrived before' : 'none as large had arrived before';
  const probes = probesLost > 0 ? `; ${plural(probesLost, 'probe')} of the MTU above it lost as well` : '';
  return finding(RULE, {
    severity: isEnd(hole, state) ? 'critical' : 'warning',
    interval: hole,
    variant: arrivedBefore ? 'since-a-time' : 'throughout',
    verdict:
      `All ${plural(lost, 'packet')} with data above ${bytes(sizeBytes)} that were sent from ${instant(hole.startUs)} on for ` +
      `${duration(lengthOf(hole))} were ${lostWords(hole)}, the smallest of ${bytes(smallestLostBytes)}, while ${count(arrived)} of ` +
      `${plural(arrived + lostBelow, 'smaller packet')} arrived; ${before}${probes}: the path drops packets above a size, ` +
      `which is inferred (RFC 8899 §4.3)${amongSuch(holes, 'spans', 'one with most losses')}.`,
    confidence: arrivedBefore ? 0.9 : 0.8,
    evidence: rowsOf(hole),
    closeUp: closeUp(state, hole),
    why:
      'What is too large for a link is dropped, and the message that says so is often dropped too (RFC 9000 §14.2.1): the same ' +
      'data is lost each time that it is sent in large packets, and the window falls for losses that are no congestion.',
    next:
      'Sequence: which sizes arrive. Let the sender probe the path (DPLPMTUD, RFC 8899) or keep to 1,200 B; look at tunnels ' +
      'and links with a smaller MTU, and at firewalls that drop ICMP.',
    panels: ['sequence', 'loss', 'pto'],
  });
}

export const mtuBlackHole: Detector = {
  ...RULE,
  looksThrough: 'lost packets of many sizes',
  cannotJudge(input) {
    return whyNoLostPackets(input);
  },
  finish({ state }) {
    const least = { lost: T.minLost, arrived: T.minArrived };
    const holes = blackHoles(state, least, (timeUs) => roundTripAt(state, timeUs)).filter((hole) =>
      holdsAll(rowsOf(hole)),
    );
    const [worst] = [...holes].sort((a, b) => b.lost - a.lost);
    return worst === undefined ? [] : [findingOf(worst, holes.length, state)];
  },
};
