/**
 * The table of a comparison: a row per figure with its value in both traces. Settings are in settings.ts.
 * A figure that one of the two does not show is NaN there; a row that neither shows is left out. Of a receiver the figures of
 * its own few packets are not shown: where one is compared, what all show leads.
 */
import { lostOtherwise } from '../../base/text/lost-packets';
import type { NamedTime } from '../../reading/contract/outline';
import { arrivedIntegral } from './arrived';
import { arrivedBytes } from './comparable';
import type { ComparedTrace } from './compared-trace';
import { isCut } from './damage';
import { isSameConnection } from './relation';
import { isReceiver } from './roles';
import { TRAFFIC_OF_LIKE_SPANS, trafficFigures } from './traffic-figures';

export type DifferenceUnit = 'us' | 'bytes' | 'bytes/s' | 'byte-seconds' | 'packets' | 'count';

export interface Difference {
  readonly id: string;
  readonly name: string;
  readonly unit: DifferenceUnit;
  readonly a: number;
  readonly b: number;
  /** b − a; NaN where the row is `unlike`. */
  readonly delta: number;
  /** b ÷ a; NaN where a is 0, and where the row is `unlike`. */
  readonly ratio: number;
  /** What stands in place of `a` and of `b` where they are NaN, as words; null for nothing. */
  readonly lacking: readonly [string | null, string | null];
  /** The figure is of a span, and a log is cut: what it would be of the same span is not known. */
  readonly unlike: boolean;
}

type Figure = readonly [
  id: string,
  name: string,
  unit: DifferenceUnit,
  of: (trace: ComparedTrace) => number,
  /** Why a trace has none. */
  lacking?: (trace: ComparedTrace) => string | null,
];

const LOSS_KINDS = [
  ['queue-full', 'lost: queue full'],
  ['policed', 'lost: policed'],
  ['burst', 'lost: burst'],
  ['random', 'lost: random'],
  ['too-large', 'lost: too large'],
] as const;

const lengthUs = ({ summary }: ComparedTrace): number => summary.durationUs;

/** What arrived over the span of the transfer, from the first event to the last byte: logs go on for longer or shorter after it. */
function goodput(trace: ComparedTrace): number {
  const { arrived, landmarks } = trace.outline;
  const lastUs = arrived.timesUs[arrived.timesUs.length - 1] ?? Number.NaN;
  return (arrivedBytes(trace) / (lastUs - landmarks.startUs)) * 1e6;
}

/** The smallest RTT of the path: both ends of a connection measure the same one. */
function pathRttUs(trace: ComparedTrace, traces: readonly ComparedTrace[]): number {
  const figures = traces
    .filter((other) => other === trace || isSameConnection(trace, other) === true)
    .map(({ summary }) => summary.minRttUs)
    .filter((us) => !Number.isNaN(us));
  return figures.length === 0 ? Number.NaN : Math.min(...figures);
}

/** Figures of one time or of one span, wherever the logs end, of the path, and the lengths themselves; all others are of the whole log. */
const OF_LIKE_SPANS = /^(?:completion|time-to-\d+|arrived-integral|rtt-min|duration)$/;

/** The kinds of loss are of packets whose fate the log shows; these are the others. */
function lostUnknown({ summary }: ComparedTrace): number {
  return lostOtherwise(summary)?.notKnown ?? Number.NaN;
}

function lostAndArrived({ summary }: ComparedTrace): number {
  return lostOtherwise(summary)?.arrived ?? Number.NaN;
}

/** What arrived, in the words of those who sent it, or of those who received it. */
function arrivedWord(traces: readonly ComparedTrace[]): string {
  if (traces.every(isReceiver)) return 'received';
  return traces.some(isReceiver) ? 'acknowledged or received' : 'acknowledged';
}

function notFinished({ outline: { outcome }, damages }: ComparedTrace): string | null {
  if (outcome === 'open' && isCut({ damages })) return 'the log is cut';
  return outcome === 'open' || outcome === 'failed' ? 'not finished' : null;
}

/** Of the sender of the data: a receiver shows them of the few packets that it sends itself. */
const SENDER_FIGURES: readonly Figure[] = [
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
  ['lost-spurious', 'lost: arrived all the same (spurious)', 'packets', lostAndArrived],
  ['lost-unknown', 'lost: not known what dropped it', 'packets', lostUnknown],
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
  [
    'round-trips-to-double',
    'round trips from the last loss until the window doubled',
    'count',
    ({ outline: { afterLastLoss } }) =>
      afterLastLoss === null || Number.isNaN(afterLastLoss.doubledUs) ? Number.NaN : afterLastLoss.roundTrips,
  ],
];

const PATH_FIGURES: readonly Figure[] = [
  ['rtt-median', 'RTT, median', 'us', ({ outline }) => outline.medianRttUs],
  ['duration', 'length of the log', 'us', lengthUs],
];

export interface FigureRow extends Pick<Difference, 'id' | 'name' | 'unit'> {
  /** In the order of the traces. */
  readonly values: readonly number[];
  /** What stands in place of each value that is NaN, as words; null for nothing. */
  readonly lacking: readonly (string | null)[];
  /** Of each trace whether its value is of a part of the span that it would have, were the log not cut. */
  readonly cut: readonly boolean[];
}

