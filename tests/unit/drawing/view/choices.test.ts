/** Choices of the user: pure changes of one readonly value. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Choices,
  DEFAULT_CHOICES,
  MAX_PANEL_PX,
  MIN_PANEL_PX,
  movePanel,
  nextTheme,
  orderedPanels,
  pinsOf,
  resizePanel,
  THEMES,
  togglePin,
  toggleSeries,
} from '../../../../src/drawing/view/choices.ts';

const KNOWN = ['congestion', 'states', 'loss', 'rtt'];

test('a panel is pinned and unpinned, and nothing else changes', () => {
  const pinned = togglePin(DEFAULT_CHOICES, KNOWN, 'states');
  expect(pinned).toEqual({ ...DEFAULT_CHOICES, pins: ['states'] });
  expect(togglePin(pinned, KNOWN, 'states')).toEqual(DEFAULT_CHOICES);
});

test('where panels were hidden before there were pins, the others are pinned, until one is unpinned', () => {
  const stored = { ...DEFAULT_CHOICES, hiddenPanels: ['states', 'loss'] };
  expect(pinsOf(stored, KNOWN)).toEqual(['congestion', 'rtt']);
  expect(togglePin(stored, KNOWN, 'rtt')).toEqual({ ...DEFAULT_CHOICES, pins: ['congestion'] });
});

test('a series is hidden by its panel', () => {
  const hidden = toggleSeries(toggleSeries(DEFAULT_CHOICES, 'congestion/loss'), 'loss/loss');
  expect(hidden.hiddenSeries).toEqual(['congestion/loss', 'loss/loss']);
  expect(toggleSeries(hidden, 'congestion/loss').hiddenSeries).toEqual(['loss/loss']);
});

test('themes start again after the last', () => {
  const seen: string[] = [];
  let choices: Choices = DEFAULT_CHOICES;
  for (let i = 0; i <= THEMES.length; i++) {
    seen.push(choices.theme);
    choices = nextTheme(choices);
  }
  expect(seen).toEqual(['auto', 'light', 'dark', 'contrast', 'auto']);
});

test('a height is whole pixels and stays within its limits', () => {
  const heightOf = (height: number) => resizePanel(DEFAULT_CHOICES, 'rtt', height).heights.rtt;
  expect([heightOf(123.6), heightOf(-5), heightOf(1e6)]).toEqual([124, MIN_PANEL_PX, MAX_PANEL_PX]);
  const both = resizePanel(resizePanel(DEFAULT_CHOICES, 'rtt', 100), 'loss', 90);
  expect(both.heights).toEqual({ rtt: 100, loss: 90 });
});

describe('order of panels', () => {
  const withOrder = (order: readonly string[]): Choices => ({ ...DEFAULT_CHOICES, order });

  test('is the panels’ own until one is moved', () => {
    expect(orderedPanels(DEFAULT_CHOICES, KNOWN)).toEqual(KNOWN);
  });

  test('leaves out panels that no longer exist and puts new ones last', () => {
    expect(orderedPanels(withOrder(['rtt', 'gone', 'states']), KNOWN)).toEqual([
      'rtt',
      'states',
      'congestion',
      'loss',
    ]);
  });

  test('swaps a panel with its neighbour, and stops at both ends', () => {
    const moved = movePanel(DEFAULT_CHOICES, KNOWN, 'loss', -1);
    expect(moved.order).toEqual(['congestion', 'loss', 'states', 'rtt']);
    expect(movePanel(moved, KNOWN, 'loss', 1).order).toEqual(KNOWN);
    expect(movePanel(DEFAULT_CHOICES, KNOWN, 'congestion', -1)).toBe(DEFAULT_CHOICES);
    expect(movePanel(DEFAULT_CHOICES, KNOWN, 'rtt', 1)).toBe(DEFAULT_CHOICES);
  });

  test('skips hidden panels, so that every move is visible', () => {
    const shown = ['congestion', 'rtt'];
    const moved = movePanel(DEFAULT_CHOICES, KNOWN, 'rtt', -1, shown);
    expect(orderedPanels(moved, KNOWN).filter((id) => shown.includes(id))).toEqual(['rtt', 'congestion']);
  });

  test('does not move with only hidden panels in that direction, and not for an unknown panel', () => {
    const choices = withOrder([]);
    expect(movePanel(choices, KNOWN, 'states', -1, ['states', 'loss', 'rtt'])).toBe(choices);
    expect(movePanel(choices, KNOWN, 'gone', 1)).toBe(choices);
  });

  test('contains every known panel exactly once, whatever was stored and moved', () => {
    const ids = fc.array(fc.constantFrom(...KNOWN, 'gone'), { maxLength: 8 });
    const steps = fc.array(fc.tuple(fc.constantFrom(...KNOWN), fc.constantFrom(-1 as const, 1 as const)));
    fc.assert(
      fc.property(ids, fc.subarray(KNOWN), steps, (order, shown, moves) => {
        let choices = withOrder([...new Set(order)]);
        for (const [id, step] of moves) choices = movePanel(choices, KNOWN, id, step, shown);
        expect([...orderedPanels(choices, KNOWN)].sort()).toEqual([...KNOWN].sort());
      }),
    );
  });
});
