/**
 * A window that grows without having been tested (RFC 9002 §7.8), in two variants:
 *
 *   after-idle   CUBIC counts a pause as time of its epoch, and its target is far higher after it: the window
 *                grows by up to 1.5 × per round trip (Linux before the epoch was shifted); or, in slow start, it
 *                grows by more than was acknowledged
 *   unused       it grows while the flight stays below half of it
 *
 * Asked of loss-based controllers only: a window that follows an estimate (BBR) is no test of the path. The handshake
 * and a pacer may leave the window unused (RFC 9000 §8.1, RFC 9002 §7.8): growth is judged after the one, and counts
 * only where application or flow control held the sender, and no step where the pacer held it longer in the round trip before.
 */

import type { Holder } from '../../base/text/account-names';
import { bytes, duration, packets, percent } from '../../base/text/figures';
import { SeriesCursor } from '../../sender/congestion/series-cursor';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder } from '../close-up/steps';
import { whyNotLossBased } from '../conditions/loss-based';
import { whyNoWindow } from '../conditions/sender-view';
import { amongSuch, finding, type Rule } from '../finding/build-finding';
import { above, atLeast, below, deciding, given, holdsAll } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { highestIn, type Interval, lengthOf } from '../measures/intervals';
import { rttsInOrder } from '../measures/round-trips';
import { heldShare } from '../partition/held';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';
import { AFTER_RTTS, pauseLimit, type Regrowth, regrowths } from './idle-growth';

const RULE: Rule = { id: 'idle-inflation', title: 'Window grew untested' };

/** After a pause: smaller growth is explained by one burst of ACKs. */
const IDLE_MIN_GROWTH_PACKETS = 4;

const UNUSED = {
  /** Usage below half: slow start may go on growing above that, so that it can double (Linux tcp_is_cwnd_limited). */
  usedShare: 0.5,
  /** Time in which nothing but missing data or credit held the sender: RFC 9002 §7.8 excepts what a pacer holds. */
  heldShare: 0.5,
  /** Minimum growth without use for a warning, in datagrams and as a share of the window. */
  minGrowthPackets: 10,
  minGrowthShare: 0.25,
} as const;

/**
 * Consecutive growth, each step after a round trip in which the flight was below half of the window, and not because the pacer held
 * the sender.
 */
interface UnusedGrowth extends Interval {
  readonly fromBytes: number;
  readonly toBytes: number;
  /** Largest ratio of flight to window in any of these round trips. */
  readonly mostUsed: number;
}

type Own = Pick<Finding, 'verdict' | 'evidence' | 'closeUp' | 'next'>;

function findingOf(variant: 'after-idle' | 'unused', interval: Interval, own: Own): Finding {
  return finding(RULE, {
    key: variant,
    variant,
    severity: 'warning',
    interval,
    confidence: 0.8,
    why:
      'A window is an estimate of the path, and only data in flight tests it: it must not grow while it is not used ' +
      "(RFC 9002 §7.8), and time without data is no time of CUBIC's curve (RFC 9438 §4.2). The next burst goes out untested.",
    panels: ['congestion', 'limits', 'loss'],
    ...own,
  });
}

function afterIdleEvidence(state: TransportState, growth: Regrowth): readonly Evidence[] {
  const { pause, growthBytes, ackedBytes, expectedBytes } = growth;
  return [
    deciding({
      id: 'idle',
      name: 'pause with nothing in flight',
      normal: 'any length: alone no fault',
      value: lengthOf(pause),
      limit: pauseLimit(state, pause),
      panel: 'congestion',
    }),
    deciding({
      id: 'growth',
      name: `growth of the window (cwnd) in the ${AFTER_RTTS} round trips after it`,
      normal: 'what was acknowledged, or less',
      value: growthBytes,
      limit: above(expectedBytes, 'bytes'),
      panel: 'congestion',
    }),
    deciding({
      id: 'least',
      name: 'the same in packets',
      normal: 'a packet or two',
      value: growthBytes / state.datagramBytes,
      limit: atLeast(IDLE_MIN_GROWTH_PACKETS, 'packets'),
      panel: 'congestion',
    }),
    deciding({
      id: 'acked',
      name: 'bytes acknowledged in them',
      normal: 'as much as the window grows, or more',
      value: ackedBytes,
      limit: given('what slow start would grow by', 'bytes'),
      panel: 'throughput',
    }),
  ];
}

