/**
 * No sentence says NaN or Infinity: every function that writes a figure refuses what is not finite, and whoever writes a sentence
 * takes its figures from them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { approximate, approximateRange } from '../../../../../src/engine/base/text/approximate.ts';
import { bitRate } from '../../../../../src/engine/base/text/bit-rate.ts';
import * as figures from '../../../../../src/engine/base/text/figures.ts';

const NOT_FINITE = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
const NO_WORD = /NaN|Infinity|∞|undefined/;

/** With the values beside the figure, where it has some. */
const WRITERS = new Map<string, (value: number) => string>([
  ...Object.entries(figures).flatMap(([name, write]): readonly [string, (value: number) => string][] =>
    typeof write === 'function'
      ? [[name, (value) => (write as (...values: unknown[]) => string)(value, 3)]]
      : [],
  ),
  ['plural', (value) => figures.plural(value, 'packet')],
  ['bitRate', bitRate],
  ['approximate', (value) => approximate(value, 10, figures.bytes)],
  ['approximate, within', (value) => approximate(10, value, figures.bytes)],
  [
    'approximateRange',
    (value) =>
      approximateRange(
        { value, low: value, high: value },
        { value: 3, low: 2, high: value },
        figures.duration,
      ),
  ],
  ['packets, of a size', (value) => figures.packets(1350, value)],
  ['instant, within', (value) => figures.instant(1350, value)],
]);

describe('what is not finite is no figure', () => {
  test.each([...WRITERS.keys()])('%s', (name) => {
    for (const value of NOT_FINITE) expect(WRITERS.get(name)?.(value), `${value}`).not.toMatch(NO_WORD);
  });
});

/** They write numbers for machines, or lengths of pictures. */
const NO_SENTENCES = [
  'src/engine/base/text/',
  'src/engine/input/formats/qlog/access/record-detail.ts',
  'src/engine/input/formats/qlog/write/header.ts',
  'src/engine/input/formats/qlog/decode/event-rows.ts',
  'src/drawing/surface/svg-surface.ts',
  'src/drawing/panels/close-up/close-up.ts',
  'src/node/cli/commands/check/report-junit.ts',
  'src/node/relay/truth.ts',
  'src/app/controls/lane-swatch.tsx',
  'src/app/features/events/hit-ticks.tsx',
  'src/app/features/outside-marks/marks-lane.tsx',
  'src/app/features/lab/lab-plots.tsx',
  'src/app/controls/sparkline.tsx',
  'src/app/shell/',
];

test('sentences take their figures from there', () => {
  const writing = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((path) => readFileSync(path, 'utf8').includes('.toFixed('));
  expect(writing.length).toBeGreaterThan(0);
  expect(writing.filter((path) => !NO_SENTENCES.some((allowed) => path.startsWith(allowed)))).toEqual([]);
  for (const allowed of NO_SENTENCES)
    expect(
      writing.some((path) => path.startsWith(allowed)),
      allowed,
    ).toBe(true);
});
