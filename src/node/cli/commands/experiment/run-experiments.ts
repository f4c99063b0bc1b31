/** `qlogscope experiment`: the runs of experiments over all cores, and what came of them as text, JSON, Markdown and pictures. */
import { mkdir } from 'node:fs/promises';
import type { Result } from '../../../../engine/simulator/lab/experiment';
import { experimentResult } from '../../../../engine/simulator/lab/experiment-result';
import type { RunRow } from '../../../../engine/simulator/runs/scenario-run';
import { Exit } from '../../exit';
import type { Io } from '../../io';
import { writing } from '../../output';
import { runThreads } from '../../runs/run-threads';
import type { RunDone, RunWork } from '../../runs/run-work';
import type { ExperimentCall } from './experiment-call';
import { type ExperimentAnswer, experimentDocument } from './experiment-document';
import { callOf, type ExperimentSetting, variantsOf } from './experiment-setting';
import { answersText, experimentList } from './experiment-text';
import { writePlots } from './write-plots';

/** Of the records of `--json`. */
const SCHEMA = 1;

type RunThreads = ReturnType<typeof runThreads>;

export async function runExperiments(call: ExperimentCall, io: Io): Promise<number> {
  const { writes, settings, json, out, jobs } = call;
  if (writes === 'list') {
    await io.stdout.write(experimentList(settings));
    return Exit.clean;
  }
  if (out !== null) await writing(out, () => mkdir(out, { recursive: true }));
  const works = settings.map(worksOf);
  const threads = runThreads(jobs, Math.max(...works.map(({ length }) => length)), io);
  const answers: ExperimentAnswer[] = [];
  try {
    for (const [i, setting] of settings.entries()) {
      const rows = await rowsOf(works[i] as readonly RunWork[], threads);
      const result = experimentResult(setting.experiment, setting.values, rows);
      if (out !== null) await writePlots(out, setting.experiment, result.plots);
      if (json) await io.stdout.write(`${JSON.stringify(recordOf(setting, result))}\n`);
      else if (writes === 'answers') await io.stdout.write(answersText(setting, result));
      else answers.push({ setting, result });
    }
  } finally {
    threads.end();
  }
  if (!json && writes === 'document') await io.stdout.write(experimentDocument(answers, call.isFull));
  return Exit.clean;
}

function worksOf(setting: ExperimentSetting): readonly RunWork[] {
  const { experiment, values, seeds } = setting;
  if (experiment.scenario === null || seeds === null) return [];
  const [first, last] = seeds;
  const scenario = experiment.scenario.id;
  return variantsOf(setting).flatMap((variant) =>
    Array.from({ length: last - first + 1 }, (_, i): RunWork => {
      const ref = { scenario, values, variant, seed: first + i };
      return { kind: 'run', ref, withTraces: false };
    }),
  );
}

async function rowsOf(works: readonly RunWork[], threads: RunThreads): Promise<readonly RunRow[]> {
  const rows: RunRow[] = [];
  for await (const done of threads.results(works, [...works.keys()])) rows.push((done as RunDone).row);
  return rows;
}

/** All of it; numbers that there are not are null. */
function recordOf(setting: ExperimentSetting, { answers, plots }: Result): object {
  const { experiment, isFull, values, seeds } = setting;
  const { id, title, source, about, claims, leavesOpen } = experiment;
  return {
    schema: SCHEMA,
    kind: 'experiment',
    experiment: id,
    title,
    source,
    about,
    call: callOf(setting),
    full: isFull,
    values,
    variants: variantsOf(setting),
    seeds,
    claims,
    answers,
    leavesOpen,
    plots,
  };
}
