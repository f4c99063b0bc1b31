/** Times are noted where the worker is named for it, and nowhere else. */
import { afterEach, describe, expect, it, vi } from 'vitest';

const scope = globalThis as { name?: unknown; stageTimes?: Record<string, number[]> };

async function clockIn(name: unknown) {
  vi.resetModules();
  scope.name = name;
  return import('../../../../../src/engine/reading/budgets/stage-clock.ts');
}

afterEach(() => {
  delete scope.name;
  delete scope.stageTimes;
});

describe('the clock of stages', () => {
  it('records every call in a worker named bench', async () => {
    const { timed, note } = await clockIn('bench');
    expect(timed('parse', () => 7)).toBe(7);
    timed('parse', () => undefined);
    note('total', 12);
    expect(scope.stageTimes?.parse).toHaveLength(2);
    expect(scope.stageTimes?.total).toEqual([12]);
  });

  it('does the work and records nothing in any other', async () => {
    const { timed, note } = await clockIn('');
    expect(timed('parse', () => 7)).toBe(7);
    note('total', 12);
    expect(scope.stageTimes).toBeUndefined();
  });
});
