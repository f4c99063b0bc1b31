/** Figure 10 of the paper of 2008: four flows of a new controller beside four of SACK, over round-trip time and over rate. */
import { numberOf } from '../../runs/scenario';
import { COMPARED } from '../../runs/scenarios/published/compared';
import {
  FLOWS_OF_EACH,
  PAPER_10A,
  PAPER_10A_RTTS,
  PAPER_10BC,
  PAPER_10BC_RATES,
  PAPER_10BC_RTTS,
} from '../../runs/scenarios/published/paper-eight';
import { numberAnswer } from '../answers';
import { claimed, type Experiment, type Result } from '../experiment';
import { RTT_AXIS, SHARE_AXIS, sum } from '../flow-shares';
import type { Plot, PlotAxis } from '../plot';
import { listed, OPEN_OF_ALL, paperFigure, percentsOf, shareWords, tested } from './paper';
import { all, at, type Means, type Sweep, sweepLines, sweepMeans } from './paper-sweep';

/** The claims are of the four SACK flows beside four others, which are SACK too in the line of that name. */
const NEW = COMPARED.filter(([id]) => id !== 'sack');
const RATE_AXIS: PlotAxis = { title: 'Rate', unit: 'Mbit/s', scale: 'log' };
const [FIRST, LAST] = [0, -1];

const ofSack = (shares: readonly number[]): number => sum(shares.slice(FLOWS_OF_EACH));

function plotsOf(sweep: Sweep, x: PlotAxis, name: string, left: Means, used: Means): readonly Plot[] {
  const of = name === '' ? '' : ` at ${name}`;
  const id = name === '' ? '' : `-${name.replace(' ', '')}`;
  return [
    {
      id: `sack${id}`,
      title: `What four SACK flows have${of}`,
      x,
      y: SHARE_AXIS,
      series: sweepLines(sweep, left),
      marks: [],
    },
    {
      id: `used${id}`,
      title: `Utilisation${of}`,
      x,
      y: SHARE_AXIS,
      series: sweepLines(sweep, used),
      marks: [],
    },
  ];
}

const USED = claimed('used', 'Eight SACK flows reach about 80 % at 160 ms.', { value: 80, unit: '%' });
const MORE = claimed('more', 'CUBIC leaves SACK more than BIC and HSTCP do, at every round-trip time.');

export const PAPER_EXPERIMENT_10A: Experiment = {
  id: PAPER_10A.id,
  title: 'Beside SACK, over RTT',
  source: paperFigure('10a'),
  about:
    'Of the rate, what four SACK flows have beside four of another controller, and what all eight use, over the round-trip time: 2 runs each (3 in the full size), of 10 s at 10 ms to 96 s at 160 ms (200 s in the full size). The line of SACK is of eight SACK flows.',
  claims: [USED, MORE],
  leavesOpen: ['At which round-trip times between 10 and 160 ms it was measured.', ...OPEN_OF_ALL],
  fields: PAPER_10A.fields,
  scenario: PAPER_10A,
  full: { values: { grain: 1, seconds: 200, trips: 1_000_000 }, seeds: 3 },
  resultOf: (values, rows): Result => {
    const sweep: Sweep = {
      x: PAPER_10A_RTTS,
      flows: 2 * FLOWS_OF_EACH,
      variant: (id, rttMs) => `${id}-${rttMs}`,
      rateMbit: () => numberOf(values, 'rate'),
      rttMs: (rttMs) => rttMs,
    };
    const left = sweepMeans(values, rows, sweep, ofSack);
    const used = sweepMeans(values, rows, sweep, sum);
    const others = ['bic', 'hstcp'];
    const least = PAPER_10A_RTTS.filter((_, i) =>
      others.some((id) => at(left, id, i).value >= at(left, 'cubic', i).value),
    );
    const words = PAPER_10A_RTTS.map(
      (rttMs, i) =>
        `${rttMs} ms: ${listed(
          NEW.map(([id, title]) => [title, at(left, id, i).value]),
          shareWords,
        )}`,
    ).join('; ');
    return {
      plots: plotsOf(sweep, RTT_AXIS, '', left, used).map((plot) =>
        plot.id === 'used'
          ? { ...plot, marks: [{ title: 'eight SACK', x: 160, y: USED.published.value }] }
          : plot,
      ),
      answers: [
        numberAnswer(
          USED,
          at(used, 'sack', LAST),
          shareWords,
          'Where slow start ends decides, and how long the run is: with slow start to 100 packets the eight use 69 % in 96 s, and to 300 packets 90 %; over 600 s they use 95 % in either. A buffer of a tenth of the BDP gives 82 %; 15 % of background 85 %; a grain of 10 changes nothing.',
        ),
        tested(
          MORE,
          NEW.flatMap(([id]) => left.get(id) ?? []),
          () => least.length === 0,
          () => `% of the rate left at ${words}`,
          'From 10 to 40 ms the order is that of the source. On long paths neither time nor start makes it so: at 160 ms over 600 s CUBIC leaves 11.7, BIC 11.8, HSTCP 12.0 %, with slow start to 100 packets CUBIC 9.8, BIC 8.1, HSTCP 14.9 %.',
        ),
      ],
    };
  },
};

