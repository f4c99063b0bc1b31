/** A picture that stands alone: room for its legend and its notes, axes where the values are, every swatch drawn. */
import { describe, expect, test } from 'vitest';
import { LIGHT_PALETTE, lightColor } from '../../../../src/drawing/surface/light-palette.ts';
import { drawPicture, type PictureSpec, pictureSize } from '../../../../src/drawing/surface/picture.ts';
import { legendLines, paintLegend } from '../../../../src/drawing/surface/picture-legend.ts';
import { estimatedWidth, wrapped } from '../../../../src/drawing/surface/sheet.ts';
import { SvgSheet } from '../../../../src/drawing/surface/svg-surface.ts';
import { XML_DECLARATION } from '../../../../src/engine/base/text/xml.ts';
import { type Element, parseXml } from '../../../support/xml.ts';

const SWATCHES = [
  'line',
  'dash',
  'dot',
  'dash-dot',
  'mark',
  'area',
  'hollow',
  'square',
  'cross',
  'diamond',
  'ring',
];
const mark = (swatch: string, label = swatch) =>
  ({ label, swatch, color: '--cwnd', pattern: 'diagonal' }) as const;

const SPEC: PictureSpec = {
  title: 'Title',
  subtitle: '',
  legend: [],
  viewport: { fromUs: 1_000_000, toUs: 3_000_000, width: 600 },
  height: 100,
  bands: [],
  clips: [],
  note: '',
  paper: '#ffffff',
  line: '#dddddd',
  palette: LIGHT_PALETTE,
  color: lightColor,
  paint: (_surface, axis) => axis(4000, (value) => `${value} B`),
};

function drawn(spec: PictureSpec): Element {
  const { width, height } = pictureSize(spec);
  const sheet = new SvgSheet(width, height, 'p');
  drawPicture(sheet, spec);
  return parseXml(XML_DECLARATION + sheet.svg('t', 'd'));
}

const at = (svg: Element, words: string) => svg.all('text').find(({ text }) => text === words)?.attributes;

describe('axes', () => {
  const svg = drawn(SPEC);

  test('write values at their heights, the largest on top', () => {
    const heights = ['0 B', '2000 B', '4000 B'].map((words) => Number(at(svg, words)?.y));
    expect((heights[0] as number) - (heights[1] as number)).toBeCloseTo(50, 0);
    expect((heights[1] as number) - (heights[2] as number)).toBeCloseTo(50, 0);
  });

  test('write times below the plot, at their positions', () => {
    const [first, last] = ['1.0 s', '3.0 s'].map((words) => at(svg, words));
    expect(Number(last?.x) - Number(first?.x)).toBeCloseTo(600, 0);
    expect(Number(first?.y)).toBeGreaterThan(Number(at(svg, '0 B')?.y));
  });

  test('reach below zero where the values do', () => {
    const below = drawn({ ...SPEC, paint: (_surface, axis) => axis(100, String, -100) });
    expect(Number(at(below, '-100')?.y)).toBeGreaterThan(Number(at(below, '0')?.y));
    expect(Number(at(below, '0')?.y)).toBeGreaterThan(Number(at(below, '100')?.y));
  });
});

describe('the legend', () => {
  test('takes as many lines as it needs, and the picture grows with it', () => {
    const many = Array.from({ length: 12 }, (_, i) => mark('line', `a series with a long name ${i}`));
    expect(legendLines(many, 12, 600).length).toBeGreaterThan(3);
    expect(pictureSize({ ...SPEC, legend: many }).height).toBeGreaterThan(pictureSize(SPEC).height + 50);
    expect(legendLines([mark('line', 'x'.repeat(999))], 12, 600)).toHaveLength(1);
  });

  test('an entry that is longer than a line goes on in the next ones, nothing of it is cut', () => {
    const label = Array.from({ length: 20 }, (_, i) => `${i}: 2,700 B to 54,000 B`).join(', ');
    const lines = legendLines([mark('line', label), mark('dash', 'next')], 12, 600);
    expect(lines.length).toBeGreaterThan(3);
    const shown = lines.flat();
    expect(shown.map((one) => one.label).join(' ')).toBe(`${label} next`);
    for (const one of shown) expect(estimatedWidth(one.label, 12)).toBeLessThan(560);
    const swatches = shown.map(({ swatch }) => swatch);
    expect([swatches[0], swatches.at(-1), ...new Set(swatches.slice(1, -1))]).toEqual([
      'line',
      'dash',
      'none',
    ]);
  });

  test.each([...SWATCHES, 'triangle', 'stub', 'unknown'])('draws %s in its colour', (swatch) => {
    const sheet = new SvgSheet(200, 20, 'p');
    paintLegend(
      sheet,
      [[mark(swatch)]],
      { x: 0, y: 0, lineHeight: 20, size: 12, ink: '#000000' },
      lightColor,
    );
    const text = sheet.svg('t', 'd');
    expect(parseXml(XML_DECLARATION + text).all('path').length).toBeGreaterThan(0);
    expect(text).toContain(lightColor('--cwnd'));
  });
});

test('a value that is clipped is written beside its arrow, to its left at the right edge', () => {
  const clips = [
    { x: 100, text: '9,450 B', color: 'orange' },
    { x: 590, text: '8,000 B', color: 'orange' },
  ];
  const texts = drawn({ ...SPEC, clips }).all('text');
  const place = (words: string) => {
    const { x, 'text-anchor': anchor } = texts.find(({ text }) => text === words)?.attributes ?? {};
    return [Number(x), anchor];
  };
  expect(place('9,450 B')).toEqual([68 + 106.5, undefined]);
  expect(place('8,000 B')).toEqual([68 + 583.5, 'end']);
});

test('a note is broken into lines, none wider than the picture', () => {
  const note = 'word '.repeat(80).trim();
  const lines = wrapped(note, 12, 400);
  expect(lines.join(' ')).toBe(note);
  expect(lines.length).toBeGreaterThan(4);
  expect(drawn({ ...SPEC, note }).all('text').length).toBeGreaterThan(drawn(SPEC).all('text').length + 2);
  expect(wrapped('', 12, 400)).toEqual([]);
});
