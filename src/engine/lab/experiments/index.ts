/** All experiments. A new one is its file and a line here, and a line in `simulate/scenarios` where it is run. */
import type { Experiment } from '../experiment';
import { GROWTH } from './growth';
import { NGINX } from './nginx';
import { RESPONSE } from './response';
import { TEN_GIGABIT } from './ten-gigabit';

export const EXPERIMENTS: readonly Experiment[] = [TEN_GIGABIT, GROWTH, RESPONSE, NGINX];

export function findExperiment(id: string): Experiment | undefined {
  return EXPERIMENTS.find((experiment) => experiment.id === id);
}
