/** What a relay cannot play is said of each scenario that has it; all others it can. */
import { expect, test } from 'vitest';
import { initialValues, type Values } from '../../../../src/engine/simulator/runs/scenario.ts';
import { SCENARIOS } from '../../../../src/engine/simulator/runs/scenarios/index.ts';
import { whyUnplayable } from '../../../../src/node/relay/unplayable.ts';

const whyOf = (id: string, changes: Values = {}): readonly (string | null)[] => {
  const scenario = SCENARIOS.find((one) => one.id === id);
  if (scenario === undefined) throw new Error(id);
  const values = { ...initialValues(scenario), ...changes };
  return scenario.variants(values).map(({ settings }) => whyUnplayable(settings(1)));
};

test('marks of ECN are refused, and several flows', () => {
  expect(new Set(whyOf('buffers', { ecn: 'on' }))).toEqual(
    new Set(['it sets ECN marks (CE), and node:dgram neither sets nor reads them: simulate runs it']),
  );
  expect(whyOf('two-flows')[0]).toMatch(/^several connections/);
});

test('all other scenarios can be played', () => {
  const others = SCENARIOS.filter(({ id }) => id !== 'two-flows');
  expect(others.length).toBeGreaterThan(8);
  for (const { id } of others) expect([id, ...new Set(whyOf(id))]).toEqual([id, null]);
});
