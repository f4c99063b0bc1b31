/**
 * How long each holder held the sender, as shares of the span of its transfer (docs/account.md): shared by the rules that name the
 * bottleneck. They look at it from the end of the handshake on.
 */
import { lowerBound, upperBound } from '../../base/columns/growable';
import { HOLDER_NAMES, type Holder } from '../../base/text/account-names';
import { duration } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { hasRoom, pathRoomRows } from '../conditions/path-room';
import { whyNotJudged } from '../conditions/sender-view';
import { finding, type Rule } from '../finding/build-finding';
import { above, atLeast, below, deciding, evidence, holdsAll, supporting } from '../finding/evidence';
import type { CloseUp, Evidence } from '../finding/finding';
import { type Interval, lengthOf, longestOf, without } from '../measures/intervals';
import { roundTripAt, roundTripsIn } from '../measures/round-trips';
import { type HeldSpan, heldShare, timesHeld } from '../partition/held';
import type { Partition } from '../partition/partition';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const T = {
  /** congestion.md §5: above half. */
  timeShare: 0.5,
  /** A handshake alone does not show what limits a transfer. */
  minRtts: 10,
  minPackets: 20,
} as const;

/** Round trips of a close-up's stretch, least and most. */
const SHOWN_RTTS = [0.5, 4] as const;

interface HeldShares {
  readonly interval: Interval;
  /** Length of the span, µs. */
  readonly us: number;
  /** Of the interval, without stalls. */
  readonly roundTrips: number;
  readonly packets: number;
  /** Shares of the span, 0 to 1: of the holders that the rule names, and of the window. */
  readonly held: number;
  readonly window: number;
}

function heldShares(
  { state, stalls }: DetectInput,
  { span, heldTime }: Partition,
  holders: readonly Holder[],
): HeldShares {
  const startUs = Math.min(Math.max(state.establishedUs || span.startUs, span.startUs), span.endUs);
  const interval = { startUs, endUs: span.endUs };
  return {
    interval,
    us: lengthOf(span),
    roundTrips: without([interval], stalls.spans).reduce(
      (sum, part) => sum + roundTripsIn(state, part).lasts,
      0,
    ),
    packets: state.sentInFlightPackets,
    held: heldShare(heldTime, holders, span),
    window: heldShare(heldTime, ['window'], span),
  };
}

/** Times in which one of the holders held, from a time on. */
export function heldFrom(
  partition: Partition,
  holders: readonly Holder[],
  fromUs: number,
): readonly HeldSpan[] {
  return timesHeld(partition.heldTime, holders)
    .filter(({ endUs }) => endUs > fromUs)
    .map((time) => ({ ...time, startUs: Math.max(time.startUs, fromUs) }));
}

interface HeldWords {
  readonly holders: readonly Holder[];
  /** What holds, after "held by". */
  readonly by: string;
  /** What it does to the sender, as a clause. */
  readonly held: string;
  /** @param pathHasRoom whether the trace shows that the network is not what limits the sender. */
  readonly verdict: (shares: HeldShares, pathHasRoom: boolean, input: DetectInput) => string;
  /** Rows about what the log says of it, where it says anything. */
  readonly logged?: (input: DetectInput, interval: Interval, partition: Partition) => readonly Evidence[];
  readonly why: string;
  readonly next: string;
  readonly panels: readonly string[];
}

/** A time cut at each packet that is sent in it; whole µs. */
function betweenSends({ ledger: { application } }: TransportState, { startUs, endUs }: Interval): Interval[] {
  const sent = application.sentTimesUs;
  const fromUs = Math.ceil(startUs);
  const cuts = [fromUs, ...sent.slice(upperBound(sent, fromUs), lowerBound(sent, endUs)), Math.floor(endUs)];
  return cuts.slice(1).map((cutUs, i) => ({ startUs: cuts[i], endUs: cutUs }));
}

/** The longest time held without a send that few round trips show, or of all: where it begins, and the send that ends it. */
function closeUp(
  { state, stalls }: DetectInput,
  { startUs }: Interval,
  partition: Partition,
  { holders, held }: Pick<HeldWords, 'holders' | 'held'>,
): CloseUp | null {
  const times = heldFrom(partition, holders, startUs).flatMap((time) =>
    without([time], stalls.spans).flatMap((part) =>
      betweenSends(state, part).map((span) => ({ ...span, holder: time.holder })),
    ),
  );
  const isShown = (span: Interval): boolean => {
    const rtts = lengthOf(span) / roundTripAt(state, span.startUs);
    return rtts >= SHOWN_RTTS[0] && rtts <= SHOWN_RTTS[1];
  };
  const longest = longestOf(times.filter(isShown)) ?? longestOf(times);
  if (longest === null) return null;
  const find = new StepFinder(state);
  const words = `From here on ${held} for ${duration(lengthOf(longest))} (held by: ${HOLDER_NAMES[longest.holder]})`;
  return closeUpOf(state, [
    find.sendUpTo(longest.startUs),
    step('limited', longest.startUs, words),
    find.ackFrom(longest.startUs + 1),
    find.sendFrom(longest.endUs),
  ]);
}

/** A rule that names what held for most of the time, if that is not the window. */
export function limitedShare(
  rule: Rule,
  { holders, by, held, verdict, logged, ...words }: HeldWords,
): Detector {
  return {
    ...rule,
    looksThrough: 'changes of what holds the sender',
    needs: ['cwnd', 'smoothed-rtt'],
    cannotJudge: whyNotJudged,
    finish(input) {
      const { partition } = input;
      // The row that decides most traces is looked at before the others are made.
      if (partition === null || !(heldShare(partition.heldTime, holders, partition.span) > T.timeShare))
        return [];
      const shares = heldShares(input, partition, holders);
      const { interval } = shares;
      const room = pathRoomRows(input, interval);
      const said = logged?.(input, interval, partition) ?? [];
      const evidence = [...heldEvidence(shares, by), ...said, ...room];
      if (!holdsAll(evidence)) return [];
      const body = {
        verdict: verdict(shares, hasRoom(room, input), input),
        evidence,
        closeUp: closeUp(input, interval, partition, { holders, held }),
        ...words,
      };
      return [finding(rule, { severity: 'info', interval, confidence: 0.9, ...body })];
    },
  };
}

/** The evidence that one held for most of the time, together with the window's share. */
function heldEvidence(shares: HeldShares, by: string): readonly Evidence[] {
  return [
    deciding({
      id: 'share',
      name: `time held by ${by}`,
      normal: 'under half',
      value: shares.held,
      limit: above(T.timeShare, 'share'),
      panel: 'limits',
    }),
    evidence({
      id: 'length',
      name: 'round trips after the handshake',
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
      name: `time held by the ${HOLDER_NAMES.window}`,
      normal: 'most of it, for a transfer',
      deciding: true,
      value: shares.window,
      limit: below(T.timeShare, 'share'),
      panel: 'limits',
    }),
  ];
}
