/** Figure 6 of the paper of 2008: four CUBIC and four SACK flows. */
import { numberOf } from '../../runs/scenario';
import type { RunRow } from '../../runs/scenario-run';
import { grainOf, lineBytesPerByte } from '../../runs/scenarios/published/dumbbell';
import { FLOWS_OF_EACH, PAPER_6 } from '../../runs/scenarios/published/paper-eight';
import { type Measured, numberAnswer } from '../answers';
import { type Claim, claimed, type Experiment, type Result } from '../experiment';
import { goodputsBetween } from '../experiment-rows';
import { axisSeries, meanOver, percentOf, SHARE_AXIS, sum, TIME_AXIS, throughputs } from '../flow-shares';
import type { PlotSeries } from '../plot';
import { OPEN_OF_ALL, paperFigure, shareWords } from './paper';

interface Part {
  readonly claim: Claim;
  readonly title: string;
  readonly why: string;
  /** Of what its flows have, CUBIC's first. */
  readonly of: (flows: readonly number[]) => readonly number[];
}

const PARTS: readonly Part[] = [
  {
    claim: claimed('utilisation', 'The eight flows use about 95 % of the path.', { value: 95, unit: '%' }),
    title: 'all eight',
    why: 'Background traffic takes the rest: with 0 % of it the eight use 100 %, with 15 % they use 85 %.',
    of: (flows) => flows,
  },
  {
    claim: claimed('cubic', 'The four CUBIC flows have 72 % of it.', { value: 72, unit: '%' }),
    title: 'four CUBIC',
    why: 'With SACK that grows by ACKs of two packets (half as fast) CUBIC has 69 %, with a buffer of 2 BDP 71.5 %, without background 71 %; time (600 s), start and a grain of 4 change less than 1 %.',
    of: (flows) => flows.slice(0, FLOWS_OF_EACH),
  },
  {
    claim: claimed('sack', 'The four SACK flows have 23 % of it.', { value: 23, unit: '%' }),
    title: 'four SACK',
    why: 'Growing by ACKs of two packets (half as fast) it has 26 %, with a buffer of 2 BDP 24 %, without background 29 %; time (600 s), start and a grain of 4 change less than 1 %.',
    of: (flows) => flows.slice(FLOWS_OF_EACH),
  },
];

const STEPS = 20;

export const PAPER_EXPERIMENT_6: Experiment = {
  id: PAPER_6.id,
  title: 'Four CUBIC, four SACK',
  source: paperFigure('6'),
  about:
    'Shares of the rate that four CUBIC and four SACK flows take over time, headers included, the mean of 4 runs (5 in the full size) in each twentieth of 80 s (200 s in the full size); the lines across are those of the source. Background traffic has what the shares of the source leave: that eight flows use the rest says that they fill the path, and no more.',
  claims: PARTS.map(({ claim }) => claim),
  leavesOpen: [
    'Whether the shares count headers, and whether background traffic counts in the utilisation.',
    ...OPEN_OF_ALL,
  ],
  fields: PAPER_6.fields,
  scenario: PAPER_6,
  full: { values: { grain: 1, trips: 1_000_000 }, seeds: 5 },
  resultOf: (values, rows): Result => {
    const rateMbit = numberOf(values, 'rate');
    const perByte = lineBytesPerByte(grainOf(values, rateMbit, numberOf(values, 'rtt'), 2 * FLOWS_OF_EACH));
    const share = ({ of }: Part, flows: readonly number[]): number =>
      flows.length === 0 ? Number.NaN : percentOf(sum(of(flows)) / rateMbit);
    const limitMs = rows.get('cubic')?.[0]?.limitMs;
    return {
      plots: [
        {
          id: 'shares',
          title: 'Shares over time',
          x: TIME_AXIS,
          y: SHARE_AXIS,
          series:
            limitMs === undefined
              ? []
              : PARTS.map((part) =>
                  overTime(part, limitMs, (from, to) =>
                    meanOver(rows, 'cubic', (row) =>
                      share(
                        part,
                        goodputsBetween(row, from, to).map((mbit) => mbit * perByte),
                      ),
                    ),
                  ),
                ),
          marks: PARTS.map(({ claim, title }) => ({ title, x: null, y: claim.published?.value ?? null })),
        },
      ],
      answers: PARTS.map((part) =>
        numberAnswer(
          part.claim,
          meanOver(rows, 'cubic', (row: RunRow) => share(part, throughputs(row, perByte))),
          shareWords,
          part.why,
        ),
      ),
    };
  },
};

function overTime(
  { claim, title }: Part,
  limitMs: number,
  between: (fromMs: number, toMs: number) => Measured,
): PlotSeries {
  const stepMs = limitMs / STEPS;
  const steps = Array.from({ length: STEPS }, (_, i) => i);
  return axisSeries(
    claim.id,
    title,
    steps.map((i) => ((i + 0.5) * stepMs) / 1000),
    steps.map((i) => between(i * stepMs, (i + 1) * stepMs)),
  );
}
