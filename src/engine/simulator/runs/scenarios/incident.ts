/**
 * The incident: a download over localhost with a round-trip time of 10 ms that loses 30 % of its packets for two seconds, and has ten seconds in all.
 * What the write-up leaves open (direction, lateness, host) is a field; its initial values are those of our recordings.
 */
import type { ControllerSettings } from '../../../sender/congestion/controller-settings';
import type { LinkSettings } from '../link-settings';
import { download, quicheEnd } from '../plain-settings';
import {
  RECORDED_MEDIAN_GAP_US,
  RECORDED_STALLS_PER_SECOND,
  recordedReceiver,
  recordedSender,
} from '../recorded-host';
import type { RunSettings } from '../run';
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

/** What the write-up, and our recordings of it, are recognised by. */
export const RECORDED_FIELDS: readonly Field[] = [
  ...inGroup('Path', [
    numberField(
      'rtt',
      'Round-trip time',
      'ms',
      [0.1, 1000, 10],
      'Propagation both ways; lateness comes on top.',
    ),
    numberField(
      'late',
      'Lateness',
      'ms',
      [0, 100, 1],
      'Added each way, as by a program that plays the path.',
    ),
    numberField(
      'grid',
      'Delivery grid',
      'ms',
      [0, 100, 1],
      'Packets arrive at multiples of this time only; 0 delivers each at its own.',
    ),
    numberField(
      'jitter',
      'Jitter',
      'ms',
      [0, 100, 0],
      'Up to so much more for each packet; their order stays.',
    ),
  ]),
  ...inGroup('Loss', [
    numberField(
      'loss',
      'Loss',
      '%',
      [0, 99, 30],
      'Probability of each datagram to be lost, while there is loss.',
    ),
    numberField('from', 'Loss from', 'ms', [0, 60_000, 0], 'From 60 ms on the handshake is spared.'),
    numberField('to', 'Loss until', 'ms', [0, 60_000, 2000], 'Later only a full queue loses packets.'),
    choiceField(
      'direction',
      'Direction',
      [
        ['both', 'both ways'],
        ['down', 'data only'],
        ['up', 'ACKs only'],
      ],
      'Which packets are lost.',
    ),
  ]),
  ...inGroup('Path', [numberField('rate', 'Rate', 'Mbit/s', [0, 10_000, 0], 'Of the path; 0 for no limit.')]),
  ...inGroup('Download', [
    numberField('megabytes', 'Download', 'MB', [0.01, 100, 10], 'What is asked for.'),
    numberField('limit', 'Time allowed', 's', [1, 120, 10], 'A run that takes longer is late.'),
  ]),
  ...inGroup('Sender', [
    numberField('initial', 'Initial window', 'packets', [1, 1000, 10], 'RFC 9002 §7.2 recommends ten.'),
    numberField('minimum', 'Minimum window', 'packets', [1, 1000, 2], 'RFC 9002 §7.2 recommends two.'),
  ]),
  ...inGroup('Receiver', [
    numberField(
      'every',
      'Packets per ACK',
      '',
      [1, 100, 1],
      'The receiver acknowledges at once after so many; what it reads in one go gets one ACK.',
    ),
    numberField('delay', 'max_ack_delay', 'ms', [0, 200, 25], 'How long the receiver waits for more.'),
  ]),
  ...inGroup('Sender', [
    numberField(
      'gap',
      'Gap in a burst',
      'µs',
      [0, 10_000, RECORDED_MEDIAN_GAP_US],
      'Median of the time between two packets of a burst, spread as it was recorded.',
    ),
  ]),
  ...inGroup('Receiver', [
    numberField(
      'stalls',
      'Stalls',
      'per s',
      [0, 100, RECORDED_STALLS_PER_SECOND],
      'Of the receiver’s host, as long as they were recorded.',
    ),
  ]),
];

