/** Figure 9 of the paper of 2008: two flows of one controller and of unequal round-trip times. */
import { numberOf } from '../../runs/scenario';
import { COMPARED } from '../../runs/scenarios/published/compared';
import { PAPER_9, PAPER_9_LONG_MS, PAPER_9_RTTS } from '../../runs/scenarios/published/paper-pairs';
import { numberAnswer } from '../answers';
import { claimed, type Experiment, type Result } from '../experiment';
import { meanOf } from '../experiment-rows';
import { fairness, RTT_AXIS, SHARE_AXIS, sum } from '../flow-shares';
import type { PlotSeries } from '../plot';
import { listed, OPEN_OF_ALL, paperFigure, ratioWords, tested } from './paper';
import { all, at, averageOf, type Means, overall, type Sweep, sweepLines, sweepMeans } from './paper-sweep';

const INVERSE = claimed(
  'inverse',
  'The share of the longer SACK flow falls with the inverse of the ratio of round-trip times.',
  { value: 1, unit: '' },
);
const SLOPE = claimed('slope', 'CUBIC’s falls with the same slope, and is higher.');
const LOWEST = claimed('lowest', 'BIC’s is the lowest.');
const HSTCP = claimed('hstcp', 'Two HSTCP flows do not converge.');

/** The same slope: exponents that differ by no more. */
const SAME_SLOPE = 0.25;
/** Converged: at equal round-trip times the smaller throughput is so much of the larger, in the mean of all runs. */
const CONVERGED = 0.8;
const EQUAL = -1;

export const PAPER_EXPERIMENT_9: Experiment = {
  id: PAPER_9.id,
  title: 'Two flows of unequal RTT',
  source: paperFigure('9'),
  about:
    'The throughput of a flow of 162 ms by that of another one of the same controller, over the round-trip time of the other, and the share of the rate that both use: 2 runs each (5 in the full size). A slope is the exponent of a power of the ratio of round-trip times, fitted to the points; two are the same within 0.25. Flows of HSTCP do not converge where at 162 ms the smaller has less than 0.8 of the larger in the mean, and flows of SACK have more.',
  claims: [INVERSE, SLOPE, LOWEST, HSTCP],
  leavesOpen: [
    'Whether the longer round-trip time was 162 ms (figure) or 164 ms (text), and which shorter ones were measured.',
    ...OPEN_OF_ALL,
  ],
  fields: PAPER_9.fields,
  scenario: PAPER_9,
  full: { values: { grain: 1, seconds: 300 }, seeds: 5 },
  resultOf: (values, rows): Result => {
    const sweep: Sweep = {
      x: PAPER_9_RTTS,
      flows: 2,
      variant: (id, rttMs) => `${id}-${rttMs}`,
      rateMbit: () => numberOf(values, 'rate'),
      rttMs: (rttMs) => rttMs,
    };
    const ratios = sweepMeans(values, rows, sweep, ([long = Number.NaN, short = Number.NaN]) => long / short);
    const fair = sweepMeans(values, rows, sweep, ([a = Number.NaN, b = Number.NaN]) => fairness(a, b));
    const used = sweepMeans(values, rows, sweep, sum);
    const exponent = (id: string): number => exponentOf(ratios.get(id)?.map(({ value }) => value) ?? []);
    const exponents = COMPARED.map(([id, title]) => [title, exponent(id)] as const);
    const hstcp = at(fair, 'hstcp', EQUAL);
    const sack = at(fair, 'sack', EQUAL);
    const equal = COMPARED.map(([id, title]) => [title, at(fair, id, EQUAL).value] as const);
    return {
      plots: [
        {
          id: 'ratio',
          title: 'Throughput of the longer flow by that of the other',
          x: { ...RTT_AXIS, title: 'Round-trip time of the other' },
          y: { title: 'Ratio', unit: '', scale: 'log' },
          series: [...sweepLines(sweep, ratios), inverse()],
          marks: [],
        },
        {
          id: 'used',
          title: 'Utilisation',
          x: { ...RTT_AXIS, title: 'Round-trip time of the other' },
          y: SHARE_AXIS,
          series: sweepLines(sweep, used),
          marks: [],
        },
      ],
      answers: [
        numberAnswer(
          INVERSE,
          exponent('sack'),
          ratioWords,
          'Run time and start move it, neither to 1: over 1,000 s the exponent is 1.07, over 80 s with slow start to 100 packets 1.16.',
        ),
        tested(
          SLOPE,
          [...pointsOf(ratios, 'sack'), ...pointsOf(ratios, 'cubic')],
          () =>
            Math.abs(exponent('cubic') - exponent('sack')) <= SAME_SLOPE &&
            averageOf(ratios, 'cubic') > averageOf(ratios, 'sack'),
          () =>
            `exponents: ${listed(exponents, ratioWords)}; mean ratios: ${listed(overall(ratios), ratioWords)}`,
          'Background traffic decides: without it CUBIC’s exponent is 1.74 beside SACK’s 1.85; with 5 % the losses meet the longer flow less often, and CUBIC’s is smaller. Its mean is higher than SACK’s with slow start to 100 packets (0.71 beside 0.36): at equal round-trip times SACK’s ratio is that of its start.',
        ),
        tested(
          LOWEST,
          all(ratios),
          () => COMPARED.every(([id]) => averageOf(ratios, 'bic') <= averageOf(ratios, id)),
          () => `mean ratios: ${listed(overall(ratios), ratioWords)}`,
          'With slow start to 100 packets SACK, HSTCP and BIC have 0.36, 0.37 and 0.37 in the mean: the start of the flows decides.',
        ),
        tested(
          HSTCP,
          [hstcp, sack],
          // Where SACK's do not either, the runs are too short to tell.
          () => (hstcp.value < CONVERGED && sack.value < CONVERGED ? null : hstcp.value < CONVERGED),
          () => `smaller by larger at 162 ms: ${listed(equal, ratioWords)}`,
          'Two flows of SACK must have converged for those of HSTCP to be distinguished from them. With slow start to 100 packets the ratio at 162 ms is 0.84: the start of the flows decides.',
        ),
      ],
    };
  },
};

const pointsOf = (means: Means, id: string): NonNullable<ReturnType<Means['get']>> =>
  means.get(id) ?? [meanOf([])];

/** x in ratio ~ (shorter RTT ÷ longer RTT)^x, by least squares of the logarithms. */
function exponentOf(ratios: readonly number[]): number {
  const x = PAPER_9_RTTS.map((rttMs) => Math.log(rttMs / PAPER_9_LONG_MS));
  const y = ratios.map(Math.log);
  const [meanX, meanY] = [sum(x) / x.length, sum(y) / y.length];
  const covariance = sum(x.map((one, i) => (one - meanX) * (y[i] - meanY)));
  return covariance / sum(x.map((one) => (one - meanX) ** 2));
}

/** What the inverse of the ratio of round-trip times would be. */
function inverse(): PlotSeries {
  const y = PAPER_9_RTTS.map((rttMs) => rttMs / PAPER_9_LONG_MS);
  return { id: 'inverse', title: 'inverse of the RTT ratio', kind: 'line', x: PAPER_9_RTTS, y };
}
