/** Traces in one plot are told apart without colour: no two styles draw a solid, or a dashed, line alike. */
import { describe, expect, test } from 'vitest';
import { laneLetter, laneStroke, laneStyle } from '../../../../src/drawing/surface/lane-styles.ts';
import { MAX_LANES } from '../../../../src/drawing/view/set-view.ts';

const STYLES = Array.from({ length: MAX_LANES }, (_, style) => laneStyle(style));
const SOLID = { color: 'ink', width: 2, dash: [] };
const DOTTED = { color: 'ink', width: 1, dash: [2, 2] };

describe.each([
  ['solid', SOLID],
  ['dotted', DOTTED],
])('a line that is %s alone', (_, stroke) => {
  test('looks different in every lane without its colour', () => {
    const looks = STYLES.map((style) => {
      const { color, ...look } = laneStroke(stroke, style, 'blue');
      expect(color).toBe('blue');
      return JSON.stringify(look);
    });
    // Of those that no page makes, beyond six, a dashed line may repeat: colours are eight.
    expect(new Set(looks.slice(0, 6)).size).toBe(6);
    expect(looks[0]).toBe(JSON.stringify({ width: stroke.width, dash: stroke.dash }));
  });
});

test('the second trace is dashed, a line with dashes of its own keeps them and is marked', () => {
  expect(laneStroke(SOLID, laneStyle(1), 'blue').dash.length).toBeGreaterThan(0);
  expect(laneStroke(DOTTED, laneStyle(1), 'blue')).toMatchObject({ dash: [2, 2], mark: 'tick' });
});

test('styles have colours of their own, and begin anew beyond the last', () => {
  expect(new Set(STYLES.map(({ slot }) => slot)).size).toBe(MAX_LANES);
  expect(laneStyle(MAX_LANES)).toEqual(laneStyle(0));
});

test('traces are named by letters in their order', () => {
  expect([0, 1, 5].map(laneLetter)).toEqual(['A', 'B', 'F']);
});
