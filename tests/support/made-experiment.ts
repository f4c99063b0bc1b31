/** An experiment of tests alone, over a scenario of the lab: short runs, a claim of each kind, and a line that is broken. */
import { numberAnswer, wordAnswer } from '../../src/engine/simulator/lab/answers.ts';
import type { Claim, Experiment } from '../../src/engine/simulator/lab/experiment.ts';
import { meanOf } from '../../src/engine/simulator/lab/experiment-rows.ts';
import { BUFFERS } from '../../src/engine/simulator/runs/scenarios/paths.ts';

const RATE: Claim = {
  id: 'rate',
  words: 'NewReno reads 9 Mbit/s.',
  published: { value: 9, unit: 'Mbit/s' },
};
const LOSS: Claim = {
  id: 'loss',
  words: 'CUBIC | BIC | HSTCP: no <b>one</b> loses packets.',
  published: null,
};

export const MADE: Experiment = {
  id: BUFFERS.id,
  title: 'Buffers: a made experiment',
  source: 'Nobody, _nowhere_',
  about: 'Goodput over the size of the buffer.',
  claims: [RATE, LOSS],
  leavesOpen: ['What *it* is.', 'Why it is.'],
  fields: BUFFERS.fields.map((field) =>
    field.id === 'seconds' && field.kind === 'number' ? { ...field, initial: 1 } : field,
  ),
  scenario: { ...BUFFERS, seeds: 2, variants: (values) => BUFFERS.variants(values).slice(0, 3) },
  full: { values: { seconds: 2 }, seeds: 3 },
  resultOf: (_, rows) => {
    const means = [...rows.values()].map((of) => meanOf(of.map(({ goodputMbit }) => goodputMbit[0] ?? 0)));
    const lost = [...rows.values()].flat().reduce((sum, { lostPackets }) => sum + lostPackets, 0);
    return {
      plots: [
        {
          id: 'goodput',
          title: 'Goodput',
          x: { title: 'Variant', unit: '', scale: 'linear' },
          y: { title: 'Goodput', unit: 'Mbit/s', scale: 'linear', from: 0 },
          series: [
            {
              ...{ id: 'newreno', title: 'NewReno', kind: 'line' },
              x: [0, ...means.map((_, i) => i + 1)],
              y: [Number.NaN, ...means.map(({ value }) => value)],
            },
          ],
          marks: [{ title: 'published', x: null, y: 9 }],
        },
      ],
      answers: [
        numberAnswer(RATE, means[0] ?? Number.NaN, (mbit) => mbit.toFixed(2), 'The runs are short.'),
        wordAnswer(
          LOSS,
          rows.size === 0 ? null : lost === 0,
          `${lost} packets lost`,
          'Slow start overshoots.',
        ),
      ],
    };
  },
};
