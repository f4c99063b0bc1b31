/**
 * Each series of each panel by itself: that it is drawn, and that every pixel column of it reaches as far as its points do.
 * The golden pictures allow half a percent of the area to differ, in which a whole series would find room; here a series
 * that is dropped, a stride that is wrong, a scale or a time that is off by two fails by the name of its series.
 */
import { describe, expect, test } from 'vitest';
import { AREA_OPACITY, REACHED_OPACITY } from '../../src/drawing/painters/paint-area.ts';
import type { PanelContext, PanelDefinition } from '../../src/drawing/panels/panel.ts';
import { findPanel, missingOf } from '../../src/drawing/panels/registry.ts';
import { wrongColumns } from '../support/drawn-columns.ts';
import { type OpenedTrace, openTrace, PALETTE } from '../support/panel-context.ts';
import { boxesOf, extremesIn, type Points, type Reach, reachOf } from '../support/raster.ts';
import { corpusPath, rawLosses, rawRecords, rawStates } from '../support/raw-trace.ts';
import { RecordingSurface } from '../support/recording-surface.ts';

const [WIDTH, HEIGHT] = [900, 100];

interface Picture {
  readonly surface: RecordingSurface;
  readonly y: (value: number) => number;
}

function paint(panel: PanelDefinition, context: PanelContext): Picture {
  const surface = new RecordingSurface(context.viewport.width, HEIGHT);
  let [low, high] = [Number.NaN, Number.NaN];
  panel.paint(context, {
    ...{ surface, palette: PALETTE, lockedMax: null },
    axis: (max, _, min = 0) => {
      [low, high] = [min, max];
    },
  });
  const y = (value: number): number =>
    Math.min(HEIGHT, Math.max(-2, HEIGHT - ((value - low) / (high - low)) * HEIGHT));
  return { surface, y };
}

/** How far an area reaches in each column: from what is solid to what is light. */
function areaOf(surface: RecordingSurface, color: string): Reach {
  const [solid, light] = [AREA_OPACITY, REACHED_OPACITY].map((opacity) => boxesOf(surface, color, opacity));
  const bottom = (solid as Reach).top.map((top) => (Number.isNaN(top) ? HEIGHT : top));
  const top = (light as Reach).top.map((own, i) => (Number.isNaN(own) ? (bottom[i] as number) : own));
  return { top, bottom };
}

/** A trace, a panel, and a series of it with at least so many points: the BDP steps with the path, and one path may have one level. */
const SERIES: readonly (readonly [file: string, panel: string, series: string, least: number])[] = [
  ...['cwnd', 'bytes-in-flight', 'ssthresh'].map(
    (series) => ['rate2-both-cubic-buggy-s09.server.sqlog.gz', 'congestion', series, 3] as const,
  ),
  ['rate2-both-cubic-buggy-s09.server.sqlog.gz', 'congestion', 'bdp', 1],
  ['../paths/drop-20to5_noq-cubic_server.sqlog.gz', 'congestion', 'bdp', 2],
  ['spiral-corelevel-s12.server.sqlog.gz', 'congestion', 'bytes-in-flight', 3],
  ...['latest-rtt', 'smoothed-rtt', 'min-rtt'].map(
    (series) => ['sawtooth-2mbit-cubic-smallbuf.server.sqlog.gz', 'rtt', series, 3] as const,
  ),
  ...['boundary-lead', 'boundary-lead-fixed'].map(
    (series) => ['rate2-both-cubic-buggy-s09.server.sqlog.gz', 'boundary', series, 3] as const,
  ),
];

/** Without the arrows at the upper edge, which have the colours of their series. */
function withoutArrows(surface: RecordingSurface): RecordingSurface {
  const bare = new RecordingSurface(surface.width, surface.height);
  bare.lines.push(...surface.lines);
  bare.rects.push(...surface.rects.filter(({ y, height }) => height !== 1 || y < 13 || y > 20));
  return bare;
}

const panelOf = (id: string): PanelDefinition => findPanel(id) as PanelDefinition;

describe.each(SERIES)('of %s, %s: %s', (file, id, series, least) => {
  test.each([
    ['the whole trace', 0, 1],
    ['a fiftieth', 0.4, 0.42],
  ])('%s is drawn column by column where its points are', async (_, from, to) => {
    const trace = await openTrace(corpusPath(file));
    const { fromUs, toUs } = trace.snapshot.extent;
    const at = (share: number): number => fromUs + (toUs - fromUs) * share;
    const context = trace.context({ width: WIDTH, fromUs: at(from), toUs: at(to) });
    const { surface, y } = paint(panelOf(id), context);
    const isArea = series === 'bytes-in-flight';
    const reach = isArea ? areaOf(surface, series) : reachOf(withoutArrows(surface), series);
    const points: Points = trace.points(series);
    expect(points.timesUs.length).toBeGreaterThanOrEqual(least);
    expect(extremesIn(points, context.viewport.fromUs, context.viewport.toUs)).not.toBeNull();
    const wrong = wrongColumns(context, { reach, points, y });
    expect(isArea ? wrong.filter((words) => !words.endsWith('without a value')) : wrong).toEqual([]);
    expect(surface.rects.length + surface.lines.length).toBeGreaterThan(0);
  });
});

const RATES: readonly (readonly [file: string, panel: string, total: string])[] = [
  ...['sent-total', 'acked-total', 'goodput-total', 'resent-total'].map(
    (total) => ['rate2-both-cubic-buggy-s09.server.sqlog.gz', 'throughput', total] as const,
  ),
  ['rate2-both-cubic-buggy-s09.server.sqlog.gz', 'delivery-rate', 'sent-total'],
  ['rate-cubic-buggy-s03.client.sqlog.gz', 'received', 'received-total'],
  ['rate-cubic-buggy-s03.client.sqlog.gz', 'acks-sent', 'acks-sent-total'],
];

