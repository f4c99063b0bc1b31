/** Why congestion control holds, for each round trip: docs/account.md, *Why the window*. */
import { lowerBound, upperBound } from '../../base/columns/growable';
import { LOSS_KINDS, type LossKinds } from '../../sender/transport/loss-kinds/loss-kinds';
import { PacketFate } from '../../sender/transport/packet-fate';
import { RecoveryCause } from '../../sender/transport/recovery-periods';
import type { TransportState } from '../../sender/transport/transport';
import { lossBasedSigns } from '../conditions/loss-based';
import type { Finding } from '../finding/finding';
import { longestOf } from '../measures/intervals';
import { rttAt } from '../measures/round-trips';
import type { Cause } from '../partition/holders';
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

/** Findings that prove that a window does not grow. */
const DOES_NOT_GROW: readonly string[] = ['death-spiral', 'stuck-window', 'state-dwell'];

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
  const flat = findings.filter(({ id }) => DOES_NOT_GROW.includes(id));
  const configured = follows ? Number.NaN : configuredWindow(trips);
  const below = follows ? tripsBelow(path) : new Uint8Array(trips.length);
  let next = 0;
  return Array.from(trips.startUs.view(), (startUs, trip): Cause => {
    const endUs = trips.startUs.view()[trip + 1] ?? Number.POSITIVE_INFINITY;
    while (next < reductions.length && reductions[next].timeUs < endUs) next++;
    if (flat.some(({ startUs: fromUs, endUs: toUs }) => fromUs < endUs && toUs > startUs))
      return 'doesNotGrow';
    if (isFull(path, trip)) return 'fullPath';
    if (trips.windowBytes.view()[trip] === configured && trips.isFull.view()[trip] === 1) return 'configured';
    if (below[trip] === 1 && startUs >= firstCutUs) return 'estimateBelow';
    if (next > 0) return reductions[next - 1].cause;
    return startUs < startedUs ? 'startUp' : 'unknown';
  });
}

/** Title of the finding that proves for longest that the window does not grow; null for none. */
export function longestFlat(findings: readonly Finding[]): string | null {
  const flat = findings.filter(({ id }) => DOES_NOT_GROW.includes(id));
  return longestOf(flat)?.title ?? null;
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
  const windows = windowBytes.view();
  let [largest, repeats] = [0, 0];
  for (let trip = 0; trip < windows.length; trip++) {
    if (isFull.view()[trip] === 0 || !(windows[trip] >= largest)) continue;
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
  for (let i = 0; i < recovery.spans.length; i++) {
    const span = recovery.spans.at(i);
    if (span === null || (span.count === 0 && series.congestionWindow.length > 0)) continue;
    const { startUs, cause } = span;
    const isMarks = cause === RecoveryCause.congestionExperienced;
    reductions.push({
      timeUs: startUs,
      cause: isMarks ? 'cutMarks' : lossCause(state, kinds, startUs, rttAt(state, startUs)),
    });
  }
  return reductions;
}

/** The cause of a reduction for losses. */
function lossCause(state: TransportState, kinds: LossKinds | null, timeUs: number, rttUs: number): Cause {
  if (isSpurious(state, timeUs, rttUs)) return 'cutSpurious';
  if (kinds === null) return 'cutUnknown';
  const counts = countNear(kinds, timeUs - rttUs, Math.max(T.nearUs, T.nearTrips * rttUs));
  const chance = counts.burst + counts.random;
  const most = Math.max(counts['queue-full'], counts.policed, chance, counts['too-large']);
  if (most === 0) return 'cutUnknown';
  if (most === chance) return counts.burst > counts.random ? 'cutBurst' : 'cutRandom';
  if (most === counts['queue-full']) return 'cutQueue';
  return most === counts.policed ? 'cutPoliced' : 'cutTooLarge';
}

/** Most packets that were declared lost then were acknowledged later. */
function isSpurious({ ledger: { application } }: TransportState, timeUs: number, rttUs: number): boolean {
  const { sentTimesUs } = application;
  let [spurious, lost] = [0, 0];
  const to = upperBound(sentTimesUs, timeUs);
  for (let row = lowerBound(sentTimesUs, timeUs - 3 * rttUs); row < to; row++) {
    const fate = application.fateAt(row);
    if (fate === PacketFate.spurious) spurious++;
    else if (fate === PacketFate.lost) lost++;
  }
  return spurious > lost;
}

/** The kinds of the losses nearest to a time. */
function countNear({ sentUs, kinds }: LossKinds, timeUs: number, nearUs: number) {
  const counts = { 'queue-full': 0, policed: 0, burst: 0, random: 0, 'too-large': 0, unknown: 0 };
  let after = lowerBound(sentUs, timeUs);
  let before = after - 1;
  for (let taken = 0; taken < T.losses; taken++) {
    const [beforeUs, afterUs] = [timeUs - sentUs[before], sentUs[after] - timeUs];
    const isBefore = before >= 0 && !(afterUs < beforeUs);
    if (!((isBefore ? beforeUs : afterUs) <= nearUs)) break;
    counts[LOSS_KINDS[kinds[isBefore ? before-- : after++]]]++;
  }
  return counts;
}
