/** One pause of the application, and what the window does after it: the reason why there are idle rules at all. */
import type { ControllerSettings } from '../../../sender/congestion/controller-settings';
import { download, plainEnd } from '../plain-settings';
import { numberField, numberOf, type Scenario, type Values, type Variant } from '../scenario';

const RULES: readonly (readonly [
  id: string,
  title: string,
  controller: ControllerSettings,
  pauses: boolean,
])[] = [
  ['none', 'no rule', { name: 'cubic', idleRule: 'none' }, true],
  ['reset', 'a new epoch', { name: 'cubic', idleRule: 'reset' }, true],
  ['shift', 'shifted by the pause', { name: 'cubic', idleRule: 'shift-from-last-activity' }, true],
  ['uninterrupted', 'without the pause', { name: 'cubic', idleRule: 'shift-from-last-activity' }, false],
];

/** Where slow start ends, packets; the path has no rate that would end it. */
const THRESHOLD_DATAGRAMS = 200;
/** One round trip with a little loss is one reduction: the curve has a window to go back to. */
const LOSS_ROUND_TRIPS = [7, 8] as const;
const LOSS_SHARE = 0.03;

function run(
  values: Values,
  controller: ControllerSettings,
  pauses: boolean,
  seed: number,
): ReturnType<Variant['settings']> {
  const [rtt, idle, begin, after] = ['rtt', 'idle', 'begin', 'after'].map((id) => numberOf(values, id)) as [
    number,
    number,
    number,
    number,
  ];
  const [fromMs, toMs] = LOSS_ROUND_TRIPS.map((roundTrips) => roundTrips * rtt) as [number, number];
  const link = { delayMs: rtt / 2 };
  const end = plainEnd({ gapUs: 1 }, { ackEvery: 1 });
  const beginMs = begin * 1000;
  return {
    seed,
    limitMs: beginMs + idle * 1000 + after * 1000,
    down: { ...link, losses: [{ fromMs, toMs, share: LOSS_SHARE }] },
    up: link,
    flows: [
      download({ ...controller, thresholdSegments: THRESHOLD_DATAGRAMS }, end, end, 1e10, {
        ...(pauses ? { pauses: [{ fromMs: beginMs, toMs: beginMs + idle * 1000 }] } : {}),
      }),
    ],
  };
}

export const IDLE_BURST: Scenario = {
  id: 'idle-burst',
  title: 'Idle, then a burst',
  look: [
    'Without a rule the curve runs on through the pause: after it the window grows by half of itself per round trip.',
    'With a new epoch the growth begins anew; shifted, it goes on where it was.',
    'With the fix the curve after the pause is the uninterrupted one, later by the pause, within one round trip.',
  ],
  outcome: 'window',
  seeds: 1,
  fields: [
    numberField(
      'rtt',
      'Round-trip time',
      'ms',
      [50, 500, 100],
      'Propagation both ways; the path has no rate.',
    ),
    numberField('begin', 'Pause after', 's', [1, 10, 2], 'The application sends without end until then.'),
    numberField('idle', 'Pause', 's', [0.1, 20, 12], 'How long it has nothing to send.'),
    numberField('after', 'Then for', 's', [0.5, 5, 3], 'How long it sends after that.'),
  ],
  variants: (values): readonly Variant[] =>
    RULES.map(([id, title, controller, pauses]) => ({
      id,
      title,
      settings: (seed) => run(values, controller, pauses, seed),
    })),
};
