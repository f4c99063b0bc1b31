/** The plots of a panel over a set: one for lines, one per trace for what cannot be read over one another, the difference. */
import { describe, expect, test } from 'vitest';
import { plotLayout } from '../../../../../src/app/workbench/plot/plot-layout.ts';
import type { PanelDefinition } from '../../../../../src/drawing/panels/panel.ts';
import { findPanel } from '../../../../../src/drawing/panels/registry.ts';
import { addLane, type SetView, setOfOne } from '../../../../../src/drawing/view/set-view.ts';

const ONE = setOfOne('a');
const THREE = ['b', 'c'].reduce(addLane, ONE);
const panelOf = (id: string) => findPanel(id) as PanelDefinition;

interface Options {
  readonly view?: SetView;
  readonly height?: number;
  readonly alone?: string | null;
  readonly difference?: boolean;
}

function plots(
  id: string,
  { view = THREE, height = 120, alone = null, difference = false }: Options = {},
): readonly string[] {
  return plotLayout(panelOf(id), view, height, alone, difference).map(
    ({ keys, kind, height }) => `${kind} ${keys.join('')} ${height}`,
  );
}

test('a trace alone has one plot, and no difference', () => {
  expect(plots('congestion', { view: ONE, difference: true })).toEqual(['lanes a 120']);
  expect(plots('states', { view: ONE, height: 28 })).toEqual(['lanes a 28']);
});

describe('several traces', () => {
  test('lie over one another where a panel has lines', () => {
    for (const id of ['congestion', 'rtt', 'throughput', 'oscillation'])
      expect(plots(id), id).toEqual(['lanes abc 120']);
  });

  test('have a plot each where they are wanted so, or cannot be read otherwise', () => {
    const stacked: SetView = { ...THREE, arrangement: 'stacked' };
    expect(plots('congestion', { view: stacked, height: 192 })).toEqual([
      'lanes a 64',
      'lanes b 64',
      'lanes c 64',
    ]);
    expect(plots('loss', { height: 56 })).toEqual(['lanes a 60', 'lanes b 60', 'lanes c 60']);
  });

  test('have thin rows for shares', () => {
    expect(plots('states', { height: 28 })).toEqual(['lanes a 20', 'lanes b 20', 'lanes c 20']);
    expect(plots('limits', { height: 150 })).toEqual(['lanes a 50', 'lanes b 50', 'lanes c 50']);
  });

  test('have the difference of the first two below their lines', () => {
    expect(plots('congestion', { difference: true })).toEqual(['lanes abc 120', 'difference ab 48']);
    // Bars and shares have none.
    expect(plots('loss', { height: 56, difference: true })).toHaveLength(3);
  });
});

test('a trace that is shown alone moves no plot', () => {
  /** With 4 px between two plots. */
  const heights = (rows: readonly string[]): number =>
    rows.reduce((sum, row) => sum + Number(row.split(' ')[2]), 4 * (rows.length - 1));
  for (const id of ['congestion', 'states', 'loss', 'limits']) {
    const all = plots(id, { height: 56, difference: true });
    const alone = plots(id, { height: 56, difference: true, alone: 'b' });
    expect(heights(alone), id).toBe(heights(all));
  }
  expect(plots('states', { height: 28, alone: 'b' })).toEqual(['lanes b 68']);
});
