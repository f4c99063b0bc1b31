/** A plot with a little of everything, for what draws and writes plots. */
import type { Plot } from '../../src/engine/simulator/lab/plot.ts';

export const MADE_PLOT: Plot = {
  id: 'made',
  title: 'Goodput <of> "two" & more',
  x: { title: 'Round-trip time', unit: 'ms', scale: 'log' },
  y: { title: 'Goodput', unit: 'Mbit/s', scale: 'linear', from: 0 },
  series: [
    {
      ...{ id: 'cubic', title: 'CUBIC, 2.2', kind: 'line' },
      ...{ x: [10, 40, 160], y: [94, Number.NaN, 80], low: [93, Number.NaN, 70], high: [95, Number.NaN, 90] },
    },
    { id: 'sack', title: 'SACK', kind: 'points', x: [10, 160], y: [90.5, 20.25] },
  ],
  marks: [
    { title: 'published', x: null, y: 72 },
    { title: 'said', x: 40, y: 95 },
  ],
};

const TIMES = Array.from({ length: 240 }, (_, i) => i * 2.5);

/** Windows over time, in the colours of phases. */
export const MADE_WINDOWS: Plot = {
  id: 'windows',
  title: 'Window over time',
  x: { title: 'Time', unit: 's', scale: 'linear', from: 0 },
  y: { title: 'Window', unit: 'packets', scale: 'linear', from: 0 },
  series: [
    {
      ...{ id: 'old', title: '1.27.4', kind: 'line', x: TIMES },
      ...{ y: TIMES.map((t) => 100 + (t % 60)), phases: TIMES.map((t) => (t < 40 ? 0 : 1)) },
    },
    {
      ...{ id: 'new', title: '1.27.5', kind: 'line', x: TIMES },
      ...{ y: TIMES.map((t) => 120 + (t % 110)), phases: TIMES.map((t) => (t < 40 ? 0 : 2)) },
    },
  ],
  marks: [],
  phases: ['slow start', "Reno's avoidance", "CUBIC's avoidance"],
};
