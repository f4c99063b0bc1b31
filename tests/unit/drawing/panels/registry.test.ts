/** The catalogue: which panels a trace shows, and what every panel keeps to, on real traces of every kind. */
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PanelContext } from '../../../../src/drawing/panels/panel.ts';
import { PANEL_IDS, PANELS, panelOrder, sidePanels } from '../../../../src/drawing/panels/registry.ts';
import { labelledTicks } from '../../../../src/drawing/surface/ticks.ts';
import { DEFAULT_CHOICES, movePanel } from '../../../../src/drawing/view/choices.ts';
import { type OpenedTrace, openEvents, openTrace, PALETTE, paintOn } from '../../../support/panel-context.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import { RecordingSurface } from '../../../support/recording-surface.ts';
import { someOf } from '../../../support/tier.ts';

const SENDER = 'rate2-both-cubic-buggy-s09.server.sqlog.gz';
const RECEIVER = 'rate-cubic-buggy-s03.client.sqlog.gz';

describe('the panels', () => {
  test('have unique names, and request each series once', () => {
    expect(new Set(PANEL_IDS).size).toBe(PANELS.length);
    expect(new Set(PANELS.map(({ title }) => title)).size).toBe(PANELS.length);
    for (const { id, series } of PANELS) expect(new Set(series).size, id).toBe(series.length);
  });

  test('have the names of their files, or of the folder with their parts, as docs/hooks.md says', () => {
    const folder = new URL('../../../../src/drawing/panels/', import.meta.url);
    const isFile = (path: string): boolean => existsSync(new URL(path, folder));
    expect(PANEL_IDS.filter((id) => !isFile(`${id}.ts`) && !isFile(`${id}/${id}.ts`))).toEqual([]);
  });

  test('of a sender leave out those of a receiver, and vice versa', async () => {
    const ids = async (file: string) =>
      sidePanels(DEFAULT_CHOICES, (await openTrace(corpusPath(file))).snapshot).map(({ id }) => id);
    const both = PANELS.filter(({ side }) => side === 'both').map(({ id }) => id);
    const [sender, receiver] = [await ids(SENDER), await ids(RECEIVER)];
    expect(sender).toEqual(PANELS.filter(({ side }) => side !== 'receiver').map(({ id }) => id));
    expect(new Set(receiver)).toEqual(
      new Set(PANELS.filter(({ side }) => side !== 'sender').map(({ id }) => id)),
    );
    expect(sender.filter((id) => receiver.includes(id))).toEqual(both);
    expect(both).toContain('rtt');
  });

  test('of a receiver begin with what it knows, unless the user has moved any', async () => {
    const { snapshot } = await openTrace(corpusPath(RECEIVER));
    const shown = (choices = DEFAULT_CHOICES): readonly string[] =>
      sidePanels(choices, snapshot).map(({ id }) => id);
    expect(shown().slice(0, 6)).toEqual([
      'received',
      'receive-gaps',
      'limits',
      'requests',
      'streams',
      'acks-sent',
    ]);
    const moved = movePanel(DEFAULT_CHOICES, panelOrder(DEFAULT_CHOICES, snapshot), 'limits', -1, shown());
    expect(shown(moved).slice(0, 4)).toEqual(['received', 'limits', 'receive-gaps', 'requests']);
    expect(shown({ ...DEFAULT_CHOICES, order: ['rtt'] }).slice(0, 3)).toEqual([
      'rtt',
      'received',
      'receive-gaps',
    ]);
    expect(shown({ ...DEFAULT_CHOICES, order: ['rtt'] })[4]).toBe('congestion');
  });

  test('are in the user’s order', async () => {
    const { snapshot } = await openTrace(corpusPath(SENDER));
    const choices = { ...DEFAULT_CHOICES, order: ['rtt', 'loss'] };
    const others = sidePanels(DEFAULT_CHOICES, snapshot).map(({ id }) => id);
    expect(sidePanels(choices, snapshot).map(({ id }) => id)).toEqual([
      'rtt',
      'loss',
      ...others.filter((id) => !['rtt', 'loss'].includes(id)),
    ]);
  });

  test('without data name the missing event', async () => {
    const { snapshot } = await openEvents([[0, 'transport:unknown_event', {}]]);
    for (const panel of PANELS) {
      expect(panel.missing(snapshot), panel.id).toMatch(
        /packet_(sent|received|lost)|metrics_updated|congestion_state_updated/,
      );
    }
  });
});

const REAL = [
  'rate2-both-cubic-buggy-s09.server.sqlog.gz',
  'spiral-corelevel-s12.server.sqlog.gz',
  'rate-cubic-buggy-s12.server.sqlog.gz',
  'bbr2-loss2s-s03.server.sqlog.gz',
  'applimited-small-cubic.client.sqlog.gz',
  'rate-cubic-buggy-s03.client.sqlog.gz',
  'rate-024-cubic-s02.server.sqlog.gz',
];

