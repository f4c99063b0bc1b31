/** The colours of pictures that leave the page are those of the light theme, and every colour of a panel is among them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LINES } from '../../../../src/drawing/panels/congestion/congestion-lines.ts';
import { LIGHT_COLORS, LIGHT_PALETTE } from '../../../../src/drawing/surface/light-palette.ts';

const css = readFileSync(new URL('../../../../src/app/shell/theme.css', import.meta.url), 'utf8');
const root = css.slice(css.indexOf(':root {'), css.indexOf('}'));
const themed = new Map(
  [...root.matchAll(/(--[a-z0-9-]+): light-dark\((rgb\([^)]*\)|[^,]+),/g)].map(([, name, color]) => [
    name,
    color,
  ]),
);

test('the table has the light colours of the theme', () => {
  expect(themed.size).toBeGreaterThan(20);
  for (const [name, color] of Object.entries(LIGHT_COLORS))
    expect([name, color]).toEqual([name, themed.get(name)]);
});

test('the palette uses only them', () => {
  const { strokeOf, model, severity, bands, slots, isFramed, ...plain } = LIGHT_PALETTE;
  expect(isFramed).toBe(false);
  const strokes = [...LINES.map(strokeOf), model].map((stroke) => stroke?.color);
  const used = [
    ...strokes,
    ...Object.values(severity),
    ...Object.values(bands),
    ...slots,
    ...Object.values(plain),
  ];
  expect(used.filter((color) => color === undefined || !Object.values(LIGHT_COLORS).includes(color))).toEqual(
    [],
  );
});
