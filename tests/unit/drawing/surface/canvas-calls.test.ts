/** What reaches a canvas of each call on a surface: its look, its place, and nothing of it left for the next call. */
import { afterEach, expect, test, vi } from 'vitest';
import { canvasSheet } from '../../../../src/app/workbench/paint/canvas-sheet.ts';
import { canvasSurface } from '../../../../src/app/workbench/paint/canvas-surface.ts';
import { FONT } from '../../../../src/drawing/surface/sheet.ts';
import { BOX_STRIDE, type Fill, OVERLAP_PX } from '../../../../src/drawing/surface/surface.ts';

/** A canvas that writes down what is called and set on its context. */
class FakeCanvas {
  width = 300;
  height = 150;
  readonly calls: unknown[][] = [];
  readonly context = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (target, name: string) =>
        name in target
          ? target[name]
          : (...args: unknown[]) => {
              this.calls.push([name, ...args]);
              return name === 'createPattern' ? { tile: args[0] } : undefined;
            },
      set: (target, name: string, value) => {
        target[name] = value;
        this.calls.push([`=${name}`, value]);
        return true;
      },
    },
  );

  getContext(): unknown {
    return this.context;
  }

  named(...names: readonly string[]): readonly unknown[][] {
    return this.calls.filter(([name]) => names.includes(name as string));
  }
}

