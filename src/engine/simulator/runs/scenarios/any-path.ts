/** A path of one's own: all that a link can do, each direction for itself. */
import type { ControllerSettings } from '../../../sender/congestion/controller-settings';
import type { LinkSettings, LossSpan } from '../link-settings';
import { download, plainEnd } from '../plain-settings';
import type { RunSettings } from '../run';
import { type Field, inGroup, numberField, numberOf, type Scenario, type Values } from '../scenario';
import { FIXED, RENO } from './incident';

type Direction = 'down' | 'up';

const DAY_MS = 600_000;

/** @param rateMbit of the path at first, 0 for no limit. */
function fieldsOf(direction: Direction, group: string, rateMbit: number): readonly Field[] {
  const field = (
    id: string,
    title: string,
    unit: string,
    range: readonly [least: number, most: number, initial: number],
    about: string,
  ): Field => numberField(`${direction}${id}`, `${title}, ${direction}`, unit, range, about);
  return inGroup(group, [
    field('delay', 'Delay', 'ms', [0, 1000, 20], 'Propagation, one way.'),
    field('jitter', 'Jitter', 'ms', [0, 100, 0], 'Up to so much more for each packet; their order stays.'),
    field('rate', 'Rate', 'Mbit/s', [0, 10_000, rateMbit], '0 for no limit.'),
    field('buffer', 'Buffer', 'kB', [0, 100_000, 100], 'What waits for the rate; more is dropped.'),
    field('bucket', 'Bucket of a shaper', 'kB', [0, 10_000, 0], 'Passes at once after a pause.'),
    field(
      'policed',
      'Policed rate',
      'Mbit/s',
      [0, 10_000, 0],
      'What is above it is dropped; 0 for no policer.',
    ),
    field('policer', 'Bucket of the policer', 'kB', [2, 10_000, 30], 'What may pass at once.'),
    field('loss', 'Loss', '%', [0, 99, 0], 'Probability of each packet to be lost, while there is loss.'),
    field('burst', 'Lost in a row', 'packets', [1, 100, 1], 'Mean length of a run of lost packets.'),
    field('from', 'Loss from', 'ms', [0, DAY_MS, 0], 'From the first packet on.'),
    field('to', 'Loss until', 'ms', [0, DAY_MS, DAY_MS], 'Later none is lost at random.'),
    field('outage', 'Outage at', 'ms', [0, DAY_MS, 0], 'From then on nothing comes through.'),
    field('outagems', 'Outage for', 'ms', [0, 60_000, 0], 'How long; 0 for none.'),
    field('reordered', 'Reordered', '%', [0, 100, 0], 'Of the packets: later ones come before them.'),
    field('held', 'Held back for', 'ms', [0, 1000, 5], 'Each packet that is reordered.'),
    field(
      'step',
      'Step at',
      'ms',
      [0, DAY_MS, 0],
      'From then on rate and delay are those below; 0 for none.',
    ),
    field('steprate', 'Rate then', 'Mbit/s', [0.1, 10_000, 10], 'Where there is a rate.'),
    field('stepdelay', 'Delay then', 'ms', [0, 1000, 20], 'Propagation, one way.'),
  ]);
}

/** Times in which packets are lost, ascending: at random, and all in an outage. */
function lossesOf(number: (id: string) => number): readonly LossSpan[] {
  const [fromMs, toMs] = [number('from'), number('to')];
  const random = { share: number('loss') / 100, burst: number('burst') };
  const [outMs, lengthMs] = [number('outage'), number('outagems')];
  const spans =
    lengthMs === 0
      ? [{ fromMs, toMs, ...random }]
      : [
          { fromMs, toMs: Math.min(toMs, outMs), ...random },
          { fromMs: outMs, toMs: outMs + lengthMs, share: 1 },
          { fromMs: Math.max(fromMs, outMs + lengthMs), toMs, ...random },
        ];
  return spans.filter((span) => span.toMs > span.fromMs && span.share > 0);
}

function linkOf(values: Values, direction: Direction): LinkSettings {
  const number = (id: string): number => numberOf(values, `${direction}${id}`);
  const stepMs = number('step');
  const rateMbit = number('rate') > 0 ? number('rate') : null;
  return {
    delayMs: number('delay'),
    delaySteps: stepMs > 0 ? [{ fromMs: stepMs, delayMs: number('stepdelay') }] : [],
    jitterMs: number('jitter'),
    rateMbit,
    rateSteps: stepMs > 0 ? [{ fromMs: stepMs, rateMbit: number('steprate') }] : [],
    bufferBytes: number('buffer') * 1000,
    bucketBytes: number('bucket') * 1000,
    policer:
      number('policed') > 0 ? { rateMbit: number('policed'), bucketBytes: number('policer') * 1000 } : null,
    losses: lossesOf(number),
    reordering:
      number('reordered') > 0 ? { share: number('reordered') / 100, delayMs: number('held') } : null,
  };
}

function pathRun(values: Values, controller: ControllerSettings, seed: number): RunSettings {
  const end = plainEnd({ gapUs: 5, turnaroundUs: 20 }, { paces: true });
  return {
    seed,
    limitMs: numberOf(values, 'limit') * 1000,
    down: linkOf(values, 'down'),
    up: linkOf(values, 'up'),
    flows: [download(controller, end, end, numberOf(values, 'megabytes') * 1e6)],
  };
}

export const ANY_PATH: Scenario = {
  id: 'any-path',
  title: 'A path of your own',
  look: [
    'Each direction has a delay, a rate, a queue and losses of its own: ACKs have a path, too.',
    'Open a run: what held the sender is what you set, or the reason why it is not.',
    'The same fields are played to your own stack by the command record.',
  ],
  outcome: 'window',
  isTimed: true,
  seeds: 10,
  fields: [
    ...inGroup('Download', [
      numberField('megabytes', 'Download', 'MB', [0.01, 100, 5], 'What is asked for.'),
      numberField('limit', 'Time allowed', 's', [1, 120, 20], 'A run that takes longer is late.'),
    ]),
    ...fieldsOf('down', 'Server to client', 20),
    ...fieldsOf('up', 'Client to server', 0),
  ],
  settings: pathRun,
  variants: (values) =>
    [
      { id: 'cubic', title: 'CUBIC', controller: FIXED },
      { id: 'newreno', title: 'NewReno', controller: RENO },
    ].map(({ id, title, controller }) => ({
      id,
      title,
      settings: (seed) => pathRun(values, controller, seed),
    })),
};
