/** Figure 8 of the paper of 2008: two flows of one controller and of equal round-trip times. */
import { numberOf } from '../../runs/scenario';
import { COMPARED } from '../../runs/scenarios/published/compared';
import { PAPER_8, PAPER_8_RTTS } from '../../runs/scenarios/published/paper-pairs';
import { claimed, type Experiment, type Result } from '../experiment';
import { fairness, RATIO_AXIS, RTT_AXIS, SHARE_AXIS, sum } from '../flow-shares';
import { inRange, listed, OPEN_OF_ALL, paperFigure, percentsOf, ratioWords, tested } from './paper';
import { all, at, averageOf, overall, type Sweep, sweepLines, sweepMeans } from './paper-sweep';

const FAIRER = claimed('fairer', 'CUBIC and BIC are fairer than SACK and HSTCP.');
const SHORT = claimed('short', 'At 16 ms SACK is the fairest.');
const UNUSED = claimed('unused', 'SACK leaves long paths unused.');

/** %: a path is left unused where less of it is used, and less than by CUBIC. */
const USED = 80;
const [SHORTEST, LONGEST] = [0, -1];

export const PAPER_EXPERIMENT_8: Experiment = {
  id: PAPER_8.id,
  title: 'Two flows of equal RTT',
  source: paperFigure('8'),
  about:
    'The smaller throughput of two flows of one controller by the larger, and the share of the rate that both use, over the round-trip time of both: 3 runs each (5 in the full size), of 32 s at 16 ms to 80 s from 42 ms on (300 s in the full size). The fairer of two controllers has the larger mean of all points; a path is unused below 80 % and where CUBIC uses more.',
  claims: [FAIRER, SHORT, UNUSED],
  leavesOpen: ['At which round-trip times between 16 and 324 ms it was measured.', ...OPEN_OF_ALL],
  fields: PAPER_8.fields,
  scenario: PAPER_8,
  full: { values: { grain: 1, seconds: 300, trips: 1_000_000 }, seeds: 5 },
  resultOf: (values, rows): Result => {
    const sweep: Sweep = {
      x: PAPER_8_RTTS,
      flows: 2,
      variant: (id, rttMs) => `${id}-${rttMs}`,
      rateMbit: () => numberOf(values, 'rate'),
      rttMs: (rttMs) => rttMs,
    };
    const ratios = sweepMeans(values, rows, sweep, ([a = Number.NaN, b = Number.NaN]) => fairness(a, b));
    const used = sweepMeans(values, rows, sweep, sum);
    const short = COMPARED.map(([id, title]) => [title, at(ratios, id, SHORTEST).value] as const);
    const sackUse = at(used, 'sack', LONGEST);
    const cubicUse = at(used, 'cubic', LONGEST);
    return {
      plots: [
        {
          id: 'ratio',
          title: 'Smaller throughput by the larger',
          x: RTT_AXIS,
          y: RATIO_AXIS,
          series: sweepLines(sweep, ratios),
          marks: [],
        },
        {
          id: 'used',
          title: 'Utilisation',
          x: RTT_AXIS,
          y: SHARE_AXIS,
          series: sweepLines(sweep, used),
          marks: [],
        },
      ],
      answers: [
        tested(
          FAIRER,
          all(ratios),
          () =>
            Math.min(averageOf(ratios, 'cubic'), averageOf(ratios, 'bic')) >
            Math.max(averageOf(ratios, 'sack'), averageOf(ratios, 'hstcp')),
          () => `mean ratios: ${listed(overall(ratios), ratioWords)}`,
          'The start decides, which SACK needs longer than such a run to make up for: over 1,000 s its ratios are 0.98, 0.92, 0.97, 0.92, 0.57; with slow start to 100 packets all four have 0.83 to 0.92, in another order.',
        ),
        tested(
          SHORT,
          COMPARED.map(([id]) => at(ratios, id, SHORTEST)),
          () => short.every(([, value]) => value <= at(ratios, 'sack', SHORTEST).value),
          () => `ratios at 16 ms: ${listed(short, ratioWords)}`,
          'Run time and number of runs decide: over 1,000 s SACK has 0.98 at 16 ms, and over 100 s (6 runs) SACK 0.86, CUBIC 0.73, HSTCP 0.83, BIC 0.91.',
        ),
        inRange(
          UNUSED,
          Number.isNaN(cubicUse.value) ? cubicUse : sackUse,
          [Number.NEGATIVE_INFINITY, Math.min(USED, cubicUse.value)],
          `at 324 ms SACK uses ${percentsOf(sackUse)}, CUBIC ${percentsOf(cubicUse)}`,
          'Where slow start ends decides: at the first loss it fills path and buffer by itself; with slow start to 100 packets SACK uses 5 % at 324 ms.',
        ),
      ],
    };
  },
};