function setUp(width = 200, height = 100, pixelRatio = 1) {
  const canvas = new FakeCanvas();
  const made: FakeCanvas[] = [];
  vi.stubGlobal('document', {
    createElement: () => {
      made.push(new FakeCanvas());
      return made.at(-1);
    },
  });
  const surface = canvasSurface(canvas as unknown as HTMLCanvasElement, width, height, pixelRatio);
  if (surface === null) throw new Error('no surface');
  const sized = canvas.calls.splice(0);
  return { canvas, surface, sized, made };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const BLUE: Fill = { color: 'blue', pattern: 'solid' };

test('a surface is as sharp as the screen: device pixels below, CSS pixels above', () => {
  const { canvas, surface, sized } = setUp(201, 99, 1.5);
  expect([canvas.width, canvas.height]).toEqual([302, 149]);
  expect([surface.width, surface.height]).toEqual([201, 99]);
  expect(sized).toEqual([['setTransform', 1.5, 0, 0, 1.5, 0, 0]]);
});

test('a canvas without a size gives no surface', () => {
  const canvas = new FakeCanvas() as unknown as HTMLCanvasElement;
  expect(canvasSurface(canvas, 0, 10, 1)).toBeNull();
  expect(canvasSurface(canvas, 10, 0, 1)).toBeNull();
});

test('clearing clears all of it', () => {
  const { canvas, surface } = setUp();
  surface.clear();
  expect(canvas.calls).toEqual([['clearRect', 0, 0, 200, 100]]);
});

test('a rectangle has its colour and opacity, and the next one is opaque again', () => {
  const { canvas, surface } = setUp();
  surface.rect(1, 2, 3, 4, BLUE, 0.25);
  surface.rect(5, 6, 7, 8, { color: 'red', pattern: 'solid' });
  expect(canvas.calls).toEqual([
    ['=globalAlpha', 0.25],
    ['=fillStyle', 'blue'],
    ['fillRect', 1, 2, 3, 4],
    ['=globalAlpha', 1],
    ['=globalAlpha', 1],
    ['=fillStyle', 'red'],
    ['fillRect', 5, 6, 7, 8],
    ['=globalAlpha', 1],
  ]);
});

test('each pattern is a tile of eight pixels in its colour with marks of its own, drawn once', () => {
  const { canvas, surface, made } = setUp();
  const patterns = ['diagonal', 'cross', 'horizontal', 'dots'] as const;
  for (const pattern of [...patterns, ...patterns]) {
    surface.rect(0, 0, 9, 9, { color: `colour of ${pattern}`, pattern });
  }
  const tiles = canvas.named('createPattern').map(([, tile, repetition]) => ({ tile, repetition }));
  expect(tiles).toEqual(made.map((tile) => ({ tile, repetition: 'repeat' })));
  expect(made).toHaveLength(4);
  const styles = canvas.named('=fillStyle').map(([, style]) => (style as { tile: FakeCanvas }).tile);
  expect(styles).toEqual([...made, ...made]);
  const rising = [-8, 0, 8].flatMap((x) => [
    ['moveTo', x, 8],
    ['lineTo', x + 8, 0],
  ]);
  const falling = [-8, 0, 8].flatMap((x) => [
    ['moveTo', x, 0],
    ['lineTo', x + 8, 8],
  ]);
  const dots = [
    ['fillRect', 1, 1, 2, 2],
    ['fillRect', 5, 5, 2, 2],
  ];
  const lines = [
    ['moveTo', 0, 4],
    ['lineTo', 8, 4],
  ];
  [rising, [...rising, ...falling], lines, dots].forEach((marks, i) => {
    const tile = made[i] as FakeCanvas;
    expect([tile.width, tile.height]).toEqual([8, 8]);
    expect(tile.named('=fillStyle')[0]).toEqual(['=fillStyle', `colour of ${patterns[i]}`]);
    expect(tile.named('=strokeStyle')).toEqual([['=strokeStyle', 'rgb(255 255 255 / 45%)']]);
    expect(tile.named('fillRect', 'moveTo', 'lineTo')).toEqual([['fillRect', 0, 0, 8, 8], ...marks]);
    expect(tile.named('stroke')).toHaveLength(1);
  });
});

test('boxes of a pattern have their colours below, and marks over those of that pattern without the overlap', () => {
  const { canvas, surface, made } = setUp();
  const fills: readonly Fill[] = [BLUE, { color: 'red', pattern: 'cross' }];
  const boxes = [...[0, 10, 5.5, 90, 1], ...[5, 20, 5.5, 80, 0], ...[10, 30, 6.5, 70, 1]];
  surface.boxes(boxes, fills);
  const order = canvas.named('=fillStyle', 'fillRect', 'rect', 'fill');
  expect(order).toEqual([
    ['=fillStyle', 'red'],
    ['fillRect', 0, 10, 5.5, 90],
    ['=fillStyle', 'blue'],
    ['fillRect', 5, 20, 5.5, 80],
    ['=fillStyle', 'red'],
    ['fillRect', 10, 30, 6.5, 70],
    ['=fillStyle', { tile: made[0] }],
    ['rect', 0, 10, 5.5 - OVERLAP_PX, 90],
    ['rect', 10, 30, 6.5 - OVERLAP_PX, 70],
    ['fill'],
  ]);
  // Marks alone: what is below them shows.
  expect(made[0]?.named('fillRect')).toEqual([]);
});

test('marks of very many boxes leave none out', () => {
  const { canvas, surface } = setUp();
  const boxes = Array.from({ length: 100 }, (_, i) => [i * 2, 0, 2, 10, 0]).flat();
  surface.boxes(boxes, [{ color: 'red', pattern: 'dots' }]);
  expect(canvas.named('fillRect')).toHaveLength(boxes.length / BOX_STRIDE);
  expect(canvas.named('rect').map(([, x]) => x)).toEqual(Array.from({ length: 100 }, (_, i) => i * 2));
  expect(canvas.calls.at(-1)).toEqual(['fill']);
});

test('bars of one fill are filled one by one, and the next call is opaque again', () => {
  const { canvas, surface } = setUp(200, 100, 2);
  surface.bars([1, 2, 3, 4, 5, 6, 7, 8], BLUE, 0.4);
  expect(canvas.calls).toEqual([
    ['=globalAlpha', 0.4],
    ['=fillStyle', 'blue'],
    ['fillRect', 1, 2, 3, 4],
    ['fillRect', 5, 6, 7, 8],
    ['=globalAlpha', 1],
  ]);
});

test('at a broken pixel ratio bars of one fill are filled together, very many in pieces: no seams', () => {
  const { canvas, surface } = setUp(200, 100, 1.25);
  surface.bars([1, 2, 3, 4, 5, 6, 7, 8], BLUE, 0.4);
  expect(canvas.calls).toEqual([
    ['=globalAlpha', 0.4],
    ['=fillStyle', 'blue'],
    ['beginPath'],
    ['rect', 1, 2, 3, 4],
    ['rect', 5, 6, 7, 8],
    ['fill'],
    ['=globalAlpha', 1],
  ]);
  canvas.calls.splice(0);
  const many = Array.from({ length: 1000 }, (_, i) => [i, 0, 1, 9]);
  surface.bars(many.flat(), BLUE);
  expect(canvas.named('rect').map(([, x]) => x)).toEqual(many.map(([x]) => x));
  expect(canvas.named('fill').length).toBeGreaterThan(10);
});

test('a line has its colour, width and dashes, and the next one is solid again', () => {
  const { canvas, surface } = setUp();
  surface.polyline([0, 1, 2, 3, 4, 5], { color: 'green', width: 1.6, dash: [9, 3] });
  expect(canvas.calls).toEqual([
    ['=strokeStyle', 'green'],
    ['=lineWidth', 1.6],
    ['=lineJoin', 'round'],
    ['setLineDash', [9, 3]],
    ['beginPath'],
    ['moveTo', 0, 1],
    ['lineTo', 2, 3],
    ['lineTo', 4, 5],
    ['stroke'],
    ['setLineDash', []],
  ]);
});

test('NaN starts a new line: nothing is drawn between the points before and after it', () => {
  const { canvas, surface } = setUp();
  const points = [0, 0, 1, 1, Number.NaN, 0, 5, 5, 6, 7, Number.NaN, 0, Number.NaN, 0, 8, 8];
  surface.polyline([Number.NaN, 0, ...points], { color: 'green', width: 1, dash: [] });
  expect(canvas.named('moveTo', 'lineTo')).toEqual([
    ['moveTo', 0, 0],
    ['lineTo', 1, 1],
    ['moveTo', 5, 5],
    ['lineTo', 6, 7],
    ['moveTo', 8, 8],
  ]);
});

test('NaN starts a new line in long lines too, stepped or not', () => {
  const steps = (fromX: number): readonly number[] =>
    Array.from({ length: 100 }, (_, i) => [
      fromX + i,
      10 + (i % 2) * 20,
      fromX + i + 1,
      10 + (i % 2) * 20,
    ]).flat();
  const slopes = (fromX: number): readonly number[] =>
    Array.from({ length: 100 }, (_, i) => [fromX + i, (i * 7) % 50]).flat();
  for (const make of [steps, slopes]) {
    const { canvas, surface } = setUp();
    surface.polyline([...make(0), Number.NaN, 0, ...make(500)], { color: 'green', width: 2, dash: [] });
    let x = Number.NaN;
    const drawn = canvas.named('moveTo', 'lineTo', 'rect').map(([name, at, _y, width]) => {
      const from = name === 'lineTo' ? x : (at as number);
      x = at as number;
      return [from, name === 'rect' ? x + (width as number) : x];
    });
    expect(drawn.length).toBeGreaterThan(150);
    expect(drawn.filter(([from, to]) => (from as number) < 300 && (to as number) > 300)).toEqual([]);
    // A box of a vertical step begins half a line's width to the left.
    expect(Math.min(...drawn.flat())).toBeGreaterThanOrEqual(-1);
    expect(Math.max(...drawn.flat())).toBeGreaterThanOrEqual(599);
  }
});

test('a sheet writes texts with their size, weight and anchor, and clips a part at its edges', () => {
  const { made } = setUp();
  const sheet = canvasSheet(100, 50, 2);
  const [canvas] = made as [FakeCanvas];
  canvas.calls.length = 0;
  sheet.text(10, 20, 'some words', { color: 'black', size: 12, bold: true, anchor: 'middle' });
  sheet.text(0, 5, 'more', { color: 'grey', size: 9 });
  expect(canvas.calls).toEqual([
    ['=font', `600 12px ${FONT}`],
    ['=textAlign', 'center'],
    ['=fillStyle', 'black'],
    ['fillText', 'some words', 10, 20],
    ['=font', `9px ${FONT}`],
    ['=textAlign', 'start'],
    ['=fillStyle', 'grey'],
    ['fillText', 'more', 0, 5],
  ]);
  sheet.part(5, 6, 40, 30, (surface) => surface.rect(0, 0, 999, 999, BLUE));
  const part = made[1] as FakeCanvas;
  expect([part.width, part.height]).toEqual([80, 60]);
  expect(part.named('fillRect')).toEqual([['fillRect', 0, 0, 999, 999]]);
  expect(canvas.named('drawImage')).toEqual([['drawImage', part, 5, 6, 40, 30]]);
});
