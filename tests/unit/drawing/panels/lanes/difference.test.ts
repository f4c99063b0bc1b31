/** The difference of two traces: held against values that a test reads from the answers itself. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  comparedLine,
  deltaText,
  differenceWords,
  paintDifference,
} from '../../../../../src/drawing/panels/lanes/difference.ts';
import type { PanelLane } from '../../../../../src/drawing/panels/lanes/panel-lanes.ts';
import type { PanelContext, PanelDefinition } from '../../../../../src/drawing/panels/panel.ts';
import { findPanel, PANELS } from '../../../../../src/drawing/panels/registry.ts';
import { SLICE_STRIDE } from '../../../../../src/engine/base/columns/series.ts';
import { openTrace, PALETTE } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { RecordingSurface } from '../../../../support/recording-surface.ts';

const WIDTH = 400;
const panelOf = (id: string) => findPanel(id) as PanelDefinition;
let lanes: readonly [PanelLane, PanelLane];

beforeAll(async () => {
  const [a, b] = await Promise.all(
    ['rate2-both-cubic-buggy-s09.server.sqlog.gz', 'rate-reno-s12.server.sqlog.gz'].map((name) =>
      openTrace(corpusPath(name)),
    ),
  );
  // The same range of both: the second one ends earlier.
  const view = { width: WIDTH, fromUs: 0, toUs: 9_000_000 };
  const contexts = [a, b].map((trace) => trace?.context(view) as PanelContext);
  lanes = contexts.map((context, place) => ({ context, style: place, place })) as unknown as [
    PanelLane,
    PanelLane,
  ];
});

/** The last point of a series before the end of a pixel, by brute force over all columns. */
function heldAt({ answer, viewport, snapshot }: PanelContext, id: string, pixel: number): number {
  const slice = answer.series.find((one) => one.id === id);
  const { window } = answer;
  const usPerPx = (viewport.toUs - viewport.fromUs) / viewport.width;
  const untilUs = viewport.fromUs + (pixel + 1) * usPerPx;
  if (viewport.fromUs + pixel * usPerPx >= snapshot.extent.toUs) return Number.NaN;
  let held = slice?.entry ?? Number.NaN;
  for (let i = 0; i < window.columns && window.fromUs + i * window.columnUs < untilUs - 1e-3; i++) {
    const last = slice?.values[i * SLICE_STRIDE + 3] as number;
    if (!Number.isNaN(last)) held = last;
  }
  return held;
}

function valuesOf(of: readonly PanelLane[]): Float64Array {
  return comparedLine(panelOf('congestion'), of)?.least ?? new Float64Array(0);
}

describe('of the window', () => {
  test('is B − A in every pixel column, and none where one trace has ended', () => {
    const values = valuesOf(lanes);
    expect(values).toHaveLength(WIDTH);
    let known = 0;
    for (let pixel = 0; pixel < WIDTH; pixel += 7) {
      const [a, b] = lanes.map(({ context }) => heldAt(context, 'cwnd', pixel));
      expect(values[pixel], `pixel ${pixel}`).toBe((b as number) - (a as number));
      if (!Number.isNaN(values[pixel])) known++;
    }
    expect(known).toBeGreaterThan(10);
    expect(values[WIDTH - 1]).toBeNaN();
    expect(Math.max(...values.filter((value) => !Number.isNaN(value)))).toBeGreaterThan(10_000);
  });

  test('turns its sign with the order of the traces', () => {
    const [a, b] = lanes;
    const there = valuesOf([a, b]);
    const back = valuesOf([b, a]);
    expect([...back].map((value) => -value + 0)).toEqual([...there].map((value) => value + 0));
  });

  test('is drawn from zero, the axis holds its extremes, and its ticks say the sign', () => {
    const surface = new RecordingSurface(WIDTH, 48);
    const axes: { min: number; max: number; ticks: readonly string[] }[] = [];
    paintDifference(panelOf('congestion'), lanes, {
      ...{ surface, palette: PALETTE, lockedMax: null },
      axis: (max, format, min = 0) =>
        axes.push({ min, max, ticks: [-2000, 0, 2000].map((v) => format(v, 1000)) }),
    });
    const values = valuesOf(lanes).filter((value) => !Number.isNaN(value));
    expect(axes).toHaveLength(1);
    expect(axes[0]?.max).toBeGreaterThan(Math.max(...values));
    expect(axes[0]?.min).toBeLessThanOrEqual(Math.min(0, ...values));
    expect(axes[0]?.ticks).toEqual(['−2 kB', '0 kB', '+2 kB']);
    const drawn = surface.lines.at(-1)?.points.filter((_, i) => i % 2 === 1) ?? [];
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...drawn.filter((y) => !Number.isNaN(y)))).toBeLessThanOrEqual(48);
  });
});

test('it is of the first line that is shown, and that both have', () => {
  const congestion = panelOf('congestion');
  expect(comparedLine(congestion, lanes)?.entry.id).toBe('cwnd');
  const hidden = lanes.map((lane) => ({
    ...lane,
    context: { ...lane.context, hidden: new Set(['congestion/cwnd']) },
  }));
  expect(comparedLine(congestion, hidden)?.entry.id).toBe('bytes-in-flight');
  expect(differenceWords(congestion, lanes)).toBe('B − A: window (cwnd); above 0, B has more');
  expect(comparedLine(congestion, lanes.slice(0, 1))).toBeNull();
  // Bars have no line.
  expect(comparedLine(panelOf('loss'), lanes)).toBeNull();
});

test('the window of a receiver is compared with none, and that is said', () => {
  const beside = lanes.map((lane, i) => {
    const { snapshot } = lane.context;
    const received = { ...snapshot, summary: { ...snapshot.summary, side: 'receiver' as const } };
    return i === 0 ? lane : { ...lane, context: { ...lane.context, snapshot: received } };
  });
  expect(comparedLine(panelOf('congestion'), beside)).toBeNull();
  expect(differenceWords(panelOf('congestion'), beside)).toBe(
    'No difference: B is the trace of a receiver, whose window and flight say nothing of the transfer.',
  );
  const at = panelOf('congestion').amounts?.of((beside[1] as PanelLane).context, 'cwnd', 4e6);
  expect(at).toBeNaN();
});

test('every panel of lines has differences, as long as the plot is wide', () => {
  const drawn = PANELS.filter(({ overlays }) => overlays === true);
  expect(drawn.length).toBeGreaterThan(4);
  for (const panel of drawn) {
    expect(panel.amounts?.line, panel.id).toBeDefined();
    const compared = comparedLine(panel, lanes);
    if (compared !== null) expect(compared.most, panel.id).toHaveLength(WIDTH);
  }
});

test('a difference says its sign and its unit, and its bound where one of the two is rounded', () => {
  const text = (panel: string, value: number, within = 0): string =>
    deltaText(panelOf(panel), { value: 1 + value, within }, { value: 1, within });
  expect(text('congestion', 43_200)).toBe('+43,200 B');
  expect(text('congestion', -43_200)).toBe('−43,200 B');
  expect(text('congestion', 0)).toBe('0 B');
  expect(text('congestion', Number.NaN)).toBe('');
  expect(text('boundary', 2000)).toBe('+2.00 ms');
  expect(text('states', -0.5)).toBe('−50 pp');
  expect(text('congestion', -400, 250)).toBe('≈ −400 B ± 500 B');
  expect(text('states', 0.5, 0.008)).toBe('≈ +50 pp ± 2 pp');
});