/** The end of the pause, and how the window grows after it. */
function closeUpAfterIdle(state: TransportState, { pause, untilUs }: Regrowth): CloseUp | null {
  const find = new StepFinder(state);
  const first = find.grownWithin(pause.endUs, untilUs);
  return closeUpOf(state, [
    find.emptyWithin(pause.startUs, pause.startUs),
    find.sendFrom(pause.endUs, ` after ${duration(lengthOf(pause))} without anything in flight`),
    find.ackFrom(pause.endUs + 1),
    first,
    first && find.grownWithin(first.timeUs, untilUs),
  ]);
}

/** The first growth of the run, and the flight of the round trip before it. */
function closeUpUnused(state: TransportState, { startUs, endUs, mostUsed }: UnusedGrowth): CloseUp | null {
  const find = new StepFinder(state);
  const first = find.grownWithin(startUs, endUs, `, though at most ${percent(mostUsed)} of it was in flight`);
  return closeUpOf(state, [
    find.sendFrom(startUs),
    first && find.ackUpTo(first.timeUs),
    first,
    first && find.grownWithin(first.timeUs, endUs),
  ]);
}

function afterIdle(state: TransportState, worst: Regrowth, all: number): Finding {
  const { pause, untilUs, slowStart, beforeBytes, growthBytes, ackedBytes, expectedBytes } = worst;
  const { datagramBytes } = state;
  const idleUs = lengthOf(pause);
  const rule = slowStart
    ? `where slow start grows by the ${bytes(ackedBytes)} acknowledged (RFC 9002 §7.3.1)`
    : `where twice the growth of NewReno or of CUBIC's curve without the pause is ${packets(expectedBytes, datagramBytes)} (RFC 9438 §4.2)`;
  return findingOf(
    'after-idle',
    { startUs: pause.startUs, endUs: untilUs },
    {
      verdict:
        `After ${duration(idleUs)} with nothing in flight the window (cwnd) grew from ${bytes(beforeBytes)} by ${packets(growthBytes, datagramBytes)} within ` +
        `${duration(untilUs - pause.endUs)}, ${rule}${amongSuch(all, 'pauses', 'worst')}.`,
      evidence: afterIdleEvidence(state, worst),
      closeUp: closeUpAfterIdle(state, worst),
      next: 'Congestion: the window before and behind the pause. Limits: the pause itself. Loss: what the first full burst costs.',
    },
  );
}

const ASKS_LITTLE: readonly Holder[] = ['application', 'nextRequest', 'inTransit', 'credit'];

/** The pacer held the sender for longer than the application or flow control: the window is not underused (RFC 9002 §7.8). */
function isPaced({ heldTime }: DetectInput, roundTrip: Interval): boolean {
  return heldShare(heldTime, ['pacing'], roundTrip) > heldShare(heldTime, ASKS_LITTLE, roundTrip);
}

/** Runs of growth without use; a step with use, or held by the pacer, or a smaller window, ends a run. */
function unusedGrowths(input: DetectInput): readonly UnusedGrowth[] {
  const { state } = input;
  const { inFlight } = state;
  const { congestionWindow } = state.series;
  const [timesUs, values] = [congestionWindow.timesUs.reader(), congestionWindow.values.reader()];
  const [rttAt, flightAt] = [rttsInOrder(state), new SeriesCursor(inFlight)];
  const runs: UnusedGrowth[] = [];
  let run: UnusedGrowth | null = null;
  const establishedUs = state.establishedUs || state.firstUs;
  for (let i = Math.max(1, timesUs.upperBound(establishedUs)); i < timesUs.length; i++) {
    const timeUs = timesUs.at(i);
    const before = values.at(i - 1);
    const after = values.at(i);
    const fromUs = timeUs - rttAt(timeUs);
    // Most growth is seen to be used by what is in flight then: the round trip before it is not looked through.
    const isUsed = !(after > before) || flightAt.at(timeUs) / before >= UNUSED.usedShare;
    const used = isUsed ? Number.NaN : highestIn(inFlight, fromUs, timeUs) / before;
    if (used < UNUSED.usedShare && !isPaced(input, { startUs: fromUs, endUs: timeUs })) {
      run ??= { startUs: fromUs, endUs: timeUs, fromBytes: before, toBytes: after, mostUsed: used };
      run = { ...run, endUs: timeUs, toBytes: after, mostUsed: Math.max(run.mostUsed, used) };
    } else if (run !== null) {
      runs.push(run);
      run = null;
    }
  }
  if (run !== null) runs.push(run);
  return runs;
}

