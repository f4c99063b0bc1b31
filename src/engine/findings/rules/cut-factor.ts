/**
 * A window that a loss cuts to another share than its controller does: NewReno leaves a half (RFC 9002 §7.3.2), CUBIC 0.7
 * (RFC 9438 §4.6). Such as fast convergence (§4.7), which lowers W_max by 0.85, applied to the window as well.
 *
 * Cuts that may have another reason do not count: several in a period, the end of slow start, the floor, an ECN mark, which may be
 * answered more gently (RFC 8511), windows that move on within the period (PRR, an undo), and those that are the controller's share of
 * what was in flight (RFC 9438 §4.6), or leave a logged slow start threshold that is.
 */

import { medianOf } from '../../base/columns/median';
import { bytes, count, fixed, instant, percent, plural } from '../../base/text/figures';
import { BETA_RFC_9438 } from '../../sender/congestion';
import { RecoveryCause } from '../../sender/transport/recovery-periods';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder } from '../close-up/steps';
import { whyTraceLacking } from '../conditions/lacking-records';
import { whyNotLossBased } from '../conditions/loss-based';
import { type Period, type Reduction, recoveryPeriods } from '../conditions/recovery-periods';
import { lossesAreLogged, whyNoWindow } from '../conditions/sender-view';
import { finding, type Rule } from '../finding/build-finding';
import { above, atLeast, deciding, given, holdsAll } from '../finding/evidence';
import type { Evidence, Finding } from '../finding/finding';
import { anyWithin } from '../measures/intervals';
import { rttAt } from '../measures/round-trips';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'cut-factor', title: 'Window cut by another factor than its controller’s' };

const T = {
  /** One alone may be of a window, or of a flight, that the log does not hold. */
  minCuts: 2,
  /** Share of the cuts that are alike: a cut by what was in flight leaves another share each time. */
  minShare: 0.5,
  /** Beyond what a controller leaves of the window, or one datagram: the log may lack the last growth before the cut. */
  tolerance: 0.05,
  /** Below what it leaves of the flight, or one datagram; and from one another. */
  alike: 0.025,
  /** Better growth of one controller than of another from which on it is named alone. */
  growthLead: 0.1,
} as const;

const NEWRENO = { name: 'NewReno', share: 0.5, source: 'RFC 9002 §7.3.2' } as const;
const CUBIC = { name: 'CUBIC', share: BETA_RFC_9438, source: 'RFC 9438 §4.6' } as const;
type Named = typeof NEWRENO | typeof CUBIC;
/** RFC 9438 §4.7: what fast convergence leaves of W_max. */
const CONVERGENCE = (1 + BETA_RFC_9438) / 2;

interface Cut extends Reduction {
  readonly share: number;
}

const shareOf = ({ beforeBytes, afterBytes }: Reduction): number => afterBytes / beforeBytes;

/** Is what is left, of a window or a threshold, what a controller leaves of a figure between the two? */
function isShare(leftBytes: number, leastBytes: number, mostBytes: number, datagramBytes: number): boolean {
  return [NEWRENO, CUBIC].some(({ share }) => {
    const [least, most] = [share * leastBytes, share * mostBytes];
    return (
      leftBytes >= least - Math.max(T.alike * least, datagramBytes) &&
      leftBytes <= most + Math.max(T.tolerance * most, datagramBytes)
    );
  });
}

/** Is what is left the share that a controller leaves of the window, or of what was in flight at the loss? */
function isUsual(state: TransportState, { timeUs, beforeBytes, afterBytes }: Reduction): boolean {
  const { flightFromPackets, inFlight, series, datagramBytes } = state;
  if (isShare(afterBytes, beforeBytes, beforeBytes, datagramBytes)) return true;
  // What is logged before is of before the packets that were sent since.
  const flights = [
    flightFromPackets.valueAt(timeUs - 1),
    flightFromPackets.valueAt(timeUs),
    inFlight.valueAt(timeUs),
  ];
  const leastBytes = Math.min(beforeBytes, ...flights.filter((flight) => flight > 0));
  return [afterBytes, series.ssthresh.valueAt(timeUs)].some((leftBytes) =>
    isShare(leftBytes, leastBytes, beforeBytes, datagramBytes),
  );
}

interface Judged extends Cut {
  readonly usual: boolean;
}

/** The cut of a period for a loss; null where it is marked, or no controller's and the window changes again before the period ends. */
function cutOf(state: TransportState, period: Period): Judged | null {
  const { reductions, cause, startUs, endUs } = period;
  const [cut] = reductions;
  if (cut === undefined || reductions.length > 1 || cause !== RecoveryCause.loss) return null;
  const { ceMarksUs } = state;
  const isMarked = ceMarksUs.length > 0 && anyWithin(ceMarksUs, startUs - rttAt(state, startUs), endUs);
  if (isMarked) return null;
  const judged = { ...cut, share: shareOf(cut), usual: isUsual(state, cut) };
  if (judged.usual) return judged;
  const laterBytes = state.series.congestionWindow.valueAt(Math.max(cut.timeUs, endUs - 1));
  return Math.abs(laterBytes - cut.afterBytes) > state.datagramBytes ? null : judged;
}

