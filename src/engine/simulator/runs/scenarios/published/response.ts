/**
 * Windows over loss: one sender, a path of delay and losses alone, which are random or lie in equal distances, as response functions assume them. How
 * long a run is follows from the formula, so that each has about as many losses. Of large windows a datagram stands for several packets.
 */
import type { ControllerSettings } from '../../../../sender/congestion/controller-settings';
import {
  responseCubic2008,
  responseHstcp,
  responseStandardTcp,
} from '../../../../sender/congestion/response-functions';
import type { LinkSettings } from '../../link-settings';
import { download, plainEnd } from '../../plain-settings';
import type { RunSettings } from '../../run';
import { numberField, numberOf, type Scenario, type Values, type Variant } from '../../scenario';

/** A controller with its response function, in packets. */
export interface Curve {
  readonly id: string;
  readonly title: string;
  readonly controller: ControllerSettings;
  /** Round-trip times that it is run at, ms: one where the formula has none. */
  readonly rttsMs: readonly number[];
  readonly window: (lossRate: number, rttMs: number) => number;
}

export const CURVES: readonly Curve[] = [
  {
    id: 'tcp',
    title: 'Standard TCP',
    controller: { name: 'standard-tcp' },
    rttsMs: [10],
    window: responseStandardTcp,
  },
  { id: 'hstcp', title: 'HighSpeed TCP', controller: { name: 'hstcp' }, rttsMs: [10], window: responseHstcp },
  {
    id: 'cubic',
    title: 'CUBIC of 2008',
    controller: { name: 'cubic-linux' },
    rttsMs: [10, 100],
    window: (lossRate, rttMs) => responseCubic2008(lossRate, rttMs / 1000),
  },
];

export const PATTERNS = [
  { id: 'periodic', title: 'periodic losses' },
  { id: 'random', title: 'random losses' },
] as const;
export type Pattern = (typeof PATTERNS)[number]['id'];

/** The largest loss is 10^−2. */
const FIRST_EXPONENT = 2;

/** Round trips of the handshake and of slow start. */
const START_RTTS = 6;
/** What is after the start of a run, as a share of its time. */
export const SETTLED_FROM = 0.25;

export const PACKET_BYTES = 1500;
/** Datagrams in a window, about: of a larger one each stands for several packets. */
const WINDOW_DATAGRAMS = 20;
/** More than any run sends. */
const ENDLESS_BYTES = 1e12;
/** So little that a window is one burst at most, and that packets have times of their own. */
const HOST = { gapUs: 0.1, turnaroundUs: 0.1 };

/** The losses that are simulated, p = 10^−exponent. */
export function exponentsOf(values: Values): readonly number[] {
  const count = Math.floor(numberOf(values, 'down')) - FIRST_EXPONENT + 1;
  return Array.from({ length: count }, (_, i) => FIRST_EXPONENT + i);
}

export function variantId(curve: Curve, rttMs: number, exponent: number, pattern: Pattern): string {
  return `${curve.id}-${rttMs}-${exponent}-${pattern}`;
}

/** Slow start is ended by losses near the window that is asked for: it would go far beyond, until the first of the others. */
function lossesOf(pattern: Pattern, share: number, rttMs: number, limitMs: number): Partial<LinkSettings> {
  const fromMs = START_RTTS * rttMs;
  const start = { fromMs: 0, toMs: fromMs, lost: everyOne(2 * WINDOW_DATAGRAMS) };
  const span = { fromMs, toMs: limitMs };
  if (pattern === 'random') return { recorded: [start], losses: [{ ...span, share }] };
  return { recorded: [start, { ...span, lost: everyOne(1 / share) }] };
}

/** One loss in so many datagrams. */
function everyOne(of: number): Uint8Array {
  const lost = new Uint8Array(Math.round(of));
  lost[lost.length - 1] = 1;
  return lost;
}

interface Point {
  readonly curve: Curve;
  readonly rttMs: number;
  readonly exponent: number;
  readonly pattern: Pattern;
}

function settingsOf(values: Values, { curve, rttMs, exponent, pattern }: Point, seed: number): RunSettings {
  const lossRate = 10 ** -exponent;
  const window = curve.window(lossRate, rttMs);
  const roundTrips = numberOf(values, 'losses') / lossRate / window;
  const limitMs = (roundTrips * rttMs) / (1 - SETTLED_FROM);
  const packets = Math.max(1, Math.floor(window / WINDOW_DATAGRAMS));
  const end = plainEnd(HOST, { datagramBytes: packets * PACKET_BYTES });
  const controller = { ...curve.controller, segmentBytes: PACKET_BYTES };
  const delayMs = rttMs / 2;
  return {
    seed,
    limitMs,
    down: { delayMs, ...lossesOf(pattern, lossRate * packets, rttMs, limitMs) },
    up: { delayMs },
    flows: [download(controller, end, end, ENDLESS_BYTES)],
  };
}

export const RESPONSE: Scenario = {
  id: 'response',
  title: 'Windows over loss',
  look: [
    'The fewer losses, the farther the faster controllers are from Standard TCP.',
    'CUBIC stays at Standard TCP’s window at short round-trip times, and leaves it at long ones.',
    'Random losses come in clusters: the window they leave is another one than that of losses in equal distances.',
  ],
  outcome: 'window',
  seeds: 1,
  samplesFlows: true,
  fields: [
    numberField(
      'down',
      'Smallest loss, 10 to the minus',
      '',
      [2, 7, 6],
      'The x of the smallest probability that is simulated.',
    ),
    numberField('losses', 'Losses', 'per run', [10, 1000, 20], 'After the start of each run, about.'),
  ],
  variants: (values): readonly Variant[] =>
    CURVES.flatMap((curve) =>
      curve.rttsMs.flatMap((rttMs) =>
        exponentsOf(values).flatMap((exponent) =>
          PATTERNS.map(({ id: pattern, title }) => ({
            id: variantId(curve, rttMs, exponent, pattern),
            title: `${curve.title}, ${rttMs} ms, 10^−${exponent}, ${title}`,
            settings: (seed) => settingsOf(values, { curve, rttMs, exponent, pattern }, seed),
          })),
        ),
      ),
    ),
};
