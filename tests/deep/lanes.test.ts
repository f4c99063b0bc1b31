/**
 * Panels over the traces of a set. A set of one paints what the panel alone painted before there were sets: checksums of
 * every call, of twelve traces, written by the panels themselves. Two traces share an axis, and lose nothing of their own.
 */
import { describe, expect, test } from 'vitest';
import { LINES } from '../../src/drawing/panels/congestion/congestion-lines.ts';
import {
  commonMax,
  lanePalette,
  lanesLegend,
  paintLanes,
} from '../../src/drawing/panels/lanes/panel-lanes.ts';
import type { PanelContext, PanelDefinition } from '../../src/drawing/panels/panel.ts';
import { missingOf, PANELS } from '../../src/drawing/panels/registry.ts';
import { makePalette } from '../../src/drawing/surface/palette.ts';
import { type OpenedTrace, openTrace } from '../support/panel-context.ts';
import { pictureSum } from '../support/picture-text.ts';
import { corpusPath } from '../support/raw-trace.ts';
import { RecordingSurface } from '../support/recording-surface.ts';

const TRACES = [
  'applimited-chunks-cubic.server.sqlog.gz',
  'bbr2-loss2s-s03.server.sqlog.gz',
  'blackouts-repeated-reno.server.sqlog.gz',
  'contloss30-cubic-fixon-s01.server.sqlog.gz',
  'idle2s-cubic-fixon.server.sqlog.gz',
  'multi5-cubic-buggy-b-s17.server.sqlog.gz',
  'rate-024-cubic-s15.server.sqlog.gz',
  'rate-cubic-buggy-s03.client.sqlog.gz',
  'rate-reno-s12.server.sqlog.gz',
  'rate2-both-cubic-buggy-s09.server.sqlog.gz',
  'rtt100-l4s-cubic-buggy-s12.server.sqlog.gz',
  'upload-cubic-buggy-s04.client.sqlog.gz',
];
const PALETTE = makePalette((property) => property);

interface Drawn {
  readonly surface: RecordingSurface;
  readonly axes: readonly string[];
  readonly max: number;
}

/** What a panel draws of some traces in one plot, the first on top. */
function draw(
  panel: PanelDefinition,
  contexts: readonly PanelContext[],
  lockedAt: number | null = null,
): Drawn {
  const lanes = contexts.map((context, style) => ({ context, style, place: style }));
  const surface = new RecordingSurface(900, panel.height);
  const axes: string[] = [];
  const lockedMax = commonMax(panel, lanes, PALETTE, panel.height, lockedAt);
  const { max } = paintLanes(panel, lanes, {
    surface,
    palette: PALETTE,
    lockedMax,
    axis: (top, format, min = 0) => axes.push([min, (min + top) / 2, top].map(format).join(', ')),
  });
  return { surface, axes, max };
}

/** The whole of a trace, and a part of it. */
function viewsOf({ snapshot, context }: OpenedTrace): readonly PanelContext[] {
  const { fromUs, toUs } = snapshot.extent;
  const part = { fromUs: fromUs + (toUs - fromUs) * 0.4, toUs: fromUs + (toUs - fromUs) * 0.45 };
  return [context({ width: 900 }), context({ width: 900, ...part })];
}

const hasData = (panel: PanelDefinition, { snapshot }: PanelContext): boolean =>
  missingOf(panel, snapshot) === null;

test('a set of one paints what its panel painted before there were sets', async () => {
  const lines: string[] = [];
  for (const name of TRACES) {
    for (const [i, context] of viewsOf(await openTrace(corpusPath(name))).entries()) {
      for (const panel of PANELS.filter((candidate) => hasData(candidate, context))) {
        const { surface, axes } = draw(panel, [context]);
        lines.push(
          `${name} ${i === 0 ? 'whole' : 'part'} ${panel.id}: ${pictureSum(surface)}; ${axes.join('; ')}`,
        );
      }
    }
  }
  expect(lines.length).toBeGreaterThan(200);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../corpus/painted/set-of-one.txt');
});

describe('two traces in one plot', () => {
  test('share one axis, as high as the higher of both needs, and keep the shape of each', async () => {
    const [low, high] = await Promise.all(
      ['rate2-both-cubic-buggy-s09.server.sqlog.gz', 'rate-reno-s12.server.sqlog.gz'].map(async (name) =>
        (await openTrace(corpusPath(name))).context({ width: 900 }),
      ),
    );
    if (low === undefined || high === undefined) throw new Error('the corpus holds both');
    let overlaid = 0;
    for (const panel of PANELS) {
      if (panel.overlays !== true || !hasData(panel, low) || !hasData(panel, high)) continue;
      overlaid++;
      const both = draw(panel, [low, high]);
      expect(both.axes, panel.id).toHaveLength(1);
      expect(both.max, panel.id).toBe(Math.max(draw(panel, [low]).max, draw(panel, [high]).max));
      const drawn = new Set(both.surface.lines.map(({ points }) => points.join(' ')));
      for (const one of [low, high]) {
        const { lines } = draw(panel, [one], both.max).surface;
        expect(lines.length, panel.id).toBeGreaterThan(0);
        for (const { points } of lines) expect(drawn, panel.id).toContain(points.join(' '));
      }
      // Each in one colour, told apart by dash and weight: nothing of a lane has the colour of another. A hollow line has that of the paper.
      const colors = new Set(both.surface.lines.map(({ stroke }) => stroke.color));
      for (const color of colors)
        expect([PALETTE.slots[0], PALETTE.slots[1], PALETTE.ink, PALETTE.paper], panel.id).toContain(color);
      const entries = new Set([...panel.legend(low), ...panel.legend(high)].map(({ id }) => id));
      for (const alone of panel.alone ?? []) entries.delete(alone);
      expect(
        lanesLegend(panel, [
          { context: low, style: 0, place: 0 },
          { context: high, style: 1, place: 1 },
        ]).length,
      ).toBe(entries.size);
    }
    expect(overlaid).toBeGreaterThan(3);
  });

  test('have their marks and losses in one colour each', async () => {
    const path = new URL('../corpus/paths/ce-step20-10mbit_quic-go-reno_server.sqlog.gz', import.meta.url)
      .pathname;
    const context = (await openTrace(path)).context({ width: 900 });
    const congestion = PANELS.find(({ id }) => id === 'congestion') as PanelDefinition;
    const colors = (contexts: readonly PanelContext[]) =>
      new Set(draw(congestion, contexts).surface.rects.map(({ fill }) => fill.color));
    expect(colors([context])).toContain(PALETTE.ceMark);
    expect([...colors([context, context])].sort()).toEqual([PALETTE.slots[0], PALETTE.slots[1]].sort());
  });

  test('styles beyond the last colour begin anew, and never without a colour', () => {
    const { strokeOf, slots } = lanePalette(PALETTE, 8);
    expect(new Set(LINES.map((line) => strokeOf(line)?.color))).toEqual(new Set([slots[0]]));
  });
});

test('the top of an axis is the one that is painted, for every panel that tells it without painting', async () => {
  let told = 0;
  for (const name of TRACES) {
    for (const context of viewsOf(await openTrace(corpusPath(name)))) {
      for (const panel of PANELS.filter((one) => one.top !== undefined && hasData(one, context))) {
        const height = 120;
        const surface = new RecordingSurface(900, height);
        const { max } = panel.paint(context, {
          ...{ surface, palette: PALETTE, lockedMax: null },
          axis: () => undefined,
        });
        expect(panel.top?.(context, height), `${name} ${panel.id}`).toBe(max);
        told++;
      }
    }
  }
  expect(told).toBeGreaterThan(60);
});
