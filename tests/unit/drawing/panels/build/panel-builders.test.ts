/** Panels made by the builders: what each says for itself, and what follows for all of them. */
import { describe, expect, test } from 'vitest';
import { boundary } from '../../../../../src/drawing/panels/boundary.ts';
import { barPanel } from '../../../../../src/drawing/panels/build/bar-panel.ts';
import { linePanel } from '../../../../../src/drawing/panels/build/line-panel.ts';
import { sharePanel } from '../../../../../src/drawing/panels/build/share-panel.ts';
import { PANELS } from '../../../../../src/drawing/panels/registry.ts';
import { axisDuration } from '../../../../../src/drawing/surface/ticks.ts';
import { DETAILS } from '../../../../../src/sharing/digest/fit.ts';
import { openTrace, paintOn, pointsOf } from '../../../../support/panel-context.ts';
import { corpusPath } from '../../../../support/raw-trace.ts';

const ABOUT = { shows: 'A line.', good: 'Flat.', bad: 'Steep.', axis: 'ms' };
const SPIRAL = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');

describe('a panel on a series that the trace has', () => {
  const smoothed = linePanel({
    fields: [],
    id: 'rtt',
    title: 'Smoothed RTT',
    height: 80,
    side: 'sender',
    about: ABOUT,
    lines: [
      {
        id: 'smoothed-rtt',
        label: 'smoothed',
        swatch: 'line',
        color: '--slot-1',
        line: { width: 1, dash: [] },
      },
    ],
    missing: 'no RTT is logged.',
    format: (us) => `${Math.round(us / 1000)} ms`,
    axisFormat: axisDuration,
  });

  test('needs nine lines: axis, readings, sentence and table follow', async () => {
    const context = (await openTrace(SPIRAL)).context();
    expect(smoothed.missing(context.snapshot)).toBeNull();
    const { surface, painted, axisText } = paintOn(smoothed, context);
    expect(pointsOf(surface, 'smoothed-rtt').length).toBeGreaterThan(20);
    expect([axisText(0), axisText(20_000)]).toEqual(['0 µs', '20 ms']);
    expect(painted.clipped).toBeUndefined();
    const [low, high] = /(\d+) ms to (\d+) ms/.exec(smoothed.sentence(context))?.slice(1).map(Number) ?? [];
    expect(low).toBeLessThan(high as number);
    // A tenth and a half of the axis is free above the highest.
    expect(painted.max / 1000).toBeCloseTo((high as number) * 1.15, -1);
    expect(smoothed.values(context, 5e6).get('smoothed-rtt')).toMatch(/^1\d ms$/);
    expect(smoothed.cells(context, 0, 10e6)).toHaveLength(1);
  });

  test('states what is missing', async () => {
    const { snapshot } = (await openTrace(SPIRAL)).context();
    expect(smoothed.missing({ ...snapshot, catalogue: [] })).toBe('no RTT is logged.');
  });

  test('draws nothing of a hidden line, and keeps a locked axis', async () => {
    const context = (await openTrace(SPIRAL)).context({ hidden: ['rtt/smoothed-rtt'] });
    const { surface, painted } = paintOn(smoothed, context, 42);
    expect([surface.lines.length, painted.max]).toEqual([0, 42]);
  });
});

test('both lines of the boundary are in the legend if one has points', async () => {
  const { snapshot, ...context } = (await openTrace(SPIRAL)).context();
  const one = { ...snapshot, catalogue: snapshot.catalogue.filter(({ id }) => id !== 'boundary-lead-fixed') };
  expect(boundary.legend({ ...context, snapshot: one })).toHaveLength(2);
  expect(boundary.sentence({ ...context, snapshot: one })).not.toContain('undefined');
  expect(boundary.missing({ ...snapshot, catalogue: [] })).not.toBeNull();
});

test('bars sum their columns, and have no value outside the window', async () => {
  const context = (await openTrace(SPIRAL)).context();
  const { window } = context.answer;
  const columns = barPanel({
    fields: [],
    id: 'loss',
    title: 'Columns',
    height: 50,
    series: [],
    side: 'both',
    about: ABOUT,
    missing: () => null,
    entry: () => ({ id: 'n', label: 'columns', swatch: 'area', color: '--slot-1' }),
    fill: () => ({ color: 'red', pattern: 'solid' }),
    numberOf: (_, from, to) => to - from,
    text: (_, fromUs, toUs) => `${Math.round((toUs - fromUs) / window.columnUs)} columns`,
    top: (highest) => highest,
    axisFormat: String,
    sentence: (text) => `${text} in view.`,
  });
  const { surface, painted } = paintOn(columns, context);
  expect(surface.rects.length).toBeGreaterThan(100);
  expect(painted.max).toBeGreaterThanOrEqual(1);
  expect(columns.values(context, window.fromUs + window.columnUs).get('n')).toBe('2 columns');
  expect(columns.values(context, window.fromUs - 1)).toEqual(new Map());
  expect(columns.values(context, window.fromUs + window.columns * window.columnUs)).toEqual(new Map());
});

test('shares are drawn in the order of the entries, and of names without an entry nothing is', async () => {
  const context = (await openTrace(SPIRAL)).context();
  const { names } = context.answer.states;
  const order = [...names].reverse().slice(0, 2);
  const panel = sharePanel({
    fields: [],
    id: 'states',
    title: 'Shares',
    side: 'both',
    about: ABOUT,
    missing: () => null,
    wholeOf: ({ states }) => states,
    sharesOf: ({ answer }) => ({
      slice: answer.states,
      entries: order.map((id) => ({ id, label: id, swatch: 'area', color: '--slot-1' })),
    }),
    fills: (_, entries) => entries.map(({ id }) => ({ color: id, pattern: 'solid' })),
    sentence: (inView) => inView.map(({ entry, share }) => `${entry.id} ${share.toFixed(3)}`).join(', '),
  });
  const states = PANELS.find(({ id }) => id === 'states');
  const due = states?.resting?.(context);
  expect([...(panel.resting?.(context) ?? [])]).toEqual(order.map((id) => [id, due?.get(id)]));
  expect(panel.sentence(context)).toMatch(new RegExp(`^${order[0]} 0\\.\\d+, ${order[1]} 0\\.\\d+$`));
  const { surface } = paintOn(panel, context);
  const painted = new Set(surface.rects.map(({ fill }) => fill.color));
  expect([...painted].filter((color) => !order.includes(color))).toEqual([]);
});

test('a digest drops panels in its defined steps, and never contains one of packets', () => {
  const ranks = PANELS.flatMap(({ digestRank }) => digestRank ?? []);
  const steps = new Set(DETAILS.map(({ rank }) => rank).filter((rank) => rank > 0));
  expect([...steps].filter((rank) => !ranks.some((own) => own === rank))).toEqual([]);
  expect(ranks.filter((rank) => !steps.has(rank))).toEqual([]);
  expect(PANELS.filter(({ digestRank }) => digestRank === null).map(({ id }) => id)).toEqual(['sequence']);
});
