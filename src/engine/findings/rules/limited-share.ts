/**
 * How long each limit applied to the sender, from the end of the handshake to its last packet or ACK: shared by the
 * rules that name the bottleneck. A tail without packets (an idle timeout) belongs to no transfer, and a stall to no limit.
 */
import { EventKind, PacketFlag } from '../../../qlog-schema';
import { duration } from '../../base/text/figures';
import { LIMITS } from '../../sender/transport/sender-limits';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { hasRoom, pathRoomRows } from '../conditions/path-room';
import { whyNotJudged } from '../conditions/sender-view';
import { finding, type Rule } from '../finding/build-finding';
import { above, atLeast, below, deciding, evidence, holdsAll, supporting } from '../finding/evidence';
import type { CloseUp, Evidence } from '../finding/finding';
import { type Interval, lengthOf, longestOf, timeInState, totalLength, without } from '../measures/intervals';
import { roundTripAt, roundTripsIn } from '../measures/round-trips';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const T = {
  /** congestion.md §5: above half. */
  timeShare: 0.5,
  /** A handshake alone does not show what limits a transfer. */
  minRtts: 10,
  minPackets: 20,
} as const;

/** Round trips of a close-up's stretch. */
const SHOWN_RTTS = 4;

interface LimitShares {
  readonly interval: Interval;
  /** Its time in which nothing stalls, µs. */
  readonly us: number;
  readonly stalled: boolean;
  readonly roundTrips: number;
  readonly packets: number;
  /** Share of that time, 0 to 1, by the limit's key. */
  readonly of: { readonly [limit in keyof typeof LIMITS]: number };
}

function limitShares({ state, stalls }: DetectInput): LimitShares {
  const { events, limits, lastUs } = state;
  const eventTimes = events.timeUs.reader();
  const kinds = events.kind.reader();
  const moves = (row: number): boolean =>
    events.ackedBytes.at(row) > 0 ||
    (kinds.at(row) === EventKind.packetSent && (events.flags.at(row) & PacketFlag.inFlight) !== 0);
  let last = kinds.length - 1;
  while (last > 0 && !moves(last)) last--;
  const endUs = last >= 0 ? eventTimes.at(last) : lastUs;
  const interval = { startUs: Math.min(state.establishedUs || state.firstUs, endUs), endUs };
  const parts = without([interval], stalls.spans);
  const us = totalLength(parts);
  const times = parts.map(({ startUs, endUs }) => limits.timesIn(startUs, endUs));
  const share = (limit: keyof typeof LIMITS): number =>
    times.reduce((sum, spentUs) => sum + (spentUs.get(LIMITS[limit]) ?? 0), 0) / us;
  return {
    interval,
    us,
    stalled: us < lengthOf(interval),
    roundTrips: parts.reduce((sum, part) => sum + roundTripsIn(state, part).lasts, 0),
    packets: state.sentInFlightPackets,
    of: {
      window: share('window'),
      pacing: share('pacing'),
      flowControl: share('flowControl'),
      application: share('application'),
      amplification: share('amplification'),
      handshake: share('handshake'),
      lossDetection: share('lossDetection'),
      unknown: share('unknown'),
    },
  };
}

/** `3.20 s after the handshake`. */
export function timeWords({ us, stalled }: LimitShares): string {
  return `${duration(us)} after the handshake${stalled ? ' in which nothing stalled' : ''}`;
}

interface LimitWords {
  readonly limit: keyof typeof LIMITS;
  /** What it does to the sender, as a clause. */
  readonly held: string;
  /** A queue in the path shows that the path is the bottleneck, whatever else holds the sender. */
  readonly noQueue: boolean;
  /** @param pathHasRoom whether the trace shows that the network is not what limits the sender. */
  readonly verdict: (shares: LimitShares, pathHasRoom: boolean, input: DetectInput) => string;
  /** Why the limit is another one, though the shares show this; evaluated where all needed evidence holds. */
  readonly refuted?: (input: DetectInput, shares: LimitShares) => boolean;
  /** Rows about what the log says of this limit, where it says anything. */
  readonly logged?: (input: DetectInput, interval: Interval) => readonly Evidence[];
  readonly why: string;
  readonly next: string;
  readonly panels: readonly string[];
}

/** The longest time of the limit that few round trips show, or of all: where it begins, and the send that ends it. */
function closeUp(
  { state, stalls }: DetectInput,
  { startUs, endUs }: Interval,
  { limit, held }: Pick<LimitWords, 'limit' | 'held'>,
): CloseUp | null {
  const spans = timeInState(state.limits, LIMITS[limit], endUs).filter((span) => span.startUs >= startUs);
  const judged = without(spans, stalls.spans);
  const isShort = (span: Interval): boolean =>
    lengthOf(span) <= SHOWN_RTTS * roundTripAt(state, span.startUs);
  const longest = longestOf(judged.filter(isShort)) ?? longestOf(judged);
  if (longest === null) return null;
  const find = new StepFinder(state);
  const words = `From here on ${held} for ${duration(lengthOf(longest))} (limited by ${LIMITS[limit]})`;
  return closeUpOf(state, [
    find.sendUpTo(longest.startUs),
    step('limited', longest.startUs, words),
    find.ackFrom(longest.startUs + 1),
    find.sendFrom(longest.endUs),
  ]);
}

/** A rule that names the limit of most of the time, if that is not the window. */
export function limitedShare(
  rule: Rule,
  { limit, held, noQueue, verdict, logged, refuted, ...words }: LimitWords,
): Detector {
  return {
    ...rule,
    looksThrough: 'changes of what limits the sender',
    needs: ['cwnd', 'smoothed-rtt'],
    cannotJudge: whyNotJudged,
    finish(input) {
      const shares = limitShares(input);
      const { interval } = shares;
      const room = pathRoomRows(input, interval, noQueue);
      const said = logged?.(input, interval) ?? [];
      const evidence = [...limitEvidence(shares, limit), ...said, ...room];
      if (!holdsAll(evidence) || refuted?.(input, shares) === true) return [];
      const body = {
        verdict: verdict(shares, hasRoom(room, input), input),
        evidence,
        closeUp: closeUp(input, interval, { limit, held }),
        ...words,
      };
      return [finding(rule, { severity: 'info', interval, confidence: 0.9, ...body })];
    },
  };
}

/** The evidence that one limit applied for most of the time, together with the window's share. */
function limitEvidence(shares: LimitShares, limit: keyof typeof LIMITS): readonly Evidence[] {
  return [
    deciding({
      id: 'share',
      name: `time limited by ${LIMITS[limit]}`,
      normal: 'under half',
      value: shares.of[limit],
      limit: above(T.timeShare, 'share'),
      panel: 'limits',
    }),
    evidence({
      id: 'length',
      name: `round trips in ${duration(shares.us)}`,
      normal: 'any: alone no fault',
      value: shares.roundTrips,
      limit: atLeast(T.minRtts, 'rtt', { note: ' RTT' }),
      panel: 'rtt',
    }),
    evidence({
      id: 'packets',
      name: 'packets sent that count as in flight',
      normal: 'any: alone no fault',
      value: shares.packets,
      limit: atLeast(T.minPackets, 'packets'),
      panel: 'sequence',
    }),
    supporting({
      id: 'window',
      name: `time limited by the ${LIMITS.window}`,
      normal: 'most of it, for a transfer',
      deciding: true,
      value: shares.of.window,
      limit: below(T.timeShare, 'share'),
      panel: 'limits',
    }),
  ];
}
