/**
 * Bytes in flight that end at the same size below the window in each round trip, though ACKs release more at once: a buffer of the sender's
 * own, or an application that writes so much and waits (nginx issues 1712 and 1498). The size is named, also as the power of two that it is
 * near. Which round trips those are: docs/account.md, *Congestion control*. Not where the receiver's credit ends the flight, where the
 * log does not show that credit, or where streams end or requests are waited for.
 */
import { bytes, count, duration, instant, percent } from '../../base/text/figures';
import { initialLimits } from '../../sender/streams/initial-limits';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder } from '../close-up/steps';
import { whyNoWindow } from '../conditions/sender-view';
import { finding, type Rule } from '../finding/build-finding';
import { atLeast, atMost, deciding, evidence, holdsAll } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { type Interval, lengthOf } from '../measures/intervals';
import { heldShare } from '../partition/held';
import type { Partition } from '../partition/partition';
import { ownBuffer } from '../partition/trip-holds';
import { tripsIn } from '../partition/trips-in';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'flight-constant', title: 'Flight constant below the window' };

const T = {
  minTrips: 10,
  /** Of the time, as the account has it, without data to send. */
  heldShare: 0.8,
  /** The tops of the flight differ by no more, as a share of the highest: one or two packets of a few vary by themselves. */
  spread: 0.1,
  /** A flight of fewer datagrams is that of whatever writes little. */
  minDatagrams: 3,
  /** A packet is more than its data by header and AEAD. */
  nearPower: 0.05,
} as const;

interface Constant extends Interval {
  readonly trips: number;
  /** Tops of the flight, and the smallest window of them, bytes. */
  readonly least: number;
  readonly most: number;
  readonly windowBytes: number;
  /** When the flight is at its top in the round trip in the middle, µs. */
  readonly topUs: number;
}

/** The longest row of such round trips; null for none. */
function longestOf({ trips, span }: Partition, datagramBytes: number): Constant | null {
  const own = ownBuffer(trips, datagramBytes);
  const [starts, flight, window] = [trips.startUs.view(), trips.flightBytes.view(), trips.windowBytes.view()];
  let longest: Constant | null = null;
  let from = 0;
  for (let end = 0; end <= own.length; end++) {
    if (own[end] === 1) continue;
    const all = flight.subarray(from, end);
    const begin = from;
    from = end + 1;
    if (all.length === 0) continue;
    const most = all.reduce((a, b) => Math.max(a, b));
    const isWhole = (bytes: number): boolean => bytes >= (1 - T.spread) * most;
    // The first and the last one may begin, or end, halfway.
    const first = begin + Number(!isWhole(all[0]));
    const to = end - Number(!isWhole(all[all.length - 1]));
    if (to - first > (longest?.trips ?? 0))
      longest = {
        startUs: Math.floor(starts[first]),
        endUs: Math.floor(Math.min(starts[to] ?? span.endUs, span.endUs)),
        trips: to - first,
        least: flight.subarray(first, to).reduce((a, b) => Math.min(a, b)),
        most,
        windowBytes: window.subarray(first, to).reduce((a, b) => Math.min(a, b)),
        topUs: trips.topUs.at((first + to) >> 1),
      };
  }
  return longest;
}

/** `64 KiB`; null where the bytes are near no power of two. */
function powerOfTwo(of: number): string | null {
  const power = 2 ** Math.round(Math.log2(of));
  if (Math.abs(of - power) > T.nearPower * power || power < 1024) return null;
  return power < 2 ** 20 ? `${power / 1024} KiB` : `${power / 2 ** 20} MiB`;
}

