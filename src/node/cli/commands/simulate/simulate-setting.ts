/** A call of `simulate`, and what it means: scenarios, their variants and fields. */
import { findVariant, type Scenario, type Values } from '../../../../engine/simulator/runs/scenario';
import { findScenario, SCENARIOS } from '../../../../engine/simulator/runs/scenarios';
import { listOf, UsageError, wholeOf } from '../../arg-values';
import type { Values as ValuesOf } from '../../command';
import { folderFor } from '../../output-format';
import { seedsOf, valuesOf } from '../../runs/run-options';
import type { SIMULATE_OPTIONS } from './simulate-options';

type Given = ValuesOf<typeof SIMULATE_OPTIONS>;

export interface SimulateSetting {
  readonly scenario: string;
  readonly values: Values;
  readonly variants: readonly string[];
  /** The first and the last. */
  readonly seeds: readonly [number, number];
  /** Folder for the traces; null for none. */
  readonly out: string | null;
  readonly json: boolean;
  /** Threads at most; null for as many as there are cores. */
  readonly jobs: number | null;
}

/** A line per scenario, for the help. */
export function scenarioLines(): string {
  const width = Math.max(...SCENARIOS.map(({ id }) => id.length)) + 2;
  return SCENARIOS.map(
    ({ id, title, fields }) =>
      `  ${id.padEnd(width)}${title}; --set ${fields.map((field) => field.id).join(', ')}`,
  ).join('\n');
}

/** @throws UsageError */
export function simulateSetting(given: Given, operands: readonly string[]): SimulateSetting {
  if (operands.length > 0) throw new UsageError(`simulate takes no files: "${operands[0]}"`);
  const scenario = scenarioOf(given.scenario ?? 'incident');
  const values = valuesOf(scenario, given.set ?? []);
  return {
    scenario: scenario.id,
    values,
    variants: variantsOf(scenario, values, given),
    seeds: seedsOf(scenario.seeds, given.seeds, given.seed),
    out: given.out === undefined ? null : folderFor('--out', given.out, 'traces'),
    json: given.json === true,
    jobs: given.jobs === undefined ? null : wholeOf('--jobs', given.jobs, 1, 256),
  };
}

function scenarioOf(id: string): Scenario {
  const match = findScenario(id);
  if (match === undefined)
    throw new UsageError(`--scenario takes ${SCENARIOS.map((one) => one.id).join(', ')}, not "${id}"`);
  return match;
}

function variantsOf(
  scenario: Scenario,
  values: Values,
  { variant, controller, 'idle-rule': idleRule }: Given,
): readonly string[] {
  if (controller !== undefined || idleRule !== undefined) {
    if (variant !== undefined) throw new UsageError('--variant and --controller contradict each other');
    const id = idleRule === undefined ? (controller as string) : `${controller ?? 'cubic'}:${idleRule}`;
    if (scenario.settings === undefined)
      throw new UsageError(`the scenario ${scenario.id} has variants of its own, and takes no --controller`);
    if (findVariant(scenario, values, id) === null)
      throw new UsageError(
        `--controller ${controller ?? 'cubic'}${idleRule === undefined ? '' : ` --idle-rule ${idleRule}`} names no controller`,
      );
    return [id];
  }
  const all = scenario.variants(values).map(({ id }) => id);
  if (variant === undefined) return all;
  const named = [...new Set(listOf(variant))];
  if (named.length === 0) throw new UsageError(`--variant names none of ${all.join(', ')}`);
  return named.map((id) => {
    if (findVariant(scenario, values, id) === null)
      throw new UsageError(`--variant takes ${all.join(', ')}, not "${id}"`);
    return id;
  });
}
