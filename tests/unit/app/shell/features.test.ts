/** What the features register: ids of their own, and content that can be fetched. */
import { describe, expect, test } from 'vitest';
import { FEATURES } from '../../../../src/app/shell/features.ts';
import { createStore } from '../../../../src/app/state/store.ts';
import type { OpenTrace } from '../../../../src/app/state/traces/open-trace.ts';

const isUnique = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

describe('features', () => {
  test('have ids of their own, and so have their dialogs and parts', () => {
    expect(isUnique(FEATURES.map(({ id }) => id))).toBe(true);
    expect(isUnique(FEATURES.flatMap(({ dialogs = [] }) => dialogs.map(({ id }) => id)))).toBe(true);
    expect(isUnique(FEATURES.flatMap(({ page = [] }) => page.map(({ part }) => part)))).toBe(true);
  });

  test('have a command for each of their dialogs', () => {
    for (const { id, dialogs = [], commands = [] } of FEATURES)
      expect(commands.length, id).toBeGreaterThanOrEqual(dialogs.length);
  });
});

test('Esc clears a measurement before anything else, and says whether there was one', async () => {
  const measure = FEATURES.find(({ id }) => id === 'measure');
  const current = createStore<object | null>({});
  const trace = { feature: () => current, set: { members: [] as object[] } };
  trace.set.members.push({ trace });
  const shown = trace as unknown as OpenTrace;
  expect([measure?.clear?.(shown), measure?.clear?.(shown)]).toEqual([true, false]);
});