/** Whose growth the window follows, by ten points better than that of the other: both where the log does not tell. */
function controllersOf({ models }: DetectInput, share: number): readonly Named[] {
  const growth = (prefix: string): number =>
    Math.max(
      ...models.candidates.filter(({ id }) => id.startsWith(prefix)).map((one) => one.growthScore || 0),
      0,
    );
  const lead = growth('cubic') - growth('newreno');
  if (lead >= T.growthLead || isConvergence(share)) return [CUBIC];
  return lead <= -T.growthLead ? [NEWRENO] : [CUBIC, NEWRENO];
}

const isConvergence = (share: number): boolean =>
  Math.abs(share - CONVERGENCE * BETA_RFC_9438) <= T.alike * share;

interface Measured {
  readonly cuts: readonly Cut[];
  readonly alike: readonly Cut[];
  readonly share: number;
}

/** Cuts that no controller makes, and those of them that leave nearly the same share. */
function measure(input: DetectInput): Measured {
  const { state } = input;
  const periods = recoveryPeriods(input, 1);
  const cuts = periods.slice(input.beginsMidway ? 1 : 0).flatMap((period) => cutOf(state, period) ?? []);
  const unusual = cuts.filter(({ usual }) => !usual);
  const share = medianOf(Float64Array.from(unusual, (cut) => cut.share));
  return { cuts, alike: unusual.filter((cut) => Math.abs(cut.share - share) <= T.alike * share), share };
}

function rowsOf({ cuts, alike, share }: Measured): readonly Evidence[] {
  return [
    deciding({
      id: 'cuts',
      name: 'cuts of the window for a loss that leave this share, and no controller’s',
      normal: 'none',
      value: alike.length,
      limit: atLeast(T.minCuts, 'count'),
      panel: 'congestion',
    }),
    deciding({
      id: 'left',
      name: 'what they leave of the window, as a median',
      normal: '50 % or 70 %',
      value: share,
      limit: given('50 % or 70 % after one cut', 'share'),
      panel: 'congestion',
    }),
    deciding({
      id: 'alike',
      name: 'share of the cuts that are such',
      normal: 'none',
      value: alike.length / cuts.length,
      limit: above(T.minShare, 'share'),
      panel: 'congestion',
    }),
  ];
}

function findingOf(input: DetectInput, measured: Measured): Finding {
  const { state } = input;
  const { alike, cuts, share } = measured;
  const first = alike[0] as Cut;
  const last = alike.at(-1) as Cut;
  const named = controllersOf(input, share);
  const isDeeper = named.some((one) => share < one.share);
  const find = new StepFinder(state);
  const convergence = isConvergence(share)
    ? `: ${fixed(CONVERGENCE, 2)} × ${fixed(BETA_RFC_9438, 2)}, as if fast convergence (RFC 9438 §4.7) cut the window as well`
    : '';
  return finding(RULE, {
    // A gentler cut is what some stacks do by design (two emulated connections leave 0.85): it slows nobody down.
    severity: isDeeper ? 'warning' : 'info',
    variant: isDeeper ? 'deeper' : 'gentler',
    interval: { startUs: first.timeUs, endUs: last.timeUs },
    verdict:
      `${plural(alike.length, 'cut')} to ${fixed(share, 2)} of the window (cwnd, ${percent(share)}) for a loss, where ` +
      `${named.map((one) => `${one.name} has ${fixed(one.share, 2)} (${one.source})`).join(' and ')}${convergence}; ` +
      `${count(cuts.length)} outside slow start in all, the first of them at ${instant(first.timeUs)}, from ${bytes(first.beforeBytes)} to ${bytes(first.afterBytes)}.`,
    confidence: lossesAreLogged(state) ? 0.9 : 0.7,
    evidence: rowsOf(measured),
    closeUp: closeUpOf(state, [
      find.lossFrom(first.timeUs - 1),
      find.cutWithin(first.timeUs - 1, first.timeUs, `, ${fixed(first.share, 2)} of it`),
      find.ackFrom(first.timeUs + 1),
    ]),
    why:
      'How far a loss cuts the window decides what is left of the rate until it has grown again: a sender that cuts deeper has ' +
      'less of a shared path than others, one that cuts less has more (RFC 9438 §5.1).',
    next: 'Congestion: the window before and after each cut. Look in the sender for a factor that is applied twice, or to another window.',
    panels: ['congestion', 'loss'],
  });
}

export const cutFactor: Detector = {
  ...RULE,
  looksThrough: 'cuts of the window',
  needs: ['cwnd'],
  infoIsNoAlarm: true,
  cannotJudge(input) {
    return whyNoWindow(input) ?? whyNotLossBased(input) ?? whyTraceLacking(input);
  },
  finish(input) {
    const measured = measure(input);
    return holdsAll(rowsOf(measured)) ? [findingOf(input, measured)] : [];
  },
};
