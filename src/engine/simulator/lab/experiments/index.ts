/** All experiments. A new one is its file and a line here, and a line in `simulator/runs/scenarios` where it is run. */
import type { Experiment } from '../experiment';
import { GROWTH } from './growth';
import { NGINX } from './nginx';
import { PAPER_EXPERIMENT_4 } from './paper-4';
import { PAPER_EXPERIMENT_5 } from './paper-5';
import { PAPER_EXPERIMENT_6 } from './paper-6';
import { PAPER_EXPERIMENT_8 } from './paper-8';
import { PAPER_EXPERIMENT_9 } from './paper-9';
import { PAPER_EXPERIMENT_10A, PAPER_EXPERIMENT_10BC } from './paper-10';
import { RESPONSE } from './response';
import { TEN_GIGABIT } from './ten-gigabit';
import { VERSIONS } from './versions';

export const EXPERIMENTS: readonly Experiment[] = [
  TEN_GIGABIT,
  GROWTH,
  VERSIONS,
  RESPONSE,
  PAPER_EXPERIMENT_4,
  PAPER_EXPERIMENT_5,
  PAPER_EXPERIMENT_6,
  PAPER_EXPERIMENT_8,
  PAPER_EXPERIMENT_9,
  PAPER_EXPERIMENT_10A,
  PAPER_EXPERIMENT_10BC,
  NGINX,
];

export function findExperiment(id: string): Experiment | undefined {
  return EXPERIMENTS.find((experiment) => experiment.id === id);
}
