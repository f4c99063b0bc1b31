/**
 * Why a trace has no death spiral: the flat window that came closest, and the condition that it missed by most. Closest
 * is the one with the largest product of value over threshold, so that a long window that narrowly fails one condition
 * ranks above a short one that fails only in its length, but by far.
 */
import { bytes, duration, fixed, instant, percent, plural } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { controllerEvidence } from '../conditions/loss-based';
import { notFound, type Rule } from '../finding/build-finding';
import type { NotFound } from '../finding/finding';
import { CUBIC_PLATEAU_US, flatSpans } from '../measures/flat-window';
import { lengthOf, longestOf } from '../measures/intervals';
import { alarmConditions, conditions, stateEvidence } from './evidence';
import { type Judgeable, type Measured, measureSpan, outsideStops } from './measure';
import { DEATH_SPIRAL as T } from './thresholds';

const UNSIGNED =
  'meets every other condition, but nothing in the trace is a sign of a loss-based controller: no state of one and ' +
  'no ssthresh is logged, and no model fits';

/** A condition that fails completely counts as this share, so that windows stay comparable. */
const LEAST_PART = 0.05;

/** How far one condition is met, 0 to 1. */
interface Reached {
  readonly part: number;
  /** The measured behaviour, and the requirement. */
  readonly words: string;
}

/**
 * @param minUs length of the shortest flat span to measure.
 * @param signsOf the signs of a loss-based controller, asked only where a window meets every other condition.
 */
export function closestWindow(
  rule: Rule,
  trace: Judgeable,
  minUs: number,
  signsOf: (m: Measured) => readonly string[],
): NotFound {
  const closest = closestOf(rule, trace, minUs, signsOf);
  return { ...closest, reason: closest.reason + unknownBefore(trace.state, minUs) };
}

/** Stacks log a window when it changes: a trace that begins late has none until then. */
function unknownBefore({ series, firstUs }: TransportState, minUs: number): string {
  const sinceUs = series.congestionWindow.timesUs.at(0);
  return sinceUs - firstUs > minUs ? ` The window is not known before ${instant(sinceUs)}.` : '';
}

function closestOf(
  rule: Rule,
  trace: Judgeable,
  minUs: number,
  signsOf: (m: Measured) => readonly string[],
): NotFound {
  const { state } = trace;
  let best: Measured | null = null;
  let bestPart = 0;
  for (const span of flatSpans(state, minUs)) {
    const m = measureSpan(trace, span);
    if (m.scan.acks.length === 0) continue;
    const parts = [...reachedParts(m), ...stateParts(m)];
    const part = parts.reduce((product, each) => product * Math.max(LEAST_PART, each.part), 1);
    if (best === null || part > bestPart) [best, bestPart] = [m, part];
  }
  if (best === null) return noFlatWindow(rule, state, minUs);
  const measured = [...conditions(best), ...alarmConditions(best)];
  // The window's behaviour is reported before the logged states.
  const failed = [reachedParts(best), stateParts(best)].find((parts) => parts.some(({ part }) => part < 1));
  const weakest = failed?.reduce((least, each) => (each.part < least.part ? each : least));
  const window = `${duration(lengthOf(best))} at ${bytes(best.cwndBytes)}`;
  const controller = weakest === undefined ? [controllerEvidence(signsOf(best))] : [];
  const reason = `The flat window that came closest, ${window}, ${weakest?.words ?? UNSIGNED}.`;
  return notFound(rule, reason, best, [...measured, ...controller, ...stateEvidence(best)]);
}

/** Evidence c to f, and the length. */
function reachedParts(m: Measured): readonly Reached[] {
  const share = (value: number, limit: number, did: string, of: string): Reached => ({
    part: Math.min(1, value / limit),
    words: `${did} ${percent(value)} of its ${of}; ${limit * 100} % are needed`,
  });
  return [
    lengthReached(m),
    share(m.usedShare, T.usedShare, 'was filled in', 'send cycles'),
    share(m.ackedRttShare, T.ackedRttShare, 'was acknowledged in', `round trips${outsideStops(m)}`),
    share(m.unblockedShare, T.unblockedShare, 'was free of flow control in', 'send cycles'),
    share(m.drainedShare, T.drainedShare, 'drained the pipe in', 'send cycles'),
    share(m.hungryShare, T.hungryShare, 'was filled again at once, unasked, in', 'send cycles'),
    {
      part: Math.min(1, m.overduePackets / T.overduePackets),
      words: `would have grown by ${fixed(m.overduePackets, 1)} packets under NewReno; ${T.overduePackets} are needed`,
    },
    {
      part: m.plateauPossible && !m.recovery.holds ? (m.endUs - m.startUs) / CUBIC_PLATEAU_US : 1,
      words: `came after growth, and CUBIC may stand still for ${duration(CUBIC_PLATEAU_US)} by design`,
    },
  ];
}

/** Logged states that exclude a death spiral. */
function stateParts({ recovery }: Measured): readonly Reached[] {
  return [
    {
      part: recovery.modelBased ? (1 - recovery.modelShare) / (1 - T.recoveryShare) : 1,
      words: 'is held by the estimate of a model-based controller, as its states say',
    },
    {
      part: recovery.contradicts ? (1 - recovery.elsewhereShare) / (1 - T.recoveryShare) : 1,
      words: `was logged as ordinary growth or an idle application for ${percent(recovery.elsewhereShare)} of its time; at most ${T.recoveryShare * 100} % may be`,
    },
  ];
}

/** The better of the two length conditions. */
function lengthReached(m: Measured): Reached {
  const parts = [T.warning, T.criticalShortPath].map(
    ({ minUs, minRtts }) =>
      Math.min(1, (m.endUs - m.startUs) / minUs) * Math.min(1, m.goingRoundTrips / minRtts),
  );
  const [long = 0, short = 0] = parts;
  const { minUs, minRtts } = short > long ? T.criticalShortPath : T.warning;
  return {
    part: Math.max(long, short),
    words: `lasted ${plural(m.goingRoundTrips, 'round trip')}${outsideStops(m)}; ${minRtts} in ${duration(minUs)} or more are needed`,
  };
}

/** The longest span, if all are too short. */
function noFlatWindow(rule: Rule, state: TransportState, minUs: number): NotFound {
  const longest = longestOf(flatSpans(state, 0));
  const limit = `${T.infoMinRtts} round trips (${duration(minUs)})`;
  if (longest === null) return notFound(rule, `No window stood for ${limit} without a loss.`, null, []);
  const lengthUs = lengthOf(longest);
  const what =
    lengthUs < minUs
      ? `No window stood for ${limit} without a loss`
      : `Nothing new was acknowledged in any window that stood for ${limit}`;
  const reason = `${what}; the longest is ${duration(lengthUs)} at ${bytes(longest.cwndBytes)}.`;
  return notFound(rule, reason, longest, []);
}
