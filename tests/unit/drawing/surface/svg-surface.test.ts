/** The SVG back end: well-formed, with the patterns, dashes and clips of what was painted, and nothing beyond. */
import { describe, expect, test } from 'vitest';
import { pathOf, SvgSheet, svgNumber, svgPaint } from '../../../../src/drawing/surface/svg-surface.ts';
import { XML_DECLARATION } from '../../../../src/engine/base/text/xml.ts';
import { type Element, parseXml } from '../../../support/xml.ts';

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

  test('are hex with a separate opacity', () => {
    expect(svgPaint('rgb(11 92 173 / 18%)')).toEqual({ color: '#0b5cad', opacity: 0.18 });
    expect(svgPaint('rgba(11, 92, 173, 0.5)')).toEqual({ color: '#0b5cad', opacity: 0.5 });
    expect(svgPaint('#0b5cad')).toEqual({ color: '#0b5cad', opacity: 1 });
  });
});

describe('a line', () => {
  test('is interrupted at NaN, skips invalid points, and repeats no point', () => {
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

  test('without a position or a size are left out', () => {
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

  test('never become markup, wherever they are', () => {
    const sheet = new SvgSheet(10, 10, 'a');
    sheet.text(1, 2, hostile, { color: '#000000', size: 12, anchor: 'end', bold: true });
    const svg = parseXml(XML_DECLARATION + sheet.svg(hostile, hostile));
    const plain = '<script>alert("1")</script> & \'x\' \\x00\\ud800 ]]>';
    expect([svg.all('title'), svg.all('desc'), svg.all('text')].map(([element]) => element?.text)).toEqual([
      plain,
      plain,
      plain,
    ]);
    expect(svg.all('script')).toEqual([]);
    expect(svg.all('text')[0]?.attributes).toMatchObject({ 'text-anchor': 'end', 'font-weight': '600' });
  });

  test('name the picture for screen readers', () => {
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

describe('what is painted', () => {
  const paths = (sheet: SvgSheet): readonly { readonly [name: string]: string | undefined }[] =>
    read(sheet)
      .children.filter(({ name }) => name === 'path')
      .map(({ attributes }) => attributes);

  test('has the opacity of its colour times its own, and a line that of its colour', () => {
    const sheet = new SvgSheet(10, 10, 'a');
    sheet.rect(0, 0, 2, 2, { color: 'rgb(16 32 48 / 50%)', pattern: 'solid' }, 0.5);
    sheet.polyline([0, 0, 1, 1], { ...line, color: 'rgb(64 80 96 / 18%)' });
    const [rect, path] = paths(sheet);
    expect(rect).toMatchObject({ fill: '#102030', 'fill-opacity': '0.25' });
    expect(path).toMatchObject({ stroke: '#405060', 'stroke-opacity': '0.18', 'stroke-linejoin': 'round' });
  });

  test('of boxes are all boxes, fill by fill, each with its pattern', () => {
    const sheet = new SvgSheet(20, 10, 'a');
    const fills = [solid, { color: '#445566', pattern: 'dots' }] as const;
    sheet.boxes([0, 0, 5.5, 10, 1, 5, 2, 5.5, 8, 0, 10, 4, 5, 6, 1], fills);
    const [first, second, ...others] = paths(sheet);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ d: 'M5 2h5.5v8h-5.5z', fill: '#102030' });
    expect(second?.d).toBe('M0 0h5.5v10h-5.5zM10 4h5v6h-5z');
    expect(second?.fill).toBe('url(#a-p1)');
    expect(first).not.toHaveProperty('fill-opacity');
  });

  test('of bars is one path with their opacity', () => {
    const sheet = new SvgSheet(20, 10, 'a');
    sheet.bars([0, 0, 1, 10, 1, 2, 3, 8], solid, 0.4);
    expect(paths(sheet)).toMatchObject([{ d: 'M0 0h1v10h-1zM1 2h3v8h-3z', 'fill-opacity': '0.4' }]);
    expect(paths(sheet)).toHaveLength(1);
  });

  test('with a pattern has its own marks on its own colour', () => {
    const marksOf = (
      pattern: 'diagonal' | 'cross' | 'horizontal' | 'dots',
    ): readonly (string | undefined)[] => {
      const sheet = new SvgSheet(10, 10, 'a');
      sheet.rect(0, 0, 2, 2, { color: '#112233', pattern });
      const [tile] = read(sheet).all('pattern');
      expect(tile?.attributes).toMatchObject({ width: '8', height: '8', patternUnits: 'userSpaceOnUse' });
      const [ground, ...marks] = tile?.all('path') ?? [];
      expect(ground?.attributes).toEqual({ d: 'M0 0h8v8h-8z', fill: '#112233' });
      return marks.map(({ attributes }) => attributes.d);
    };
    const rising = 'M-8 8L0 0M0 8L8 0M8 8L16 0';
    expect(marksOf('diagonal')).toEqual([rising]);
    expect(marksOf('cross')).toEqual([`${rising}M-8 0L0 8M0 0L8 8M8 0L16 8`]);
    expect(marksOf('horizontal')).toEqual(['M0 4L8 4']);
    expect(marksOf('dots')).toEqual(['M1 1h2v2h-2zM5 5h2v2h-2z']);
  });

  test('is a title, a sentence, and texts at their positions', () => {
    const sheet = new SvgSheet(30, 20, 'a');
    sheet.text(1.256, 2, 'words', { color: 'rgb(1 2 3)', size: 12 });
    const svg = read(sheet);
    expect(svg.attributes).toMatchObject({ width: '30', height: '20', viewBox: '0 0 30 20' });
    expect([svg.all('title')[0]?.text, svg.all('desc')[0]?.text]).toEqual(['A title', 'A sentence.']);
    const [text] = svg.all('text');
    expect(text?.attributes).toEqual({ x: '1.26', y: '2', 'font-size': '12', fill: '#010203' });
    expect(text?.text).toBe('words');
  });
});
