/** §1 of the paper of 2008: how long Standard TCP needs from half a window to a full one. */
import { count } from '../../../base/text/figures';
import { BETA_2008, cubicK, cubicWindow } from '../../../sender/congestion/cubic-curve';
import { bandwidthDelayBytes } from '../../runs/link-settings';
import { numberField, numberOf, type Values } from '../../runs/scenario';
import { numberAnswer } from '../answers';
import { claimed, type Experiment, type Result } from '../experiment';
import type { PlotSeries } from '../plot';

const BDP = claimed('bdp', 'The path holds 100,000 packets.', { value: 100_000, unit: 'packets' });
const RTTS = claimed(
  'round-trips',
  'Standard TCP needs 50,000 round trips from half a window to a full one.',
  { value: 50_000, unit: 'RTT' },
);
const TIME = claimed('time', 'That takes 5,000 s.', { value: 5000, unit: 's' });

const POINTS = 101;

export const TEN_GIGABIT: Experiment = {
  id: 'ten-gigabit',
  title: 'The 10 Gbit/s path',
  source: 'Section 1 of Ha, Rhee, Xu: CUBIC (2008)',
  about:
    'The window of Standard TCP over time after a reduction to half, by formula: one packet per round trip. Beside it that of CUBIC after its reduction to 0.8, by Eq. 1 and 2, until it is full again. The line across is what the path holds.',
  claims: [BDP, RTTS, TIME],
  leavesOpen: ['Whether packets of 1,250 bytes count their headers.'],
  fields: [
    numberField('rate', 'Rate', 'Mbit/s', [1, 100_000, 10_000], 'Of the path.'),
    numberField('rtt', 'Round-trip time', 'ms', [1, 1000, 100], 'Propagation both ways.'),
    numberField('size', 'Packet', 'B', [100, 65_000, 1250], 'The paper counts packets of 1,250 bytes here.'),
  ],
  scenario: null,
  full: null,
  resultOf: (values): Result => {
    const packets =
      bandwidthDelayBytes(numberOf(values, 'rate'), numberOf(values, 'rtt')) / numberOf(values, 'size');
    const roundTrips = packets / 2;
    const seconds = (roundTrips * numberOf(values, 'rtt')) / 1000;
    return {
      plots: [
        {
          id: 'window',
          title: 'Window after a reduction',
          x: { title: 'Time', unit: 's', scale: 'linear', from: 0 },
          y: { title: 'Window', unit: 'packets', scale: 'linear', from: 0 },
          series: [growth(values, packets, seconds), cubicGrowth(packets)],
          marks: [{ title: 'what the path holds', x: null, y: packets }],
        },
      ],
      answers: [
        numberAnswer(BDP, packets, count),
        numberAnswer(RTTS, roundTrips, count),
        numberAnswer(TIME, seconds, count),
      ],
    };
  },
};

function growth(values: Values, packets: number, seconds: number): PlotSeries {
  const x = Array.from({ length: POINTS }, (_, i) => (seconds * i) / (POINTS - 1));
  const perSecond = 1000 / numberOf(values, 'rtt');
  return {
    id: 'standard-tcp',
    title: 'Standard TCP',
    kind: 'line',
    x,
    y: x.map((t) => packets / 2 + t * perSecond),
  };
}

/** Until K, when the window is full again: the round-trip time does not count. */
function cubicGrowth(packets: number): PlotSeries {
  const k = cubicK(packets, packets * (1 - BETA_2008));
  const x = Array.from({ length: POINTS }, (_, i) => (k * i) / (POINTS - 1));
  return {
    id: 'cubic',
    title: 'CUBIC of 2008',
    kind: 'line',
    x,
    y: x.map((t) => cubicWindow(t, k, packets)),
  };
}
