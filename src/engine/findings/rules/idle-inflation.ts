/**
 * A window that grows without having been tested (RFC 9002 §7.8), in two variants:
 *
 *   after-idle   CUBIC counts a pause as time since its epoch, and its curve lies far above after it: the window
 *                jumps by up to 1.5 × per round trip (Linux before the epoch was shifted); or, in slow start, it
 *                grows by more than was acknowledged
 *   unused       it grows while the flight stays below half of it
 *
 * BBR's window follows its estimate and is left out.
 */

import { bytes, duration, packets, percent } from '../../text/figures';
import type { TransportState } from '../../transport/transport';
import type { Detector, Evidence, Finding } from '../detector';
import type { DetectInput } from '../input';
import { PLAIN } from '../plain-finding';
import { MODEL_BASED } from '../recovery-view';
import { amongSuch, highestIn, type Interval, row, rttAt, stateShare, whyNoWindow } from '../window-parts';
import { type Regrowth, regrowths } from './idle-growth';
import { WINDOW } from './thresholds-window';

const ID = 'idle-inflation';
const TITLE = 'Window grew untested';
const IDLE = WINDOW.idle;
const UNUSED = WINDOW.unused;

/** Growth in a row, each step of it while the flight of the round trip before stayed below half of the window. */
interface UnusedGrowth extends Interval {
  readonly fromBytes: number;
  readonly toBytes: number;
  /** Largest flight against the window in any of these round trips. */
  readonly mostUsed: number;
}

type Words = Pick<Finding, 'variant' | 'verdict' | 'startUs' | 'endUs' | 'evidence'>;

function finding(words: Words, next: string): Finding {
  return {
    ...PLAIN,
    key: `${ID}.${words.variant}`,
    id: ID,
    title: TITLE,
    severity: 'warning',
    confidence: 0.8,
    why:
      'A window is an estimate of the path, and only data in flight tests it: it must not grow while it is not used ' +
      "(RFC 9002 §7.8), and time without data is no time of CUBIC's curve (RFC 9438 §4.2). The next burst goes out untested.",
    next,
    panels: ['congestion', 'limits', 'loss'],
    ...words,
  };
}

function afterIdle(state: TransportState, worst: Regrowth, all: number): Finding {
  const { pause, untilUs, slowStart, beforeBytes, growthBytes, ackedBytes, expectedBytes } = worst;
  const { datagramBytes } = state;
  const idleUs = pause.endUs - pause.startUs;
  const rule = slowStart
    ? `where slow start grows by the ${bytes(ackedBytes)} acknowledged (RFC 9002 §7.3.1)`
    : `where twice the growth of NewReno or of CUBIC's curve without the pause is ${packets(expectedBytes, datagramBytes)} (RFC 9438 §4.2)`;
  const threshold = `> ${bytes(Math.round(expectedBytes))}`;
  const least = IDLE.minGrowthPackets * datagramBytes;
  const evidence: readonly Evidence[] = [
    row(
      'idle',
      'pause with nothing in flight',
      [idleUs, 'us'],
      `≥ ${duration(IDLE.pauseUs)} and ${IDLE.pauseRtts} RTT`,
      true,
      'congestion',
    ),
    row(
      'growth',
      `growth of cwnd in the ${IDLE.afterRtts} round trips behind it`,
      [growthBytes, 'bytes'],
      threshold,
      growthBytes > expectedBytes,
      'congestion',
    ),
    row(
      'least',
      'the same in packets',
      [growthBytes / datagramBytes, 'packets'],
      `≥ ${IDLE.minGrowthPackets}`,
      growthBytes >= least,
      'congestion',
    ),
    row(
      'acked',
      'bytes acknowledged in them',
      [ackedBytes, 'bytes'],
      'what slow start would grow by',
      true,
      'throughput',
    ),
  ];
  return finding(
    {
      variant: 'after-idle',
      startUs: pause.startUs,
      endUs: untilUs,
      verdict:
        `After ${duration(idleUs)} with nothing in flight cwnd grew from ${bytes(beforeBytes)} by ${packets(growthBytes, datagramBytes)} within ` +
        `${duration(untilUs - pause.endUs)}, ${rule}${amongSuch(all, 'pauses', 'worst')}.`,
      evidence,
    },
    'Congestion: the window before and behind the pause. Limits: the pause itself. Loss: what the first full burst costs.',
  );
}

