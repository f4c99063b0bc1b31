/** The phase after the window: in the colours of States, switchable, rebuilt where no state is logged, none with a model. */
import { describe, expect, test } from 'vitest';
import { congestion } from '../../../../../src/drawing/panels/congestion/congestion.ts';
import { lanesLegend, paintLanes } from '../../../../../src/drawing/panels/lanes/panel-lanes.ts';
import type { PanelContext } from '../../../../../src/drawing/panels/panel.ts';
import { states } from '../../../../../src/drawing/panels/states/states.ts';
import type { StateSlice } from '../../../../../src/engine/base/columns/state-timeline.ts';
import {
  COLUMN_US,
  columnMs,
  END,
  openEvents,
  openTrace,
  PALETTE,
  paintOn,
} from '../../../../support/panel-context.ts';
import { RecordingSurface } from '../../../../support/recording-surface.ts';
import { metrics, send, type TimedEvent } from '../../../../support/replay-events.ts';

const enter = (column: number, name: string): TimedEvent => [
  columnMs(column),
  'quic:congestion_state_updated',
  { new: name },
];
const window = metrics(0, { congestion_window: 12_000 });

/** Slow start, avoidance, then recovery for fifteen columns of every sixteen. */
const logged = await openEvents([
  window,
  enter(0, 'slow_start'),
  enter(128, 'congestion_avoidance'),
  ...Array.from({ length: 16 }, (_, i) => [
    enter(256 + i * 16, 'recovery'),
    enter(256 + i * 16 + 15, 'congestion_avoidance'),
  ]).flat(),
  END,
]);

function tints(context: PanelContext): readonly string[] {
  return paintOn(congestion, context)
    .surface.rects.filter(({ y, height, opacity }) => y === 0 && height === 100 && opacity < 0.15)
    .map(({ x, width, fill }) => `${fill.color} ${Math.round(x)}+${Math.round(width)}`);
}

test('a stretch has the pale colour that its state has in States, dense changes that of most of the time', () => {
  expect(tints(logged.context())).toEqual(['slot-3 0+128', 'slot-1 128+128', 'slot-2 256+256']);
  const colors = new Set(paintOn(states, logged.context()).surface.rects.map(({ fill }) => fill.color));
  expect(colors).toEqual(new Set(['slot-1', 'slot-2', 'slot-3']));
});

test('its key switches it off; the text says the phase of a part', () => {
  expect(tints(logged.context({ hidden: ['congestion/phase'] }))).toEqual([]);
  expect(congestion.legend(logged.context()).at(-1)).toMatchObject({
    id: 'phase',
    label: 'phase',
  });
  expect(congestion.cells(logged.context(), 256 * COLUMN_US, 512 * COLUMN_US).at(-1)).toBe('recovery 93.8 %');
});

describe('if no state is logged', () => {
  const losses = [
    send(0, 0),
    metrics(columnMs(1), { ssthresh: 20_000 }),
    metrics(columnMs(100), { congestion_window: 30_000 }),
    metrics(columnMs(300), { ssthresh: 40_000 }),
  ];

  test('slow start is the time below ssthresh, avoidance that above', async () => {
    const rebuilt = await openEvents([window, ...losses, END]);
    expect(tints(rebuilt.context())).toEqual(['slot-3 0+100', 'slot-1 100+200', 'slot-3 300+212']);
    expect(congestion.legend(rebuilt.context()).at(-1)?.label).toBe('phase (rebuilt)');
  });

  test('slow start lasts until a time that is not known in the wide column of a digest that has the first ssthresh', async () => {
    const first = metrics(columnMs(100), { congestion_window: 30_000, ssthresh: 20_000 });
    const context = (await openEvents([window, send(0, 0), first, END])).context();
    const { answer } = context;
    const recovery = answer.parts.recovery as StateSlice;
    const rounded = { byUpTo: new Float64Array(recovery.changes.length), exactEnds: [true, true] };
    const parts = { ...answer.parts, recovery: { ...recovery, rounded } };
    const wide = { ...context, answer: { ...answer, parts, coarseUs: 64 * COLUMN_US } };
    const phaseIn = (from: number): string | undefined =>
      congestion.cells(wide, from * COLUMN_US, (from + 64) * COLUMN_US).at(-1);
    expect(phaseIn(0)).toBe('slow_start 100.0 %');
    expect(phaseIn(100)).toBe('congestion_avoidance ≈ 100.0 % ± 100.0 %');
    expect(phaseIn(164)).toBe('congestion_avoidance 100.0 %');
  });

  test('nor a loss nor ssthresh, there is neither tint nor key', async () => {
    const bare = (await openEvents([window, send(0, 0), END])).context();
    expect(tints(bare)).toEqual([]);
    expect(congestion.legend(bare).map(({ id }) => id)).not.toContain('phase');
  });
});

test('a logged state that is no phase, as losses show it, has no tint', async () => {
  const noPhases = logged.context();
  const summary = { ...noPhases.snapshot.summary, statesAreNoPhases: true } as const;
  const context = { ...noPhases, snapshot: { ...noPhases.snapshot, summary } };
  expect(tints(context)).toEqual([]);
  expect(congestion.legend(context).map(({ id }) => id)).not.toContain('phase');
});

test('a model has its regions instead', async () => {
  const trace = await openTrace(
    new URL('../../../../corpus/other/quic-go-v0.65.0_loss5MB_server.sqlog.gz', import.meta.url).pathname,
  );
  const context = trace.context({ model: { id: 'newreno', freeFromUs: null } });
  expect(tints(trace.context()).length).toBeGreaterThan(2);
  expect(tints(context)).toEqual([]);
  expect(congestion.legend(context).map(({ id }) => id)).not.toContain('phase');
});

test('several traces over one another have no tint', () => {
  const lanes = [0, 1].map((style) => ({ context: logged.context(), style, place: style }));
  const surface = new RecordingSurface(512, 100);
  const tools = { surface, palette: PALETTE, lockedMax: 20_000, axis: () => undefined };
  paintLanes(congestion, lanes, tools);
  expect(surface.rects.filter(({ opacity }) => opacity < 0.15)).toEqual([]);
  expect(lanesLegend(congestion, lanes).map(({ id }) => id)).not.toContain('phase');
  expect(lanesLegend(congestion, lanes, false).map(({ id }) => id)).toContain('phase');
  expect(lanesLegend(congestion, lanes.slice(1)).map(({ id }) => id)).toContain('phase');
});
