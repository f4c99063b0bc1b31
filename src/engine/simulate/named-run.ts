/** The trace of a run that a link names: its fields are texts from outside, checked here. */
import type { NamedRun } from '../bytes/source';
import { RunRefused } from './run-refused';
import { initialValues, readValue, type Values } from './scenario';
import { MOST_TRACE_BYTES, runTraces } from './scenario-run';
import { findScenario } from './scenarios';

/** @returns qlog. @throws RunRefused for what no run is, or is too big for the page; its message names the part. */
export function traceOfRun({ scenario, variant, seed, end, fields }: NamedRun): string {
  const found = findScenario(scenario);
  if (found === undefined) throw new RunRefused(`there is no scenario ${scenario}`);
  const values: { [id: string]: Values[string] } = { ...initialValues(found) };
  for (const text of fields) {
    const [id = '', value = ''] = text.split(':');
    const field = found.fields.find((one) => one.id === id);
    if (field === undefined) throw new RunRefused(`${text}: the scenario ${scenario} has no field ${id}`);
    const read = readValue(field, value);
    if ('why' in read) throw new RunRefused(`${text}: ${read.why}`);
    values[id] = read.value;
  }
  try {
    return runTraces({ scenario, values, variant, seed }, MOST_TRACE_BYTES)[end];
  } catch (error) {
    throw error instanceof RangeError ? new RunRefused(error.message) : error;
  }
}
