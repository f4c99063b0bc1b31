/**
 * The testbed of Ha, Rhee, Xu: CUBIC (2008): senders and receivers on both sides of one link with a drop-tail buffer, whose round-trip times differ,
 * beside the traffic of others in both directions. What the paper does not say is a field.
 */
import type { ControllerSettings } from '../../../../sender/congestion/controller-settings';
import { OVERHEAD_BYTES } from '../../endpoint';
import { bandwidthDelayBytes } from '../../link-settings';
import { download, plainEnd } from '../../plain-settings';
import { Random } from '../../random';
import type { FlowSettings, RunSettings } from '../../run';
import { choiceField, type Field, numberField, numberOf, type Values } from '../../scenario';

/** Of a packet: what the paper counts windows in. */
export const SEGMENT_BYTES = 1500;
/** The path holds so many simulated packets at least, and so many for each flow: fewer would make other losses. */
const LEAST_ON_PATH = 40;
const LEAST_PER_FLOW = 12;
/** Windows at the start, packets (RFC 3390); in datagrams that stand for several, the fewest that work. */
const INITIAL_PACKETS = 3;
const LEAST_DATAGRAMS = 2;
/** Of a packet of 1,500 bytes on the line of a host, µs: 1 Gbit/s. */
const GAP_US = 12;
const TURNAROUND_US = 20;
/** Flows begin at random within so many round trips. */
const START_RTTS = 3;
/** Short paths are not run for less. */
const LEAST_SECONDS = 10;
/** More than any run sends. */
const ENDLESS_BYTES = 1e13;

export const RATE = numberField('rate', 'Rate', 'Mbit/s', [10, 1000, 400], 'Of the path.');
export const BUFFER = numberField(
  'buffer',
  'Buffer',
  'BDP',
  [0.1, 10, 1],
  'In products of rate and round-trip time.',
);

/** What the paper leaves open: the traffic of others, and what the senders run. */
const OPEN_FIELDS: readonly Field[] = [
  numberField(
    'background',
    'Background',
    '%',
    [0, 50, 5],
    'Traffic of others, each way, in parts of the rate.',
  ),
  numberField('webrtt', 'Its round-trip time', 'ms', [1, 1000, 100], 'Mean of an exponential distribution.'),
  numberField(
    'threshold',
    'Slow start to',
    'packets',
    [0, 100_000, 0],
    'Of each flow; 0 for its first loss. Routes that were measured before give one (RFC 2140).',
  ),
  choiceField(
    'acks',
    'SACK grows',
    [
      ['bytes', 'by bytes'],
      ['acks', 'by ACKs'],
    ],
    'By what is acknowledged (RFC 3465), or by ACKs of two packets each: half as fast in avoidance.',
  ),
  choiceField(
    'cubic',
    'CUBIC',
    [
      ['cubic-printed', 'as printed'],
      ['cubic-linux', 'as in Linux'],
      ['cubic', 'RFC 9438'],
    ],
    'Algorithm 1 as it is printed, or one of those that came of it.',
  ),
  choiceField(
    'version',
    'Version',
    [
      ['2.2', '2.2'],
      ['2.1', '2.1'],
      ['2.0', '2.0'],
    ],
    'Of the paper’s table 1: growth of up to 32 packets per round trip in both regions (2.0), in the convex one only (2.1), of any size (2.2).',
  ),
];

/** Fields of every figure. @param seconds, trips, grain, percent of the quick form. */
export function dumbbellFields(
  { seconds, trips, grain }: { readonly seconds: number; readonly trips: number; readonly grain: number },
  further: readonly Field[],
): readonly Field[] {
  return [
    ...further,
    numberField(
      'seconds',
      'Time',
      's',
      [5, 2000, seconds],
      'Of each run; the application sends all the time.',
    ),
    numberField(
      'trips',
      'Round trips',
      '',
      [100, 1_000_000, trips],
      `A run is over after so many, where ${LEAST_SECONDS} s have passed: short paths settle sooner.`,
    ),
    numberField(
      'grain',
      'Grain',
      'packets',
      [1, 100, grain],
      `What one simulated packet stands for, less where the path would hold fewer than ${LEAST_ON_PATH} of them or ${LEAST_PER_FLOW} of each flow.`,
    ),
    ...OPEN_FIELDS,
  ];
}