function rowsOf(input: DetectInput, partition: Partition, constant: Constant): readonly Evidence[] {
  const { trips, least, most, windowBytes } = constant;
  return [
    deciding({
      id: 'trips',
      name: 'round trips in a row in which the flight ends at the same size, as ACKs release more at once',
      normal: 'none: it grows, or ends at the window',
      value: trips,
      limit: atLeast(T.minTrips, 'rtt', { note: ' round trips' }),
      panel: 'congestion',
    }),
    deciding({
      id: 'spread',
      name: 'by how much these sizes differ',
      normal: 'as the window does',
      value: most - least,
      limit: atMost(most, 'bytes', { times: T.spread, of: `${T.spread} × the highest` }),
      panel: 'congestion',
    }),
    deciding({
      id: 'room',
      name: 'room that is left in the window at the smallest (cwnd)',
      normal: 'less than a datagram, where data waits',
      value: windowBytes - most,
      limit: atLeast(input.state.datagramBytes, 'bytes'),
      panel: 'congestion',
    }),
    deciding({
      id: 'held',
      name: 'of that time, what neither window, pacing nor credit held',
      normal: 'any share: alone no fault',
      value: heldShare(partition.heldTime, ['application'], constant),
      limit: atLeast(T.heldShare, 'share'),
      panel: 'limits',
    }),
    evidence({
      id: 'size',
      name: 'the largest flight',
      normal: 'any: alone no fault',
      value: most,
      limit: atLeast(T.minDatagrams * input.state.datagramBytes, 'bytes'),
      panel: 'congestion',
    }),
  ];
}

function closeUp({ state }: DetectInput, { topUs }: Constant): CloseUp | null {
  const find = new StepFinder(state);
  const ack = find.ackFrom(topUs + 1);
  return closeUpOf(state, [
    find.sendUpTo(topUs, ', and no more are in flight, though the window has room'),
    ack,
    ack && find.sendFrom(ack.timeUs, ' as the ACK makes room in the buffer'),
  ]);
}

function findingOf(
  input: DetectInput,
  partition: Partition,
  constant: Constant,
  rows: readonly Evidence[],
): Finding {
  const { trips, least, most, windowBytes, startUs } = constant;
  const power = powerOfTwo(most);
  const sizes = least === most ? bytes(most) : `${bytes(least)} to ${bytes(most)}`;
  const about = power === null ? bytes(most) : `about ${power}`;
  const { flightBytes } = tripsIn(partition, constant);
  return finding(RULE, {
    severity: 'info',
    interval: constant,
    variant: power === null ? null : 'power-of-two',
    verdict:
      `Bytes in flight end at the same size in each of ${count(trips)} round trips from ${instant(startUs)} on, ${duration(lengthOf(constant))}: ${sizes}, ` +
      `${percent(flightBytes / windowBytes)} of the window (cwnd, ${bytes(windowBytes)} or more), which is never full, and ACKs release the next packets at once: ` +
      `a buffer of the sender of ${about}, or writes of that size, and not the network, hold it to ${about} per round trip.`,
    confidence: power === null ? 0.7 : 0.85,
    evidence: rows,
    closeUp: closeUp(input, constant),
    why: 'A sender that keeps what it may have to send again in a buffer of a fixed size sends no more than that per round trip, however large its window (RFC 9000 §4 limits what a receiver takes, nobody what a sender holds).',
    next: 'Congestion: the flight and the window above it. Look for a buffer of that size between the application and the stack (send buffer of a stream, chunk of a proxy), and for an application that waits for its write.',
    panels: ['congestion', 'limits', 'throughput'],
  });
}

export const flightConstant: Detector = {
  ...RULE,
  looksThrough: 'round trips',
  needs: ['cwnd'],
  cannotJudge(input) {
    const { streams, parameters, role } = input.state;
    const { connection, byKind } = initialLimits(parameters, role, 'local');
    const isShown = streams.sent.length > 0 && connection >= 0 && byKind['client-bidi'] >= 0;
    return (
      whyNoWindow(input) ??
      (isShown ? null : 'the log does not show the credit that the receiver gives, which may end the flight')
    );
  },
  finish(input) {
    const { state, partition } = input;
    if (partition === null || !(heldShare(partition.heldTime, ['application'], partition.span) > 0))
      return [];
    const constant = longestOf(partition, state.datagramBytes);
    if (constant === null) return [];
    const rows = rowsOf(input, partition, constant);
    return holdsAll(rows) ? [findingOf(input, partition, constant, rows)] : [];
  },
};
