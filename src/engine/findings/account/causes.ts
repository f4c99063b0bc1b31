/** Why congestion control holds, for each round trip: docs/account.md, *Why the window*. */
import { lowerBound, upperBound } from '../../base/columns/growable';
import type { Cause } from '../../base/text/account-names';
import { LOSS_KINDS, type LossKind, type LossKinds } from '../../sender/transport/loss-kinds/loss-kinds';
import { FATE_MASK, PacketFate } from '../../sender/transport/packet-fate';
import { RecoveryCause } from '../../sender/transport/recovery-periods';
import type { TransportState } from '../../sender/transport/transport';
import { lossBasedSigns } from '../conditions/loss-based';
import { provesFlat } from '../finding/does-not-grow';
import type { Finding } from '../finding/finding';
import type { Interval } from '../measures/intervals';
import { rttsInOrder } from '../measures/round-trips';
import type { RoundTrips } from '../partition/round-trips';
import { BUSY_SHARE, isFull, type TripPath } from '../partition/trip-holds';
import type { DetectInput } from '../rule/rule-input';

const T = {
  /** The nearest losses, and how near, µs or in round trips. */
  losses: 15,
  nearUs: 2_000_000,
  nearTrips: 20,
  /** The largest window repeats in so many full round trips. */
  configuredTrips: 10,
  /** An estimate stays below the path for so many round trips. */
  belowTrips: 3,
} as const;

interface Reduction {
  readonly timeUs: number;
  readonly cause: Cause;
}

/** One per round trip. */
export function causesOf(
  input: DetectInput,
  trips: RoundTrips,
  path: TripPath,
  findings: readonly Finding[],
): readonly Cause[] {
  const { state } = input;
  const follows = lossBasedSigns(input).length === 0;
  const reductions = follows ? [] : reductionsOf(state, input.lossKinds);
  const firstCutUs = follows ? firstFallUs(state) : (reductions[0]?.timeUs ?? Number.POSITIVE_INFINITY);
  // What reduced the window before the log begins does not show.
  const startedUs = input.beginsMidway ? Number.NEGATIVE_INFINITY : firstCutUs;
  const isFlat = tripsIn(findings.filter(provesFlat), trips);
  const configured = follows ? Number.NaN : configuredWindow(trips);
  const below = follows ? tripsBelow(path) : new Uint8Array(trips.length);
  const [starts, windows, full] = [trips.startUs.view(), trips.windowBytes.view(), trips.isFull.view()];
  let next = 0;
  const causeOf = (trip: number): Cause => {
    const startUs = starts[trip];
    const endUs = trip + 1 < starts.length ? starts[trip + 1] : Number.POSITIVE_INFINITY;
    while (next < reductions.length && reductions[next].timeUs < endUs) next++;
    if (isFlat[trip] === 1) return 'doesNotGrow';
    if (isFull(path, trip)) return 'fullPath';
    if (windows[trip] === configured && full[trip] === 1) return 'configured';
    if (below[trip] === 1 && startUs >= firstCutUs) return 'estimateBelow';
    if (next > 0) return reductions[next - 1].cause;
    return startUs < startedUs ? 'startUp' : 'unknown';
  };
  const causes: Cause[] = [];
  for (let trip = 0; trip < starts.length; trip++) causes.push(causeOf(trip));
  return causes;
}

/** 1 for the round trips of which a part lies in one of the intervals. */
function tripsIn(intervals: readonly Interval[], { startUs: starts }: RoundTrips): Uint8Array {
  const startsUs = starts.view();
  const isIn = new Uint8Array(startsUs.length);
  for (const { startUs, endUs } of intervals)
    isIn.fill(1, Math.max(0, upperBound(startsUs, startUs) - 1), lowerBound(startsUs, endUs));
  return isIn;
}

/** When the window of a sender that follows an estimate falls for the first time, µs. */
function firstFallUs({ series: { congestionWindow } }: TransportState): number {
  const values = congestionWindow.values.reader();
  for (let i = 1; i < values.length; i++)
    if (values.at(i) < values.at(i - 1)) return congestionWindow.timesUs.at(i);
  return Number.POSITIVE_INFINITY;
}