export interface DumbbellFlow {
  readonly controller: ControllerSettings;
  readonly rttMs: number;
  /** Beside the random time at the start, ms. */
  readonly laterMs?: number;
}

export interface Dumbbell {
  readonly values: Values;
  readonly seed: number;
  readonly rateMbit: number;
  readonly bufferBytes: number;
  readonly flows: readonly DumbbellFlow[];
}

/** Packets that a simulated one stands for. */
export function grainOf(values: Values, rateMbit: number, rttMs: number, flows: number): number {
  const packets = bandwidthDelayBytes(rateMbit, rttMs) / SEGMENT_BYTES;
  const most = Math.floor(packets / Math.max(LEAST_ON_PATH, LEAST_PER_FLOW * flows));
  return Math.max(1, Math.min(Math.round(numberOf(values, 'grain')), most));
}

/** Bytes on the line for each byte of the application: the headers of a simulated packet are those of one. */
export function lineBytesPerByte(grain: number): number {
  return (grain * SEGMENT_BYTES) / (grain * SEGMENT_BYTES - OVERHEAD_BYTES);
}

/** How long a run on such a path is, s. */
export function secondsOf(values: Values, rttMs: number): number {
  const byTrips = Math.max(LEAST_SECONDS, (numberOf(values, 'trips') * rttMs) / 1000);
  return Math.min(numberOf(values, 'seconds'), byTrips);
}

export function dumbbellRun({ values, seed, rateMbit, bufferBytes, flows }: Dumbbell): RunSettings {
  const rtts = flows.map(({ rttMs }) => rttMs);
  const [shortestMs, longestMs] = [Math.min(...rtts), Math.max(...rtts)];
  const grain = grainOf(values, rateMbit, shortestMs, flows.length);
  const datagramBytes = grain * SEGMENT_BYTES;
  const link = { delayMs: shortestMs / 2, rateMbit, bufferBytes: Math.max(bufferBytes, 2 * datagramBytes) };
  const offeredMbit = (numberOf(values, 'background') / 100) * rateMbit;
  const others =
    offeredMbit > 0 ? { rateMbit: offeredMbit, rttMs: numberOf(values, 'webrtt'), datagramBytes } : null;
  return {
    seed,
    limitMs: secondsOf(values, longestMs) * 1000,
    down: link,
    up: link,
    flows: flows.map(({ controller, ...flow }, i) => {
      const threshold = numberOf(values, 'threshold');
      const begun = threshold === 0 ? controller : { ...controller, thresholdSegments: threshold };
      const start = new Random(seed, `start ${i}`).share();
      return flowOf({ ...flow, controller: begun }, shortestMs, grain, start);
    }),
    background: { down: others, up: others },
  };
}

function flowOf(
  { controller, rttMs, laterMs = 0 }: DumbbellFlow,
  shortestMs: number,
  grain: number,
  start: number,
): FlowSettings {
  const end = plainEnd(
    { gapUs: GAP_US * grain, turnaroundUs: TURNAROUND_US },
    { datagramBytes: grain * SEGMENT_BYTES, ackEvery: grain === 1 ? 2 : 1 },
  );
  const rttUs = rttMs * 1000;
  return download({ ...controller, segmentBytes: SEGMENT_BYTES }, end, end, ENDLESS_BYTES, {
    initialDatagrams: grain === 1 ? INITIAL_PACKETS : LEAST_DATAGRAMS,
    accessDelayMs: (rttMs - shortestMs) / 2,
    startMs: laterMs + start * START_RTTS * rttMs,
    resumes: { latestUs: rttUs, minUs: rttUs, smoothedUs: rttUs, variationUs: rttUs / 2 },
  });
}
