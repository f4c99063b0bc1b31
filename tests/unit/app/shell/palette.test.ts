/**
 * The theme's colours can be told apart in one panel, by readers with each kind of colour blindness, and seen on the
 * page; type and space come from one scale each.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MARK_OPACITY, markColor } from '../../../../src/drawing/surface/patterns.ts';

const APP = new URL('../../../../src/app/', import.meta.url);
const css = readFileSync(new URL('shell/theme.css', APP), 'utf8');

type Rgb = readonly [number, number, number];
type Matrix = readonly [Rgb, Rgb, Rgb];

/** What a reader sees of linear RGB: full severity of Machado, Oliveira, Fernandes (2009), table of matrices. */
const VISION: { readonly [kind: string]: Matrix } = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const times = (matrix: Matrix, [r, g, b]: Rgb): Rgb =>
  matrix.map((row) => Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b))) as unknown as Rgb;

function linear(hex: string): Rgb {
  const part = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/** OKLab of linear RGB (Ottosson 2020). */
function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function distance(a: string, b: string, kind: Matrix): number {
  const [p, q] = [oklab(times(kind, linear(a))), oklab(times(kind, linear(b)))];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/** Contrast ratio of WCAG 2.2. */
function contrast(a: string, b: string): number {
  const of = (hex: string): number => {
    const [r, g, blue] = linear(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue + 0.05;
  };
  return Math.max(of(a), of(b)) / Math.min(of(a), of(b));
}

const rule = (selector: string): string => {
  const from = css.indexOf(`${selector} {`);
  return css.slice(from, css.indexOf('}', from));
};
const pairs = (text: string): ReadonlyMap<string, readonly [string, string]> =>
  new Map(
    [...text.matchAll(/--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
      ([, name, light, dark]) => [name as string, [light as string, dark as string]],
    ),
  );
const base = pairs(rule(':root'));
const contrasted = new Map([...base, ...pairs(rule(':root[data-theme="contrast"]'))]);
const THEMES = [
  ['light', base, 0],
  ['dark', base, 1],
  ['high contrast, light', contrasted, 0],
  ['high contrast, dark', contrasted, 1],
] as const;

/** Drawn in one panel. */
const TOGETHER = {
  congestion: ['cwnd', 'in-flight', 'ssthresh', 'slot-8', 'loss', 'model', 'slot-7'],
  rtt: ['slot-5', 'slot-4', 'slot-3'],
  throughput: ['slot-1', 'slot-3', 'slot-5', 'loss', 'slot-7'],
  states: ['slot-1', 'slot-2', 'slot-3', 'slot-6'],
  limits: ['slot-1', 'slot-2', 'slot-3', 'slot-5', 'slot-6', 'slot-7', 'slot-8'],
};
/** Of OKLab; a just noticeable difference is 0.02. */
const LEAST_DISTANCE = 0.065;
/** Of the marks of a pattern, on whose fill nobody reads a text. */
const LEAST_MARKED = 1.6;
/** WCAG 2.2, 1.4.11: graphical objects. */
const LEAST_CONTRAST = 3;

describe.each(THEMES)('%s', (_, colors, at) => {
  const color = (name: string): string => colors.get(name)?.[at] ?? '';

  test.each(Object.entries(TOGETHER))('%s: no two colours look alike', (_panel, names) => {
    const alike = Object.entries(VISION).flatMap(([kind, matrix]) =>
      names.flatMap((a, i) =>
        names
          .slice(i + 1)
          .filter((b) => !(distance(color(a), color(b), matrix) >= LEAST_DISTANCE))
          .map((b) => `${kind}: ${a} ${b}`),
      ),
    );
    expect(alike).toEqual([]);
  });

  test('the marks of a pattern are seen on each colour that has one', () => {
    const mixed = (on: string): string => {
      const [ground, mark] = [on, markColor(on)].map((hex) =>
        [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16)),
      );
      const parts = (ground ?? []).map((part, i) => part + MARK_OPACITY * ((mark?.[i] ?? 0) - part));
      return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
    };
    const ground = ['ink-faint', ...Array.from({ length: 8 }, (_, i) => `slot-${i + 1}`)].map(color);
    expect(ground.filter((one) => !(contrast(one, mixed(one)) >= LEAST_MARKED))).toEqual([]);
  });

  test('every colour of data is seen on the page', () => {
    const data = [...new Set(Object.values(TOGETHER).flat())];
    expect(data.filter((name) => !(contrast(color(name), color('paper')) >= LEAST_CONTRAST))).toEqual([]);
  });
});

const sheets = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css') && !file.endsWith('theme.css'))
  .map((file) => [file, readFileSync(new URL(file, APP), 'utf8')] as const);

test('every size of type and every space is one of the scale', () => {
  expect(sheets.length).toBeGreaterThan(10);
  const others = sheets.flatMap(([file, text]) =>
    [
      ...text.matchAll(
        /(?<![-\w])(font-size|(?:row-|column-)?gap|margin(?:-\w+)*|padding(?:-\w+)*): ([^;{}]+);/g,
      ),
    ]
      .filter(([, , value = '']) => /\d(px|r?em)\b/.test(value.replaceAll(/\b[01]px/g, '')))
      .map(([declaration]) => `${file}: ${declaration}`),
  );
  expect(others).toEqual([]);
});
