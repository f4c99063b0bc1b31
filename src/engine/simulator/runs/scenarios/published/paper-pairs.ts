/** Figures 8 and 9 of Ha, Rhee, Xu: CUBIC (2008): two flows of one controller, of equal and of unequal round-trip times. */
import { type Field, numberField, numberOf, type Scenario, type Values, type Variant } from '../../scenario';
import { COMPARED, comparedController } from './compared';
import { dumbbellFields, dumbbellRun, RATE } from './dumbbell';

/** ms. */
export const PAPER_8_RTTS = [16, 42, 82, 162, 324];
export const PAPER_9_RTTS = [16, 42, 82, 162];
export const PAPER_9_LONG_MS = 162;

const FIELDS: readonly Field[] = [
  RATE,
  numberField('buffer', 'Buffer', 'kB', [10, 100_000, 2000], 'Of the path, whatever its round-trip time.'),
];

export const PAPER_8: Scenario = {
  id: 'paper-8',
  title: 'Two flows of equal RTT',
  look: [
    'Two flows of one controller and of one round-trip time should have equal shares.',
    'How soon they come to that is what the controllers differ in.',
    'On long paths Standard TCP grows too slowly to fill them.',
  ],
  outcome: 'shares',
  seeds: 3,
  samplesFlows: true,
  fields: dumbbellFields({ seconds: 80, trips: 2000, grain: 40 }, FIELDS),
  variants: (values): readonly Variant[] =>
    overRtts(PAPER_8_RTTS, (id, rttMs, seed) => pair(values, seed, id, rttMs, rttMs)),
};

export const PAPER_9: Scenario = {
  id: 'paper-9',
  title: 'Two flows of unequal RTT',
  look: [
    'Who has the shorter round-trip time grows more often, and reduces no more often.',
    'CUBIC grows by time and not by round trips, which holds the share of the longer one up.',
    'With equal round-trip times the shares should be equal.',
  ],
  outcome: 'shares',
  seeds: 2,
  samplesFlows: true,
  fields: dumbbellFields({ seconds: 80, trips: 1_000_000, grain: 40 }, FIELDS),
  variants: (values): readonly Variant[] =>
    overRtts(PAPER_9_RTTS, (id, rttMs, seed) => pair(values, seed, id, PAPER_9_LONG_MS, rttMs)),
};

function overRtts(
  rtts: readonly number[],
  settings: (id: string, rttMs: number, seed: number) => ReturnType<typeof dumbbellRun>,
): readonly Variant[] {
  return COMPARED.flatMap(([id, title]) =>
    rtts.map((rttMs) => ({
      id: `${id}-${rttMs}`,
      title: `${title}, ${rttMs} ms`,
      settings: (seed) => settings(id, rttMs, seed),
    })),
  );
}

function pair(
  values: Values,
  seed: number,
  id: string,
  firstMs: number,
  secondMs: number,
): ReturnType<typeof dumbbellRun> {
  const controller = comparedController(values, id);
  return dumbbellRun({
    values,
    seed,
    rateMbit: numberOf(values, 'rate'),
    bufferBytes: numberOf(values, 'buffer') * 1000,
    flows: [firstMs, secondMs].map((rttMs) => ({ controller, rttMs })),
  });
}