function unusedEvidence({ state, heldTime }: DetectInput, run: UnusedGrowth): readonly Evidence[] {
  const { fromBytes, toBytes, mostUsed } = run;
  const growth = toBytes - fromBytes;
  return [
    deciding({
      id: 'used',
      name: 'largest share of the window that was in flight, by round trips (cwnd)',
      normal: 'near 100 % while it grows',
      value: mostUsed,
      limit: below(UNUSED.usedShare, 'share'),
      panel: 'congestion',
    }),
    deciding({
      id: 'held',
      name: 'time held by the application or by flow control',
      normal: 'any share: alone no fault',
      value: heldShare(heldTime, ASKS_LITTLE, run),
      limit: atLeast(UNUSED.heldShare, 'share'),
      panel: 'limits',
    }),
    deciding({
      id: 'growth',
      name: 'growth of the window (cwnd)',
      normal: 'none while it is not used',
      value: growth / state.datagramBytes,
      limit: atLeast(UNUSED.minGrowthPackets, 'packets'),
      panel: 'congestion',
    }),
    deciding({
      id: 'share',
      name: 'the same against the window before',
      normal: 'none while it is not used',
      value: growth,
      limit: atLeast(UNUSED.minGrowthShare * fromBytes, 'bytes', {
        write: (least) => bytes(Math.ceil(least)),
        note: `, ${UNUSED.minGrowthShare * 100} % of it`,
      }),
      panel: 'congestion',
    }),
  ];
}

function unused(input: DetectInput, worst: UnusedGrowth, all: number): Finding {
  const { fromBytes, toBytes, mostUsed } = worst;
  const { state } = input;
  const growth = packets(toBytes - fromBytes, state.datagramBytes);
  return findingOf('unused', worst, {
    verdict:
      `The window (cwnd) grew from ${bytes(fromBytes)} to ${bytes(toBytes)} (by ${growth}) within ${duration(lengthOf(worst))}, while at ` +
      `most ${percent(mostUsed)} of it was in flight, where RFC 9002 §7.8 lets a window that is not used not grow${amongSuch(all, 'runs', 'largest')}.`,
    evidence: unusedEvidence(input, worst),
    closeUp: closeUpUnused(state, worst),
    next: 'Congestion: the flight far below the window while it grows. Limits: who held the sender. Loss: what the first full burst costs.',
  });
}

function whyNot(input: DetectInput): string | null {
  const lacking = whyNoWindow(input);
  if (lacking !== null) return lacking;
  if (input.state.inFlight.length === 0) return 'bytes in flight are neither logged nor rebuilt';
  return whyNotLossBased(input);
}

export const idleInflation: Detector = {
  ...RULE,
  looksThrough: 'pauses, and changes of the window',
  needs: ['cwnd'],
  cannotJudge: whyNot,
  finish(input) {
    const { state } = input;
    const jumps = regrowths(state)
      .filter((growth) => !growth.undone && holdsAll(afterIdleEvidence(state, growth)))
      .sort((a, b) => b.growthBytes / b.expectedBytes - a.growthBytes / a.expectedBytes);
    const runs = unusedGrowths(input)
      .filter((run) => holdsAll(unusedEvidence(input, run)))
      .sort((a, b) => b.toBytes - b.fromBytes - (a.toBytes - a.fromBytes));
    const [jump] = jumps;
    const [run] = runs;
    return [
      ...(jump === undefined ? [] : [afterIdle(state, jump, jumps.length)]),
      ...(run === undefined ? [] : [unused(input, run, runs.length)]),
    ];
  },
};
