/** Figure 5 of the paper of 2008: CUBIC beside SACK on a short path and on a longer one. */
import { REGIONS } from '../../../sender/congestion/controller';
import type { RunRow } from '../../runs/scenario-run';
import { SEGMENT_BYTES } from '../../runs/scenarios/published/dumbbell';
import { PAPER_5, PAPER_5_RTTS } from '../../runs/scenarios/published/paper-windows';
import { claimed, type Experiment, type Result } from '../experiment';
import { meanOver, START_SHARE, sum, TIME_AXIS, WINDOW_AXIS, windowSeries } from '../flow-shares';
import { inRange, OPEN_OF_ALL, paperFigure, ratioOf } from './paper';

const SHORT = claimed('short', 'At 8 ms both windows are similar.');
const LONG = claimed('long', 'At 82 ms CUBIC follows its cubic.');

/** Similar: the mean windows differ by no more than a fifth. */
const SIMILAR = 0.8;
/** It follows its cubic: so much of the time in the concave and convex regions. */
const LEAST_CUBIC_SHARE = 0.8;
const CUBIC_REGIONS = (['concave', 'convex'] as const).map((region) => REGIONS.indexOf(region));

export const PAPER_EXPERIMENT_5: Experiment = {
  id: PAPER_5.id,
  title: 'CUBIC beside SACK',
  source: paperFigure('5'),
  about:
    'Windows of a CUBIC and a SACK flow over time at 8 and at 82 ms, of the first of 4 runs (6 in the full size), of 16 and of 164 s (200 s in the full size). Similar are mean windows of which the smaller has 0.8 of the larger; CUBIC follows its cubic where it is in the concave or convex region for 0.8 of the time.',
  claims: [SHORT, LONG],
  leavesOpen: OPEN_OF_ALL,
  fields: PAPER_5.fields,
  scenario: PAPER_5,
  full: { values: { grain: 1, trips: 1_000_000 }, seeds: 6 },
  resultOf: (_values, rows): Result => {
    const similar = meanOver(rows, 'rtt-8', windowRatio);
    const byCubic = meanOver(rows, 'rtt-82', cubicShare);
    return {
      plots: PAPER_5_RTTS.map((rttMs) => ({
        id: `windows-${rttMs}`,
        title: `Windows at ${rttMs} ms`,
        x: TIME_AXIS,
        y: WINDOW_AXIS,
        series: windowSeries(rows.get(`rtt-${rttMs}`)?.[0], ['CUBIC', 'SACK'], SEGMENT_BYTES),
        marks: [],
      })),
      answers: [
        inRange(
          SHORT,
          similar,
          [SIMILAR, 1 / SIMILAR],
          `the mean window of SACK is ${ratioOf(similar)} of CUBIC’s`,
        ),
        inRange(
          LONG,
          byCubic,
          [LEAST_CUBIC_SHARE, 1],
          `${ratioOf(byCubic)} of the time in its concave and convex regions`,
        ),
      ],
    };
  },
};

const behindStart = <T>(samples: ArrayLike<T>): readonly T[] =>
  Array.from(samples).slice(Math.ceil(samples.length * START_SHARE));

const mean = (values: readonly number[]): number => sum(values) / values.length;

function windowRatio({ samples: [cubic, sack] }: RunRow): number {
  if (cubic === undefined || sack === undefined) return Number.NaN;
  return mean(behindStart(sack.windowBytes)) / mean(behindStart(cubic.windowBytes));
}

function cubicShare({ samples: [cubic] }: RunRow): number {
  if (cubic === undefined) return Number.NaN;
  return mean(behindStart(cubic.regions).map((region) => (CUBIC_REGIONS.includes(region) ? 1 : 0)));
}
