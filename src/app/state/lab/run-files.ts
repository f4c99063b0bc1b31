/** Runs of the lab by their names, and their traces as files: what only the lab needs, and a link to a run does not. */
import type { NamedRun } from '../../../engine/input/bytes/source';
import type { Field, Values } from '../../../engine/simulator/runs/scenario';
import type { NamedFile } from '../traces/named-file';
import { runName } from './run-source';

/** What names the trace of an end of a run. @param scenario or an experiment, by the id of its scenario. */
export function namedRun(
  scenario: { readonly id: string; readonly fields: readonly Field[] },
  values: Values,
  { variant, seed, end }: Pick<NamedRun, 'variant' | 'seed' | 'end'>,
): NamedRun {
  const changed = scenario.fields.filter(({ id, initial }) => values[id] !== initial);
  const fields = changed.map(({ id }) => `${id}:${values[id]}`).sort();
  return { scenario: scenario.id, variant, seed, end, fields };
}

/** Both traces of a run as files: of its sender, and of its receiver. */
export function traceFiles(
  traces: { readonly [end in NamedRun['end']]: string },
  named: (end: NamedRun['end']) => NamedRun,
): readonly NamedFile[] {
  return (['sender', 'receiver'] as const).map((end) => {
    const name = runName(named(end));
    return { name, file: new File([traces[end]], name) };
  });
}
