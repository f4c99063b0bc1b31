/** Figure 1 of the paper of 2008: how the windows of BIC and CUBIC grow after a reduction, and whether the phases that it names are in the curves. */
import { count, fixed, percent } from '../../../base/text/figures';
import { CUBIC_VERSIONS, type CubicVersion } from '../../../sender/congestion/cubic-printed';
import { choiceField, choiceOf, numberField, numberOf, type Values } from '../../runs/scenario';
import { wordAnswer } from '../answers';
import { type Answer, type Claim, claimed, type Experiment, type Result } from '../experiment';
import { type GrowthCurve, growthBehindReduction } from '../growth-curve';
import type { Plot, PlotSeries } from '../plot';

interface PhaseClaim {
  readonly claim: Claim;
  readonly of: 'bic' | 'cubic';
  readonly decide: (curve: Curve) => { readonly holds: boolean; readonly ours: string };
}

interface Curve extends GrowthCurve {
  /** Packets per round trip, between a sample and the next. */
  readonly growth: readonly number[];
  /** The window before the reduction. */
  readonly before: number;
  /** The growth of one packet in one step: what samples cannot tell from nothing. */
  readonly grain: number;
  readonly rttSeconds: number;
}

const SAMPLES = 121;
/** A curve is followed until it is above the window before by this share. */
const END_SHARE = 0.25;
const LONGEST_S = 10_000;
/** Growth that differs by less is level. */
const LEVEL_SHARE = 0.05;
/** So near the window before is at it. */
const PLATEAU_SHARE = 0.01;

/** The steps after recovery and below the window before, and those above it. */
const below = ({ growth, windows, seconds, before, rttSeconds }: Curve): readonly number[] =>
  growth.filter((_, i) => seconds[i] >= rttSeconds && windows[i + 1] < before);
const above = ({ growth, windows, before }: Curve): readonly number[] =>
  growth.filter((_, i) => windows[i] > before);

/** No step is above the one before. @param grain what does not count. */
const falls = (steps: readonly number[], grain: number): boolean =>
  steps.every((step, i) => i === 0 || step <= steps[i - 1] + grain);
const rises = (steps: readonly number[], grain: number): boolean => falls(steps.toReversed(), grain);

/** How many of the first steps are level. */
function levelSteps(steps: readonly number[]): number {
  const [first = 0] = steps;
  const end = steps.findIndex((step) => Math.abs(step - first) > LEVEL_SHARE * first);
  return end < 0 ? steps.length : end;
}

const perRtt = (value: number): string => `${fixed(value, 1)} packets per RTT`;

/** Steps that get ever smaller, to below a quarter; and ever larger, to above four times. */
const shrinking = (steps: readonly number[], grain: number): ReturnType<PhaseClaim['decide']> => {
  const [first = 0, last = 0] = [steps[0], steps.at(-1)];
  const ours = `from ${perRtt(first)} down to ${fixed(last, 1)}`;
  return { holds: steps.length > 2 && falls(steps, grain) && last < first / 4, ours };
};
const growing = (steps: readonly number[], grain: number): ReturnType<PhaseClaim['decide']> => {
  const [first = 0, last = 0] = [steps[0], steps.at(-1)];
  const ours = `from ${perRtt(first)} up to ${fixed(last, 1)}`;
  return { holds: steps.length > 2 && rises(steps, grain) && last > 4 * first, ours };
};

const CLAIMS: readonly PhaseClaim[] = [
  {
    claim: claimed('bic-additive', 'BIC first grows additively, by a constant.'),
    of: 'bic',
    decide: (curve) => {
      const steps = below(curve);
      const level = levelSteps(steps);
      const roundTrips = (level * curve.seconds[1]) / curve.rttSeconds;
      const ours = `${perRtt(steps[0] ?? 0)} for ${count(Math.floor(roundTrips))} round trips`;
      return { holds: level > 1 && level < steps.length, ours };
    },
  },
  {
    claim: claimed('bic-search', 'Then it searches the window before the reduction, by ever smaller steps.'),
    of: 'bic',
    decide: (curve) => {
      const steps = below(curve);
      return shrinking(steps.slice(Math.max(0, levelSteps(steps) - 1)), curve.grain);
    },
  },
  {
    claim: claimed('bic-probing', 'Above it, it probes for a new one, by ever larger steps.'),
    of: 'bic',
    decide: (curve) => growing(above(curve), curve.grain),
  },
  {
    claim: claimed('cubic-concave', 'CUBIC’s curve is concave below the window before.'),
    of: 'cubic',
    decide: (curve) => shrinking(below(curve), 2 * curve.grain),
  },
  {
    claim: claimed('cubic-plateau', 'It has a plateau around that window.'),
    of: 'cubic',
    decide: (curve) => {
      const { windows, seconds, before } = curve;
      const near = windows.filter((window) => Math.abs(window / before - 1) <= PLATEAU_SHARE).length;
      const share = near / windows.length;
      const time = fixed(near * seconds[1], 1);
      const ours = `${time} s within ${percent(PLATEAU_SHARE)} of it, ${percent(share)} of the time for ${percent(crossed(curve))} of the way`;
      return { holds: share > 3 * crossed(curve), ours };
    },
  },
  {
    claim: claimed('cubic-convex', 'It is convex above.'),
    of: 'cubic',
    decide: (curve) => growing(above(curve), 2 * curve.grain),
  },
];

