/**
 * A handshake that took far longer than its round trips, because packets of it were lost: without an RTT the first probe of a
 * lost packet waits for 0.2 s to 1 s (RFC 9002 §6.2.2). A handshake that is slow for another reason, such as keys that take long
 * to compute, is none; one that waited for the anti-amplification limit is reported by the rule of that name.
 */
import { EventKind, PacketSpace } from '../../../qlog-schema';
import { lowerBound } from '../../base/columns/growable';
import { duration, fixed, plural } from '../../base/text/figures';
import type { LifeStep } from '../../sender/transport/connectivity/connectivity';
import { connectivityOf } from '../../sender/transport/connectivity/connectivity-of';
import { PacketFate, PacketMark } from '../../sender/transport/packet-fate';
import { silenceBefore } from '../../sender/transport/silence';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder } from '../close-up/steps';
import { finding, type Rule } from '../finding/build-finding';
import { atLeast, below, deciding, holdsAll, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { smallestRttAt } from '../measures/path-parts';
import { smallestRtt } from '../measures/round-trips';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'handshake-slow', title: 'Slow handshake: packets of it were lost' };

const T = {
  /** Beyond the round trips that it needs: one may be another exchange that no record names (HelloRetryRequest, RFC 8446 §4.1.4). */
  minRtts: 2,
  /** A loss costs a PTO: 3 RTTs at least with a sample, 200 ms to 1 s without (RFC 9002 §6.2). Below it nobody notices. */
  minUs: 100_000,
  /** A server that takes long itself is probed meanwhile: what is sent again then was not lost. */
  maxOwn: 0.5,
} as const;

/** Numbers beyond are none of a first flight. */
const MAX_NUMBER = 64;

/** What the log of this side shows of packets of the handshake, up to its end. */
interface Signs {
  /** Of its own: taken for lost. */
  readonly lost: number;
  /** Of the peer: numbers before its first Initial packet that never came. */
  readonly missing: number;
  /** What follows from a loss, or from a peer that is slow: probes, and packets with data that was sent before. */
  readonly ptos: number;
  readonly resent: number;
}

interface Slow {
  readonly startUs: number;
  readonly endUs: number;
  readonly rttUs: number;
  /** Round trips that it needs: one, and one more for a Retry and for Version Negotiation each. */
  readonly trips: number;
  /** A server's own delay: from the first packet to its first one; 0 for a client. */
  readonly silentUs: number;
  readonly signs: Signs;
}

function ownSigns({ ledger, ptos }: TransportState, endUs: number): Omit<Signs, 'missing'> {
  let [lost, resent] = [0, 0];
  for (const space of [ledger.initial, ledger.handshake]) {
    const { sentTimesUs } = space;
    for (let i = 0; i < sentTimesUs.length && sentTimesUs.at(i) < endUs; i++) {
      const fate = space.fateAt(i);
      if (fate === PacketFate.lost) lost++;
      if (space.isMarked(i, PacketMark.resent)) resent++;
    }
  }
  return { lost, resent, ptos: lowerBound(ptos.timesUs, endUs) };
}

/**
 * Numbers of the peer from 0 on (RFC 9000 §12.3) up to its first Initial packet that came, which did not come themselves. Some
 * stacks number the packets of all spaces together, so that a number of another space fills the place. Some begin at 1, or go
 * on with the numbers of an attempt that no record names: a server that answers with data has the whole ClientHello, and so
 * misses none of its packets; of a client's peer the number 0 alone does not count.
 */
function missingNumbers({ events, ledger, role }: TransportState, endUs: number): number {
  const { initial } = ledger;
  const answersWhole = role === 'server' && initial.sentPackets > 0 && initial.dataSizesBytes.at(0) > 0;
  if (answersWhole) return 0;
  const [times, kinds] = [events.timeUs.reader(), events.kind.reader()];
  const came = new Set<number>();
  let first = Number.POSITIVE_INFINITY;
  for (let row = 0; row < kinds.length && times.at(row) <= endUs; row++) {
    if (kinds.at(row) !== EventKind.packetReceived) continue;
    const number = events.packetNumber.at(row);
    came.add(number);
    if (events.space.at(row) === PacketSpace.initial && number < first) first = number;
  }
  if (!(first < MAX_NUMBER)) return 0;
  let missing = 0;
  for (let number = 0; number < first; number++) if (!came.has(number)) missing++;
  return role === 'client' && missing === 1 && !came.has(0) ? 0 : missing;
}

/** How long a server took for its first packet, µs. */
function firstAnswerUs({ role, connectivity: { packets } }: TransportState): number {
  const { sent, received } = packets.initial;
  return role === 'server' && sent.firstUs > received.firstUs ? sent.firstUs - received.firstUs : 0;
}

function slowOf(input: DetectInput): Slow | null {
  const { state } = input;
  const { handshakeUs, steps } = connectivityOf(state);
  const has = (kind: LifeStep['kind']): boolean => steps.some((one) => one.kind === kind);
  const complete = steps.find(({ kind }) => kind === 'handshake-complete');
  if (complete === undefined || !(handshakeUs >= 0)) return null;
  const endUs = complete.timeUs;
  const startUs = endUs - handshakeUs;
  const isAnew = has('retry') || has('version-negotiation');
  // Of a server's log the Retry came before: only the client waited for it.
  const trips = state.role === 'client' ? 1 + Number(has('retry')) + Number(has('version-negotiation')) : 1;
  // Numbers go on after a Retry (RFC 9000 §17.2.5.3): those before it are in no server's log.
  const missing = isAnew && state.role === 'server' ? 0 : missingNumbers(state, endUs);
  const signs = { ...ownSigns(state, endUs), missing };
  return {
    startUs,
    endUs,
    rttUs: smallestRttAt(input, startUs),
    trips,
    silentUs: firstAnswerUs(state),
    signs,
  };
}

