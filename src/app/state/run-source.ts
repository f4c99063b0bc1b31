/** Traces of runs of the lab: their names, and what is opened. The worker that reads a trace makes its run. */
import type { NamedRun, RunSource } from '../../engine/bytes/source';
import type { Field, Values } from '../../engine/simulate/scenario';
import type { NamedFile } from './named-file';

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

/** Name of its file: `incident-defect-s7.sender.sqlog`. */
export function runName({ scenario, variant, seed, end }: NamedRun): string {
  return `${scenario}-${variant.replace(/[^\w.-]/g, '-')}-s${seed}.${end}.sqlog`;
}

export function runSource({ scenario, variant, seed, end, fields }: NamedRun): RunSource {
  const run = { scenario, variant, seed, end, fields };
  return { kind: 'run', run, name: runName(run) };
}
