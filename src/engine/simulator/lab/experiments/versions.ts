/** Table 1 of the paper of 2008: which versions of CUBIC clamp growth, and where. */
import { fixed } from '../../../base/text/figures';
import { CUBIC_VERSIONS, type CubicVersion } from '../../../sender/congestion/cubic-printed';
import { numberField, numberOf, type Values } from '../../runs/scenario';
import { wordAnswer } from '../answers';
import { type Answer, type Claim, claimed, type Experiment, type Result } from '../experiment';
import { growthBehindReduction } from '../growth-curve';
import type { PlotSeries } from '../plot';

/** Segments per round trip. */
const CLAMP = 32;
/** Between two samples the window grows in whole segments. */
const ROUNDING = 1;
const SAMPLES = 120;
/** It is followed to so much above the window before the reduction. */
const END_SHARE = 0.25;
const LONGEST_S = 600;

interface Fastest {
  /** The most that the window grew per round trip below the window before the reduction, and above, segments. */
  readonly below: number;
  readonly above: number;
  readonly line: PlotSeries;
}

const WHERE: { readonly [version in CubicVersion]: readonly [below: boolean, above: boolean] } = {
  '2.0': [true, true],
  '2.1': [false, true],
  '2.2': [false, false],
};

const CLAIMS: { readonly [version in CubicVersion]: Claim } = {
  '2.0': claimed('version-2.0', 'Version 2.0 lets no window grow by more than 32 packets per round trip.'),
  '2.1': claimed('version-2.1', 'Version 2.1 clamps growth in the convex region only.'),
  '2.2': claimed('version-2.2', 'Version 2.2 clamps it nowhere.'),
};

export const VERSIONS: Experiment = {
  id: 'versions',
  title: 'Versions of CUBIC',
  source: 'Table 1 of Ha, Rhee, Xu: CUBIC (2008)',
  about:
    'How much the window of CUBIC as printed grows per round trip, over time after a reduction, in each of its versions, driven by an ideal ACK clock. The line across is the clamp.',
  claims: CUBIC_VERSIONS.map((version) => CLAIMS[version]),
  leavesOpen: ['At which windows and round-trip times the versions were compared.'],
  fields: [
    numberField('before', 'Window', 'packets', [1000, 10_000, 10_000], 'Before the reduction.'),
    numberField('rtt', 'Round-trip time', 'ms', [50, 500, 200], 'The clamp is per round trip.'),
  ],
  scenario: null,
  full: null,
  resultOf: (values): Result => {
    const growths = CUBIC_VERSIONS.map((version) => ({ version, fastest: fastestOf(values, version) }));
    return {
      plots: [
        {
          id: 'growth',
          title: 'Growth after a reduction',
          x: { title: 'Time', unit: 's', scale: 'linear', from: 0 },
          y: { title: 'Growth', unit: 'packets per RTT', scale: 'linear', from: 0 },
          series: growths.map(({ fastest }) => fastest.line),
          marks: [{ title: 'clamp', x: null, y: CLAMP }],
        },
      ],
      answers: growths.map(({ version, fastest }) => answerOf(version, fastest)),
    };
  },
};

function fastestOf(values: Values, version: CubicVersion): Fastest {
  const [before, rttMs] = [numberOf(values, 'before'), numberOf(values, 'rtt')];
  const { seconds, windows } = growthBehindReduction(
    { name: 'cubic-printed', version },
    { before, rttMs, samples: SAMPLES, mostSeconds: LONGEST_S, endWindow: before * (1 + END_SHARE) },
  );
  const rttsPerStep = (seconds[1] - seconds[0]) / (rttMs / 1000);
  const growth = windows.slice(1).map((window, i) => (window - windows[i]) / rttsPerStep);
  const most = (isBelow: boolean): number =>
    Math.max(0, ...growth.filter((_, i) => windows[i + 1] <= before === isBelow));
  const line: PlotSeries = {
    id: version,
    title: `CUBIC ${version}`,
    kind: 'line',
    x: seconds.slice(1),
    y: growth,
  };
  return { below: most(true), above: most(false), line };
}

function answerOf(version: CubicVersion, { below, above }: Fastest): Answer {
  const isClamped = [below, above].map((most) => most <= CLAMP + ROUNDING);
  const ours = `at most ${fixed(below, 1)} packets per RTT below the window before, ${fixed(above, 1)} above`;
  const holds = isClamped.every((one, i) => one === WHERE[version][i]);
  return wordAnswer(
    CLAIMS[version],
    holds,
    ours,
    'The curve grows by no more than 32 packets per round trip of itself: the window is too small, or the round trip too short.',
  );
}