/** What neither had: off unless it is asked for. They stand at the end of every list, so that commands stay as they were. */
export const FURTHER_FIELDS: readonly Field[] = [
  ...inGroup('Loss', [
    numberField(
      'burst',
      'Lost in a row',
      'packets',
      [1, 100, 1],
      'Mean length of a run of lost packets (Gilbert); with 1 each is lost for itself.',
    ),
  ]),
  ...inGroup('Path', [
    numberField(
      'reordered',
      'Reordered',
      '%',
      [0, 100, 0],
      'Of the packets, both ways: they are held back, and later ones come before them.',
    ),
    numberField('held', 'Held back for', 'ms', [0, 1000, 5], 'Each packet that is reordered.'),
    numberField(
      'packets',
      'Packet limit',
      'packets',
      [0, 100_000, 0],
      'The path is a delay line of so many packets, both ways together, and drops more; 0 for none. Not with a rate.',
    ),
  ]),
  ...inGroup('Sender', [
    choiceField(
      'threshold',
      'Packet threshold',
      [
        ['3', '3'],
        ['adaptive', 'adaptive'],
      ],
      'RFC 9002 §6.1.1: later packets that make a loss; adaptive goes above what proved spurious.',
    ),
  ]),
];

export const INCIDENT_FIELDS: readonly Field[] = [...RECORDED_FIELDS, ...FURTHER_FIELDS];

export const DEFECT: ControllerSettings = { name: 'cubic', idleRule: 'shift-from-last-send' };
export const FIXED: ControllerSettings = { name: 'cubic', idleRule: 'shift-from-last-activity' };
export const RENO: ControllerSettings = { name: 'newreno' };

export function incidentRun(values: Values, controller: ControllerSettings, seed: number): RunSettings {
  const number = (id: string): number => numberOf(values, id);
  const direction = choiceOf(values, 'direction');
  const reordering =
    number('reordered') > 0 ? { share: number('reordered') / 100, delayMs: number('held') } : null;
  const burst = number('burst') > 1 ? { burst: number('burst') } : {};
  const link = (id: 'down' | 'up'): LinkSettings => ({
    delayMs: number('rtt') / 2 + number('late'),
    gridMs: number('grid'),
    jitterMs: number('jitter'),
    rateMbit: number('rate') > 0 ? number('rate') : null,
    reordering,
    packetLimit: number('packets') > 0 ? number('packets') : null,
    losses:
      direction === 'both' || direction === id
        ? [{ fromMs: number('from'), toMs: number('to'), share: number('loss') / 100, ...burst }]
        : [],
  });
  const maxAckDelayMs = number('delay');
  const changes = { maxAckDelayMs, recovery: { persistentCongestion: false, maxAckDelayMs } };
  const adaptsThreshold = choiceOf(values, 'threshold') === 'adaptive';
  const server = quicheEnd(recordedSender(number('gap')), {
    ...changes,
    recovery: { ...changes.recovery, ...(adaptsThreshold ? { adaptsThreshold } : {}) },
  });
  const client = quicheEnd(recordedReceiver(number('stalls')), { ...changes, ackEvery: number('every') });
  const sized = { ...controller, minimumDatagrams: number('minimum') };
  return {
    seed,
    limitMs: number('limit') * 1000,
    down: link('down'),
    up: link('up'),
    flows: [
      download(sized, server, client, number('megabytes') * 1e6, {
        initialDatagrams: Math.max(number('initial'), number('minimum')),
      }),
    ],
  };
}

const VARIANTS: readonly (readonly [id: string, title: string, controller: ControllerSettings])[] = [
  ['defect', 'CUBIC with the defect', DEFECT],
  ['fixed', 'CUBIC, fixed', FIXED],
  ['newreno', 'NewReno', RENO],
];

export const INCIDENT: Scenario = {
  id: 'incident',
  title: 'The incident',
  look: [
    'With the defect many runs miss their time: the window stays at two packets for thousands of milliseconds without a loss.',
    'With the fix, and with NewReno, the same losses cost a second, and every run is in time.',
    'Deliver each packet at its own time (grid 0) and the spirals are gone: it takes one ACK for the whole window.',
  ],
  outcome: 'late',
  isTimed: true,
  seeds: 100,
  fields: INCIDENT_FIELDS,
  settings: incidentRun,
  variants: (values): readonly Variant[] =>
    VARIANTS.map(([id, title, controller]) => ({
      id,
      title,
      settings: (seed) => incidentRun(values, controller, seed),
    })),
};
