/** The SVG back end: well-formed, with the patterns, dashes and clips of what was painted, and nothing beyond. */
import { describe, expect, test } from 'vitest';
import { pathOf, SvgSheet, svgNumber, svgPaint } from '../../../src/chart/svg-surface.ts';
import { XML_DECLARATION } from '../../../src/text/xml.ts';
import { type Element, parseXml } from '../../support/xml.ts';

const solid = { color: '#102030', pattern: 'solid' } as const;
const line = { color: '#405060', width: 1.5, dash: [] };

function read(sheet: SvgSheet): Element {
  return parseXml(XML_DECLARATION + sheet.svg('A title', 'A sentence.'));
}

describe('numbers and colours', () => {
  test('have two decimals at most, and are always numbers', () => {
    expect([1, 1.005, -0.001, 12.3456, 1e21, Number.NaN, Number.POSITIVE_INFINITY].map(svgNumber)).toEqual([
      '1',
      '1',
      '0',
      '12.35',
      '1e+21',
      '0',
      '0',
    ]);
  });

  test('are hex with an opacity of their own', () => {
    expect(svgPaint('rgb(11 92 173 / 18%)')).toEqual({ color: '#0b5cad', opacity: 0.18 });
    expect(svgPaint('rgba(11, 92, 173, 0.5)')).toEqual({ color: '#0b5cad', opacity: 0.5 });
    expect(svgPaint('#0b5cad')).toEqual({ color: '#0b5cad', opacity: 1 });
  });
});

describe('a line', () => {
  test('is lifted at NaN, passes over places that are none, and repeats no place', () => {
    expect(pathOf([0, 0, 1, 1, 1, 1, Number.NaN, 0, 5, 5, 6, 6])).toBe('M0 0L1 1M5 5L6 6');
    expect(pathOf([0, 0, 1, Number.NaN, 2, 2])).toBe('M0 0L2 2');
    expect(pathOf([])).toBe('');
  });

  test('keeps its dashes and its width', () => {
    const sheet = new SvgSheet(10, 10, 'a');
    sheet.polyline([0, 0, 9, 9], { ...line, dash: [5, 2] });
    expect(read(sheet).all('path')[0]?.attributes).toMatchObject({
      d: 'M0 0L9 9',
      stroke: '#405060',
      'stroke-width': '1.5',
      'stroke-dasharray': '5 2',
      fill: 'none',
    });
  });
});

describe('rectangles', () => {
  test('of one fill become one path, in the order of painting', () => {
    const sheet = new SvgSheet(10, 10, 'a');
    sheet.rect(0, 0, 2, 2, solid);
    sheet.rect(4, 4, -2, 2, solid);
    sheet.polyline([0, 0, 1, 1], line);
    sheet.rect(8, 8, 1, 1, solid, 0.5);
    expect(
      read(sheet)
        .all('path')
        .map(({ attributes }) => attributes.d),
    ).toEqual(['M0 0h2v2h-2zM2 4h2v2h-2z', 'M0 0L1 1', 'M8 8h1v1h-1z']);
    expect(read(sheet).all('path')[2]?.attributes['fill-opacity']).toBe('0.5');
  });

  test('without a place or a size are none', () => {
    const sheet = new SvgSheet(10, 10, 'a');
    sheet.rect(Number.NaN, 0, 2, 2, solid);
    sheet.rect(0, 0, 0, 2, solid);
    expect(read(sheet).all('path')).toEqual([]);
  });

  test('with a pattern name one that is defined, once per colour', () => {
    const sheet = new SvgSheet(10, 10, 'fig');
    for (const pattern of ['diagonal', 'dots', 'horizontal', 'cross', 'dots'] as const) {
      sheet.rect(0, 0, 2, 2, { color: '#112233', pattern });
      sheet.rect(0, 0, 2, 2, { color: '#445566', pattern });
    }
    const svg = read(sheet);
    const ids = svg.all('pattern').map(({ attributes }) => attributes.id);
    expect(ids).toHaveLength(8);
    const used = svg
      .all('path')
      .flatMap(({ attributes }) => /^url\(#(.*)\)$/.exec(attributes.fill ?? '')?.[1] ?? []);
    expect(new Set(used)).toEqual(new Set(ids));
    expect(ids.every((id) => id?.startsWith('fig-'))).toBe(true);
  });
});

describe('a part', () => {
  test('is moved to its place and clipped to its size', () => {
    const sheet = new SvgSheet(100, 100, 'a');
    sheet.part(20, 30, 40, 50, (surface) => {
      expect([surface.width, surface.height]).toEqual([40, 50]);
      surface.rect(-10, -10, 999, 999, solid);
    });
    const svg = read(sheet);
    const [outer, inner] = svg.all('g');
    expect(outer?.attributes.transform).toBe('translate(20 30)');
    const clip = svg.all('clipPath')[0];
    expect(inner?.attributes['clip-path']).toBe(`url(#${clip?.attributes.id})`);
    expect(clip?.all('path')[0]?.attributes.d).toBe('M0 0h40v50h-40z');
  });
});

describe('words', () => {
  const hostile = '<script>alert("1")</script> & \'x\' \u0000\ud800 ]]>';

  test('never become markup, wherever they stand', () => {
    const sheet = new SvgSheet(10, 10, 'a');
    sheet.text(1, 2, hostile, { color: '#000000', size: 12, anchor: 'end', bold: true });
    const svg = parseXml(XML_DECLARATION + sheet.svg(hostile, hostile));
    const plain = '<script>alert("1")</script> & \'x\'  ]]>';
    expect([svg.all('title'), svg.all('desc'), svg.all('text')].map(([element]) => element?.text)).toEqual([
      plain,
      plain,
      plain,
    ]);
    expect(svg.all('script')).toEqual([]);
    expect(svg.all('text')[0]?.attributes).toMatchObject({ 'text-anchor': 'end', 'font-weight': '600' });
  });

  test('name the picture for who cannot see it', () => {
    const svg = read(new SvgSheet(10, 10, 'a'));
    expect(svg.attributes).toMatchObject({ role: 'img', 'aria-labelledby': 'a-t a-d' });
  });
});

test('a cleared surface is empty', () => {
  const sheet = new SvgSheet(10, 10, 'a');
  sheet.rect(0, 0, 2, 2, solid);
  sheet.polyline([0, 0, 1, 1], line);
  sheet.clear();
  expect(read(sheet).all('path')).toEqual([]);
});
