/** The canvas back end: long lines in pieces that cover what one path would, boxes with the marks of their pattern. */
import { expect, test } from 'vitest';
import { canvasSurface } from '../../../../../src/app/workbench/paint/canvas-surface.ts';

interface Call {
  readonly name: string;
  readonly args: readonly number[];
}

/** A surface over a canvas that writes down what is called on it. */
function setUp() {
  const calls: Call[] = [];
  const context = new Proxy<Record<string, unknown>>(
    { lineDashOffset: 0 },
    {
      get: (target, name: string) => target[name] ?? ((...args: number[]) => calls.push({ name, args })),
      set: (target, name: string, value) => {
        target[name] = value;
        calls.push({ name: `=${name}`, args: [value as number] });
        return true;
      },
    },
  );
  const canvas = { width: 0, height: 0, getContext: () => context } as unknown as HTMLCanvasElement;
  const surface = canvasSurface(canvas, 1000, 100, 1);
  if (surface === null) throw new Error('no surface');
  calls.length = 0;
  const named = (name: string): readonly Call[] => calls.filter((call) => call.name === name);
  return { surface, calls, named };
}

/** Steps of one pixel, up and down in turn. */
const STEPS = Array.from({ length: 200 }, (_, i) => [i, 10 + (i % 2) * 20, i + 1, 10 + (i % 2) * 20]).flat();
const SLOPES = Array.from({ length: 200 }, (_, i) => [i * 4, (i * 7) % 50]).flat();

test('a long line of slopes is drawn in pieces that share a line, and leaves nothing out', () => {
  const { surface, calls, named } = setUp();
  surface.polyline(SLOPES, { color: 'blue', width: 2, dash: [] });
  expect(named('stroke').length).toBeGreaterThan(5);
  const drawn = new Set<string>();
  let last: readonly number[] = [];
  for (const { name, args } of calls) {
    if (name === 'lineTo') drawn.add([...last, ...args].join(' '));
    if (name === 'lineTo' || name === 'moveTo') last = args;
  }
  for (let i = 2; i < SLOPES.length; i += 2) expect(drawn).toContain(SLOPES.slice(i - 2, i + 2).join(' '));
  expect(drawn.size).toBe(SLOPES.length / 2 - 1);
});

test('dashes go on from piece to piece', () => {
  const { surface, named } = setUp();
  surface.polyline(STEPS, { color: 'blue', width: 2, dash: [6, 3] });
  const offsets = named('=lineDashOffset').map(({ args }) => args[0] as number);
  expect(offsets.slice(0, -1)).toEqual([...offsets.slice(0, -1)].sort((a, b) => a - b));
  expect(offsets[1]).toBeGreaterThan(300);
  expect(offsets.at(-1)).toBe(0);
});

test('solid steps are boxes: one for each straight run, as wide as the line', () => {
  const { surface, named } = setUp();
  surface.polyline(STEPS, { color: 'blue', width: 2, dash: [] });
  const boxes = named('rect').map(({ args }) => args as [number, number, number, number]);
  expect(boxes).toHaveLength(399);
  for (const [, y, width, height] of boxes) {
    if (height === 2) expect([width, [9, 29].includes(y)]).toEqual([1, true]);
    else expect(width).toBe(2);
  }
  expect(named('stroke').length).toBeLessThan(3);
});

test('a short line, and one of a pixel, is one path', () => {
  const { surface, named } = setUp();
  surface.polyline(STEPS.slice(0, 20), { color: 'blue', width: 2, dash: [] });
  surface.polyline(STEPS, { color: 'blue', width: 1, dash: [] });
  expect([named('stroke').length, named('rect').length]).toEqual([2, 0]);
});

test('boxes are filled in their order, each with its own colour', () => {
  const { surface, calls } = setUp();
  const fills = [
    { color: 'blue', pattern: 'solid' },
    { color: 'red', pattern: 'solid' },
  ] as const;
  surface.boxes([0, 0, 5, 10, 0, 0, 10, 5, 10, 1, 5, 0, 5, 20, 0], fills);
  const order = calls.filter(({ name }) => name === '=fillStyle' || name === 'fillRect');
  expect(order.map(({ args }) => args[0])).toEqual(['blue', 0, 'red', 0, 'blue', 5]);
});