/** Runs of growth without use; a step with use, or a smaller window, ends a run. */
function unusedGrowths(state: TransportState): readonly UnusedGrowth[] {
  const { inFlight } = state;
  const { timesUs, values } = state.series.congestionWindow;
  const runs: UnusedGrowth[] = [];
  let run: UnusedGrowth | null = null;
  for (let i = 1; i < timesUs.length; i++) {
    const timeUs = timesUs[i] as number;
    const before = values[i - 1] as number;
    const after = values[i] as number;
    const fromUs = timeUs - rttAt(state, timeUs);
    const used = highestIn(inFlight, fromUs, timeUs) / before;
    if (after > before && used < UNUSED.usedShare) {
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

function isWorth(state: TransportState, { fromBytes, toBytes }: UnusedGrowth): boolean {
  const growth = toBytes - fromBytes;
  return (
    growth >= UNUSED.minGrowthPackets * state.datagramBytes && growth >= UNUSED.minGrowthShare * fromBytes
  );
}

function unused(state: TransportState, worst: UnusedGrowth, all: number): Finding {
  const { startUs, endUs, fromBytes, toBytes, mostUsed } = worst;
  const { datagramBytes } = state;
  const growth = toBytes - fromBytes;
  const evidence: readonly Evidence[] = [
    row(
      'used',
      'largest share of cwnd in flight, by round trips',
      [mostUsed, 'share'],
      `< ${UNUSED.usedShare * 100} %`,
      true,
      'congestion',
    ),
    row(
      'growth',
      'growth of cwnd',
      [growth / datagramBytes, 'packets'],
      `≥ ${UNUSED.minGrowthPackets}`,
      true,
      'congestion',
    ),
    row(
      'share',
      'the same against the window before',
      [growth, 'bytes'],
      `≥ ${bytes(Math.ceil(UNUSED.minGrowthShare * fromBytes))}, ${UNUSED.minGrowthShare * 100} % of it`,
      true,
      'congestion',
    ),
  ];
  return finding(
    {
      variant: 'unused',
      startUs,
      endUs,
      verdict:
        `cwnd grew from ${bytes(fromBytes)} to ${bytes(toBytes)} (by ${packets(growth, datagramBytes)}) within ${duration(endUs - startUs)}, while at ` +
        `most ${percent(mostUsed)} of it was in flight, where RFC 9002 §7.8 lets a window that is not used not grow${amongSuch(all, 'runs', 'largest')}.`,
      evidence,
    },
    'Congestion: the flight far below the window while it grows. Limits: who held the sender. Loss: what the first full burst costs.',
  );
}

function whyNot(input: DetectInput): string | null {
  const lacking = whyNoWindow(input);
  if (lacking !== null) return lacking;
  return input.state.inFlight.length === 0 ? 'bytes in flight are neither logged nor rebuilt' : null;
}

export const idleInflation: Detector = {
  id: ID,
  title: TITLE,
  needs: ['cwnd'],
  cannotJudge: whyNot,
  finish({ state }) {
    const byModel = (interval: Interval): boolean => stateShare(state, MODEL_BASED, interval) > 0;
    const jumps = regrowths(state)
      .filter(
        ({ undone, growthBytes, expectedBytes }) =>
          !undone &&
          growthBytes >= IDLE.minGrowthPackets * state.datagramBytes &&
          growthBytes > expectedBytes,
      )
      .filter(({ pause, untilUs }) => !byModel({ startUs: pause.startUs, endUs: untilUs }))
      .sort((a, b) => b.growthBytes / b.expectedBytes - a.growthBytes / a.expectedBytes);
    const runs = unusedGrowths(state)
      .filter((run) => isWorth(state, run) && !byModel(run))
      .sort((a, b) => b.toBytes - b.fromBytes - (a.toBytes - a.fromBytes));
    const [jump] = jumps;
    const [run] = runs;
    return [
      ...(jump === undefined ? [] : [afterIdle(state, jump, jumps.length)]),
      ...(run === undefined ? [] : [unused(state, run, runs.length)]),
    ];
  },
};
