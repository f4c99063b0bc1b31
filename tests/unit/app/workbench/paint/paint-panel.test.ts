/** What lies over and under every panel's picture: cursor, marked range, layers, the chosen finding, the grid. */
import { describe, expect, test } from 'vitest';
import { createStore } from '../../../../../src/app/state/store.ts';
import {
  type DrawnLane,
  type Foreground,
  paintForeground,
} from '../../../../../src/app/workbench/paint/paint-panel.ts';
import type { CanvasLayer, Layers } from '../../../../../src/app/workbench/slots.ts';
import type { Viewport } from '../../../../../src/drawing/surface/viewport.ts';
import { PALETTE } from '../../../../support/panel-context.ts';
import { RecordingSurface } from '../../../../support/recording-surface.ts';

const VIEWPORT: Viewport = { fromUs: 1000, toUs: 2000, width: 100 };
/** The only trace of the set. */
const LANES = [{ context: { viewport: VIEWPORT } }] as unknown as readonly DrawnLane[];
const PLOT = { panel: 'rtt', painted: { max: 1 } };
const NOTHING: Foreground = { readoutUs: null, pinnedUs: null, selection: null, layers: [] };

function painted(foreground: Partial<Foreground>, layers: Layers['canvas'] = []): RecordingSurface {
  const surface = new RecordingSurface(100, 50);
  paintForeground(surface, VIEWPORT, LANES, { ...NOTHING, ...foreground }, PALETTE, layers, PLOT);
  return surface;
}

describe('the foreground', () => {
  test('is empty without selection and cursor', () => {
    expect(painted({}).calls).toEqual([]);
  });

  test('has a dashed cursor on the pixel of its time, and a solid one where it is pinned', () => {
    const cursor = { points: [30.5, 0, 30.5, 50], stroke: { color: 'ink', width: 1, dash: [3, 3] } };
    expect(painted({ readoutUs: 1301 }).calls).toEqual([cursor]);
    expect(painted({ readoutUs: 1301, pinnedUs: 1301 }).calls).toEqual([
      { ...cursor, stroke: { ...cursor.stroke, dash: [] } },
    ]);
  });

  test.each([
    ['inside the view', 1200, 1500, [20, 30]],
    ['beyond both its ends', 0, 9000, [0, 100]],
    ['of less than a pixel', 1200, 1201, [20, 1]],
  ])('tints a marked range %s over the whole height', (_, fromUs, toUs, [x, width]) => {
    expect(painted({ selection: { fromUs, toUs } }).calls).toEqual([
      { x, y: 0, width, height: 50, fill: { color: 'selection', pattern: 'solid' }, opacity: 1 },
    ]);
  });

  test('has no tint of a range that is out of view', () => {
    expect(painted({ selection: { fromUs: 0, toUs: 900 } }).calls).toEqual([]);
    expect(painted({ selection: { fromUs: 2100, toUs: 3000 } }).calls).toEqual([]);
  });

  test('has the cursor on top of the layers, and those on top of the selection', () => {
    const range = { fromUs: 1200, toUs: 1500 };
    const layer: CanvasLayer<string> = {
      value: () => createStore(''),
      paint: (surface, _viewport, color) =>
        surface.rect(20, 0, 30, surface.height, { color, pattern: 'solid' }),
    };
    const { calls } = painted({ readoutUs: 1300, selection: range, layers: [['ink']] }, [layer]);
    const looks = calls.map((call) => ('fill' in call ? call.fill.color : call.stroke.dash.join(' ')));
    expect(looks[0]).toBe('selection');
    expect(looks[1]).toBe('ink');
    expect(looks.at(-1)).toBe('3 3');
  });

  test('has the layers of each of several traces in one plot in its colour, and of one alone in none', () => {
    const layer: CanvasLayer<null> = {
      value: () => createStore(null),
      paint: (surface, _viewport, _value, palette, color) =>
        surface.rect(0, 0, 1, 1, { color: color ?? palette.faint, pattern: 'solid' }),
    };
    const two = [
      { ...LANES[0], style: 0 },
      { ...LANES[0], style: 1 },
    ] as readonly DrawnLane[];
    const colors = (lanes: readonly DrawnLane[]) => {
      const surface = new RecordingSurface(100, 50);
      const foreground = { ...NOTHING, layers: lanes.map(() => [null]) };
      paintForeground(surface, VIEWPORT, lanes, foreground, PALETTE, [layer], PLOT);
      return surface.calls.map((call) => ('fill' in call ? call.fill.color : null));
    };
    expect(colors(two)).toEqual(PALETTE.slots.slice(0, 2));
    expect(colors(LANES)).toEqual([PALETTE.faint]);
  });
});
