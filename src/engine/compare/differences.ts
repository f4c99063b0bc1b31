/**
 * The table of a comparison: a row per figure with its value in both traces. Settings are in settings.ts.
 * A figure that one of the two does not show is NaN there; a row that neither shows is left out.
 */
import type { NamedTime } from '../contract/outline';
import type { LIMITS } from '../transport/sender-limits';
import { arrivedIntegral } from './arrived';
import type { ComparedTrace } from './compared-trace';

export type DifferenceUnit = 'us' | 'bytes' | 'bytes/s' | 'byte-seconds' | 'packets' | 'count';

export interface Difference {
  readonly id: string;
  readonly name: string;
  readonly unit: DifferenceUnit;
  readonly a: number;
  readonly b: number;
  /** b − a. */
  readonly delta: number;
  /** b ÷ a; NaN where a is 0. */
  readonly ratio: number;
}

type Figure = readonly [id: string, name: string, unit: DifferenceUnit, of: (trace: ComparedTrace) => number];

const LOSS_KINDS = [
  ['queue-full', 'lost: queue full'],
  ['policed', 'lost: policed'],
  ['burst', 'lost: burst'],
  ['random', 'lost: random'],
] as const;

const lengthUs = ({ summary }: ComparedTrace): number => summary.durationUs;

/** Goodput over the time until the last byte, or of the whole trace where it is not finished. */
function goodput({ outline }: ComparedTrace): number {
  const { arrived, landmarks, completedUs } = outline;
  const last = arrived.timesUs.length - 1;
  const endUs = Number.isNaN(completedUs) ? (arrived.timesUs[last] ?? Number.NaN) : completedUs;
  return ((arrived.bytes[last] ?? Number.NaN) / (endUs - landmarks.startUs)) * 1e6;
}

const COMPLETION: Figure = [
  'completion',
  'last byte acknowledged',
  'us',
  ({ outline }) => outline.completedUs - outline.landmarks.startUs,
];

const FIGURES: readonly Figure[] = [
  ['goodput', 'goodput', 'bytes/s', goodput],
  [
    'lost',
    'packets lost',
    'packets',
    ({ summary }) => (summary.lossesKnown ? summary.packetsLost : Number.NaN),
  ],
  ...LOSS_KINDS.map(
    ([kind, name]): Figure => [
      `lost-${kind}`,
      name,
      'packets',
      ({ summary }) => summary.lossKinds?.counts[kind] ?? Number.NaN,
    ],
  ),
  ['cwnd-min', 'window (cwnd), smallest', 'bytes', ({ summary }) => summary.cwndMinBytes],
  ['cwnd-median', 'window (cwnd), median', 'bytes', ({ outline }) => outline.medianCwndBytes],
  ['cwnd-max', 'window (cwnd), largest', 'bytes', ({ summary }) => summary.cwndMaxBytes],
  [
    'transitions',
    'changes of the congestion state',
    'count',
    ({ summary }) => (summary.states.length > 0 ? summary.transitions : Number.NaN),
  ],
  ['ptos', 'probe timeouts (PTO)', 'count', ({ outline }) => outline.probeTimeouts],
  ['rtt-min', 'RTT, smallest', 'us', ({ summary }) => summary.minRttUs],
  ['rtt-median', 'RTT, median', 'us', ({ outline }) => outline.medianRttUs],
  [
    'round-trips-to-double',
    'round trips from the last loss until the window doubled',
    'count',
    ({ outline: { afterLastLoss } }) =>
      afterLastLoss === null || Number.isNaN(afterLastLoss.doubledUs) ? Number.NaN : afterLastLoss.roundTrips,
  ],
  ['duration', 'length of the log', 'us', lengthUs],
];

/** A figure of each of several traces. */
export interface FigureRow extends Pick<Difference, 'id' | 'name' | 'unit'> {
  /** In the order of the traces. */
  readonly values: readonly number[];
}

/** Figures of both, in the order of the table. */
export function differencesOf(a: ComparedTrace, b: ComparedTrace): readonly Difference[] {
  return figuresOf([a, b]).map((row) => differenceIn(row, 1));
}

/** The value of a trace of the row against that of the first. */
export function differenceIn({ id, name, unit, values }: FigureRow, of: number): Difference {
  const [a, b] = [values[0] ?? Number.NaN, values[of] ?? Number.NaN];
  return { id, name, unit, a, b, delta: b - a, ratio: a === 0 ? Number.NaN : b / a };
}

/** Figures of several traces, in the order of the table; sums over time go to the end of the longest. */
export function figuresOf(traces: readonly ComparedTrace[]): readonly FigureRow[] {
  const endUs = Math.max(...traces.map(lengthUs));
  const milestones = traces.map(({ outline }) => outline.milestones).find(({ length }) => length > 0) ?? [];
  const integral = ({ outline: { arrived, landmarks } }: ComparedTrace): number =>
    arrivedIntegral(arrived, landmarks.startUs, landmarks.startUs + endUs);
  const rows: readonly Figure[] = [
    COMPLETION,
    ...milestones.map(
      ({ bytes }, i): Figure => [
        `time-to-${bytes}`,
        `time to ${bytes / 1e6} MB`,
        'us',
        ({ outline }) => (outline.milestones[i]?.timeUs ?? Number.NaN) - outline.landmarks.startUs,
      ],
    ),
    ['arrived-integral', 'acknowledged bytes × time, to the end of the longer', 'byte-seconds', integral],
    ...FIGURES,
    ...namedTimes(traces, 'state', ({ outline }) => outline.states),
    ...namedTimes(traces, 'limit', ({ outline }) => outline.limits),
  ];
  return rows.flatMap(([id, name, unit, of]) => {
    const values = traces.map(of);
    if (values.every(Number.isNaN)) return [];
    // A kind of loss that none has says nothing.
    if (values.every((value) => value === 0) && id.startsWith('lost-')) return [];
    return { id, name, unit, values };
  });
}

/** A type only: the page compares, and what rebuilds state runs in workers. */
const UNKNOWN_LIMIT: (typeof LIMITS)['unknown'] = 'not known';

/** A row per state, or limit, of any; 0 where one logs others but not this one. */
function namedTimes(
  traces: readonly ComparedTrace[],
  kind: 'state' | 'limit',
  of: (trace: ComparedTrace) => readonly NamedTime[],
): readonly Figure[] {
  const names = new Set(traces.flatMap(of).map(({ name }) => name));
  const words = kind === 'state' ? 'time in the state' : 'time limited by';
  return [...names].map((name) => [
    `${kind}-${name}`,
    name === UNKNOWN_LIMIT ? 'time with the limit not known' : `${words} ${name}`,
    'us',
    (trace) => {
      const times = of(trace);
      return times.length === 0 ? Number.NaN : (times.find((one) => one.name === name)?.us ?? 0);
    },
  ]);
}