function rowsOf({ startUs, endUs, rttUs, trips, silentUs, signs }: Slow): readonly Evidence[] {
  const beyondUs = endUs - startUs - trips * rttUs;
  return [
    deciding({
      id: 'beyond',
      name: 'time beyond the round trips that it needs',
      normal: 'a few ms',
      value: beyondUs,
      limit: atLeast(T.minUs, 'us'),
      panel: 'sequence',
    }),
    deciding({
      id: 'trips',
      name: 'the same in smallest RTTs',
      normal: '0',
      value: beyondUs / rttUs,
      limit: atLeast(T.minRtts, 'rtt', { note: ' smallest RTTs' }),
      panel: 'rtt',
    }),
    deciding({
      id: 'lost',
      name: 'packets of it that were lost: taken for lost, or of the peer and missing by their numbers',
      normal: 'none',
      value: signs.lost + signs.missing,
      limit: atLeast(1, 'packets'),
      panel: 'sequence',
    }),
    deciding({
      id: 'own',
      name: 'share of that time in which this server did not answer the first packet',
      normal: 'near 0',
      value: Math.min(1, silentUs / Math.max(1, beyondUs)),
      limit: below(T.maxOwn, 'share'),
      panel: 'sequence',
    }),
    supporting({
      id: 'needed',
      name: 'round trips that it needs: one, and one for a Retry or another version each',
      normal: '1',
      value: trips,
      limit: atLeast(1, 'rtt'),
      panel: 'sequence',
    }),
  ];
}

/** `1 packet of it taken for lost; 1 probe (PTO), 2 packets with data sent again`. */
function signWords({ lost, resent, ptos, missing }: Signs): string {
  const nonZero = (rows: readonly (readonly [number, string])[]): string =>
    rows.flatMap(([number, text]) => (number > 0 ? [text] : [])).join(' and ');
  const gone = nonZero([
    [lost, `${plural(lost, 'packet')} of this side ${lost === 1 ? 'was' : 'were'} taken for lost`],
    [
      missing,
      `${plural(missing, 'packet')} of the peer never came, by ${missing === 1 ? 'its number' : 'their numbers'}`,
    ],
  ]);
  const again = nonZero([
    [ptos, `${plural(ptos, 'probe')} (PTO)`],
    [resent, `${plural(resent, 'packet')} with data sent again`],
  ]);
  return again === '' ? gone : `${gone}; ${again}`;
}

function closeUp(state: TransportState, { startUs, endUs }: Slow): CloseUp | null {
  const find = new StepFinder(state);
  const pto = find.ptoFrom(startUs);
  const isClient = state.role === 'client';
  return closeUpOf(state, [
    isClient
      ? find.sendFrom(startUs, ': the handshake begins')
      : find.receiveAt(startUs, 'The first packet of the client arrives'),
    pto !== null && pto.timeUs <= endUs ? pto : null,
    find.receiveAt(silenceBefore(state, endUs).lastReceivedUs, 'The packet arrives that completes it'),
    find.sendFrom(endUs),
  ]);
}

function findingOf(slow: Slow, state: TransportState): Finding {
  const { startUs, endUs, rttUs, trips, signs } = slow;
  const tookUs = endUs - startUs;
  return finding(RULE, {
    severity: 'warning',
    interval: { startUs, endUs },
    verdict:
      `The handshake took ${duration(tookUs)}, ${fixed(tookUs / rttUs, 1)} round trips of ${duration(rttUs)}, where it needs ` +
      `${trips === 1 ? 'one' : trips === 2 ? 'two' : 'three'}: ${signWords(signs)} (RFC 9002 §6.2).`,
    confidence: signs.ptos + signs.resent > 0 ? 0.9 : 0.8,
    evidence: rowsOf(slow),
    closeUp: closeUp(state, slow),
    why:
      'Before the first RTT sample a sender waits for up to a second until it sends a lost packet again (RFC 9002 §6.2.2), so ' +
      'that one loss delays everything that the connection is for.',
    next:
      'Sequence: which packet was sent again, and when. Look at losses of the path, at the size of the first packets, and at ' +
      'the initial RTT of the stack (RFC 9002 §6.2.2).',
    panels: ['handshake', 'sequence', 'pto'],
  });
}

export const handshakeSlow: Detector = {
  ...RULE,
  looksThrough: 'packets of the handshake',
  cannotJudge(input) {
    const { state, beginsMidway } = input;
    if (beginsMidway) return 'the handshake is not in the log';
    if (state.captured) return 'a capture on the wire holds no timers of an endpoint';
    if (state.role === 'unknown') return 'the log does not show whether it is a client or a server';
    if (Number.isNaN(smallestRtt(state))) return 'no RTT is logged, and none follows from its packets';
    return slowOf(input) === null ? 'the log does not show when the handshake was complete' : null;
  },
  finish(input) {
    const slow = slowOf(input);
    return slow !== null && holdsAll(rowsOf(slow)) ? [findingOf(slow, input.state)] : [];
  },
};
