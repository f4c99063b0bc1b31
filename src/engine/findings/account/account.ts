/**
 * The account of time: what held a sender, for how long, why, and what that cost. One partition of the span of its transfer; all
 * definitions are in docs/account.md.
 */
import { ASKS_NOTHING } from '../../base/text/account-names';
import { amount, duration } from '../../base/text/figures';
import { longestFlat } from '../finding/does-not-grow';
import type { Finding } from '../finding/finding';
import { MOSTLY_PROVED } from '../finding/proof';
import type { HeldTime } from '../partition/partition';
import { type ReceivedPartition, receivedSpan } from '../partition/received';
import { type Span, spanOf } from '../partition/span';
import { whyNoPartition } from '../partition/why-none';
import type { DetectInput } from '../rule/rule-input';
import { causedTimeOf } from './caused-time';
import { causesOf } from './causes';
import { OF_RECEIVER, withCosts } from './costs';
import {
  fullRates,
  hasFailed,
  isHealthy,
  isStatedLong,
  LITTLE_LOST,
  lossShareOf,
  startsUpLong,
  usualRate,
  usualWindow,
} from './facts';
import { neededUs } from './needed';
import { type AccountPart, type Charged, familyOf, partsInOrder, partsOf } from './parts';
import { accountOfReceiver } from './received';
import { sentenceOf } from './sentence';

/** Times are µs. */
export interface Account {
  /** The span: held parts sum up to it. */
  readonly startUs: number;
  readonly endUs: number;
  /** The main answer; see `mainOf`. Null where the log does not show what held its sender: the sentence says why. */
  readonly main: AccountPart | null;
  /** The main answer first, then by what it was chosen by: the largest loss, or the longest. */
  readonly parts: readonly AccountPart[];
  /** Time that any sender needs, of what the path stood idle; and resent bytes ÷ rate; null where no rate is known. */
  readonly neededUs: number | null;
  readonly carriedTwiceUs: number | null;
  readonly afterTransferUs: number;
  /** Share of the span in which the path's rate is proved, 0 to 1. */
  readonly provedShare: number;
  /** Nothing held it, or the path was full, or nobody asked for more. */
  readonly healthy: boolean;
  readonly sentence: string;
}

export interface Accounted {
  /** Null for a log without events. */
  readonly account: Account | null;
  /** Each with what it cost. */
  readonly findings: readonly Finding[];
  /** Its holders by time; null where there are none. */
  readonly heldTime: HeldTime | null;
  /** Makes the parts by time, which only the page shows; null where there are none. */
  readonly causedTime: (() => HeldTime) | null;
}

const NOT_ATTRIBUTED = { heldTime: null, causedTime: null } as const;

/** @param findings those of the trace: some of them prove why a window does not grow. */
export function accountOf(input: DetectInput, findings: readonly Finding[]): Accounted {
  const { state, partition } = input;
  if (Number.isNaN(state.firstUs)) return { ...NOT_ATTRIBUTED, account: null, findings };
  if (state.side === 'receiver' && input.received !== null)
    return ofReceiver(input, input.received, findings);
  if (partition === null) return { ...NOT_ATTRIBUTED, account: notAttributed(input), findings };
  const { span, responses, cells, trips, idle, path, holds } = partition;
  const causes = causesOf(input, trips, path, findings);
  const charged: Charged = { cells, causes, holds, idle, endUs: span.endUs };
  const summed = partsOf(charged, neededUs(state, input.pathIntervals));
  const { neededTakenUs } = summed;
  const provedShare = shareProved(input, span);
  const main = mainOf(summed.parts, span, provedShare);
  const parts = partsInOrder(
    summed.parts,
    main,
    provedShare < MOSTLY_PROVED ? ({ heldUs }) => heldUs : lostUsOf,
  );
  const isRateKnown = input.pathIntervals.some(({ proof }) => proof !== null);
  const spanUs = span.endUs - span.startUs;
  const isFailed = hasFailed(state);
  const isSlow = startsUpLong(trips, causes) || isStatedLong(partition);
  const healthy = !isFailed && isHealthy(parts, spanUs, provedShare, isSlow);
  const account = {
    startUs: span.startUs,
    endUs: span.endUs,
    main,
    parts,
    neededUs: isRateKnown ? neededTakenUs : null,
    carriedTwiceUs: isRateKnown ? carriedTwiceUs(input) : null,
    afterTransferUs: Math.max(0, state.lastUs - span.endUs),
    provedShare,
    healthy,
    sentence: sentenceOf({
      spanUs,
      goodputBytes: state.delivery.goodputBytes,
      parts,
      main,
      windowBytes: usualWindow(trips, causes, main.cause),
      lossShare: lossShareOf(input, main.cause),
      rate: usualRate(input.pathIntervals),
      fullRates: fullRates(input.pathIntervals),
      isRateProved: provedShare >= MOSTLY_PROVED,
      responses,
      isClockJumping: input.stalls.clockJumps.length > 0,
      flat: longestFlat(findings),
      healthy,
      isFailed,
    }),
  };
  return {
    account,
    findings: withCosts(findings, charged, summed),
    heldTime: partition.heldTime,
    causedTime: () => causedTimeOf(charged, summed),
  };
}

