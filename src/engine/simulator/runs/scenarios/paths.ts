/** How controllers take a path: its buffer, a change of its rate, a policer, another flow. */
import type { ControllerSettings } from '../../../sender/congestion/controller-settings';
import { bandwidthDelayBytes, type LinkSettings } from '../link-settings';
import { download, plainEnd } from '../plain-settings';
import { Random } from '../random';
import type { FlowSettings, RunSettings } from '../run';
import {
  choiceField,
  choiceOf,
  type Field,
  inGroup,
  numberField,
  numberOf,
  type Scenario,
  type Values,
  type Variant,
} from '../scenario';
import { FIXED, RENO } from './incident';

const PATH_FIELDS: readonly Field[] = [
  numberField('rate', 'Rate', 'Mbit/s', [1, 1000, 20], 'Of the path.'),
  numberField('rtt', 'Round-trip time', 'ms', [1, 500, 40], 'Propagation both ways.'),
  numberField(
    'seconds',
    'Time',
    's',
    [1, 120, 20],
    'How long each run is; the application sends all the time.',
  ),
];

/** What the queue does beside dropping what it has no room for; off unless it is asked for. At the end of every list. */
const QUEUE_FIELDS: readonly Field[] = inGroup('Queue', [
  choiceField(
    'queue',
    'Queue',
    [
      ['drop-tail', 'drop-tail'],
      ['codel', 'CoDel'],
    ],
    'CoDel (RFC 8289) drops what waits for longer than 5 ms during 100 ms.',
  ),
  choiceField(
    'ecn',
    'ECN marks',
    [
      ['off', 'none'],
      ['on', 'on'],
    ],
    'Packets are marked (RFC 3168): by CoDel in place of a drop, without it above the time below.',
  ),
  numberField(
    'above',
    'Mark above',
    'ms',
    [0.1, 1000, 5],
    'Without CoDel packets that will wait for longer are marked.',
  ),
]);

const CONTROLLERS: readonly (readonly [id: string, title: string, controller: ControllerSettings])[] = [
  ['cubic', 'CUBIC', FIXED],
  ['newreno', 'NewReno', RENO],
];

/** More than any run sends. */
const ENDLESS_BYTES = 1e11;

interface PathRun {
  readonly values: Values;
  readonly seed: number;
  /** Of the direction of the data. */
  readonly link?: Partial<LinkSettings>;
  /** Of the buffer, as a multiple of the product of rate and round-trip time. */
  readonly bufferBdp?: number;
  readonly flows: readonly FlowSettings[];
}

function queuedRun(run: PathRun): RunSettings {
  const usesEcn = choiceOf(run.values, 'ecn') === 'on';
  const link = {
    ...run.link,
    ...(choiceOf(run.values, 'queue') === 'codel' ? { queue: 'codel' as const } : {}),
    ...(usesEcn ? { ecn: { aboveMs: numberOf(run.values, 'above') } } : {}),
  };
  const flows = run.flows.map((flow) => ({ ...flow, server: { ...flow.server, usesEcn } }));
  return pathRun({ ...run, link, flows });
}

function pathRun({ values, seed, link = {}, bufferBdp = 1, flows }: PathRun): RunSettings {
  const [rateMbit, rttMs] = [numberOf(values, 'rate'), numberOf(values, 'rtt')];
  const bufferBytes = Math.max(3000, bufferBdp * bandwidthDelayBytes(rateMbit, rttMs));
  return {
    seed,
    limitMs: numberOf(values, 'seconds') * 1000,
    down: { delayMs: rttMs / 2, rateMbit, bufferBytes, ...link },
    up: { delayMs: rttMs / 2 },
    // Where in a round trip a flow begins is all that chance decides here.
    flows: flows.map((flow, i) => ({
      ...flow,
      startMs: flow.startMs + new Random(seed, `start ${i}`).share() * rttMs,
    })),
  };
}

function endless(
  controller: ControllerSettings,
  changes: Partial<FlowSettings> = {},
  paces = true,
): FlowSettings {
  const server = plainEnd({ gapUs: 5, turnaroundUs: 20 }, { paces });
  return download(controller, server, plainEnd({ gapUs: 5, turnaroundUs: 20 }), ENDLESS_BYTES, changes);
}

const BUFFERS_BDP = [0.1, 0.25, 0.5, 1, 2, 4];

export const BUFFERS: Scenario = {
  id: 'buffers',
  title: 'Shallow and deep buffer',
  look: [
    'A buffer of one BDP lets NewReno halve its window and still fill the path; a smaller one does not.',
    'CUBIC, which leaves 0.7 of its window, needs less of a buffer.',
    'A deep one costs round-trip time, not goodput: open a run, and look at its RTT.',
  ],
  outcome: 'goodput',
  seeds: 10,
  fields: [...PATH_FIELDS, ...QUEUE_FIELDS],
  variants: (values): readonly Variant[] =>
    CONTROLLERS.flatMap(([id, title, controller]) =>
      BUFFERS_BDP.map((bufferBdp) => ({
        id: `${id}-${bufferBdp}`,
        title: `${title}, ${bufferBdp} BDP`,
        settings: (seed) => queuedRun({ values, seed, bufferBdp, flows: [endless(controller)] }),
      })),
    ),
};

