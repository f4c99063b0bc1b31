/** Figures 4 and 5 of Ha, Rhee, Xu: CUBIC (2008): windows of two flows over time. */
import { bandwidthDelayBytes } from '../../link-settings';
import { numberField, numberOf, type Scenario, type Values, type Variant } from '../../scenario';
import { comparedController } from './compared';
import { BUFFER, dumbbellFields, dumbbellRun, RATE } from './dumbbell';

export const PAPER_4: Scenario = {
  id: 'paper-4',
  title: 'Two CUBIC flows',
  look: [
    'A reduction leaves 0.8 of the window; it comes back fast, and stays near where it was lost.',
    'Then it looks for more, slowly first.',
    'The larger window loses more in each reduction: the two come together.',
  ],
  outcome: 'window',
  seeds: 4,
  samplesFlows: true,
  fields: dumbbellFields({ seconds: 200, trips: 1_000_000, grain: 40 }, [
    RATE,
    numberField('rtt', 'Round-trip time', 'ms', [1, 500, 240], 'Propagation both ways.'),
    BUFFER,
    numberField('later', 'Second begins', 's', [0, 500, 0], 'After the first.'),
  ]),
  variants: (values): readonly Variant[] => [
    {
      id: 'cubic',
      title: 'CUBIC and CUBIC',
      settings: (seed) => pair(values, seed, numberOf(values, 'rtt'), 'cubic', numberOf(values, 'later')),
    },
  ],
};

/** ms. */
export const PAPER_5_RTTS = [8, 82];

export const PAPER_5: Scenario = {
  id: 'paper-5',
  title: 'CUBIC beside SACK',
  look: [
    'At 8 ms CUBIC stays at the window that Standard TCP would have.',
    'At 82 ms it grows beyond that, and follows its cubic.',
    'The share of Standard TCP is what its growth of a packet per round trip can take.',
  ],
  outcome: 'window',
  seeds: 4,
  samplesFlows: true,
  fields: dumbbellFields({ seconds: 200, trips: 2000, grain: 30 }, [RATE, BUFFER]),
  variants: (values): readonly Variant[] =>
    PAPER_5_RTTS.map((rttMs) => ({
      id: `rtt-${rttMs}`,
      title: `${rttMs} ms`,
      settings: (seed) => pair(values, seed, rttMs, 'sack', 0),
    })),
};

function pair(
  values: Values,
  seed: number,
  rttMs: number,
  second: string,
  laterS: number,
): ReturnType<typeof dumbbellRun> {
  const rateMbit = numberOf(values, 'rate');
  return dumbbellRun({
    values,
    seed,
    rateMbit,
    bufferBytes: numberOf(values, 'buffer') * bandwidthDelayBytes(rateMbit, rttMs),
    flows: [
      { controller: comparedController(values, 'cubic'), rttMs },
      { controller: comparedController(values, second), rttMs, laterMs: laterS * 1000 },
    ],
  });
}
