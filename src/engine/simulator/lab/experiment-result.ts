/** What came of an experiment, as everything that shows it asks. */
import type { Values } from '../runs/scenario';
import type { RunRow } from '../runs/scenario-run';
import type { Answer, Experiment, Result } from './experiment';
import { rowsByVariant } from './experiment-rows';

const OTHER_SETTING = 'The fields are not those that the claims are held against.';

/** Its result with these values; claims are held against the initial ones, and of others nothing holds or fails. @param rows in any order. */
export function experimentResult(experiment: Experiment, values: Values, rows: readonly RunRow[]): Result {
  const { plots, answers } = experiment.resultOf(values, rowsByVariant(rows));
  return { plots, answers: isAsPublished(experiment, values) ? answers : answers.map(ofOtherSetting) };
}

/** Only what the full size sets may differ: how large the runs are, and not what is run. */
function isAsPublished({ fields, full }: Experiment, values: Values): boolean {
  const free = Object.keys(full?.values ?? {});
  return fields.every(({ id, initial }) => values[id] === initial || free.includes(id));
}

function ofOtherSetting(answer: Answer): Answer {
  return { ...answer, verdict: 'unknown', why: OTHER_SETTING };
}
