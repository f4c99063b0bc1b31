/** Congestion of several traces: a row of loss marks each, and a finding's label that covers nothing of any of them. */
import { beforeAll, describe, expect, test } from 'vitest';
import { congestion } from '../../../../../src/drawing/panels/congestion/congestion.ts';
import { commonMax, laneColor, paintLanes } from '../../../../../src/drawing/panels/lanes/panel-lanes.ts';
import type { PanelContext } from '../../../../../src/drawing/panels/panel.ts';
import { laneLetter } from '../../../../../src/drawing/surface/lane-styles.ts';
import { estimatedWidth } from '../../../../../src/drawing/surface/sheet.ts';
import { chosenFinding } from '../../../../../src/drawing/view/chosen-finding.ts';
import { type OpenedTrace, openTrace, PALETTE } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';
import { RecordingSurface } from '../../../../support/recording-surface.ts';

const WIDTH = 900;
const HEIGHT = 192;
const RANGE = { fromUs: 0, toUs: 9_900_000 };
let spiral: OpenedTrace;
let reno: OpenedTrace;

beforeAll(async () => {
  spiral = await openTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
  reno = await openTrace(corpusPath('rate-reno-s12.server.sqlog.gz'));
});

function contextOf(trace: OpenedTrace): PanelContext {
  const context = trace.context({ width: WIDTH, ...RANGE });
  const finding = chosenFinding({ chosen: null, dismissed: [] }, trace.snapshot)?.key ?? null;
  return { ...context, finding };
}

function painted(traces: readonly OpenedTrace[]): RecordingSurface {
  const surface = new RecordingSurface(WIDTH, HEIGHT);
  const lanes = traces.map((trace, place) => ({ context: contextOf(trace), style: place, place }));
  const lockedMax = commonMax(congestion, lanes, PALETTE, HEIGHT, null);
  paintLanes(congestion, lanes, { surface, palette: PALETTE, lockedMax, axis: () => undefined });
  return surface;
}

describe.each([2, 3, 6])('%i traces', (number) => {
  test('have a row of losses each, none over another', () => {
    const traces = Array.from({ length: number }, (_, i) => (i % 2 === 0 ? spiral : reno));
    const { rects, texts } = painted(traces);
    const rows = traces.map((_, place) => {
      const color = laneColor(PALETTE, place);
      const marks = rects.filter((rect) => rect.fill.color === color && rect.width === 1.5);
      expect(marks.length, laneLetter(place)).toBeGreaterThan(3);
      const tops = new Set(marks.map(({ y }) => y));
      expect(tops.size, 'all of a trace in one row').toBe(1);
      const [{ y, height }] = marks as [(typeof marks)[number]];
      return { from: y, to: y + height };
    });
    for (const [i, row] of rows.slice(1).entries()) expect(row.from).toBeGreaterThanOrEqual(rows[i]?.to ?? 0);
    expect(rows.at(-1)?.to).toBeLessThanOrEqual(16);
    const letters = texts.filter(({ words }) => /^[A-F]$/.test(words)).map(({ words }) => words);
    expect(letters.sort()).toEqual(number === 2 ? ['A', 'B'] : []);
  });
});

test('the label of the finding says whose it is, and keeps clear of rows and of the lines of both', () => {
  const surface = painted([spiral, reno]);
  const label = surface.texts.find(({ words }) => words.startsWith('A: '));
  expect(label).toBeDefined();
  const { x, y, words, style } = label as NonNullable<typeof label>;
  const box = { left: x, right: x + estimatedWidth(words, style.size), top: y - style.size + 2, bottom: y };
  expect(box.top).toBeGreaterThanOrEqual(15);
  for (const { points, stroke } of surface.lines) {
    // The last loss before the finding is a line of its own, beside its words.
    if (stroke.width === 1) continue;
    for (let i = 0; i < points.length; i += 2) {
      const [px, py] = [points[i] as number, points[i + 1] as number];
      const isIn = px > box.left && px < box.right && py > box.top && py < box.bottom;
      expect(isIn, `${px}, ${py}`).toBe(false);
    }
  }
});

test('a trace alone has its marks and its label where they were', () => {
  const surface = new RecordingSurface(WIDTH, HEIGHT);
  congestion.paint(contextOf(spiral), { surface, palette: PALETTE, lockedMax: null, axis: () => undefined });
  const marks = surface.rects.filter(({ fill, width }) => fill.color === 'loss' && width === 1.5);
  expect(new Set(marks.map(({ y }) => y))).toEqual(new Set([0]));
  expect(surface.texts.some(({ words }) => words.startsWith('A: '))).toBe(false);
  expect(surface.texts.find(({ words }) => words.startsWith('flat'))?.y).toBe(22);
});

test('the axis of several traces is fitted to no finding: what another trace does meanwhile is not clipped', () => {
  const alone = { ...contextOf(spiral), isCompared: false };
  const compared = { ...contextOf(spiral), isCompared: true };
  expect(congestion.top?.(compared, HEIGHT)).toBeGreaterThan(2 * (congestion.top?.(alone, HEIGHT) ?? 0));
  const lanes = [spiral, reno].map((trace, place) => ({
    context: { ...contextOf(trace), isCompared: true },
    ...{ style: place, place },
  }));
  const surface = new RecordingSurface(WIDTH, HEIGHT);
  const lockedMax = commonMax(congestion, lanes, PALETTE, HEIGHT, null);
  const { clips } = paintLanes(congestion, lanes, {
    ...{ surface, palette: PALETTE, lockedMax },
    axis: () => undefined,
  });
  expect(clips).toEqual([]);
});
