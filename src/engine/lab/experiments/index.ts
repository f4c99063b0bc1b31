/** All experiments. A new one is its file and a line here, and a line in `simulate/scenarios` where it is run. */
import type { Experiment } from '../experiment';
import { TEN_GIGABIT } from './ten-gigabit';

export const EXPERIMENTS: readonly Experiment[] = [TEN_GIGABIT];

export function findExperiment(id: string): Experiment | undefined {
  return EXPERIMENTS.find((experiment) => experiment.id === id);
}
