/** The trace of a run that a link names: its fields are texts from outside, checked here. */
import { costWords, isAskedAbout } from '../../base/text/run-cost-words';
import type { NamedRun } from '../../input/bytes/source';
import { tracedRunCost } from './run-cost';
import { RunAsked, RunRefused } from './run-refused';
import { initialValues, readValue, type Scenario, type Values } from './scenario';
import { MOST_TRACE_BYTES, type RunRef, runTraces, variantOf } from './scenario-run';
import { findScenario } from './scenarios';
import { raisedBy } from './variants-cost';

/**
 * @param isAgreed the user was asked about the run; one without changed fields is never asked about, since who made its scenario bounded it.
 * @returns qlog. @throws RunRefused for what no run is, or is too big for the page; its message names the part.
 * @throws RunAsked for one that costs more than is run without asking.
 */
export function traceOfRun({ scenario, variant, seed, end, fields }: NamedRun, isAgreed = false): string {
  const match = findScenario(scenario);
  if (match === undefined) throw new RunRefused(`there is no scenario ${scenario}`);
  const values: { [id: string]: Values[string] } = { ...initialValues(match) };
  for (const text of fields) {
    const [id = '', value = ''] = text.split(':');
    const field = match.fields.find((one) => one.id === id);
    if (field === undefined) throw new RunRefused(`${text}: the scenario ${scenario} has no field ${id}`);
    const read = readValue(field, value);
    if ('why' in read) throw new RunRefused(`${text}: ${read.why}`);
    values[id] = read.value;
  }
  const ref = { scenario, values, variant, seed };
  try {
    if (!isAgreed && fields.length > 0) ask(match, ref);
    return runTraces(ref, MOST_TRACE_BYTES)[end];
  } catch (error) {
    throw error instanceof RangeError ? new RunRefused(error.message) : error;
  }
}

function ask(scenario: Scenario, ref: RunRef): void {
  const { variant } = variantOf(ref);
  const cost = tracedRunCost(variant.settings(ref.seed), MOST_TRACE_BYTES);
  if (!isAskedAbout(cost)) return;
  const only = {
    fields: scenario.fields,
    variants: (values: Values) => [variantOf({ ...ref, values }).variant],
  };
  const fields = raisedBy(only, ref.values).map((title) => `“${title}”`);
  const why = fields.length === 0 ? '' : ` What makes it so much is ${fields.join(' and ')}.`;
  throw new RunAsked(`${costWords({ runs: 1, ...cost })}${why}`);
}
