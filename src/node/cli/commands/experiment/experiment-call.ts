/** A call of `experiment`, and what it means: experiments and their fields. */
import type { Experiment } from '../../../../engine/simulator/lab/experiment';
import { EXPERIMENTS } from '../../../../engine/simulator/lab/experiments';
import { UsageError, wholeOf } from '../../arg-values';
import type { Values } from '../../command';
import { folderFor } from '../../output-format';
import { seedsOf, valuesOf } from '../../runs/run-options';
import type { EXPERIMENT_OPTIONS } from './experiment-options';
import { type ExperimentSetting, ownSetting } from './experiment-setting';

export interface ExperimentCall {
  /** The names of all, the answers of one, or the document of all. */
  readonly writes: 'list' | 'answers' | 'document';
  /** In full size where there is one. */
  readonly isFull: boolean;
  readonly settings: readonly ExperimentSetting[];
  readonly json: boolean;
  /** Folder for the pictures and their data; null for none. */
  readonly out: string | null;
  /** Threads at most; null for as many as there are cores. */
  readonly jobs: number | null;
}

/** A line per experiment, for the help. */
export function experimentLines(): string {
  const width = Math.max(...EXPERIMENTS.map(({ id }) => id.length)) + 2;
  return EXPERIMENTS.map(({ id, title, fields }) => {
    const ids = fields.map((field) => field.id).join(', ');
    return `  ${id.padEnd(width)}${title}; --set ${ids}`;
  }).join('\n');
}

/** @param experiments all there are. @throws UsageError */
export function experimentCall(
  given: Values<typeof EXPERIMENT_OPTIONS>,
  operands: readonly string[],
  experiments: readonly Experiment[] = EXPERIMENTS,
): ExperimentCall {
  const [id, another] = operands;
  if (another !== undefined) throw new UsageError(`experiment takes one name: "${another}" is another`);
  const chosen = [id !== undefined, given.all === true, given.list === true].filter(Boolean).length;
  if (chosen > 1) throw new UsageError('a name, --all and --list exclude each other');
  const common = {
    isFull: given.full === true,
    json: given.json === true,
    out: given.out === undefined ? null : folderFor('--out', given.out, 'pictures'),
    jobs: given.jobs === undefined ? null : wholeOf('--jobs', given.jobs, 1, 256),
  };
  const { isFull } = common;
  if (id !== undefined)
    return {
      ...common,
      writes: 'answers',
      settings: [settingOf(experimentNamed(id, experiments), isFull, given.set ?? [], given.seeds)],
    };
  const settings = experiments.map((experiment) => ownSetting(experiment, isFull));
  if (given.list === true) {
    const other = Object.keys(given).find((option) => option !== 'list');
    if (other !== undefined) throw new UsageError(`--list takes no other option: --${other}`);
    return { ...common, writes: 'list', settings };
  }
  if (given.all !== true) throw new UsageError(`a name is missing; there are ${namesOf(experiments)}`);
  for (const option of ['set', 'seeds'] as const)
    if (given[option] !== undefined)
      throw new UsageError(`--${option} is for one experiment, and not for --all`);
  return { ...common, writes: 'document', settings };
}

function experimentNamed(id: string, experiments: readonly Experiment[]): Experiment {
  const match = experiments.find((one) => one.id === id);
  if (match === undefined)
    throw new UsageError(`there is no experiment "${id}"; there are ${namesOf(experiments)}`);
  return match;
}

const namesOf = (experiments: readonly Experiment[]): string => experiments.map(({ id }) => id).join(', ');

function settingOf(
  experiment: Experiment,
  isFull: boolean,
  set: readonly string[],
  seeds: string | undefined,
): ExperimentSetting {
  const own = ownSetting(experiment, isFull);
  if (own.seeds === null && seeds !== undefined)
    throw new UsageError(`${experiment.id} has no runs, formulas say all: --seeds has no place there`);
  return {
    ...own,
    values: valuesOf(experiment, set, own.values),
    seeds: own.seeds === null || seeds === undefined ? own.seeds : seedsOf(own.seeds[1], seeds, undefined),
  };
}
