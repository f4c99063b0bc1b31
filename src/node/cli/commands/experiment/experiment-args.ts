/** Arguments and help of `experiment`. */
import { parseArgs } from 'node:util';
import type { Experiment } from '../../../../engine/simulator/lab/experiment';
import { EXPERIMENTS } from '../../../../engine/simulator/lab/experiments';
import { GLOBAL, STRING, STRINGS, UsageError, wholeOf } from '../../arg-values';
import { folderFor } from '../../output-format';
import { seedsOf, valuesOf } from '../simulate/setting-args';
import { type ExperimentSetting, ownSetting } from './experiment-setting';

export interface ExperimentCommand {
  readonly name: 'experiment';
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

type OtherCommand = { readonly name: 'help'; readonly of: 'experiment' } | { readonly name: 'version' };

const EXPERIMENT = {
  ...GLOBAL,
  list: { type: 'boolean' },
  all: { type: 'boolean' },
  full: { type: 'boolean' },
  set: STRINGS,
  seeds: STRING,
  json: { type: 'boolean' },
  jobs: STRING,
  out: STRING,
} as const;

const width = Math.max(...EXPERIMENTS.map(({ id }) => id.length)) + 2;
const names = EXPERIMENTS.map(({ id, title, fields }) => {
  const ids = fields.map((field) => field.id).join(', ');
  return `  ${id.padEnd(width)}${title}; --set ${ids}`;
}).join('\n');

export const EXPERIMENT_HELP = `qlogscope experiment NAME [options]
qlogscope experiment --all [--full] [--json] [--jobs N] [--out DIR]
qlogscope experiment --list

Makes a published figure or benchmark again, by formulas and by runs of the simulator, and answers what its source claims: ours, the
difference, whether the claim holds, and why not; and what the source leaves open. The answer is the same everywhere.

  --full            in the size of the source, where the quick form is a smaller one
  --set FIELD=VALUE   changes a field; may be given several times. Of other fields than those at first no claim holds or fails
  --seeds N         runs of each variant, with the seeds 1 to N; or A-B
  --json            one JSON object per experiment and line, with the data of its pictures
  --jobs N          runs at a time; as many as there are cores where it is left out
  --out DIR         write the pictures there as SVG, and their data as CSV
  --all             all experiments, as one document in Markdown: docs/experiments.md
  --list            the names of all

Experiments:
${names}

Exit status: 0 done, also where a claim does not hold, 2 a picture or the answer could not be written, 64 wrong call.
`;

/** @param experiments all there are. @throws UsageError */
export function experimentCommand(
  args: string[],
  experiments: readonly Experiment[] = EXPERIMENTS,
): ExperimentCommand | OtherCommand {
  const { values: given, positionals } = parseArgs({ args, options: EXPERIMENT, allowPositionals: true });
  if (given.help === true) return { name: 'help', of: 'experiment' };
  if (given.version === true) return { name: 'version' };
  const [id, another] = positionals;
  if (another !== undefined) throw new UsageError(`experiment takes one name: "${another}" is another`);
  const chosen = [id !== undefined, given.all === true, given.list === true].filter(Boolean).length;
  if (chosen > 1) throw new UsageError('a name, --all and --list exclude each other');
  const common = {
    name: 'experiment',
    isFull: given.full === true,
    json: given.json === true,
    out: given.out === undefined ? null : folderFor('--out', given.out, 'pictures'),
    jobs: given.jobs === undefined ? null : wholeOf('--jobs', given.jobs, 1, 256),
  } as const;
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
  const found = experiments.find((one) => one.id === id);
  if (found === undefined)
    throw new UsageError(`there is no experiment "${id}"; there are ${namesOf(experiments)}`);
  return found;
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