describe.each(someOf(REAL, 2))('on %s every panel', (file) => {
  let trace: OpenedTrace;
  /** The whole trace, its first and last instants, and a stretch in the middle. */
  let views: readonly PanelContext[];
  beforeAll(async () => {
    trace = await openTrace(corpusPath(file));
    const { fromUs, toUs } = trace.snapshot.extent;
    const length = toUs - fromUs;
    views = [
      trace.context({ width: 930 }),
      trace.context({ width: 930, toUs: fromUs + length / 1000 }),
      trace.context({ width: 390, fromUs: toUs - length / 50 }),
      trace.context({ width: 1440, fromUs: fromUs + length * 0.4, toUs: fromUs + length * 0.41 }),
    ];
  });
  const drawn = () =>
    sidePanels(DEFAULT_CHOICES, trace.snapshot).filter((panel) => panel.missing(trace.snapshot) === null);

  test('has no text such as NaN', () => {
    for (const context of views) {
      const { fromUs, toUs } = context.viewport;
      for (const panel of drawn()) {
        const times = [fromUs, (fromUs + toUs) / 2, toUs, toUs + (toUs - fromUs) * 5];
        const texts = [
          panel.sentence(context),
          ...panel.cells(context, fromUs, (fromUs + toUs) / 2),
          ...panel.cells(context, (fromUs + toUs) / 2, toUs),
          ...times.flatMap((timeUs) => [...panel.values(context, timeUs).values()]),
          ...(panel.resting?.(context).values() ?? []),
        ];
        const wrong = texts.filter((text) => /NaN|undefined|Infinity|null|-\d/.test(text));
        expect(wrong, `${panel.id} from ${fromUs} µs`).toEqual([]);
      }
    }
  });

  test('has ticks with a unit, thousands separated, no two alike and none with digits that say nothing', () => {
    for (const context of views) {
      for (const panel of drawn()) {
        // A strip has no axis.
        const height = panel.openHeight ?? panel.height;
        const surface = new RecordingSurface(context.viewport.width, height);
        let labels: readonly string[] = [];
        panel.paint(context, {
          ...{ surface, palette: PALETTE, lockedMax: null },
          axis: (max, format, min = 0, kind = 'linear') => {
            labels = labelledTicks([min, max], height, format, kind).map(({ label }) => label);
          },
        });
        // A row has a label, and there may be one row.
        if (panel.rows === undefined) expect(labels.length, panel.id).toBeGreaterThanOrEqual(2);
        // Its lanes are number spaces, each with its two ends.
        if (panel.id === 'handshake') continue;
        expect(new Set(labels).size, labels.join(', ')).toBe(labels.length);
        for (const label of labels)
          expect(label, panel.id).toMatch(/^(#|[+−]?)\d{1,3}(,\d{3})*(\.\d+)?( ?[A-Za-zµ%/]+)*$/);
        expect(
          labels.every((label) => /[A-Za-zµ%#]/.test(label)),
          labels.join(', '),
        ).toBe(true);
        if (panel.rows !== undefined) continue;
        const ends = labels.filter((label) => !/^[+−]?0(\.0+)?[^\d.]/.test(label));
        expect(ends.length > 0 && ends.every((label) => /\.\d*0\D/.test(label)), labels.join(', ')).toBe(
          false,
        );
      }
    }
  });

  test('has a cell for each entry of its legend, and values of no other', () => {
    for (const context of views) {
      for (const panel of drawn()) {
        const ids = panel.legend(context).map(({ id }) => id);
        expect(new Set(ids).size, panel.id).toBe(ids.length);
        expect(panel.cells(context, context.viewport.fromUs, context.viewport.toUs)).toHaveLength(ids.length);
        const values = [...panel.values(context, context.viewport.fromUs).keys()];
        expect(values.filter((id) => !ids.includes(id))).toEqual([]);
      }
    }
  });

  test('paints finite marks below the top of its axis, and returns that axis', () => {
    for (const context of views) {
      for (const panel of drawn()) {
        const { surface, painted, axisMax } = paintOn(panel, context);
        expect(painted.max, panel.id).toBe(axisMax);
        expect(axisMax).toBeGreaterThan(0);
        for (const { x, y, width, height } of surface.rects) {
          expect([x, y, width, height].every(Number.isFinite), panel.id).toBe(true);
          expect(y).toBeGreaterThanOrEqual(-2.001);
          expect(y + height).toBeLessThanOrEqual(100.001);
        }
        for (const { points } of surface.lines) {
          points.forEach((value, i) => {
            if (i % 2 === 0 || Number.isNaN(points[i - 1] as number)) return;
            expect(value, panel.id).toBeGreaterThanOrEqual(-2.001);
            expect(value).toBeLessThanOrEqual(100.001);
          });
        }
      }
    }
  });
});
