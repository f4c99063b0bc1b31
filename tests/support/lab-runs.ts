/** Runs of the lab's scenarios by name: refs with some values changed, their rows over seeds, and the links that were recorded. */
import { initialValues, type Scenario, type Values } from '../../src/engine/simulator/runs/scenario.ts';
import { type RunRef, type RunRow, runRow } from '../../src/engine/simulator/runs/scenario-run.ts';
import { findScenario } from '../../src/engine/simulator/runs/scenarios/index.ts';

export const scenarioNamed = (id: string): Scenario => findScenario(id) as Scenario;

/** @param changes of the scenario's initial values. */
export function refOf(scenario: string, variant: string, changes: Values = {}, seed = 1): RunRef {
  return { scenario, values: { ...initialValues(scenarioNamed(scenario)), ...changes }, variant, seed };
}

/** Runs with the seeds 1 to `seeds`. */
export function refsOf(scenario: string, variant: string, seeds: number, changes: Values = {}): RunRef[] {
  return Array.from({ length: seeds }, (_, i) => refOf(scenario, variant, changes, i + 1));
}

export function rowsOf(scenario: string, variant: string, seeds: number, changes: Values = {}): RunRow[] {
  return refsOf(scenario, variant, seeds, changes).map(runRow);
}

export const trappedIn = (rows: readonly RunRow[]): number => rows.filter((row) => row.isTrapped).length;
export const lateIn = (rows: readonly RunRow[]): number => rows.filter((row) => row.isLate).length;

/** A link over which real quiche with the defect was recorded, as fields of the incident. */
export interface RecordedLink {
  readonly id: string;
  readonly about: string;
  readonly changes: Values;
  /** Runs, and how many of them had a spiral of 0.5 s or more. */
  readonly runs: number;
  readonly spirals: number;
  /** Wilson's interval of that, as published with the recordings, %. */
  readonly interval: readonly [low: number, high: number];
}

/** All with a loss of 30 % until 2 s, 10 MB and 10 s: the incident's initial values. */
export const RECORDED_LINKS: readonly RecordedLink[] = [
  {
    ...{ id: 'A', about: 'loss from the start', changes: { from: 0 } },
    ...{ runs: 25, spirals: 8, interval: [17, 52] },
  },
  {
    ...{ id: 'B', about: 'loss from 60 ms', changes: { from: 60 } },
    ...{ runs: 50, spirals: 37, interval: [60, 84] },
  },
  {
    ...{ id: 'C', about: 'as B, of data only', changes: { from: 60, direction: 'down' } },
    ...{ runs: 20, spirals: 9, interval: [26, 66] },
  },
  {
    ...{ id: 'F', about: 'as B, without lateness', changes: { from: 60, late: 0 } },
    ...{ runs: 12, spirals: 7, interval: [32, 81] },
  },
  {
    ...{ id: 'D', about: 'each packet at its own time', changes: { from: 60, grid: 0, late: 2 } },
    ...{ runs: 10, spirals: 0, interval: [0, 28] },
  },
  {
    ...{ id: 'E', about: 'as B, with jitter of 2 ms', changes: { from: 60, jitter: 2 } },
    ...{ runs: 10, spirals: 0, interval: [0, 28] },
  },
];

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