export const RATE_CHANGE: Scenario = {
  id: 'rate-change',
  title: 'Rate drop and rise',
  look: [
    'At the drop the buffer fills with what is in flight, and one reduction is not enough.',
    'At the rise NewReno adds a packet per round trip; CUBIC goes back to its last window first.',
    'The longer the round trip, the longer the path stays empty.',
  ],
  outcome: 'window',
  seeds: 10,
  fields: [
    ...PATH_FIELDS,
    numberField('low', 'Low rate', 'Mbit/s', [0.1, 1000, 5], 'From a third of the time to two thirds.'),
    ...QUEUE_FIELDS,
  ],
  variants: (values): readonly Variant[] =>
    CONTROLLERS.map(([id, title, controller]) => ({
      id,
      title,
      settings: (seed) => {
        const thirdMs = (numberOf(values, 'seconds') * 1000) / 3;
        const rateSteps = [
          { fromMs: thirdMs, rateMbit: numberOf(values, 'low') },
          { fromMs: 2 * thirdMs, rateMbit: numberOf(values, 'rate') },
        ];
        return queuedRun({ values, seed, link: { rateSteps }, flows: [endless(controller)] });
      },
    })),
};

export const POLICER: Scenario = {
  id: 'policer',
  title: 'Policer',
  look: [
    'A policer drops without a queue: the round-trip time is flat, and losses are all that is seen.',
    'The smaller the bucket, the more a burst costs; pacing spares it.',
    'No controller that follows losses fills a policed path without steady loss.',
  ],
  outcome: 'goodput',
  seeds: 10,
  fields: [
    ...PATH_FIELDS,
    numberField('policed', 'Policed rate', 'Mbit/s', [0.1, 1000, 10], 'Of the token bucket.'),
    numberField('bucket', 'Bucket', 'kB', [2, 10_000, 30], 'What may pass at once.'),
  ],
  variants: (values): readonly Variant[] =>
    CONTROLLERS.flatMap(([id, title, controller]) =>
      [true, false].map((paces) => ({
        id: paces ? `${id}-paced` : id,
        title: paces ? `${title}, paced` : `${title}, in bursts`,
        settings: (seed) => {
          const policer = {
            rateMbit: numberOf(values, 'policed'),
            bucketBytes: numberOf(values, 'bucket') * 1000,
          };
          return pathRun({ values, seed, link: { policer }, flows: [endless(controller, {}, paces)] });
        },
      })),
    ),
};

const PAIRS: readonly (readonly [
  id: string,
  title: string,
  first: ControllerSettings,
  second: ControllerSettings,
])[] = [
  ['cubic-cubic', 'CUBIC and CUBIC', FIXED, FIXED],
  ['newreno-newreno', 'NewReno and NewReno', RENO, RENO],
  ['cubic-newreno', 'CUBIC and NewReno', FIXED, RENO],
];

export const TWO_FLOWS: Scenario = {
  id: 'two-flows',
  title: 'Two flows',
  look: [
    'Two flows of one kind come to equal shares; how soon says how they converge.',
    'On a short path CUBIC stays in its Reno-friendly region, and leaves NewReno its share.',
    'On a long one it does not, and takes what NewReno is too slow to use.',
  ],
  outcome: 'shares',
  seeds: 10,
  fields: [
    ...PATH_FIELDS,
    numberField(
      'buffer',
      'Buffer',
      'BDP',
      [0.1, 10, 1],
      'Of the path, in products of rate and round-trip time.',
    ),
    numberField('later', 'Second begins', 's', [0, 60, 2], 'After the first.'),
    numberField('extra', 'Second’s extra RTT', 'ms', [0, 500, 0], 'Its round trip is longer by so much.'),
    choiceField(
      'cross',
      'Cross traffic',
      [
        ['off', 'none'],
        ['on', 'on and off'],
      ],
      'A third flow that sends for one second in every four.',
    ),
    ...QUEUE_FIELDS,
  ],
  variants: (values): readonly Variant[] =>
    PAIRS.map(([id, title, first, second]) => ({
      id,
      title,
      settings: (seed) =>
        queuedRun({
          values,
          seed,
          bufferBdp: numberOf(values, 'buffer'),
          flows: pair(values, first, second),
        }),
    })),
};

function pair(
  values: Values,
  first: ControllerSettings,
  second: ControllerSettings,
): readonly FlowSettings[] {
  const startMs = numberOf(values, 'later') * 1000;
  const accessDelayMs = numberOf(values, 'extra') / 2;
  const flows = [endless(first), endless(second, { startMs, accessDelayMs })];
  if (choiceOf(values, 'cross') === 'off') return flows;
  const pauses = Array.from({ length: 30 }, (_, i) => ({ fromMs: 1000 + i * 4000, toMs: 4000 + i * 4000 }));
  return [...flows, endless(FIXED, { pauses })];
}
