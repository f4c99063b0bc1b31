/** Colours of states: one for each, whatever a log calls it. */
import { expect, test } from 'vitest';
import { stateStyles } from '../../../../src/drawing/surface/palette.ts';

test('a state named like an object property gets its own colour', () => {
  const styles = stateStyles(['recovery', 'constructor', '__proto__', 'Slow_Start']);
  expect(new Set(styles.map(({ slot, pattern }) => `${slot} ${pattern}`)).size).toBe(4);
  for (const { slot } of styles) expect(slot).toBeGreaterThanOrEqual(0);
});
