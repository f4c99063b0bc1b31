/** `qlogscope experiment`: its call and its help. The experiments are loaded where they are named. */
import { command } from '../../command';
import { EXPERIMENT_OPTIONS } from './experiment-options';

export const EXPERIMENT = command({
  name: 'experiment',
  operands: 'NAME',
  summary: 'a published figure made again, and whether its claims hold',
  takesOperands: true,
  options: EXPERIMENT_OPTIONS,
  help,
  parse: async (values, operands) => (await import('./experiment-call')).experimentCall(values, operands),
  run: async (call, io) => (await import('./run-experiments')).runExperiments(call, io),
});

async function help(): Promise<string> {
  const { experimentLines } = await import('./experiment-call');
  return `qlogscope experiment NAME [options]
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
${experimentLines()}

Exit status: 0 done, also where a claim does not hold, 2 a picture or the answer could not be written, 64 wrong call.
`;
}