function ofReceiver(
  input: DetectInput,
  received: ReceivedPartition,
  findings: readonly Finding[],
): Accounted {
  const { account, charged, summed } = accountOfReceiver(input, received);
  return {
    account,
    findings: withCosts(findings, charged, summed, OF_RECEIVER),
    heldTime: received.heldTime,
    causedTime: () => causedTimeOf(charged, summed),
  };
}

/** Not one part: it says what moved, and why nothing is said of who held it. */
function notAttributed(input: DetectInput): Account {
  const { state } = input;
  const isReceiver = state.side === 'receiver';
  const span = isReceiver
    ? receivedSpan(state, state.series.receivedTotal.timesUs.last(), false)
    : spanOf(state);
  const { startUs, endUs } = span ?? { startUs: state.firstUs, endUs: state.lastUs };
  const bytes = isReceiver ? state.receivedBytes : state.delivery.goodputBytes;
  const moved = bytes > 0 ? `${amount(bytes)}${isReceiver ? ' received' : ''} in ` : '';
  return {
    startUs,
    endUs,
    main: null,
    parts: [],
    neededUs: null,
    carriedTwiceUs: null,
    afterTransferUs: Math.max(0, state.lastUs - endUs),
    provedShare: 0,
    healthy: false,
    sentence: `${moved}${duration(endUs - startUs)}: ${whyNoPartition(input, span)}.`,
  };
}

function shareProved({ pathIntervals }: DetectInput, { startUs, endUs }: Span): number {
  const provedUs = pathIntervals
    .filter(({ proof }) => proof === 'proved')
    .reduce(
      (sum, { fromUs, toUs }) => sum + Math.max(0, Math.min(toUs, endUs) - Math.max(fromUs, startUs)),
      0,
    );
  return provedUs / (endUs - startUs);
}

/** Bytes sent again ÷ the path's rate at that time, µs. */
function carriedTwiceUs({ state, pathIntervals }: DetectInput): number {
  const { timesUs, values } = state.rebuilt.resentTotal;
  const [times, totals] = [timesUs.reader(), values.reader()];
  let [place, before, us] = [0, 0, 0];
  for (let i = 0; i < totals.length; i++) {
    while (pathIntervals[place + 1]?.fromUs <= times.at(i)) place++;
    const rate = pathIntervals[place]?.rate ?? Number.NaN;
    if (rate > 0) us += (totals.at(i) - before) / rate;
    before = totals.at(i);
  }
  return us;
}

/**
 * The main answer: what the path lost most time for where its rate is proved for most of the span; the full path where less than 15 %
 * is lost; else what held the sender for the longest time. Holders that rank as one are named by the larger.
 */
function mainOf(parts: readonly AccountPart[], { startUs, endUs }: Span, provedShare: number): AccountPart {
  const longest = largestBy(parts, heldUsOf);
  if (provedShare < MOSTLY_PROVED) return longest;
  const lostUs = parts.reduce((sum, part) => sum + lostUsOf(part), 0);
  if (lostUs >= LITTLE_LOST * (endUs - startUs)) return largestBy(parts, lostUsOf);
  return ASKS_NOTHING.includes(longest.holder) ? longest : fullPath(parts, endUs - startUs, lostUs);
}

/** The largest of those that rank as one, of which the sum is the largest. */
function largestBy(parts: readonly AccountPart[], usOf: (part: AccountPart) => number): AccountPart {
  const sums = new Map<string, number>();
  for (const part of parts) sums.set(familyOf(part), (sums.get(familyOf(part)) ?? 0) + usOf(part));
  const rank = (part: AccountPart): number => sums.get(familyOf(part)) ?? 0;
  return parts.reduce((a, b) => ((rank(b) - rank(a) || usOf(b) - usOf(a)) > 0 ? b : a));
}

/** The full path as the answer: the time in which it was not idle for anybody. */
function fullPath(parts: readonly AccountPart[], spanUs: number, lostUs: number): AccountPart {
  const part = parts.find(({ holder, cause }) => holder === 'window' && cause === 'fullPath');
  return (
    part ?? {
      holder: parts.some(({ holder }) => holder === 'sender') ? 'sender' : 'window',
      cause: 'fullPath',
      heldUs: spanUs - lostUs,
      lostUs,
      lostIsAtLeast: false,
      longestUs: spanUs - lostUs,
    }
  );
}

/** What is in transit holds nobody while the path is busy with it. */
const heldUsOf = ({ holder, heldUs, lostUs }: AccountPart): number =>
  holder === 'inTransit' ? (lostUs ?? heldUs) : heldUs;
const lostUsOf = ({ lostUs }: AccountPart): number => lostUs ?? 0;