/** The share of the way that lies within the plateau. */
const crossed = ({ windows, before }: Curve): number =>
  (2 * PLATEAU_SHARE * before) / (windows[windows.length - 1] - windows[0]);

const NO_PHASE =
  'The curve has no part where this could be seen: the window is too small, or the round trip too long.';

function curveOf(values: Values, of: 'bic' | 'cubic'): Curve {
  const [before, rttMs] = [numberOf(values, 'before'), numberOf(values, 'rtt')];
  const controller =
    of === 'bic'
      ? ({ name: 'bic' } as const)
      : ({ name: 'cubic-printed', version: choiceOf(values, 'version') as CubicVersion } as const);
  const { seconds, windows } = growthBehindReduction(controller, {
    before,
    rttMs,
    samples: SAMPLES,
    mostSeconds: LONGEST_S,
    endWindow: before * (1 + END_SHARE),
  });
  const rttSeconds = rttMs / 1000;
  const perStep = rttSeconds / (seconds[1] - seconds[0]);
  const growth = windows.slice(1).map((window, i) => (window - windows[i]) * perStep);
  return { seconds, windows, growth, before, grain: perStep, rttSeconds };
}

function plotOf(values: Values, bic: Curve, cubic: Curve): Plot {
  const series = (id: string, title: string, { seconds, windows }: Curve): PlotSeries => ({
    id,
    title,
    kind: 'line',
    x: seconds,
    y: windows,
  });
  return {
    id: 'window',
    title: 'Windows after a reduction',
    x: { title: 'Time', unit: 's', scale: 'linear', from: 0 },
    y: { title: 'Window', unit: 'packets', scale: 'linear' },
    series: [series('bic', 'BIC', bic), series('cubic', `CUBIC ${choiceOf(values, 'version')}`, cubic)],
    marks: [{ title: 'window before', x: null, y: bic.before }],
  };
}

export const GROWTH: Experiment = {
  id: 'growth',
  title: 'Growth functions of BIC and CUBIC',
  source: 'Figure 1 of Ha, Rhee, Xu: CUBIC (2008)',
  about:
    'The windows of BIC and of CUBIC as printed over time after one reduction, driven by an ideal ACK clock: one ACK per packet, evenly over the round trip. Whether a phase is there is decided by the growth from one point of a curve to the next. The line across is the window before the reduction.',
  claims: CLAIMS.map(({ claim }) => claim),
  leavesOpen: [
    'Window and round-trip time: the figure has no numbers.',
    'The constants of BIC: those of Linux here, of which S_max is 16 packets per round trip and not 32.',
    'The version of CUBIC: 2.0 and 2.1 let no window grow by more than 32 packets per round trip, which shows at large windows.',
  ],
  fields: [
    numberField('before', 'Window', 'packets', [100, 10_000, 2000], 'Before the reduction.'),
    numberField('rtt', 'Round-trip time', 'ms', [10, 500, 100], 'BIC grows per round trip, CUBIC by time.'),
    choiceField(
      'version',
      'Version of CUBIC',
      CUBIC_VERSIONS.toReversed().map((version) => [version, version] as const),
      'Table 1 of the paper: 2.0 clamps growth everywhere, 2.1 above the window before, 2.2 nowhere.',
    ),
  ],
  scenario: null,
  full: null,
  resultOf: (values): Result => {
    const curves = { bic: curveOf(values, 'bic'), cubic: curveOf(values, 'cubic') };
    return {
      plots: [plotOf(values, curves.bic, curves.cubic)],
      answers: CLAIMS.map(({ claim, of, decide }): Answer => {
        const { holds, ours } = decide(curves[of]);
        return wordAnswer(claim, holds, ours, NO_PHASE);
      }),
    };
  },
};