const FULL = claimed('full', 'At 10 ms SACK fills every rate.');
const AGGRESSIVE = claimed('aggressive', 'At 10 ms BIC and HSTCP leave SACK less the higher the rate.');
const FALLS = claimed('falls', 'At 100 ms the share of SACK falls from 10 Mbit/s on.');

/** %: eight SACK flows fill a path with so much, beside the background. */
const FILLED = 90;

export const PAPER_EXPERIMENT_10BC: Experiment = {
  id: PAPER_10BC.id,
  title: 'Beside SACK, over rate',
  source: paperFigure('10b, c'),
  about:
    'Of the rate, what four SACK flows have beside four of another controller, and what all eight use, over the rate, at 10 and at 100 ms: 2 runs each (3 in the full size), of 10 and of 60 s (200 s in the full size). SACK fills a path of which eight flows use 90 % beside the background. At 10 ms the highest rate is held against the lowest; at 100 ms the share must be lower at every next rate, beside each of the three.',
  claims: [FULL, AGGRESSIVE, FALLS],
  leavesOpen: ['At which rates up to 400 Mbit/s it was measured.', ...OPEN_OF_ALL],
  fields: PAPER_10BC.fields,
  scenario: PAPER_10BC,
  full: { values: { grain: 1, seconds: 200, trips: 1_000_000 }, seeds: 3 },
  resultOf: (values, rows): Result => {
    const [short, long] = PAPER_10BC_RTTS.map((rttMs) => {
      const sweep: Sweep = {
        x: PAPER_10BC_RATES,
        flows: 2 * FLOWS_OF_EACH,
        variant: (id, rateMbit) => `${id}-${rttMs}ms-${rateMbit}`,
        rateMbit: (rateMbit) => rateMbit,
        rttMs: () => rttMs,
      };
      const left = sweepMeans(values, rows, sweep, ofSack);
      const used = sweepMeans(values, rows, sweep, sum);
      return { sweep, left, used, plots: plotsOf(sweep, RATE_AXIS, `${rttMs} ms`, left, used) };
    });
    if (short === undefined || long === undefined) return { plots: [], answers: [] };
    const leastUsed = (short.used.get('sack') ?? []).toSorted((a, b) => a.value - b.value)[0];
    const aggressive = NEW.filter(([id]) => id !== 'cubic');
    const falling = NEW.filter(([id]) => isFalling((long.left.get(id) ?? []).map(({ value }) => value)));
    const ends = (means: Means, ids: typeof NEW): string =>
      ids
        .map(
          ([id, title]) =>
            `${title} ${shareWords(at(means, id, FIRST).value)} to ${shareWords(at(means, id, LAST).value)}`,
        )
        .join(', ');
    return {
      plots: [...short.plots, ...long.plots],
      answers: [
        tested(
          FULL,
          short.used.get('sack') ?? [],
          () => (short.used.get('sack') ?? []).every(({ value }) => value >= FILLED),
          () => `least used by eight SACK flows: ${leastUsed === undefined ? '' : percentsOf(leastUsed)}`,
        ),
        tested(
          AGGRESSIVE,
          aggressive.flatMap(([id]) => [at(short.left, id, FIRST), at(short.left, id, LAST)]),
          () => aggressive.every(([id]) => at(short.left, id, LAST).value < at(short.left, id, FIRST).value),
          () => `% of the rate left at the lowest and the highest rate: ${ends(short.left, NEW)}`,
        ),
        tested(
          FALLS,
          all(long.left),
          () => falling.length === NEW.length,
          () => `% of the rate left at the lowest and the highest rate: ${ends(long.left, NEW)}`,
        ),
      ],
    };
  },
};

const isFalling = (values: readonly number[]): boolean =>
  values.every((value, i) => i === 0 || value < values[i - 1]);
