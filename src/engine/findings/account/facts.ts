/** What the sentence of an account says beside its parts: amounts, the usual window, the share lost, the rate, and whether it is healthy. */
import { medianOf } from '../../base/columns/median';
import { ASKS_NOTHING, type Cause, type Holder } from '../../base/text/account-names';
import { timeLost } from '../../base/text/time-lost';
import type { PathInterval } from '../../sender/transport/path/path-course';
import type { TransportState } from '../../sender/transport/transport';
import { MOSTLY_PROVED } from '../finding/proof';
import { totalLength } from '../measures/intervals';
import { HELD } from '../partition/holders';
import type { Partition } from '../partition/partition';
import type { RoundTrips } from '../partition/round-trips';
import type { DetectInput } from '../rule/rule-input';
import type { AccountPart } from './parts';

/** Shares of the span, and round trips of a start-up beyond those in which the window doubled. */
const T = { other: 0.1, notKnown: 0.25, moreTrips: 2 } as const;
/** What is lost below this share is no reason: the path is full. */
export const LITTLE_LOST = 0.15;

/** The median window of the round trips with a cause, bytes; NaN for none. */
export function usualWindow(
  { windowBytes }: RoundTrips,
  causes: readonly Cause[],
  cause: Cause | null,
): number {
  const windows = windowBytes.view().filter((bytes, trip) => bytes > 0 && causes[trip] === cause);
  return windows.length > 0 ? medianOf(windows) : Number.NaN;
}

/** Share of the packets sent that were lost by what the cause of a cut names; NaN where that is no kind of loss. */
export function lossShareOf({ state, lossKinds }: DetectInput, cause: Cause | null): number {
  const counts = lossKinds?.counts;
  if (counts === undefined) return Number.NaN;
  const lost: { readonly [cause in Cause]?: number } = {
    cutQueue: counts['queue-full'],
    cutPoliced: counts.policed,
    cutBurst: counts.burst + counts.random,
    cutRandom: counts.burst + counts.random,
    cutTooLarge: counts['too-large'],
  };
  return (lost[cause ?? 'unknown'] ?? Number.NaN) / state.sentInFlightPackets;
}

/** The rate of the path for most of the time, proved where one is, bytes per µs; NaN for none. */
export function usualRate(intervals: readonly PathInterval[]): number {
  const longest = (proof: PathInterval['proof']): number =>
    intervals
      .filter((interval) => interval.proof === proof)
      .reduce((best, one) => (lengthOf(one) > lengthOf(best) ? one : best), NO_INTERVAL).rate;
  const proved = longest('proved');
  return proved > 0 ? proved : longest('atLeast');
}

/** The lowest and the highest proved rate of those that last for a tenth of the time of all, bytes per µs. */
export function fullRates(intervals: readonly PathInterval[]): readonly [least: number, most: number] {
  const proved = intervals.filter(({ proof }) => proof === 'proved');
  const allUs = proved.reduce((sum, one) => sum + lengthOf(one), 0);
  const rates = proved.filter((one) => lengthOf(one) >= T.other * allUs).map(({ rate }) => rate);
  return [Math.min(...rates), Math.max(...rates)];
}

const NO_INTERVAL = { fromUs: 0, toUs: 0, rate: Number.NaN };
const lengthOf = ({ fromUs, toUs }: { readonly fromUs: number; readonly toUs: number }): number =>
  toUs - fromUs;

/** The handshake did not complete, and nothing was delivered. */
export function hasFailed({ establishedUs, delivery }: TransportState): boolean {
  return Number.isNaN(establishedUs) && !(delivery.applicationBytes > 0);
}

/** Docs/account.md, *Healthy*. @param isSlow the start-up lasts too long, or the stack says that its controller blocks it. */
export function isHealthy(
  parts: readonly AccountPart[],
  spanUs: number,
  provedShare: number,
  isSlow: boolean,
): boolean {
  const held = (...holders: readonly Holder[]): number =>
    parts.filter(({ holder }) => holders.includes(holder)).reduce((sum, { heldUs }) => sum + heldUs, 0);
  if (held('notKnown', 'sender') > T.notKnown * spanUs) return false;
  const asked = spanUs - held(...ASKS_NOTHING);
  if (provedShare >= MOSTLY_PROVED) return (timeLost(parts)?.us ?? 0) < LITTLE_LOST * asked;
  return !isSlow && parts.every((part) => isOfAny(part) || part.heldUs <= T.other * spanUs);
}

/** A start-up for more round trips than its window doubled in is none that any sender needs: ACKs came slowly. */
export function startsUpLong({ windowBytes, isFull }: RoundTrips, causes: readonly Cause[]): boolean {
  const windows = windowBytes.view();
  const full = isFull.view();
  const trips = causes.reduce((sum, cause, trip) => sum + Number(cause === 'startUp' && full[trip] === 1), 0);
  const logged = windows.filter((bytes) => bytes > 0);
  const [first = Number.NaN] = logged;
  const highest = logged.reduce((a, b) => Math.max(a, b), 0);
  return trips > Math.log2(highest / first) + T.moreTrips;
}

/** The stack says that congestion control blocks it, for longer than any transfer needs. */
export function isStatedLong({ stated, span }: Partition): boolean {
  const blocked = stated.blocks.filter(({ held }) => held === HELD.window || held === HELD.pacing);
  return totalLength(blocked) > T.other * (span.endUs - span.startUs);
}

/** What every transfer has: its start-up, its last packets in transit, and times in which nobody asked for more. */
const isOfAny = ({ holder, cause }: AccountPart): boolean =>
  holder === 'inTransit' || holder === 'nextRequest' || cause === 'startUp' || cause === 'certain';
