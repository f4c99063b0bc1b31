/** A plot as SVG, CSV, table and sentence. */
import { describe, expect, test } from 'vitest';
import { plotCsv, plotTable } from '../../../../src/drawing/plots/plot-csv.ts';
import { seriesStyle } from '../../../../src/drawing/plots/plot-style.ts';
import { plotSvg } from '../../../../src/drawing/plots/plot-svg.ts';
import { plotNumber, plotSentence } from '../../../../src/drawing/plots/plot-words.ts';
import { LIGHT_COLORS, LIGHT_PALETTE } from '../../../../src/drawing/surface/light-palette.ts';
import type { Plot } from '../../../../src/engine/simulator/lab/plot.ts';
import { MADE_PLOT, MADE_WINDOWS } from '../../../support/made-plot.ts';

const count = (text: string, part: RegExp): number => [...text.matchAll(part)].length;
const color = (name: string): string => LIGHT_COLORS[name] as string;

describe('SVG', () => {
  test('is a file of its own with title, axes, legend and marks, and all text escaped', () => {
    const svg = plotSvg(MADE_PLOT, { subtitle: 'Figure 1 & 2' });
    expect(svg).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<svg /);
    expect(svg).toContain('Goodput &lt;of&gt; &quot;two&quot; &amp; more');
    for (const words of ['Figure 1 &amp; 2', 'Round-trip time, ms', 'Goodput, Mbit/s', 'CUBIC, 2.2', 'SACK'])
      expect(svg).toContain(`>${words}<`);
    for (const words of ['published', 'said']) expect(svg).toContain(`>${words}<`);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  test('a value without a place interrupts the line, and whiskers stand where both ends of an interval are known', () => {
    const line = new RegExp(
      `d="(M[^"]+)" fill="none" stroke="${color('--slot-1')}"[^>]*stroke-width="2"`,
      'g',
    );
    const paths = [...plotSvg(MADE_PLOT).matchAll(line)].map(([, path]) => path ?? '');
    // The swatch of the legend, and the line in two parts.
    expect(paths.map((path) => count(path, /M/g))).toEqual([1, 2]);
    const whiskers = new RegExp(
      `d="([^"]+)" fill="none" stroke="${color('--slot-1')}" stroke-width="1.2"`,
      'g',
    );
    const [, path = ''] = [...plotSvg(MADE_PLOT).matchAll(whiskers)][0] ?? [];
    expect(count(path, /M/g)).toBe(6);
  });

  test('phases have their colours and dashes, and series in them their shapes', () => {
    const svg = plotSvg(MADE_WINDOWS);
    for (const title of ['slow start', 'Reno&#39;s avoidance', 'CUBIC&#39;s avoidance', '1.27.4', '1.27.5'])
      expect(svg).toContain(`>${title}<`);
    const strokes = ['--slot-3', '--loss', '--cwnd'].map((name) =>
      [...svg.matchAll(new RegExp(`stroke="${color(name)}"[^>]*stroke-width="2"([^>]*)`, 'g'))].map(
        ([, rest]) => /dasharray="([^"]*)"/.exec(rest ?? '')?.[1] ?? 'solid',
      ),
    );
    expect(strokes.map((dashes) => [...new Set(dashes)])).toEqual([['2 2.5'], ['8 3'], ['solid']]);
    expect(new Set(strokes.flat()).size).toBe(3);
  });

  test('what lies beyond fixed ends is clipped, and marks there are left out', () => {
    const plot: Plot = { ...MADE_PLOT, y: { ...MADE_PLOT.y, from: 0, to: 85 } };
    expect(plotSvg(plot)).toContain('clip-path');
    expect(plotSvg(plot)).not.toContain('>said<');
    expect(plotSvg(plot)).toContain('>published<');
  });

  test('intervals of many values are a band; a plot without values says so', () => {
    const many = MADE_WINDOWS.series.map(({ phases: _, ...one }) => ({
      ...{ ...one, low: one.y.map((value) => value - 5), high: one.y.map((value) => value + 5) },
    }));
    expect(plotSvg({ ...MADE_WINDOWS, series: many })).toContain('fill-opacity="0.16"');
    const none = plotSvg({
      ...MADE_PLOT,
      marks: [],
      series: [{ ...MADE_PLOT.series[1], x: [], y: [] } as never],
    });
    expect(none).toContain('>no values yet<');
    expect(none).not.toMatch(/NaN|Infinity/);
  });
});

test('sixteen series differ in colour, dash or shape, and those of one colour in both others', () => {
  const styles = Array.from({ length: 16 }, (_, at) => seriesStyle(at, LIGHT_PALETTE));
  const keys = styles.map(({ stroke, shape }) => `${stroke.color} ${stroke.dash} ${shape}`);
  expect(new Set(keys).size).toBe(16);
  for (const [at, { stroke, shape }] of styles.slice(0, 8).entries()) {
    const other = styles[at + 8];
    expect([other?.stroke.color, other?.shape === shape]).toEqual([stroke.color, false]);
    expect(other?.stroke.dash).not.toEqual(stroke.dash);
  }
});

describe('CSV', () => {
  test('has a line per value with its interval, empty where there is none, and the marks', () => {
    expect(plotCsv(MADE_PLOT).split('\r\n')).toEqual([
      'plot,kind,series,x: Round-trip time (ms),y: Goodput (Mbit/s),low,high,phase',
      'made,line,"CUBIC, 2.2",10,94,93,95,',
      'made,line,"CUBIC, 2.2",40,,,,',
      'made,line,"CUBIC, 2.2",160,80,70,90,',
      'made,points,SACK,10,90.5,,,',
      'made,points,SACK,160,20.25,,,',
      'made,mark,published,,72,,,',
      'made,mark,said,40,95,,,',
      '',
    ]);
  });

  test('names the phase of each value', () => {
    const lines = plotCsv(MADE_WINDOWS).split('\r\n');
    expect(lines).toHaveLength(482);
    expect(lines[1]).toBe('windows,line,1.27.4,0,100,,,slow start');
    expect(lines[20]).toBe("windows,line,1.27.4,47.5,147.5,,,Reno's avoidance");
  });
});

test('the table has a line per place on the axis, and of many places some', () => {
  expect(plotTable(MADE_PLOT)).toEqual({
    head: ['Round-trip time, ms', 'CUBIC, 2.2, Mbit/s', 'SACK, Mbit/s'],
    rows: [
      ['10', '94 (93 to 95)', '90.5'],
      ['40', '–', '–'],
      ['160', '80 (70 to 90)', '20.25'],
    ],
    isThinned: false,
  });
  const long = plotTable(MADE_WINDOWS, 24);
  expect([long.rows.length, long.isThinned]).toEqual([24, true]);
  expect(long.rows[0]).toEqual(['0', '100 slow start', '120 slow start']);
});

test('the sentence tells both ends of every series, and the marks', () => {
  expect(plotSentence(MADE_PLOT)).toBe(
    'Goodput, Mbit/s over Round-trip time, ms. CUBIC, 2.2: 94 Mbit/s at 10 ms, 80 Mbit/s at 160 ms. SACK: 90.5 Mbit/s at 10 ms, 20.25 Mbit/s at 160 ms. Marked: published: 72 Mbit/s; said: 40 ms, 95 Mbit/s.',
  );
});

test.each([
  [0, '0'],
  [94.1234, '94.12'],
  [-3.5, '−3.5'],
  [12_280, '12,280'],
  [1e-8, '1.00e−8'],
  [2.6e11, '2.60e+11'],
  [Number.NaN, '–'],
])('%d is written %s', (value, words) => expect(plotNumber(value)).toBe(words));
