/** Figure 4 of the paper of 2008: two CUBIC flows. */
import type { RunRow } from '../../runs/scenario-run';
import { SEGMENT_BYTES } from '../../runs/scenarios/published/dumbbell';
import { PAPER_4 } from '../../runs/scenarios/published/paper-windows';
import { claimed, type Experiment, type Result } from '../experiment';
import { goodputsBetween } from '../experiment-rows';
import {
  axisSeries,
  fairness,
  meanOver,
  RATIO_AXIS,
  type Rows,
  TIME_AXIS,
  WINDOW_AXIS,
  windowSeries,
} from '../flow-shares';
import { inRange, OPEN_OF_CUBIC, paperFigure, ratioOf } from './paper';

const PLATEAUS = claimed('plateaus', 'Windows have plateaus around W_max.');
const FAIR = claimed('fair', 'Both flows come to a fair share within 200 s.');

/** Time near the last maximum, of all time after the first reduction; a straight line from 0.8 of it has a quarter. */
const NEAR = 0.05;
const LEAST_NEAR_SHARE = 0.5;
/** Fair: the smaller by the larger over the last 50 s of 200. */
const FAIR_RATIO = 0.8;
const FAIR_MS: readonly [from: number, to: number] = [150_000, 200_000];
/** So much less than before is a reduction; CUBIC leaves 0.8. */
const REDUCED = 0.9;
/** Fast convergence (§3.7): a maximum below the last one counts as so much of it. */
const CONVERGING = 0.9;
const STEPS = 20;

export const PAPER_EXPERIMENT_4: Experiment = {
  id: PAPER_4.id,
  title: 'Two CUBIC flows',
  source: paperFigure('4'),
  about:
    'Windows of both flows over time, of the first run, and the ratio of the smaller throughput to the larger in each twentieth of the time, the mean of 4 runs (6 in the full size). Fair is a ratio of 0.8 or more from 150 to 200 s. A window has a plateau where half of its time lies within 5 % of W_max.',
  claims: [PLATEAUS, FAIR],
  leavesOpen: [
    'Whether the round-trip time was 240 ms (text) or 246 ms (caption).',
    'Whether the second flow began with the first one, or later.',
    ...OPEN_OF_CUBIC,
  ],
  fields: PAPER_4.fields,
  scenario: PAPER_4,
  full: { values: { grain: 1 }, seeds: 6 },
  resultOf: (_values, rows): Result => {
    const near = meanOver(rows, 'cubic', nearShare);
    const fair = meanOver(rows, 'cubic', (row) =>
      row.limitMs < FAIR_MS[1] ? Number.NaN : ratioBetween(row, ...FAIR_MS),
    );
    const [first] = rows.get('cubic') ?? [];
    return {
      plots: [
        {
          id: 'windows',
          title: 'Windows',
          x: TIME_AXIS,
          y: WINDOW_AXIS,
          series: windowSeries(first, ['first', 'second'], SEGMENT_BYTES),
          marks: [],
        },
        {
          id: 'ratio',
          title: 'Smaller throughput by the larger',
          x: TIME_AXIS,
          y: RATIO_AXIS,
          series: first === undefined ? [] : [ratioOverTime(rows, first.limitMs)],
          marks: [{ title: 'fair', x: null, y: FAIR_RATIO }],
        },
      ],
      answers: [
        inRange(
          PLATEAUS,
          near,
          [LEAST_NEAR_SHARE, 1],
          `${ratioOf(near)} of the time within 5 % of W_max`,
          'The first maxima are those of slow start: with slow start to 500 packets it is 0.52, without background 0.51, with a grain of 10 it is 0.50, with a second flow that begins after 30 s 0.44.',
        ),
        inRange(
          FAIR,
          fair,
          [FAIR_RATIO, 1],
          `the smaller throughput is ${ratioOf(fair)} of the larger from 150 to 200 s`,
          'How far apart slow start leaves the flows decides: with slow start to 100 packets the ratio is 0.94, to 500 packets 0.86, with a second flow that begins after 30 s 0.69; with a grain of 10 two of three runs are fair and the mean is 0.70.',
        ),
      ],
    };
  },
};

function ratioBetween(row: RunRow, fromMs: number, toMs: number): number {
  const [a = Number.NaN, b = Number.NaN] = goodputsBetween(row, fromMs, toMs);
  return fairness(a, b);
}

function ratioOverTime(rows: Rows, limitMs: number): ReturnType<typeof axisSeries> {
  const steps = Array.from({ length: STEPS }, (_, i) => i);
  const stepMs = limitMs / STEPS;
  return axisSeries(
    'ratio',
    'both flows',
    steps.map((i) => ((i + 0.5) * stepMs) / 1000),
    steps.map((i) => meanOver(rows, 'cubic', (row) => ratioBetween(row, i * stepMs, (i + 1) * stepMs))),
  );
}

/** Of both flows' time after their first reductions, what lies near W_max; NaN without a reduction. */
function nearShare({ samples }: RunRow): number {
  let [near, all] = [0, 0];
  for (const { windowBytes } of samples) {
    let wMax = Number.NaN;
    for (let i = 1; i < windowBytes.length; i++) {
      const [before, now] = [windowBytes[i - 1], windowBytes[i]];
      if (now < REDUCED * before) wMax = before < wMax ? CONVERGING * before : before;
      if (Number.isNaN(wMax)) continue;
      all++;
      if (Math.abs(now / wMax - 1) <= NEAR) near++;
    }
  }
  return near / all;
}
