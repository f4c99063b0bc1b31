/** Figure 3 of the paper of 2008: response functions as lines, and the windows of simulated senders as points beside them. */
import { count, fixed } from '../../../base/text/figures';
import { bicIncrease } from '../../../sender/congestion/bic';
import { averageWindow2008 } from '../../../sender/congestion/cubic-curve';
import {
  hstcpDecrease,
  hstcpIncrease,
  responseCubic2008,
  responseHstcp,
  responseStandardTcp,
} from '../../../sender/congestion/response-functions';
import type { Values } from '../../runs/scenario';
import type { RunRow } from '../../runs/scenario-run';
import {
  CURVES,
  type Curve,
  exponentsOf,
  PACKET_BYTES,
  PATTERNS,
  type Pattern,
  RESPONSE as SCENARIO,
  SETTLED_FROM,
  variantId,
} from '../../runs/scenarios/published/response';
import { type Measured, numberAnswer } from '../answers';
import { type Answer, type Claim, claimed, type Experiment, type Result } from '../experiment';
import { meanOf } from '../experiment-rows';
import type { Rows } from '../flow-shares';
import type { Plot, PlotSeries } from '../plot';

/** Where the paper takes its figure. */
const LOSS_RATE = 1e-6;
const RTT_MS = 10;
/** A W_max far above both TCP modes, packets. */
const LARGE_WINDOW = 1e6;
/** Bits of the packets that it counts a rate with. */
const PACKET_BITS = 1500 * 8;

const packets = (value: number): Claim['published'] => ({ value, unit: 'packets' });

/** What formulas alone answer. */
const FORMULAS: readonly { readonly claim: Claim; readonly ours: number; readonly digits: number }[] = [
  {
    claim: claimed('tcp', 'At 10 ms and a loss of 10⁻⁶ Standard TCP has 1,200 packets.', packets(1200)),
    ours: responseStandardTcp(LOSS_RATE),
    digits: 0,
  },
  {
    claim: claimed('rate', 'With packets of 1,500 bytes that is 1.44 Gbit/s.', {
      value: 1.44,
      unit: 'Gbit/s',
    }),
    ours: (responseStandardTcp(LOSS_RATE) * PACKET_BITS) / RTT_MS / 1e6,
    digits: 2,
  },
  {
    claim: claimed('cubic', 'CUBIC has the same window there.', packets(1200)),
    ours: responseCubic2008(LOSS_RATE, RTT_MS / 1000),
    digits: 0,
  },
  {
    claim: claimed(
      'cubic-alone',
      'Its cubic alone (Eq. 6) would have 1,170: the larger of it and the TCP mode counts.',
      packets(1170),
    ),
    ours: averageWindow2008(LOSS_RATE, RTT_MS / 1000),
    digits: 0,
  },
  {
    claim: claimed('hstcp', 'HighSpeed TCP has about ten times as many, 12,280.', packets(12_280)),
    ours: responseHstcp(LOSS_RATE),
    digits: 0,
  },
  {
    claim: claimed('bic-tcp-mode', 'BIC’s TCP mode ends at 14 packets.', packets(14)),
    ours: lastOf((window) => bicIncrease(window, LARGE_WINDOW) === 1),
    digits: 0,
  },
  {
    claim: claimed('hstcp-tcp-mode', 'HighSpeed TCP’s TCP mode ends at 38 packets.', packets(38)),
    ours: lastOf((window) => hstcpIncrease(window) === 1 && hstcpDecrease(window) === 0.5),
    digits: 0,
  },
];

/** The last of the windows from 1 on for which it holds. */
function lastOf(holds: (window: number) => boolean): number {
  let window = 1;
  while (holds(window + 1)) window++;
  return window;
}

const REASONS: { readonly [pattern in Pattern]: string } = {
  periodic:
    'The formulas leave out the round trip of recovery: it counts at a loss of 10⁻², and no longer from 10⁻³ on.',
  random:
    'The formulas assume equal distances between losses, which give their window: a cubic gains more in a long distance than it loses in two short ones.',
};

const PATTERN_WORDS: { readonly [pattern in Pattern]: string } = {
  periodic: 'With losses in equal distances',
  random: 'With random losses',
};

/** What the runs of one curve at one RTT answer. */
interface Simulated {
  readonly claim: Claim;
  readonly curve: Curve;
  readonly rttMs: number;
  readonly pattern: Pattern;
}

const SIMULATED: readonly Simulated[] = CURVES.flatMap((curve) =>
  curve.rttsMs.flatMap((rttMs) =>
    PATTERNS.map(({ id: pattern }) => ({
      claim: claimed(
        `${curve.id}-${rttMs}-${pattern}`,
        `${PATTERN_WORDS[pattern]}, a sender with ${curve.title} at ${rttMs} ms has the window of the formula.`,
        { value: 1, unit: 'of the formula' },
      ),
      curve,
      rttMs,
      pattern,
    })),
  ),
);

/** Parts of a run after its start, each of some losses, whose means make the interval of a point. */
const PARTS = 5;