/** The mean of the steps around a time, weighted by how near they are. */
function rateByHand({ timesUs, values }: Points, middleUs: number, widthUs: number): number {
  let sum = 0;
  for (let i = 0; i < timesUs.length; i++) {
    const weight = 1 - Math.abs((timesUs[i] as number) - middleUs) / widthUs;
    if (weight > 0) sum += ((values[i] as number) - (values[i - 1] ?? 0)) * weight;
  }
  return sum / (widthUs / 1e6);
}

describe.each(RATES)('of %s, %s: the rate of %s', (file, id, total) => {
  test.each([
    ['the whole trace', 0, 1],
    ['a twentieth', 0.4, 0.45],
  ])('over %s is the mean of its steps', async (_, from, to) => {
    const trace = await openTrace(corpusPath(file));
    const { fromUs, toUs } = trace.snapshot.extent;
    const range = { fromUs: fromUs + (toUs - fromUs) * from, toUs: fromUs + (toUs - fromUs) * to };
    const context = trace.context({ width: WIDTH, ...range });
    const { surface, y } = paint(panelOf(id), context);
    const line = surface.lines.find(({ stroke }) => stroke.color === total)?.points ?? [];
    expect(line.length).toBeGreaterThan(20);
    const points = trace.points(total);
    const widthUs = context.answer.parts.rates?.widthUs ?? Number.NaN;
    const usPerPx = (range.toUs - range.fromUs) / WIDTH;
    // Every tenth; the first and the last lie between two rates.
    for (let i = 10; i < line.length - 2; i += 20) {
      const timeUs = range.fromUs + (line[i] as number) * usPerPx;
      const isNearEnd = timeUs < fromUs + widthUs * 1.2 || timeUs > toUs - widthUs * 1.2;
      if (!isNearEnd) expect(line[i + 1]).toBeCloseTo(y(rateByHand(points, timeUs, widthUs)), 0);
    }
  });
});

describe('of the spiral', async () => {
  const file = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
  const records = rawRecords(file);
  const trace: OpenedTrace = await openTrace(file);
  const context = trace.context({ width: WIDTH });

  test('the bars of Loss hold every loss, at its time', () => {
    const { surface, y } = paint(panelOf('loss'), context);
    const perPacket = HEIGHT - y(1);
    const losses = rawLosses(records);
    const usPerPx = context.snapshot.extent.toUs / WIDTH;
    let counted = 0;
    for (const { x, height, fill } of surface.rects) {
      expect(fill.color).toBe('loss');
      const within = losses.filter(({ timeMs }) => {
        const at = (timeMs * 1000) / usPerPx;
        return at >= x - 1 && at <= x + 4;
      });
      const packets = Math.round(height / perPacket);
      expect(height).toBeCloseTo(packets * perPacket, 6);
      expect(packets).toBeLessThanOrEqual(within.reduce((sum, { value }) => sum + value, 0));
      counted += packets;
    }
    expect(counted).toBe(losses.reduce((sum, { value }) => sum + value, 0));
  });

  test('the marks of losses in Congestion stand at all of them', () => {
    const { surface } = paint(panelOf('congestion'), context);
    const marks = surface.rects.filter(
      ({ fill, y, height }) => fill.color === 'loss' && y === 0 && height === 7,
    );
    const usPerPx = context.snapshot.extent.toUs / WIDTH;
    for (const { timeMs } of rawLosses(records)) {
      const x = (timeMs * 1000) / usPerPx;
      expect(marks.some((mark) => Math.abs(mark.x + mark.width / 2 - x) <= 1.5)).toBe(true);
    }
  });

  test('the areas of States are the shares of time that the records give', () => {
    const { surface } = paint(panelOf('states'), context);
    const states = rawStates(records);
    const endMs = context.snapshot.extent.toUs / 1000;
    const spent = (name: string): number =>
      states.reduce(
        (sum, { timeMs, state }, i) => sum + (state === name ? (states[i + 1]?.timeMs ?? endMs) - timeMs : 0),
        0,
      );
    const area = (color: string): number =>
      surface.rects
        .filter(({ fill }) => fill.color === color)
        .reduce((sum, { width, height }) => sum + (width - 0.5) * height, 0);
    const names = { slow_start: 'slot-3', congestion_avoidance: 'slot-1', recovery: 'slot-2' };
    const whole = Object.values(names).reduce((sum, color) => sum + area(color), 0);
    const allMs = Object.keys(names).reduce((sum, name) => sum + spent(name), 0);
    for (const [name, color] of Object.entries(names))
      expect(area(color) / whole, name).toBeCloseTo(spent(name) / allMs, 2);
  });

  test('every entry of every legend changes the picture: none is a key to nothing', () => {
    for (const id of [
      'congestion',
      'rtt',
      'throughput',
      'boundary',
      'states',
      'limits',
      'oscillation',
      'loss',
    ]) {
      const panel = panelOf(id);
      if (missingOf(panel, trace.snapshot) !== null) throw new Error(`${id} has nothing to draw`);
      const callsOf = (hidden: readonly string[]): string =>
        JSON.stringify(paint(panel, { ...context, hidden: new Set(hidden) }).surface.calls);
      const shown = callsOf([]);
      for (const entry of panel.legend(context))
        expect(callsOf([`${id}/${entry.id}`]) === shown, `${id} ${entry.id}`).toBe(false);
    }
  });
});
