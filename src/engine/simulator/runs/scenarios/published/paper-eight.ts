/** Figures 6 and 10 of Ha, Rhee, Xu: CUBIC (2008): four flows of a new controller beside four of Standard TCP. */
import { bandwidthDelayBytes } from '../../link-settings';
import { numberField, numberOf, type Scenario, type Values, type Variant } from '../../scenario';
import { COMPARED, comparedController } from './compared';
import { BUFFER, dumbbellFields, dumbbellRun, RATE } from './dumbbell';

export const FLOWS_OF_EACH = 4;

export const PAPER_6: Scenario = {
  id: 'paper-6',
  title: 'Four CUBIC, four SACK',
  look: [
    'Four flows of CUBIC and four of Standard TCP share a path of 40 ms.',
    'The path is full nearly all the time.',
    'CUBIC takes what Standard TCP is too slow to take, and more.',
  ],
  outcome: 'shares',
  seeds: 4,
  samplesFlows: true,
  fields: dumbbellFields({ seconds: 200, trips: 2000, grain: 20 }, [
    RATE,
    numberField('rtt', 'Round-trip time', 'ms', [1, 500, 40], 'Propagation both ways.'),
    BUFFER,
  ]),
  variants: (values): readonly Variant[] => [
    {
      id: 'cubic',
      title: 'CUBIC and SACK',
      settings: (seed) => eight(values, seed, 'cubic', numberOf(values, 'rtt'), numberOf(values, 'rate')),
    },
  ],
};

/** ms. */
export const PAPER_10A_RTTS = [10, 20, 40, 80, 160];

export const PAPER_10A: Scenario = {
  id: 'paper-10a',
  title: 'Beside SACK, over RTT',
  look: [
    'Each cell has four flows of a new controller and four of Standard TCP.',
    'On short paths a new controller should leave Standard TCP its share.',
    'Eight flows of Standard TCP show what they would use alone.',
  ],
  outcome: 'shares',
  seeds: 2,
  samplesFlows: true,
  fields: dumbbellFields({ seconds: 100, trips: 600, grain: 40 }, [RATE, BUFFER]),
  variants: (values): readonly Variant[] =>
    COMPARED.flatMap(([id, title]) =>
      PAPER_10A_RTTS.map((rttMs) => ({
        id: `${id}-${rttMs}`,
        title: `${title}, ${rttMs} ms`,
        settings: (seed) => eight(values, seed, id, rttMs, numberOf(values, 'rate')),
      })),
    ),
};

/** ms, and Mbit/s. */
export const PAPER_10BC_RTTS = [10, 100];
export const PAPER_10BC_RATES = [10, 40, 100, 400];

export const PAPER_10BC: Scenario = {
  id: 'paper-10bc',
  title: 'Beside SACK, over rate',
  look: [
    'Each cell has four flows of a new controller and four of Standard TCP.',
    'At 10 ms Standard TCP fills every rate by itself.',
    'At 100 ms it is too slow for the higher rates.',
  ],
  outcome: 'shares',
  seeds: 2,
  samplesFlows: true,
  fields: dumbbellFields({ seconds: 100, trips: 600, grain: 40 }, [BUFFER]),
  variants: (values): readonly Variant[] =>
    PAPER_10BC_RTTS.flatMap((rttMs) =>
      COMPARED.flatMap(([id, title]) =>
        PAPER_10BC_RATES.map((rateMbit) => ({
          id: `${id}-${rttMs}ms-${rateMbit}`,
          title: `${title}, ${rttMs} ms, ${rateMbit} Mbit/s`,
          settings: (seed) => eight(values, seed, id, rttMs, rateMbit),
        })),
      ),
    ),
};

/** The new ones first. */
function eight(
  values: Values,
  seed: number,
  id: string,
  rttMs: number,
  rateMbit: number,
): ReturnType<typeof dumbbellRun> {
  const ids = [
    ...new Array<string>(FLOWS_OF_EACH).fill(id),
    ...new Array<string>(FLOWS_OF_EACH).fill('sack'),
  ];
  return dumbbellRun({
    values,
    seed,
    rateMbit,
    bufferBytes: numberOf(values, 'buffer') * bandwidthDelayBytes(rateMbit, rttMs),
    flows: ids.map((one) => ({ controller: comparedController(values, one), rttMs })),
  });
}
