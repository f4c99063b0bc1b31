/**
 * Windows over loss: one sender, a path of delay and losses alone, which are random or lie in equal distances, as response functions assume them. How
 * long a run is follows from the formula, so that each has about as many losses.
 */
import type { ControllerSettings } from '../../../congestion/controller-settings';
import { averageWindow2008, averageWindowReno } from '../../../congestion/cubic-curve';
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
    controller: { name: 'newreno' },
    rttsMs: [10],
    window: averageWindowReno,
  },
  {
    id: 'cubic',
    title: 'CUBIC of 2008',
    controller: { name: 'cubic-2008' },
    rttsMs: [10, 100],
    window: (lossRate, rttMs) =>
      Math.max(averageWindow2008(lossRate, rttMs / 1000), averageWindowReno(lossRate)),
  },
];

export const PATTERNS = [
  { id: 'periodic', title: 'periodic losses' },
  { id: 'random', title: 'random losses' },
] as const;
export type Pattern = (typeof PATTERNS)[number]['id'];

/** Powers of ten: the largest loss, and from one to the next smaller. */
const MOST = 2;
const STEP = 0.5;

/** What is behind the start of a run, as a share of its time. */
export const SETTLED_FROM = 0.25;

export const DATAGRAM_BYTES = 1500;
/** More than any run sends. */
const ENDLESS_BYTES = 1e12;
/** So little that a window is one burst at most, and that packets have times of their own. */
const HOST = { gapUs: 0.1, turnaroundUs: 0.1 };

/** The losses that are simulated, p = 10^−exponent. */
export function exponentsOf(values: Values): readonly number[] {
  const count = Math.floor((numberOf(values, 'down') - MOST) / STEP) + 1;
  return Array.from({ length: count }, (_, i) => MOST + i * STEP);
}

export function variantId(curve: Curve, rttMs: number, exponent: number, pattern: Pattern): string {
  return `${curve.id}-${rttMs}-${exponent}-${pattern}`;
}

function lossesOf(pattern: Pattern, share: number, limitMs: number): Partial<LinkSettings> {
  const span = { fromMs: 0, toMs: limitMs };
  if (pattern === 'random') return { losses: [{ ...span, share }] };
  const lost = new Uint8Array(Math.round(1 / share));
  lost[lost.length - 1] = 1;
  return { recorded: [{ ...span, lost }] };
}

interface Point {
  readonly curve: Curve;
  readonly rttMs: number;
  readonly exponent: number;
  readonly pattern: Pattern;
}

function settingsOf(values: Values, { curve, rttMs, exponent, pattern }: Point, seed: number): RunSettings {
  const share = 10 ** -exponent;
  const packets = numberOf(values, 'losses') / share;
  const limitMs = (packets / curve.window(share, rttMs) / (1 - SETTLED_FROM)) * rttMs;
  const end = plainEnd(HOST, { datagramBytes: DATAGRAM_BYTES });
  const delayMs = rttMs / 2;
  return {
    seed,
    limitMs,
    down: { delayMs, ...lossesOf(pattern, share, limitMs) },
    up: { delayMs },
    flows: [download(curve.controller, end, end, ENDLESS_BYTES)],
  };
}

export const RESPONSE: Scenario = {
  id: 'response',
  title: 'Windows over loss',
  look: [
    'The fewer losses, the farther the faster controllers are from Standard TCP.',
    'CUBIC keeps to Standard TCP’s window at short round-trip times, and leaves it at long ones.',
    'Random losses come in clusters: the window they leave is another one than that of losses in equal distances.',
  ],
  outcome: 'window',
  isTimed: false,
  seeds: 1,
  samplesFlows: true,
  fields: [
    numberField('down', 'Smallest loss', '10^−x', [2, 7, 4], 'A simulated probability; the next is 10^½ times as large.'),
    numberField('losses', 'Losses', 'per run', [10, 1000, 40], 'Behind the start of each run, about.'),
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