/** The largest window, where it repeats to the byte in ten full round trips; NaN where it does not. */
function configuredWindow({ windowBytes, isFull }: RoundTrips): number {
  const [windows, full] = [windowBytes.view(), isFull.view()];
  let [largest, repeats] = [0, 0];
  for (let trip = 0; trip < windows.length; trip++) {
    if (full[trip] === 0 || !(windows[trip] >= largest)) continue;
    repeats = windows[trip] === largest ? repeats + 1 : 1;
    largest = windows[trip];
  }
  return repeats >= T.configuredTrips ? largest : Number.NaN;
}

/** Round trips of which three in a row leave the path idle. */
function tripsBelow({ busyShare }: TripPath): Uint8Array {
  const below = new Uint8Array(busyShare.length);
  let run = 0;
  for (let trip = 0; trip < busyShare.length; trip++) {
    run = busyShare[trip] < BUSY_SHARE ? run + 1 : 0;
    if (run >= T.belowTrips) below.fill(1, trip + 1 - T.belowTrips, trip + 1);
  }
  return below;
}

/** Recovery periods in which the window fell; all of them where no window is logged. */
function reductionsOf(state: TransportState, kinds: LossKinds | null): readonly Reduction[] {
  const { recovery, series } = state;
  const reductions: Reduction[] = [];
  const rttAt = rttsInOrder(state);
  const isSpurious = spuriousAt(state);
  const causeAt = (timeUs: number, rttUs: number): Cause =>
    isSpurious(timeUs, rttUs) ? 'cutSpurious' : lossCause(kinds, timeUs, rttUs);
  for (let i = 0; i < recovery.spans.length; i++) {
    const span = recovery.spans.at(i);
    if (span === null || (span.count === 0 && series.congestionWindow.length > 0)) continue;
    const { startUs, cause } = span;
    const isMarks = cause === RecoveryCause.congestionExperienced;
    reductions.push({
      timeUs: startUs,
      cause: isMarks ? 'cutMarks' : causeAt(startUs, rttAt(startUs)),
    });
  }
  return reductions;
}

/** The cause of a reduction for packets that were lost. */
function lossCause(kinds: LossKinds | null, timeUs: number, rttUs: number): Cause {
  if (kinds === null) return 'cutUnknown';
  const counts = countNear(kinds, timeUs - rttUs, Math.max(T.nearUs, T.nearTrips * rttUs));
  const of = (kind: LossKind): number => counts[LOSS_KINDS.indexOf(kind)];
  const chance = of('burst') + of('random');
  const most = Math.max(of('queue-full'), of('policed'), chance, of('too-large'));
  if (most === 0) return 'cutUnknown';
  if (most === chance) return of('burst') > of('random') ? 'cutBurst' : 'cutRandom';
  if (most === of('queue-full')) return 'cutQueue';
  return most === of('policed') ? 'cutPoliced' : 'cutTooLarge';
}

/** Whether most packets that were declared lost up to a time, of the three round trips before it, were acknowledged later. */
function spuriousAt({
  ledger: { application },
  spuriousLosses,
}: TransportState): (timeUs: number, rttUs: number) => boolean {
  if (spuriousLosses === 0) return () => false;
  const { sentTimesUs, fateColumns } = application;
  const { fates } = fateColumns;
  /** Up to each row, those that were acknowledged later less those that were not. */
  const balance = new Int32Array(fates.length + 1);
  for (let row = 0; row < fates.length; row++) {
    const fate = fates[row] & FATE_MASK;
    const by = Number(fate === PacketFate.spurious) - Number(fate === PacketFate.lost);
    balance[row + 1] = balance[row] + by;
  }
  return (timeUs, rttUs) =>
    balance[upperBound(sentTimesUs, timeUs)] > balance[lowerBound(sentTimesUs, timeUs - 3 * rttUs)];
}

/** How many of the losses nearest to a time are of each kind, by its number. */
function countNear({ sentUs, kinds }: LossKinds, timeUs: number, nearUs: number): Uint8Array {
  const counts = new Uint8Array(LOSS_KINDS.length);
  let after = lowerBound(sentUs, timeUs);
  let before = after - 1;
  for (let taken = 0; taken < T.losses; taken++) {
    const beforeUs = before >= 0 ? timeUs - sentUs[before] : Number.POSITIVE_INFINITY;
    const afterUs = after < sentUs.length ? sentUs[after] - timeUs : Number.POSITIVE_INFINITY;
    if (!(Math.min(beforeUs, afterUs) <= nearUs)) break;
    counts[kinds[afterUs < beforeUs ? after++ : before--]]++;
  }
  return counts;
}