function windowsOf(rows: readonly RunRow[]): readonly number[] {
  return rows.flatMap(({ windowBytes }) => {
    const from = Math.ceil(windowBytes.length * SETTLED_FROM);
    const length = Math.floor((windowBytes.length - from) / PARTS);
    return Array.from({ length: PARTS }, (_, i) => {
      const part = windowBytes.subarray(from + i * length, from + (i + 1) * length);
      return part.reduce((sum, bytes) => sum + bytes, 0) / part.length / PACKET_BYTES;
    });
  });
}

function simulatedAnswer(values: Values, rows: Rows, { claim, curve, rttMs, pattern }: Simulated): Answer {
  const shares = exponentsOf(values).flatMap((exponent) =>
    (rows.get(variantId(curve, rttMs, exponent, pattern)) ?? []).map(
      (row) => meanOf(windowsOf([row])).value / curve.window(10 ** -exponent, rttMs),
    ),
  );
  return numberAnswer(claim, meanOf(shares), (value) => fixed(value, 2), REASONS[pattern]);
}

const LEAST_EXPONENT = 8;
const MOST_EXPONENT = 2;
const POINTS_PER_DECADE = 10;

function formulaLine(curve: Curve, rttMs: number): PlotSeries {
  const count = (LEAST_EXPONENT - MOST_EXPONENT) * POINTS_PER_DECADE + 1;
  const x = Array.from({ length: count }, (_, i) => 10 ** (i / POINTS_PER_DECADE - LEAST_EXPONENT));
  return {
    id: curve.id,
    title: curve.title,
    kind: 'line',
    x,
    y: x.map((lossRate) => curve.window(lossRate, rttMs)),
  };
}

function simulatedPoints(
  values: Values,
  rows: Rows,
  curve: Curve,
  rttMs: number,
  { id, title }: (typeof PATTERNS)[number],
): PlotSeries {
  const points = exponentsOf(values).flatMap((exponent): { x: number; window: Measured }[] => {
    const of = rows.get(variantId(curve, rttMs, exponent, id));
    return of === undefined ? [] : [{ x: 10 ** -exponent, window: meanOf(windowsOf(of)) }];
  });
  points.reverse();
  return {
    id: `${curve.id}-${id}`,
    title: `${curve.title}, ${title}`,
    kind: 'points',
    x: points.map(({ x }) => x),
    y: points.map(({ window }) => window.value),
    low: points.map(({ window }) => window.low),
    high: points.map(({ window }) => window.high),
  };
}

function responsePlot(values: Values, rows: Rows, rttMs: number): Plot {
  const run = CURVES.filter(({ rttsMs }) => rttsMs.includes(rttMs));
  return {
    id: `${rttMs}`,
    title: `Response functions at ${rttMs} ms`,
    x: {
      title: 'Loss probability',
      unit: '',
      scale: 'log',
      from: 10 ** -LEAST_EXPONENT,
      to: 10 ** -MOST_EXPONENT,
    },
    y: { title: 'Window', unit: 'packets', scale: 'log' },
    series: [
      ...CURVES.map((curve) => formulaLine(curve, rttMs)),
      ...run
        .flatMap((curve) => PATTERNS.map((pattern) => simulatedPoints(values, rows, curve, rttMs, pattern)))
        .filter(({ x }) => x.length > 0),
    ],
    marks: rttMs === RTT_MS ? [{ title: 'as in the paper', x: LOSS_RATE, y: 1200 }] : [],
  };
}

export const RESPONSE: Experiment = {
  id: 'response',
  title: 'Response functions',
  source: 'Figure 3 of Ha, Rhee, Xu: CUBIC (2008); RFC 3649',
  about:
    'The mean window over the loss probability: lines by formula, points by simulation of one sender over a path of delay and losses alone, in equal distances as the formulas assume them and at random. Each point is the mean of one run with some 20 losses after its start (two runs with 100 in the full size), its interval that of five parts of each; the answer of a curve is the mean over its points. Of windows above 40 packets a datagram stands for several. CUBIC is run as it is in Linux. Standard TCP and HighSpeed TCP do not depend on the round-trip time, and are run at 10 ms.',
  claims: [...FORMULAS.map(({ claim }) => claim), ...SIMULATED.map(({ claim }) => claim)],
  leavesOpen: [
    'How losses lie: the formulas assume equal distances.',
    'Whether ACKs are delayed: both formulas of AIMD count one packet per round trip.',
    'The response of BIC: the figure has none.',
  ],
  fields: SCENARIO.fields,
  scenario: SCENARIO,
  full: { values: { down: 6, losses: 100 }, seeds: 2 },
  resultOf: (values, rows): Result => ({
    plots: [10, 100].map((rttMs) => responsePlot(values, rows, rttMs)),
    answers: [
      ...FORMULAS.map(({ claim, ours, digits }) =>
        numberAnswer(claim, ours, (value) => (digits === 0 ? count(value) : fixed(value, digits))),
      ),
      ...SIMULATED.map((simulated) => simulatedAnswer(values, rows, simulated)),
    ],
  }),
};