/** Figures of both, in the order of the table. */
export function differencesOf(a: ComparedTrace, b: ComparedTrace): readonly Difference[] {
  return figuresOf([a, b]).map((row) => differenceIn(row, 1));
}

/** The value of a trace of the row against that of the first. */
export function differenceIn({ id, name, unit, values, lacking, cut }: FigureRow, of: number): Difference {
  const [a, b] = [values[0] ?? Number.NaN, values[of] ?? Number.NaN];
  const why = [lacking[0] ?? null, lacking[of] ?? null] as const;
  const unlike = cut[0] === true || cut[of] === true;
  const [delta, ratio] = unlike ? [Number.NaN, Number.NaN] : [b - a, a === 0 ? Number.NaN : b / a];
  return { id, name, unit, a, b, delta, ratio, lacking: why, unlike };
}

/** Figures of several traces, in the order of the table; sums over time go to the end of the longest, or where one is cut. */
export function figuresOf(traces: readonly ComparedTrace[]): readonly FigureRow[] {
  // What a log would show after the place where it is cut is not known.
  const cut = traces.filter(isCut).map(lengthUs);
  const endUs = cut.length === 0 ? Math.max(...traces.map(lengthUs)) : Math.min(...cut);
  const end = cut.length === 0 ? 'the end of the longer' : 'where a log is cut';
  const arrived = arrivedWord(traces);
  // Bytes of packets count headers, and what was sent again.
  const ofPackets = traces.some(({ outline }) => outline.arrived.quantity === 'goodput') ? '' : ' of packets';
  const milestones = traces.map(({ outline }) => outline.milestones).find(({ length }) => length > 0) ?? [];
  const integral = ({ outline: { arrived: map, landmarks } }: ComparedTrace): number =>
    arrivedIntegral(map, landmarks.startUs, landmarks.startUs + endUs);
  const ofSenders = [
    ...SENDER_FIGURES,
    ...namedTimes(traces, 'state', ({ outline }) => outline.states),
    ...namedTimes(traces, 'limit', ({ outline }) => outline.limits),
  ].map(
    ([id, name, unit, of]): Figure =>
      [id, name, unit, (trace) => (isReceiver(trace) ? Number.NaN : of(trace))] as const,
  );
  const ofPath: readonly Figure[] = [
    ['rtt-min', 'RTT, smallest', 'us', (trace) => pathRttUs(trace, traces)],
    ...PATH_FIGURES,
  ];
  const figures: readonly Figure[] = [
    [
      'completion',
      `last byte ${arrived}`,
      'us',
      ({ outline }) => outline.completedUs - outline.landmarks.startUs,
      notFinished,
    ],
    ...milestones.map(
      ({ bytes }, i): Figure => [
        `time-to-${bytes}`,
        `time to ${bytes / 1e6} MB${ofPackets}`,
        'us',
        ({ outline }) => (outline.milestones[i]?.timeUs ?? Number.NaN) - outline.landmarks.startUs,
      ],
    ),
    ['arrived-integral', `${arrived} bytes × time, to ${end}`, 'byte-seconds', integral],
    ['arrived', `bytes${ofPackets} ${arrived}, in all`, 'bytes', arrivedBytes],
    ['goodput', 'goodput, over the transfer', 'bytes/s', goodput],
    ...(traces.some(isReceiver) ? [...ofPath, ...ofSenders] : [...ofSenders, ...ofPath]),
    ...trafficFigures(traces),
  ];
  return figures.flatMap(([id, name, unit, of, why]) => {
    const values = traces.map(of);
    if (values.every(Number.isNaN)) return [];
    // A kind of loss that no sender has says nothing.
    const isNowhere = traces.every((trace, i) => isReceiver(trace) || values[i] === 0);
    if (isNowhere && id.startsWith('lost-')) return [];
    const isOfSpan = !OF_LIKE_SPANS.test(id) && !TRAFFIC_OF_LIKE_SPANS.test(id);
    const lacking = traces.map((trace, i) => (Number.isNaN(values[i]) ? (why?.(trace) ?? null) : null));
    return { id, name, unit, values, lacking, cut: isOfSpan ? traces.map(isCut) : traces.map(() => false) };
  });
}

/** A row per state, or holder, of any; 0 where one logs others but not this one. */
function namedTimes(
  traces: readonly ComparedTrace[],
  kind: 'state' | 'limit',
  of: (trace: ComparedTrace) => readonly NamedTime[],
): readonly Figure[] {
  const names = new Set(traces.flatMap(of).map(({ name }) => name));
  const words = kind === 'state' ? 'time in the state ' : 'time held: ';
  return [...names].map((name) => [
    `${kind}-${name}`,
    `${words}${name}`,
    'us',
    (trace) => {
      const times = of(trace);
      return times.length === 0 ? Number.NaN : (times.find((one) => one.name === name)?.us ?? 0);
    },
  ]);
}
